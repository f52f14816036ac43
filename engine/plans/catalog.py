"""The catalogue: every puzzle and solver by name. It is the only place that lists them."""

from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.words import quoted
from knightwatch.engine.plans.puzzle import Example, Puzzle, Question, RaceExample

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
SWAP_SECONDS = (0.039, 0.048, 0.074, 0.171, 1.451, 16.752, 68.509, 443.168, 2325.753)
"""The published seconds of each row of that table."""

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
            "divide": "solvers.divide:Divide",
        },
        "play:TourPlay",
        "Tours",
        (
            Example(
                "8 x 8, a tour at once",
                {},
                None,
                "Always on to the square with the fewest ways on from there: a tour, without one step back.",
            ),
            Example(
                "Warnsdorff's rule fails",
                {"solver": "warnsdorff", "start": "a3"},
                5,
                "The same rule, taken for itself, runs into a dead end from here. Numbers are ways on.",
            ),
            Example(
                "the same, with steps back",
                {"solver": "backtrack", "start": "a3", "order": "warnsdorff"},
                10,
                "Where no way leads on, the knight steps back and tries the next: depth-first search.",
            ),
            Example(
                "two corners less: impossible",
                {"holes": "a8:h1"},
                10,
                "Nothing is searched: two squares of one colour are missing, and that is the proof.",
            ),
            Example(
                "30 x 30, closed, at once",
                {"rows": "30", "cols": "30", "closed": "yes"},
                None,
                "900 squares, and from the last of them a move leads back to the first.",
            ),
            Example(
                "by evolution, as published",
                {"solver": "genetic"},
                5,
                "Walks have children, the longer ones more of them; after a while the rule joins in.",
            ),
            Example(
                "a hundred tours by ants",
                {"solver": "ants", "tours": "100"},
                20,
                "Ants leave pheromone on the moves that took them far, and others follow it.",
            ),
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
            Question(
                "show",
                "questions.show:show",
                "somebody else's tour: a file, its text, or beverley; it is checked and its properties are told",
                "FILE",
            ),
        ),
        {"best": BEST_GENETIC},
        (
            RaceExample(
                "a race for a tour from a3",
                ("warnsdorff", "backtrack:order=warnsdorff", "backtrack:order=warnsdorff+wall", "genetic"),
                {"start": "a3"},
                "Two rules, steps back and evolution, on one board by one clock.",
            ),
        ),
        {
            "auto": "parts.auto:PARTS",
            "warnsdorff": "parts.backtrack:PARTS",
            "backtrack": "parts.backtrack:PARTS",
            "genetic": "parts.genetic:PARTS",
            "repair": "parts.repair:PARTS",
            "ants": "parts.ants:PARTS",
            "divide": "parts.divide:PARTS",
        },
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
            "within-level": "solvers.within_level:WithinLevel",
        },
        "play:SwapPlay",
        "Swaps",
        (
            Example(
                "six knights, level by level",
                {},
                500,
                "All positions after one move, after two, after three, until the goal is among them.",
            ),
            Example(
                "Guarini's four knights",
                GUARINI,
                10,
                "Eight squares that lie on one ring, as the graph of the moves shows when it is unravelled.",
            ),
            Example(
                "Loyd's knights on the Danube",
                DANUBE,
                10,
                "Seven knights cross a river of eight files, one knight in a file: 19 moves are enough.",
            ),
            Example(
                "eight knights from both ends",
                {"from_": "BBBB/..../..../WWWW", "solver": "both-ends"},
                5000,
                "Two searches, from the start and from the goal: where they meet lies the shortest way.",
            ),
        ),
        (
            Question("table", "questions.table:published", "the published table of nine rows, with the time's growth"),
            Question(
                "show", "questions.show:show", "somebody else's moves: a file, or its text; they are checked", "FILE"
            ),
        ),
        {"guarini": GUARINI, "six": {"from_": "BBB/.../.../WWW"}, "danube": DANUBE} | SWAP_TABLE,
        (
            RaceExample(
                "a race for six knights",
                ("breadth", "both-ends", "best-first"),
                {},
                "From one end, from both, best first: 16 moves each, at very different cost.",
            ),
        ),
        {
            "breadth": "parts.breadth:PARTS",
            "both-ends": "parts.breadth:PARTS",
            "best-first": "parts.best_first:PARTS",
            "within-level": "parts.within_level:PARTS",
        },
    ),
    Puzzle(
        "queens",
        "N-queens",
        "n queens on an n x n board, none attacking another",
        "problem:QueensProblem",
        {"evolve": "solvers.evolve:Evolve", "min-conflicts": "solvers.min_conflicts:MinConflicts"},
        "play:QueensPlay",
        "Queens",
        (
            Example(
                "12 by evolution",
                {"n": "12"},
                10,
                "A hundred boards have children. The best is on show; the curve counts its attacks.",
            ),
            Example(
                "100 by stronger evolution",
                STRONG_EVOLUTION | {"n": "100"},
                50,
                "Elitism and a harder selection: with them evolution solves large boards too.",
            ),
            Example(
                "8 by local search",
                {"solver": "min-conflicts"},
                5,
                "Queens are placed, then change places wherever that leaves fewer attacks.",
            ),
            Example(
                "1,000 by local search",
                {"solver": "min-conflicts", "n": "1000"},
                500,
                "The same with a thousand queens, small as pixels: it takes a blink.",
            ),
        ),
        questions=(
            Question(
                "show",
                "questions.show:show",
                "somebody else's queens: a file, or rows as [6,5,2,1,3,4]; they are checked",
                "FILE",
            ),
        ),
        races=(
            RaceExample(
                "a race for 12 queens",
                ("evolve", "min-conflicts"),
                {"n": "12"},
                "Evolution against local search, on the same board by one clock.",
            ),
        ),
        parts_at={"evolve": "parts.evolve:PARTS", "min-conflicts": "parts.min_conflicts:PARTS"},
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
