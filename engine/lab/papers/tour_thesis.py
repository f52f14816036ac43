"""Knight's tours by evolution: K. Palić's thesis, declared."""

from itertools import product, zip_longest

from knightwatch.engine.lab.papers.declaration import Paper, PaperFigure, PaperQuestion, PaperTable
from knightwatch.engine.lab.papers.statistic import Aggregate, Statistic
from knightwatch.engine.lab.papers.terms import BEST, NO_NUMBERS, STEPS, SUCCESS, board

SHORT_SIDE = 12
"""The longest side of a board for ants in the short form."""
NO_COUNT = (
    "The thesis gives 1.305 x 10^35 tours for 8 x 8, without a source. It is 7 x 10^18 times the true number of "
    "directed open tours, 19,591,828,170,979,904."
)
OPEN_TOURS = f"Counting the open tours takes 5.4 GB of memory; with less, they are left out. {NO_COUNT}"
REFERENCE = "Al-Gharaibeh, Qawagneh and Al-Zahawi (2007), as the thesis reports them"
ALL_TOURS = {"tours": "1000000", "evaluations": "800000"}
CLOSED = {"solver": "repair", "closed": "yes"} | ALL_TOURS
COPIES = {"replacement": "copies", "way_back": "yes"}
COLLECTORS = {
    "repair": CLOSED | COPIES,
    "heuristic alone": CLOSED | {"evolve": "no", "pop": "25", "generations": "25", "iterations": "20"},
    "pop 250": CLOSED | COPIES | {"pop": "250", "iterations": "1"},
    "random pairs": CLOSED | COPIES | {"replacement": "pairs"},
    "one gene": CLOSED | COPIES | {"mutates": "gene"},
    "better children": CLOSED,
    "without repair": CLOSED | COPIES | {"repairs": "no"},
    "open tours": {"solver": "repair"} | ALL_TOURS,
    "ants, open": {"solver": "ants"} | ALL_TOURS,
}
"""The two methods of the table, other interpretations of the first, and open tours."""
OF_ITERATIONS = ("iterations in %", "to a tour", "an iteration")
"""Endings of row names that apply only to populations."""
COLLECTED = {
    "tours": (Statistic(Aggregate.MEAN, "tours"), (12_084, 1_979)),
    "successful evaluations in %": (Statistic(Aggregate.MEAN, "tours", "steps", 100), (1.51, 0.25)),
    "different tours": (Statistic(Aggregate.MEAN, "distinct_tours"), (12_084, 1_979)),
    "different tours per start": (Statistic(Aggregate.MEAN, "distinct_tours", times=1 / 64), (189, 31)),
    "failed iterations in %": (Statistic(Aggregate.MEAN, "failed_iterations", "iterations", 100), (1, 20)),
    "generations to a tour": (Statistic(Aggregate.MEAN, "generations_to_a_tour", "successful_iterations"), (4.9,)),
    "most tours in an iteration": (Statistic(Aggregate.MOST, "most_tours"), (22,)),
}
"""For each row: its statistic, and the published numbers of the first collectors."""
JOINS = 1500
"""Generations before Warnsdorff's rule starts in the published run: 30 % of 5,000."""
CURVE = (0, 10, 30, 100, 300, 1000, JOINS, JOINS + 1, JOINS + 2, JOINS + 4, JOINS + 8, JOINS + 16, JOINS + 32)


def joining(generations: int) -> str:
    """Return the setting `rule` with which the rule starts after JOINS of so many generations."""
    return "100" if generations <= JOINS else f"{100 * (JOINS + 0.5) / generations:.6f}"


THESIS = Paper(
    "tour-thesis",
    "Knight's tours by evolution",
    'K. Palić, "Solving the knight\'s tour problem by using genetic algorithms" (final thesis 5347, Zagreb 2018)',
    ("30 s", "7 min"),
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
            f"The thesis shows curves for several k and finds 3 best. {NO_NUMBERS} Here 5 and 10 are better, with each "
            "of the four population sizes and six mutation rates that we tried.",
            chart="different squares of the best walk, of 64, over the generations",
        ),
        PaperTable(
            "With and without the heuristic, up to 5,000 generations: runs that find a tour",
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
            "The thesis found no tour on 6 x 6 and 20 x 20. Ours does, with every interpretation of the text that we "
            "tried. The text gives neither the population size nor the mutation rate nor the formula of the fitness: "
            "100, 10 % and the number of different squares are our choice.",
        ),
        PaperTable(
            "With and without the heuristic, 8 x 8: the curves of figures 4.4 and 4.5",
            "tour",
            "generation",
            tuple(
                PaperFigure(str(g), {"solver": "genetic", "rule": rule, "generations": str(g)}, BEST, None, column)
                for g in CURVE
                for column, rule in (("without the rule", "100"), ("rule after 1,500", joining(g)))
            ),
            (4, 30),
            f"The thesis shows the two curves. {NO_NUMBERS} After 1,500 generations, 30 % of 5,000, mutation grows "
            "walks by Warnsdorff's rule, and a tour follows within a few generations.",
            chart="different squares of the best walk, of 64",
        ),
        PaperTable(
            "Crossover as the pseudo-code and as the listing has it, 8 x 8, rule from the start",
            "tour",
            "mutation in %",
            tuple(
                PaperFigure(pm, {"solver": "genetic", "rule": "0", "pm": pm, "late": late}, STEPS, None, column)
                for pm in ("5", "10", "20")
                for column, late in (("pseudo-code", "no"), ("listing, one gene later", "yes"))
            ),
            (20, 200),
            f"Generations to a tour. {NO_NUMBERS} The listing switches parents one gene later than the pseudo-code, "
            "which changes little. The text says that most switches come after K to K + 2 genes: here 53 % of them "
            "in the first generation and 98 % in the hundredth. It says that a child is rarely better than both "
            "parents: here 26 % of the children in the first generation, 2 % in the hundredth.",
        ),
        PaperTable(
            "Generations to a tour, 8 x 8",
            "tour",
            "Warnsdorff's rule",
            (
                PaperFigure("from the start", {"solver": "genetic", "rule": "0"}, STEPS, 2.5),
                PaperFigure(
                    "from the start, from (0,0)", {"solver": "genetic", "rule": "0", "start": "0,0"}, STEPS, 2.5
                ),
                PaperFigure(
                    "after 30 % of 5,000",
                    {"solver": "genetic"},
                    Statistic(Aggregate.MEDIAN, "steps"),
                    "a few after 1,500",
                ),
            ),
            (20, 200),
            "The number depends on the population and the mutation rate, which are ours, and on the start. A mutation "
            "of 5, 10 and 20 % gives 4.1, 2.3 and 1.5 generations from random squares; from the corner (0,0) it gives "
            "3.4, 1.9 and 1.3.",
        ),
        PaperTable(
            "Plain depth-first search, 7 x 7 from (0,0)",
            "tour",
            "",
            (
                PaperFigure(
                    "states", board(7) | {"start": "0,0", "solver": "backtrack", "order": "fixed"}, STEPS, "hours"
                ),
            ),
            (1, 1),
            "The thesis says that brute force takes hours on 7 x 7. From this corner it takes 5,948,993 states, half a "
            "second. The thesis also says that tours with magic diagonals were found later. On 8 x 8 there is none.",
        ),
        PaperTable(
            "Tours in 800,000 evaluations, 8 x 8",
            "tour",
            "",
            tuple(
                PaperFigure(row, values, statistic, published, column)
                for row, (statistic, known) in COLLECTED.items()
                for (column, values), published in zip_longest(COLLECTORS.items(), known)
                if values["solver"] == "repair" or not row.endswith(OF_ITERATIONS)
            ),
            (4, 10),
            "The published numbers fit closed tours: then the heuristic alone finds as many tours as printed. Its "
            "failure rate of one fifth fits iterations of 625 to 1,000 evaluations; here 625. The text codes 63 "
            "moves and the start square in 64 x 3 = 192 bits, and leaves open how 3 bits hold a square. Here the "
            "start is no gene: 63 x 3 = 189 bits. We read that copies of the best replace the worst quarter, that "
            "roulette chooses the parents of all pairs, and that the move back counts in the fitness. The other "
            "columns change one of these: random pairs instead of roulette; mutation of one gene instead of bits; "
            "better children instead of copies; a population of 250; no repair. Random pairs come nearest to the "
            "printed failures and generations together with the number of tours, but find about 8,900. A quarter of "
            "50 is 12.5: here 12 are replaced; with 13 random pairs find about 9,200. 12,084 tours "
            "in 320 iterations would be 38 each, but the printed maximum is 22. So the sizes must have been "
            "different, and the text does not give them. Ours counts every tour found, and separately the different "
            "ones. The published number is shown beside both.",
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
                    Statistic(Aggregate.MEAN, "distinct_tours", "ants"),
                    0.0758,
                    full=full,
                )
                for ants, full in (("800000", False), ("1728000", True))
            ),
            (4, 10),
            "The published number is from 172.8 million ants in colonies of 1,728,000. Colonies differ widely.",
            "a reimplementation of Hingston and Kendall (2005)",
        ),
        PaperTable(
            "Ants on larger boards: one tour, 400,000 ants at most",
            "tour",
            "board",
            tuple(
                PaperFigure(
                    f"{side} x {side}",
                    {"solver": "ants", "evaluations": "400000"} | board(side),
                    statistic,
                    hoped if column == "tour" else None,
                    column,
                    side > SHORT_SIDE,
                )
                for side, hoped in ((8, None), (12, None), (16, None), (20, None), (24, "hoped for"), (32, "hoped for"))
                for column, statistic in (
                    ("tour", SUCCESS),
                    ("squares in %", Statistic(Aggregate.MEAN, "longest", times=100 / side**2)),
                )
            ),
            (2, 10),
            "The thesis hopes that ants succeed where its evolution fails, on boards with sides over 20. With "
            "pheromone alone, as published, they hardly get beyond 12 x 12: on larger boards the longest walk covers "
            "a smaller and smaller part. Other solvers find tours of all these boards at once.",
        ),
        *(
            PaperQuestion(f"Numbers of tours on {side} x {side}", "tour", "count", board(side), note)
            for side, note in ((3, ""), (4, ""), (5, ""), (6, f"The full form also counts 7 x 7 and 8 x 8. {NO_COUNT}"))
        ),
        *(
            PaperQuestion(
                f"Numbers of tours on {side} x {side}",
                "tour",
                "count",
                board(side),
                note,
                full=True,
                options={"starts": "no"},
            )
            for side, note in ((7, ""), (8, OPEN_TOURS))
        ),
    ),
)
