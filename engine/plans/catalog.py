"""The catalogue: every puzzle and solver by name. It is the only place that lists them.

Its lines name where things are; they are imported when they are asked for, so that a list of puzzles costs nothing.
"""

from dataclasses import dataclass, field
from functools import cached_property
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any

from engine.core.errors import BadInput
from engine.core.words import quoted

if TYPE_CHECKING:
    from engine.byhand.play import Play
    from engine.core.search import Problem, Search


@dataclass(frozen=True)
class Question:
    """Something to ask about a plan, beside running it."""

    name: str
    at: str
    """Where the inquiry is made from a plan and, if the question takes one, a number."""
    summary: str
    number: str = ""
    """What the number is called; empty where the question takes none."""
    options_at: str = ""
    """Where it is declared what can be chosen beside it; empty where there is nothing."""


@dataclass(frozen=True, eq=False)
class Puzzle:
    """A puzzle with its solvers, the default one first; there is one of each, so it is equal to itself alone."""

    name: str
    title: str
    summary: str
    problem_at: str
    solvers_at: dict[str, str]
    """Where its solvers are, by name."""
    play_at: str
    examples: tuple[tuple[str, dict[str, str]], ...]
    """What to begin with: words, and the values of a plan."""
    questions: tuple[Question, ...] = ()
    presets: dict[str, dict[str, str]] = field(default_factory=dict)
    """Values of a plan that go by a name."""
    races: tuple[tuple[str, tuple[str, ...], dict[str, str]], ...] = ()
    """Races to begin with: words, the racers, and the values that count for all."""

    @cached_property
    def problem(self) -> "type[Problem]":
        """The type of its problems."""
        problem: type[Problem] = self.resolve(self.problem_at)
        return problem

    @cached_property
    def solvers(self) -> "tuple[type[Search[Any, Any]], ...]":
        """Its solvers, the default one first."""
        return tuple(map(self.solver, self.solvers_at))

    @cached_property
    def play(self) -> "type[Play[Any]]":
        """How it is played by hand."""
        play: type[Play[Any]] = self.resolve(self.play_at)
        return play

    def solver(self, name: str) -> "type[Search[Any, Any]]":
        """Return the solver of that name; raises BadInput if there is none."""
        if name not in self.solvers_at:
            raise BadInput(f"solver is {quoted(name)}, but must be one of {', '.join(self.solvers_at)}")
        solver: type[Search[Any, Any]] = self.resolve(self.solvers_at[name])
        return solver

    @property
    def usual_solver(self) -> str:
        """The name of the solver where none is named."""
        return next(iter(self.solvers_at))

    def preset(self, name: str) -> dict[str, str]:
        """Return the values that go by a name; raises BadInput if there are none."""
        if name in self.presets:
            return self.presets[name]
        raise BadInput(f"preset is {quoted(name)}, but must be one of {', '.join(self.presets) or 'none'}")

    def resolve(self, place: str) -> Any:
        """Return what stands in a place of the puzzle's package."""
        return resolve_name(f"engine.{self.name}.{place}")


STRONG_EVOLUTION = {"elitism": "1", "k": "3", "pc": "0.9", "pm": "0.8"}
"""Settings under which evolution solves large boards too."""

BEST_GENETIC = {"solver": "genetic", "rule": "0", "pm": "100", "survival": "two-children", "elitism": "2"}
"""Settings under which the evolution of tours found most, by measurement: see `bench published`."""

GUARINI = {"from_": "W.W/.../B.B"}
DANUBE = {"from_": "BBBB.WWW", "to": "WWW.BBBB", "moves": "files"}
SWAP_TABLE = {
    f"{black}+{white}": {
        "from_": f"{'B' * black:.<3}/.../.../{'W' * white:.<3}",
        "to": f"{'W' * white:.<3}/.../.../{'B' * black:.<3}",
    }
    for black, white in ((1, 0), (2, 0), (1, 1), (3, 0), (1, 2), (1, 3), (2, 2), (2, 3), (3, 3))
}
"""The rows of the published table: knights of the one colour above, of the other below, as far left as they go."""

PUZZLES = (
    Puzzle(
        "tour",
        "Knight's tour",
        "a knight visits every square of a board exactly once",
        "problem:TourProblem",
        {
            "auto": "solvers.auto:Auto",
            "warnsdorff": "solvers.backtrack:Warnsdorff",
            "backtrack": "solvers.backtrack:Backtrack",
            "genetic": "solvers.genetic:Genetic",
            "repair": "solvers.repair:Repair",
            "ants": "solvers.ants:Ants",
        },
        "play:TourPlay",
        (
            ("8 x 8, a tour at once", {}),
            ("8 x 8 by Warnsdorff's rule, from the square where it fails", {"solver": "warnsdorff", "start": "a3"}),
            ("the same with steps back", {"solver": "backtrack", "start": "a3", "order": "warnsdorff"}),
            ("8 x 8 without two opposite corners: impossible", {"holes": "a8:h1"}),
            ("30 x 30, closed, at once", {"rows": "30", "cols": "30", "closed": "yes"}),
            ("8 x 8 by evolution, the rule joins in later, as published", {"solver": "genetic"}),
            ("8 x 8, a hundred tours by ants", {"solver": "ants", "tours": "100"}),
        ),
        (
            Question(
                "count",
                "questions.count:count",
                "the exact numbers of tours, beside the published ones",
                options_at="questions.count:CountOptions",
            ),
            Question(
                "estimate", "questions.estimate:estimate", "an estimate of the number of tours by probing", "PROBES"
            ),
            Question("map", "questions.starts:availability", "from which starts the solver finds a tour"),
            Question("ten", "questions.starts:ten_starts", "ten random starts, a table of the four published methods"),
        ),
        {"best": BEST_GENETIC},
        (
            (
                "a race for a tour from a3: two rules, steps back, evolution",
                (
                    "warnsdorff",
                    "backtrack:order=warnsdorff",
                    "backtrack:order=warnsdorff+wall",
                    "genetic",
                ),
                {"start": "a3"},
            ),
        ),
    ),
    Puzzle(
        "swap",
        "Knights that change places",
        "black and white swap, in the fewest moves",
        "problem:SwapProblem",
        {
            "breadth": "solvers.breadth:Breadth",
            "both-ends": "solvers.breadth:BothEnds",
            "best-first": "solvers.best_first:BestFirst",
        },
        "play:SwapPlay",
        (
            ("six knights on 4 x 3, level by level", {}),
            ("Guarini's four knights on 3 x 3", GUARINI),
            ("Loyd's knights crossing the Danube", DANUBE),
            ("4 x 4, eight knights from both ends", {"from_": "BBBB/..../..../WWWW", "solver": "both-ends"}),
        ),
        (Question("table", "questions.table:published", "the published table of nine rows, with the time's growth"),),
        {"guarini": GUARINI, "six": {"from_": "BBB/.../.../WWW"}, "danube": DANUBE} | SWAP_TABLE,
        (("a race for six knights: from one end, from both, best first", ("breadth", "both-ends", "best-first"), {}),),
    ),
    Puzzle(
        "queens",
        "N-queens",
        "n queens on an n x n board, none attacking another",
        "problem:QueensProblem",
        {"evolve": "solvers.evolve:Evolve", "min-conflicts": "solvers.min_conflicts:MinConflicts"},
        "play:QueensPlay",
        (
            ("12 queens by evolution, as published", {"n": "12"}),
            ("100 queens by evolution, with elitism and stronger selection", STRONG_EVOLUTION | {"n": "100"}),
            ("8 queens by local search, trial by trial", {"solver": "min-conflicts"}),
            ("1,000 queens by local search", {"solver": "min-conflicts", "n": "1000"}),
        ),
        races=(("a race for 12 queens: evolution, local search", ("evolve", "min-conflicts"), {"n": "12"}),),
    ),
)


def puzzle(name: str) -> Puzzle:
    """Return the puzzle of that name; raises BadInput if there is none."""
    for each in PUZZLES:
        if each.name == name:
            return each
    raise BadInput(f"puzzle is {quoted(name)}, but must be one of {', '.join(p.name for p in PUZZLES)}")


def puzzle_of(solver: str) -> Puzzle:
    """Return the puzzle that a solver of that name is for; raises BadInput if there is none."""
    for each in PUZZLES:
        if solver in each.solvers_at:
            return each
    names = ", ".join(name for each in PUZZLES for name in each.solvers_at)
    raise BadInput(f"solver is {quoted(solver)}, but must be one of {names}")
