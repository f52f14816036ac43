"""N-queens in the textbook: hill climbing, search trees and numbers of solutions, declared."""

from knightwatch.engine.lab.papers.declaration import Paper, PaperFigure, PaperQuestion, PaperTable
from knightwatch.engine.lab.papers.statistic import Aggregate, Statistic
from knightwatch.engine.lab.papers.terms import NO_NUMBERS, SUCCESS

Published = float | str
CLIMBS: dict[str, tuple[dict[str, str], Published, Published, Published]] = {
    "no sideways moves": ({"solver": "climb", "restarts": "0"}, "14 %", 4, 3),
    "up to 100 sideways moves": ({"solver": "climb", "restarts": "0", "sideways": "100"}, "94 %", 21, 64),
}
"""The settings of each row; published: solved runs, moves of solved runs, moves of runs that got stuck."""
SOLVED_MOVES = Statistic(Aggregate.MEAN, "moves", solved=True)
STUCK_MOVES = Statistic(Aggregate.MEAN, "moves", solved=False)
RESTARTS = Statistic(Aggregate.MEAN, "restarts")
NODES = Statistic(Aggregate.MEAN, "nodes")
KNUTH = {8: 2057}
"""Published nodes of the whole tree, by n."""
WAYS = {
    "none": {},
    "forward": {"check": "forward"},
    "first-fail": {"order": "first-fail"},
}

TEXTBOOK = Paper(
    "queens-textbook",
    "N-queens in the textbook",
    'S. Russell, P. Norvig, "Artificial Intelligence: A Modern Approach", section 4.1; D. Knuth (1975); OEIS',
    ("10 s", "1 min"),
    (
        PaperTable(
            "Hill climbing from random placements, 8 queens, steepest ascent",
            "queens",
            "climb",
            tuple(
                PaperFigure(row, values, statistic, published, column)
                for row, (values, *known) in CLIMBS.items()
                for column, statistic, published in zip(
                    ("solved", "moves if solved", "moves if stuck"),
                    (SUCCESS, SOLVED_MOVES, STUCK_MOVES),
                    known,
                    strict=True,
                )
            ),
            (200, 2000),
            "A neighbour moves one queen within its column; equal best neighbours are equally likely. A run without "
            "sideways moves is stuck in about 86 % of cases: no single move leaves fewer attacks.",
        ),
        PaperTable(
            "Restarts until a solution, 8 queens",
            "queens",
            "climb",
            (
                PaperFigure("no sideways moves", {"solver": "climb"}, RESTARTS, 6),
                PaperFigure("up to 100 sideways moves", {"solver": "climb", "sideways": "100"}, RESTARTS, 0.06),
            ),
            (200, 2000),
            "Published are about 7 climbs and 1.06 climbs; the last of them is no restart.",
        ),
        PaperTable(
            "The search tree of backtracking, root included",
            "queens",
            "n",
            tuple(
                PaperFigure(str(n), {"solver": "backtrack", "n": str(n), "solutions": wanted}, NODES, nodes, column)
                for n in range(4, 11)
                for wanted, nodes, column in (("0", KNUTH.get(n), "all nodes"), ("1", None, "first solution"))
            ),
            (1, 1),
            "Columns from left to right, rows from 1 upwards, without forward checking. 2,057 nodes for 8 queens are "
            "Knuth's figure; we know of no others.",
        ),
        PaperTable(
            "What forward checking and first-fail save: nodes of the whole tree",
            "queens",
            "n",
            tuple(
                PaperFigure(str(n), {"solver": "backtrack", "n": str(n), "solutions": "0"} | way, NODES, column=name)
                for n in (6, 7, 8, 9, 10)
                for name, way in WAYS.items()
            ),
            (1, 1),
            f"{NO_NUMBERS} Forward checking turns back when a column ahead has no free row. "
            "First-fail fills the column with the fewest free rows, so it sees every such column too.",
        ),
        *(
            PaperQuestion(
                f"All solutions of {n} queens and their classes",
                "queens",
                "count",
                {"n": str(n)},
                source="OEIS A000170 and A002562",
                full=full,
            )
            for n, full in ((8, False), (12, False), (16, True))
        ),
    ),
)
