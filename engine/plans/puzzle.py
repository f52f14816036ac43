"""What a puzzle is to all others: its problem, solvers, questions and examples, by the places where they are.

They are imported when they are asked for, so that a list of puzzles costs nothing.
"""

from dataclasses import dataclass, field
from functools import cached_property
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any

from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.words import quoted

if TYPE_CHECKING:
    from knightwatch.engine.byhand.play import Play
    from knightwatch.engine.core.parts import Parts
    from knightwatch.engine.core.search import Problem, Search


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


@dataclass(frozen=True)
class Example:
    """Something to begin with."""

    words: str
    """A few, for a list."""
    values: dict[str, str]
    """Of a plan."""
    pace: float | None
    """Steps a second at which there is something to see; None where it is to be done at once."""
    seen: str
    """What there is to see, in a short sentence or two."""


@dataclass(frozen=True)
class RaceExample:
    """A race to begin with."""

    words: str
    racers: tuple[str, ...]
    values: dict[str, str]
    """What counts for all racers."""
    seen: str


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
    section: str
    """What a list of examples calls them, in a word."""
    examples: tuple[Example, ...]
    questions: tuple[Question, ...] = ()
    presets: dict[str, dict[str, str]] = field(default_factory=dict)
    """Values of a plan that go by a name."""
    races: tuple[RaceExample, ...] = ()
    parts_at: dict[str, str] = field(default_factory=dict)
    """Where it is told how the steps of its solvers are looked into, by name."""

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

    def parts(self, solver: str) -> "Parts":
        """Return how the steps of the solver of that name are looked into."""
        from knightwatch.engine.core.parts import BEFORE_AND_AFTER

        parts: Parts = self.resolve(self.parts_at[solver]) if solver in self.parts_at else BEFORE_AND_AFTER
        return parts

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
        return resolve_name(f"knightwatch.engine.{self.name}.{place}")
