"""The published experiments as declarations, and the list of them."""

from itertools import product

from engine.core.errors import BadInput
from engine.core.words import quoted
from engine.lab.papers.declaration import Paper, PaperFigure, PaperQuestion, PaperTable
from engine.lab.papers.statistic import Kind, Statistic
from engine.plans.catalog import SWAP_TABLE
from engine.swap.questions.table import SECONDS

SUCCESS = Statistic(Kind.SUCCESS)
STEPS = Statistic(Kind.MEAN, "steps")
MILLISECONDS = Statistic(Kind.MEAN, "seconds", times=1000)
MIDDLE_MILLISECONDS = Statistic(Kind.MEDIAN, "seconds", times=1000)
BEST, MEAN = Statistic(Kind.MEAN, "best"), Statistic(Kind.MEAN, "mean")
NO_NUMBERS = "We know of no published numbers for it."


def board(side: int) -> dict[str, str]:
    """Return the values of a square board."""
    return {"rows": str(side), "cols": str(side)}


# The knight's tour thesis.

REFERENCE = "Al-Gharaibeh, Qawagneh and Al-Zahawi (2007), as the thesis reports them"
ALL_TOURS = {"tours": "1000000", "evaluations": "800000"}
COLLECTORS = {
    "repair": {"solver": "repair"} | ALL_TOURS,
    "heuristic alone": {"solver": "repair", "evolve": "no"} | ALL_TOURS,
    "ants": {"solver": "ants"} | ALL_TOURS,
}
COLLECTED = {
    "tours": (Statistic(Kind.MEAN, "tours"), (12_084, 1_979, None)),
    "different tours": (Statistic(Kind.MEAN, "distinct_tours"), (12_084, 1_979, None)),
    "different tours per start": (Statistic(Kind.MEAN, "distinct_tours", times=1 / 64), (189, 31, None)),
    "failed iterations in %": (Statistic(Kind.MEAN, "failed_iterations", "iterations", 100), (1, 20)),
    "most tours in an iteration": (Statistic(Kind.MOST, "most_tours"), (22, None)),
}
"""For each row its statistic, and what is published for the collectors in their order."""

THESIS = Paper(
    "tour-thesis",
    "Knight's tours by evolution",
    'K. Palić, "Solving the knight\'s tour problem by using genetic algorithms" (final thesis 5347, Zagreb 2018)',
    ("40 s", "8 min"),
    (
        PaperTable(
            "Best fitness against the tournament size k, 8 x 8, without Warnsdorff's rule",
            "tour",
            "generation",
            tuple(
                PaperFigure(
                    str(g), {"solver": "genetic", "rule": "100", "k": k, "generations": str(g)}, BEST, None, f"k {k}"
                )
                for g, k in product((0, 10, 30, 100, 300, 1000), ("2", "3", "5", "10", "20"))
            ),
            (10, 50),
            f"The thesis shows curves for several k. {NO_NUMBERS}",
            chart="different squares of the best walk, of 64, over the generations",
        ),
        PaperTable(
            "With and without the heuristic, 5,000 generations planned: runs that find a tour",
            "tour",
            "board",
            tuple(
                PaperFigure(
                    f"{side} x {side}", {"solver": "genetic", "rule": rule} | board(side), SUCCESS, words, column
                )
                for rule, column, published in (
                    ("100", "without the rule", ("none", "none", "none")),
                    ("30", "rule after 30 %", ("none", "a tour", "none")),
                )
                for side, words in zip((6, 8, 20), published, strict=True)
            ),
            (4, 30),
            "The thesis found no tour on the 6 x 6 and 20 x 20 that it tried; ours does, under every reading that was "
            "tried. The text does not give the size of the population and the rate of mutation: 100 and 10 % "
            "are ours.",
        ),
        PaperTable(
            "Generations to a tour, 8 x 8",
            "tour",
            "Warnsdorff's rule",
            (
                PaperFigure("from the start", {"solver": "genetic", "rule": "0"}, STEPS, 2.5),
                PaperFigure(
                    "after 30 % of 5,000",
                    {"solver": "genetic"},
                    Statistic(Kind.MEDIAN, "steps"),
                    "a few after 1,500",
                ),
            ),
            (20, 200),
        ),
        PaperTable(
            "Tours in 800,000 evaluations, 8 x 8",
            "tour",
            "",
            tuple(
                PaperFigure(row, values, statistic, published, column)
                for row, (statistic, known) in COLLECTED.items()
                for (column, values), published in zip(COLLECTORS.items(), known, strict=False)
            ),
            (4, 10),
            "Ours counts tours each time that they are found, and different ones apart; the published number stands "
            "beside both. The published numbers fit closed tours, whose 64th move leads back: 64 moves of 3 bits are "
            "the 192 bits of the text. Ours are open ones here, which are more.",
            REFERENCE,
        ),
        PaperTable(
            "Different tours for each ant, 8 x 8",
            "tour",
            "ants",
            tuple(
                PaperFigure(
                    f"{int(ants):,}",
                    {"solver": "ants", "tours": "1000000", "evaluations": ants},
                    Statistic(Kind.MEAN, "distinct_tours", "ants"),
                    0.0758,
                    full=full,
                )
                for ants, full in (("800000", False), ("1728000", True))
            ),
            (4, 10),
            "Published over 172.8 million ants in colonies of 1,728,000; colonies differ widely.",
            "a reimplementation of Hingston and Kendall (2005)",
        ),
        *(PaperQuestion(f"Numbers of tours on {side} x {side}", "tour", "count", board(side)) for side in (3, 4, 5, 6)),
    ),
)

# Euler's knight.

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
"""For each method what is published: whether a tour is found, squares visited, states."""
SIZES = range(5, 21)
MILLION = {"max_states": "1000000"}
"""The lowest limit that the report advises."""


def sizes(place: str, start: str, full: bool = False) -> tuple[PaperTable, PaperTable]:
    """Return the tables of states and of time from a square of boards of all sizes; n in its name is the side."""
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
        note = f"{NO_NUMBERS} Runs end at 1,000,000 states, the lowest limit that the report advises."
        tables.append(PaperTable(title, "tour", "side", figures, (5, 5), note, chart=chart, log=log, full=full))
    return tables[0], tables[1]


def _square(start: str, n: int) -> str:
    row, col = ({"end": n - 1, "middle": n // 2}.get(word, word) for word in start.split(","))
    return f"{row},{col}"


EULER = Paper(
    "euler-report",
    "Euler's knight: four methods",
    'P. Krajkovič, "Euler\'s knight" (course report)',
    ("10 s", "40 s"),
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
                        ("squares", Statistic(Kind.MEAN, "depth")),
                        ("states", STEPS),
                    ),
                    PROBLEM_SQUARE[name],
                    strict=True,
                )
            ),
            (1, 1),
            "The report says that backtrack wall finds nothing; by its definitions it does, in plain Python too. For "
            "the pure rule it prints 63, one less than all squares, although the walk stops at 62 squares.",
        ),
        PaperQuestion(
            "Ten random starts, 8 x 8",
            "tour",
            "ten",
            MILLION | {"solver": "backtrack"},
            "The starts are drawn one by one, none of them twice.",
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

# Six knights.

KNIGHTS = Paper(
    "six-knights",
    "Knights that change places: the table of nine rows",
    'I. Herceg, "Six knights" (thesis, Split 2022)',
    ("3 s", "10 s"),
    (
        PaperQuestion("The table", "swap", "table", {}),
        PaperTable(
            "Growth of the time, median milliseconds",
            "swap",
            "knights",
            tuple(
                PaperFigure(
                    name, {"solver": solver} | values, MIDDLE_MILLISECONDS, 1000 * seconds if seconds else None, solver
                )
                for (name, values), published in zip(SWAP_TABLE.items(), SECONDS, strict=True)
                for solver, seconds in (("breadth", published), ("both-ends", None), ("best-first", None))
            ),
            (5, 50),
            "Breadth knows every position that it has seen. The printed program recognises positions only within one "
            "level, so it takes the same ones again and compares far more; none of ours repeats that.",
            chart="log10 of the milliseconds, row by row",
            log=True,
        ),
    ),
)

# N-queens.

PAIRS = {
    f"pop {pop}, pc {pc}, pm {pm}": {"solver": "evolve", "pop": pop, "pc": pc, "pm": pm}
    for pop, (pc, pm) in product(("100", "10"), (("0.7", "0.2"), ("0.9", "0.5")))
}
GENERATIONS = (0, 1, 3, 10, 30, 100, 300, 1000, 3000, 10_000)


def queens_curves(what: str, statistic: Statistic) -> PaperTable:
    """Return a table of fitness over the generations, for each pair of parameters."""
    return PaperTable(
        f"{what} over the generations, 20 queens",
        "queens",
        "generation",
        tuple(
            PaperFigure(str(g), {"n": "20", "generations": str(g)} | pair, statistic, column=name, full=g > 1000)
            for g in GENERATIONS
            for name, pair in PAIRS.items()
        ),
        (20, 100),
        f"The assignment asks for these curves. {NO_NUMBERS} A run that has a solution ends there.",
        chart=f"{what.lower()}, attacking pairs, over the generations",
    )


QUEENS = Paper(
    "queens-assignment",
    "N-queens by evolution",
    'J. Kołodziejczyk, "Evolutionary algorithm for the n-queens problem" (course assignment)',
    ("25 s", "3 min"),
    (
        queens_curves("Best fitness", BEST),
        queens_curves("Mean fitness", MEAN),
        *(
            PaperTable(
                f"Success against n, {int(generations):,} generations",
                "queens",
                "n",
                tuple(
                    PaperFigure(str(n), {"n": str(n), "generations": generations} | pair, SUCCESS, column=name)
                    for n in (8, 12, 16, 20, 24, 32, 40, 48, 56, 64)
                    for name, pair in PAIRS.items()
                ),
                (10, 100),
                NO_NUMBERS,
                chart="success in %, against n",
                full=full,
            )
            for generations, full in (("1000", False), ("10000", True))
        ),
    ),
)

PAPERS = (THESIS, EULER, KNIGHTS, QUEENS)


def paper(name: str) -> Paper:
    """Return the paper of that name; raises BadInput if there is none."""
    for each in PAPERS:
        if each.name == name:
            return each
    raise BadInput(f"paper is {quoted(name)}, but must be one of {', '.join(each.name for each in PAPERS)}")
