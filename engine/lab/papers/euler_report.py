"""Euler's knight: P. Krajkovič's report, declared."""

from knightwatch.engine.lab.papers.declaration import Paper, PaperFigure, PaperQuestion, PaperTable
from knightwatch.engine.lab.papers.statistic import Aggregate, Statistic
from knightwatch.engine.lab.papers.terms import MILLISECONDS, NO_NUMBERS, STEPS, SUCCESS, board

METHODS = {
    "warnsdorff": {"solver": "warnsdorff"},
    "backtrack warnsdorff": {"solver": "backtrack", "order": "warnsdorff"},
    "backtrack wall": {"solver": "backtrack", "order": "wall"},
    "backtrack warnsdorff+wall": {"solver": "backtrack", "order": "warnsdorff+wall"},
}
PROBLEM_SQUARE: dict[str, tuple[str, int | None, int | str | None]] = {
    "warnsdorff": ("no", 62, "63"),
    "backtrack warnsdorff": ("yes", None, 90),
    "backtrack wall": ("no", None, "2,306,398 in 15.000067 s"),
    "backtrack warnsdorff+wall": ("yes", None, 63),
}
"""For each method the published results: whether a tour is found, squares visited, states."""
SAID: dict[str, tuple[dict[str, str], str, str | None]] = {
    "the rule, 16 x 16 from the corner (0,0)": (board(16) | {"start": "0,0", "solver": "warnsdorff"}, "yes", None),
    "the rule, 7 x 7 from the corner (6,6)": (board(7) | {"start": "6,6", "solver": "warnsdorff"}, "yes", None),
    "the wall alone, 8 x 8 from (0,0)": ({"start": "0,0"} | METHODS["backtrack wall"], "no", None),
    "the wall alone, 8 x 8 from (5,0)": ({"start": "5,0"} | METHODS["backtrack wall"], "no", "2,306,398"),
    "the wall alone, 8 x 8 from (0,5)": ({"start": "0,5"} | METHODS["backtrack wall"], "no", None),
    **{
        f"{name}, 20 x 20 from (2,0)": (board(20) | {"start": "2,0"} | METHODS[name], said, None)
        for name, said in (("warnsdorff", "no"), ("backtrack warnsdorff", "no"), ("backtrack warnsdorff+wall", "yes"))
    },
}
"""Claims of the report in words: the run, whether it finds a tour, and its states."""
SIZES = range(5, 21)
MILLION = {"max_states": "1000000"}
"""The lowest limit that the report recommends."""
WHOLE_MAPS = (
    (
        "Starts from which the wall alone finds a tour in 1,000,000 states, 8 x 8",
        8,
        {"order": "wall"} | MILLION,
        "The report says from none. Here from 17 of 64.",
    ),
    (
        "Starts from which the wall alone finds a tour in 10,000,000 states, 7 x 7",
        7,
        {"order": "wall", "max_states": "10000000"},
        "The report says from all. Here from 18 of the 25 squares on which a tour can start.",
    ),
    (
        "Starts from which plain depth-first search finds a tour in 10,000,000 states, 7 x 7",
        7,
        {"order": "fixed", "max_states": "10000000"},
        "Plain search does find tours on 7 x 7, from 6 of 25 starts. From (0,0) it takes 5,948,993 states.",
    ),
)
"""Maps of all starts that take several seconds: title, side, values, note."""


def sizes(place: str, start: str, full: bool = False) -> tuple[PaperTable, PaperTable]:
    """Return the tables of states and of time from one start, for boards of all sizes."""
    tables = []
    for what, statistic, log in (("states", STEPS, True), ("milliseconds", MILLISECONDS, True)):
        figures = tuple(
            PaperFigure(str(n), board(n) | {"start": _square(start, n)} | method | MILLION, statistic, column=name)
            for n in SIZES
            for name, method in METHODS.items()
        )
        title, chart = (
            f"{what.capitalize()} from {place}, over the sizes 5 to 20",
            f"log10 of the {what}, over the sizes",
        )
        note = f"{NO_NUMBERS} Runs end at 1,000,000 states, the lowest limit that the report recommends."
        tables.append(PaperTable(title, "tour", "side", figures, (5, 5), note, chart=chart, log=log, full=full))
    return tables[0], tables[1]


def _square(start: str, n: int) -> str:
    row, col = ({"end": n - 1, "middle": n // 2}.get(word, word) for word in start.split(","))
    return f"{row},{col}"


EULER = Paper(
    "euler-report",
    "Euler's knight: four methods",
    'P. Krajkovič, "Euler\'s knight" (course report)',
    ("10 s", "20 s"),
    (
        PaperTable(
            "The problem square: 8 x 8 from a3, where Warnsdorff's rule fails",
            "tour",
            "method",
            tuple(
                PaperFigure(name, {"start": "5,0"} | method, statistic, published, column)
                for name, method in METHODS.items()
                for (column, statistic), published in zip(
                    (
                        ("tour", SUCCESS),
                        ("squares", Statistic(Aggregate.MEAN, "depth")),
                        ("states", STEPS),
                    ),
                    PROBLEM_SQUARE[name],
                    strict=True,
                )
            ),
            (1, 1),
            "The report says that backtrack wall finds no tour. With the report's definitions it finds one, in plain "
            "Python too. For the rule alone the report prints 63 states, one less than the number of squares, "
            "although the walk stops at 62 squares. Backtracking visits as many states as the rule alone, or more: it "
            "repeats that walk, then steps back.",
        ),
        PaperQuestion(
            "Ten random starts, 8 x 8",
            "tour",
            "ten",
            MILLION | {"solver": "backtrack"},
            "The starts are chosen at random, each at most once.",
        ),
        PaperTable(
            "Conclusions of the report: corners, the wall alone, and both together",
            "tour",
            "method and start",
            tuple(
                PaperFigure(row, values, statistic, printed, column)
                for row, (values, tour, states) in SAID.items()
                for column, statistic, printed in (
                    ("tour", SUCCESS, tour),
                    ("squares", Statistic(Aggregate.MEAN, "depth"), None),
                    ("states", STEPS, states),
                )
            ),
            (1, 1),
            "The report says that the rule finds a tour from every corner at once. Over the sizes 5 to 20 it fails "
            "from two of 64 corners: the two above. It says that the wall alone works up to 7 x 7. On 7 x 7 it fails "
            "from 7 of the 25 possible starts in 10,000,000 states; on 8 x 8 it works from 17 of 64 in 1,000,000. The "
            "report prints the board of the rule, not that of the wall. 7 of the 40,320 orders of moves give the "
            "printed board; with each of them the wall alone finds a tour from a3, in 100,083 states (one order: "
            "102,129). It says that the wall as a tie-break helps where the rule fails. 20 x 20 shows this best. "
            "On boards up to 100 x 100 the rule with this tie-break found a tour from each of ten starts without a "
            "step back, so it is also the fastest there.",
        ),
        *(
            PaperQuestion(title, "tour", "map", board(n) | {"solver": "backtrack"} | values, note, full=True)
            for title, n, values, note in WHOLE_MAPS
        ),
        *sizes("a corner (0,0)", "0,0"),
        *sizes("the corner (0,n-1)", "0,end", full=True),
        *sizes("the corner (n-1,0)", "end,0", full=True),
        *sizes("the corner (n-1,n-1)", "end,end", full=True),
        *sizes("the edge (2,0), which the report writes [0,2]", "2,0"),
        *sizes("the centre", "middle,middle"),
        *(
            PaperQuestion(
                f"Starts from which Warnsdorff's rule finds a tour, {n} x {n}",
                "tour",
                "map",
                board(n) | {"solver": "warnsdorff"},
                "Published: from 62 of the 64, not from (5,0), which is a3, and (3,1), which is b5." if n == 8 else "",
            )
            for n in range(5, 13)
        ),
    ),
)
