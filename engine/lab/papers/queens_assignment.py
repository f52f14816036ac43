"""N-queens by evolution: J. Kołodziejczyk's assignment, declared."""

from itertools import product

from knightwatch.engine.lab.papers.declaration import Paper, PaperFigure, PaperTable
from knightwatch.engine.lab.papers.statistic import Statistic
from knightwatch.engine.lab.papers.terms import BEST, MEAN, NO_NUMBERS, SUCCESS

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
        f"The assignment asks for these curves. {NO_NUMBERS} A run ends as soon as it has a solution.",
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
        PaperTable(
            "How the mapping section is chosen: solved runs, 1,000 generations, pop 100",
            "queens",
            "n",
            tuple(
                PaperFigure(
                    str(n),
                    {"solver": "evolve", "n": str(n), "pc": pc, "pm": pm, "section": section},
                    SUCCESS,
                    column=f"{words}, pc {pc}, pm {pm}",
                )
                for n in (8, 24, 64)
                for pc, pm in (("0.7", "0.2"), ("0.9", "0.5"))
                for section, words in (("size", "size, place"), ("cuts", "two cuts"))
            ),
            (10, 100),
            f"{NO_NUMBERS} The assignment asks for a random section. Choosing its size and then its place, each with "
            "equal probability, gives longer sections than two random cuts. This decides the results with pc 0.9 and "
            "pm 0.5, but not with 0.7 and 0.2. With pc 0.9 and pm 0.5, few queens are harder than many: there are "
            "more local optima that the search cannot leave. In the printed loops the index advances only inside the "
            "condition. Taken literally, every pair is crossed and every individual up to pop - 2 is mutated. Ours "
            "applies pc and pm as probabilities to all.",
        ),
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
