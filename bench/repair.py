"""Subject `repair`: evaluations per second of the algorithm with heuristic repair, against plain Python.

Both breed populations of fifty for fifty generations from several starts, with other random numbers.
"""

import random
import time
from math import log

from bench.table import Comparison, Row, in_turns, ratio, short, spread
from knightwatch.engine.boards import MOVES
from knightwatch.engine.tour.problem import TourProblem
from knightwatch.engine.tour.solvers.repair import Repair, RepairSettings

POP, GENERATIONS, PC, PM = 50, 50, 0.9, 0.005
EVALUATIONS = 800_000
LEAST, MOST_SECONDS = 10, 30
TURNS = 5

TO = [
    [(row + down) * 8 + col + right if 0 <= row + down < 8 and 0 <= col + right < 8 else 64 for down, right in MOVES]
    for row in range(8)
    for col in range(8)
]
"""The target of each move from each square; 64 is off the board."""
ON = [[(move, there) for move, there in enumerate(each) if there < 64] for each in TO]
BESIDE = [[there for _, there in each] for each in ON]


def ours(evaluations: int, seed: int) -> float:
    """Return our evaluations per second."""
    search = Repair(TourProblem(), RepairSettings(evaluations=evaluations, tours=1_000_000), seed)
    search.prepare()
    begun = time.perf_counter()
    search.advance(search.limit)
    return search.done / (time.perf_counter() - begun)


def judged(genes: list[int], start: int, chance: random.Random) -> int:
    """Walk along a chromosome and repair it; return the number of moves."""
    ways, taken = [len(each) for each in BESIDE], [False] * 64 + [True]
    here = start
    taken[here] = True
    for there in BESIDE[here]:
        ways[there] -= 1
    for place, gene in enumerate(genes):
        there = TO[here][gene]
        if taken[there]:
            fewest, equal = 9, list[tuple[int, int]]()
            for move, square in ON[here]:
                if not taken[square] and ways[square] <= fewest:
                    if ways[square] < fewest:
                        fewest, equal = ways[square], []
                    equal.append((move, square))
            if not equal:
                return place
            genes[place], there = equal[int(chance.random() * len(equal))] if len(equal) > 1 else equal[0]
        here = there
        taken[here] = True
        for there in BESIDE[here]:
            ways[there] -= 1
    return len(genes)


def iteration(start: int, chance: random.Random) -> None:
    """Breed a population from a start."""
    pop = [[chance.getrandbits(3) for _ in range(63)] for _ in range(POP)]
    fitness = [judged(genes, start, chance) for genes in pop]
    unlikely = log(1 - PM)
    for _ in range(GENERATIONS - 1):
        children = []
        parents = chance.choices(pop, fitness, k=POP)
        for one, other in zip(parents[::2], parents[1::2], strict=True):
            cut = 1 + int(chance.random() * 62) if chance.random() < PC else 63
            children += [one[:cut] + other[cut:], other[:cut] + one[cut:]]
        for genes in children:
            bit = int(log(1 - chance.random()) / unlikely)
            while bit < 189:
                genes[bit // 3] ^= 1 << bit % 3
                bit += 1 + int(log(1 - chance.random()) / unlikely)
        moves = [judged(genes, start, chance) for genes in children]
        best = sorted(range(POP), key=moves.__getitem__, reverse=True)
        worst = sorted(range(POP), key=fitness.__getitem__)
        for child, loser in zip(best[: POP // 4], worst, strict=False):
            if moves[child] > fitness[loser]:
                pop[loser], fitness[loser] = children[child], moves[child]


def plain(seed: int) -> float:
    """Return the evaluations per second of plain Python."""
    chance = random.Random(seed)
    begun = time.perf_counter()
    for start in (0, 9, 27, 36):
        iteration(start, chance)
    return 4 * POP * GENERATIONS / (time.perf_counter() - begun)


def table() -> Comparison:
    ours(1000, 0)
    mine, peer = in_turns(TURNS, lambda turn: ours(100_000, turn), plain)
    factor = ratio(mine, peer)
    seconds = EVALUATIONS / ours(EVALUATIONS, 1)
    rows = (
        Row("evaluations", spread(mine), spread(peer), f"{factor:.0f} x", f">= {LEAST} x", factor >= LEAST),
        Row("800,000 at once", f"{short(seconds)} s", "", "", f"< {MOST_SECONDS} s", seconds < MOST_SECONDS),
    )
    return Comparison("repair: evaluations per second on 8 x 8, more is better", "Python", rows)
