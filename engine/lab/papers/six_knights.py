"""Knights that change places: I. Herceg's thesis, declared."""

from knightwatch.engine.lab.papers.declaration import Paper, PaperFigure, PaperQuestion, PaperTable
from knightwatch.engine.lab.papers.terms import MIDDLE_MILLISECONDS
from knightwatch.engine.plans.catalog import SWAP_SECONDS, SWAP_TABLE

KNIGHTS = Paper(
    "six-knights",
    "Knights that change places: the table of nine rows",
    'I. Herceg, "Six knights" (thesis, Split 2022)',
    ("3 s", "10 s"),
    (
        PaperQuestion("The table", "swap", "table", {}),
        PaperQuestion(
            "The table by the printed search",
            "swap",
            "table",
            {"solver": "within-level"},
            "The printed program treats two positions as equal only if the same number of moves led to them. So it "
            "recognises repeats only within a level, expands positions again, and compares each with all positions "
            "listed before. Here a table finds repeats; comparisons are counted as the printed program makes them.",
        ),
        PaperTable(
            "Growth of the time, median milliseconds",
            "swap",
            "knights",
            tuple(
                PaperFigure(
                    name, {"solver": solver} | values, MIDDLE_MILLISECONDS, 1000 * seconds if seconds else None, solver
                )
                for (name, values), published in zip(SWAP_TABLE.items(), SWAP_SECONDS, strict=True)
                for solver, seconds in (
                    ("within-level", published),
                    ("breadth", None),
                    ("both-ends", None),
                    ("best-first", None),
                )
            ),
            (5, 50),
            "The published times are those of the printed search. within-level repeats it, except for the one-by-one "
            "comparisons. breadth recognises every position that it has reached.",
            chart="log10 of the milliseconds, row by row",
            log=True,
        ),
    ),
)
