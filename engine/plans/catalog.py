"""The catalogue: every puzzle and solver by name. It is the only place that lists them."""

from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.words import quoted
from knightwatch.engine.plans.installed import complaints
from knightwatch.engine.plans.puzzle import Example, Puzzle, Question, RaceExample

STRONG_EVOLUTION = {"elitism": "1", "k": "3", "pc": "0.9", "pm": "0.8"}
"""Settings under which the evolution of queens solves large boards too."""

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
                "Always go to the square with the fewest ways on: a tour, without one step back.",
            ),
            Example(
                "Warnsdorff's rule fails",
                {"solver": "warnsdorff", "start": "a3"},
                5,
                "From a3, the same rule alone ends in a dead end. Numbers count the ways on.",
            ),
            Example(
                "the same, with backtracking",
                {"solver": "backtrack", "start": "a3", "order": "warnsdorff"},
                10,
                "In a dead end, the knight goes back and tries another move: depth-first search.",
            ),
            Example(
                "two corners cut: impossible",
                {"holes": "a8:h1"},
                10,
                "No search is needed: two squares of one colour are missing, and that is the proof.",
            ),
            Example(
                "30 x 30, closed, at once",
                {"rows": "30", "cols": "30", "closed": "yes"},
                None,
                "900 squares, and a move leads from the last back to the first.",
            ),
            Example(
                "by evolution, as published",
                {"solver": "genetic"},
                5,
                "Longer walks have more children. Later, Warnsdorff's rule helps.",
            ),
            Example(
                "a hundred tours by ants",
                {"solver": "ants", "tours": "100"},
                20,
                "Ants leave pheromone on the moves of long walks, and other ants follow it.",
            ),
        ),
        (
            Question(
                "count",
                "questions.count:count",
                "count all tours exactly, and compare with published numbers",
                options_at="questions.count:CountOptions",
            ),
            Question(
                "estimate", "questions.estimate:estimate", "estimate the number of tours with random probes", "PROBES"
            ),
            Question("map", "questions.starts:availability", "from which starts the solver finds a tour"),
            Question("ten", "questions.ten:ten_starts", "ten random starts by four published methods, with ten tours"),
            Question(
                "show",
                "questions.show:show",
                "check a tour and list its properties: a file, its text, or beverley",
                "FILE",
            ),
        ),
        {"best": BEST_GENETIC},
        (
            RaceExample(
                "a race for a tour from a3",
                ("warnsdorff", "backtrack:order=warnsdorff", "backtrack:order=warnsdorff+wall", "genetic"),
                {"start": "a3"},
                "Two rules, backtracking and evolution, on one board with one clock.",
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
        {
            "auto": "quiz.auto:QUIZ",
            "warnsdorff": "quiz.backtrack:QUIZ",
            "backtrack": "quiz.backtrack:QUIZ",
            "genetic": "quiz.genetic:QUIZ",
            "repair": "quiz.repair:QUIZ",
            "ants": "quiz.ants:QUIZ",
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
                "All positions after one move, after two, after three, until the goal is reached.",
            ),
            Example(
                "Guarini's four knights",
                GUARINI,
                10,
                "The graph of the moves is one ring of eight squares.",
            ),
            Example(
                "Loyd's knights on the Danube",
                DANUBE,
                10,
                "Seven knights cross a river of eight files, one knight per file: 19 moves are enough.",
            ),
        ),
        (
            Question(
                "table",
                "questions.table:published",
                "repeat the published table of nine rows, with a chart of the time",
            ),
            Question(
                "solutions",
                "questions.solutions:solutions",
                "count all shortest solutions, and list so many of them",
                "NUMBER",
            ),
            Question(
                "dictionary",
                "questions.dictionary:dictionary",
                "the moves of each square as a dictionary, in the order of the thesis",
            ),
            Question("show", "questions.show:show", "check moves: a file, or its text", "FILE"),
        ),
        {"guarini": GUARINI, "six": {"from_": "BBB/.../.../WWW"}, "danube": DANUBE} | SWAP_TABLE,
        (
            RaceExample(
                "a race for six knights",
                ("breadth", "both-ends", "best-first"),
                {},
                "From one end, from both ends, and by A* (best-first): 16 moves each, but very different work.",
            ),
        ),
        {
            "breadth": "parts.breadth:PARTS",
            "both-ends": "parts.breadth:PARTS",
            "best-first": "parts.best_first:PARTS",
            "within-level": "parts.within_level:PARTS",
        },
        {
            "breadth": "quiz.levels:QUIZ",
            "both-ends": "quiz.levels:QUIZ",
            "best-first": "quiz.best_first:QUIZ",
            "within-level": "quiz.levels:WITHIN_LEVEL",
        },
    ),
    Puzzle(
        "queens",
        "N-queens",
        "n queens on an n x n board, none attacking another",
        "problem:QueensProblem",
        {
            "evolve": "solvers.evolve:Evolve",
            "min-conflicts": "solvers.min_conflicts:MinConflicts",
            "backtrack": "solvers.backtrack:QueensBacktrack",
            "climb": "solvers.climb:Climb",
            "anneal": "solvers.anneal:Anneal",
            "formula": "solvers.formula:Formula",
        },
        "play:QueensPlay",
        "Queens",
        (
            Example(
                "8 by backtracking",
                {"solver": "backtrack"},
                10,
                "A queen in each column where none attacks it; at a dead end, one column back. Bars count the nodes.",
            ),
            Example(
                "8 by hill climbing: stuck",
                {"solver": "climb", "restarts": "0", "seed": "2"},
                1,
                "Numbers count the attacks if the queen stood there. No number is smaller: a local minimum.",
            ),
            Example(
                "12 by evolution",
                {"n": "12"},
                10,
                "A population of a hundred boards. You see the best; the curve counts its attacks.",
            ),
            Example(
                "1,000 by local search",
                {"solver": "min-conflicts", "n": "1000"},
                500,
                "Place the queens, then swap two whenever that leaves fewer attacks: done in a moment.",
            ),
        ),
        questions=(
            Question(
                "count",
                "questions.count:count",
                "count all solutions and their classes exactly, and compare with published numbers",
                options_at="questions.count:CountingOptions",
            ),
            Question(
                "show",
                "questions.show:show",
                "check queens: a file, or rows such as [6,5,2,1,3,4]",
                "FILE",
            ),
        ),
        races=(
            RaceExample(
                "a race for 12 queens",
                ("backtrack", "climb", "anneal", "evolve"),
                {"n": "12"},
                "Depth-first search, hill climbing, annealing and evolution on one board.",
            ),
        ),
        presets={"strong": STRONG_EVOLUTION},
        parts_at={
            "evolve": "parts.evolve:PARTS",
            "min-conflicts": "parts.min_conflicts:PARTS",
            "backtrack": "parts.backtrack:PARTS",
            "climb": "parts.climb:PARTS",
            "anneal": "parts.anneal:PARTS",
            "formula": "parts.formula:PARTS",
        },
        quiz_at={
            "evolve": "quiz.evolve:QUIZ",
            "min-conflicts": "quiz.min_conflicts:QUIZ",
            "backtrack": "quiz.backtrack:QUIZ",
            "climb": "quiz.climb:QUIZ",
            "anneal": "quiz.anneal:QUIZ",
        },
    ),
)


def puzzle(name: str) -> Puzzle:
    """Return the puzzle of that name; raises BadInput if there is none."""
    for each in PUZZLES:
        if each.name == name:
            return each
    raise BadInput(f"puzzle is {quoted(name)}, but must be one of {', '.join(p.name for p in PUZZLES)}")


def find_solver(name: str) -> tuple[Puzzle, str]:
    """Return the puzzle and the solver of a name; raises BadInput if no puzzle has it, or several have."""
    found = [each for each in PUZZLES if name in each.solver_names]
    if len(found) > 1:
        puzzles = " and ".join(each.name for each in found)
        raise BadInput(f"solver is {quoted(name)}, which {puzzles} have: name the puzzle too")
    if not found:
        raise BadInput(f"solver is {quoted(name)}, but must be one of {', '.join(unambiguous_names())}")
    return found[0], name


def unambiguous_names() -> list[str]:
    """Return the names of the solvers that only one puzzle has."""
    names = [name for each in PUZZLES for name in each.solver_names]
    return [name for name in names if names.count(name) == 1]


def left_out() -> list[str]:
    """Return a sentence for each solver of another package that cannot be listed."""
    return complaints({each.name: each.solvers_at for each in PUZZLES})
