"""Subject `genetic`: generations per second of the thesis's algorithm against careful plain Python.

Both do the same with other random numbers: tournaments of three, field crossover, mutation of a tenth of the children.
Warnsdorff's rule is off, as in most generations of the published default.

The walks of a population soon become similar, and our kernel skips genes that both parents share. Rows without a
target let plain Python skip the crossover of equal parents, and the evaluation of their child.
"""

import random
import time

from bench.table import Comparison, Row, in_turns, ratio, spread
from knightwatch.engine.boards import neighbours
from knightwatch.engine.tour.problem import TourProblem
from knightwatch.engine.tour.solvers.genetic import Genetic, GeneticSettings

SIDES = (6, 8, 20)
POP, K, FIELD, PM = 100, 3, 3, 10
LEAST = 50
TURNS = 5


def ours(side: int, seed: int) -> float:
    """Return our generations per second."""
    settings = GeneticSettings(pop=POP, rule=100, generations=4000)
    search = Genetic(TourProblem(rows=side, cols=side, start="a1"), settings, seed)
    search.prepare()
    begun = time.perf_counter()
    search.advance(search.limit)
    return search.done / (time.perf_counter() - begun)


def plain(side: int, seed: int, skip: bool) -> float:
    """Return the generations per second of plain Python; with `skip`, equal parents are copied, not crossed."""
    chance = random.Random(seed)
    squares = side * side
    moves = [neighbours(square, side, side) for square in range(squares)]
    beside = [frozenset(around) for around in moves]
    pick, draw = chance.choice, chance.random

    def grown(walk: list[int]) -> list[int]:
        here = walk[-1]
        while len(walk) < squares:
            here = pick(moves[here])
            walk.append(here)
        return walk

    def crossed(mine: list[int], other: list[int]) -> list[int]:
        child, copied = [mine[0]], 1
        for place in range(1, squares):
            if copied >= FIELD and other[place] in beside[child[-1]]:
                mine, other, copied = other, mine, 0
            child.append(mine[place])
            copied += 1
        return child

    walks = [grown([squares - side]) for _ in range(POP)]
    fitness = [len(set(walk)) for walk in walks]
    generations = 200
    begun = time.perf_counter()
    for _ in range(generations):
        children, worth = [], []
        for _ in range(POP):
            entrants = sorted((int(draw() * POP) for _ in range(K)), key=fitness.__getitem__, reverse=True)
            mine, other = walks[entrants[0]], walks[entrants[1]]
            same = skip and mine == other
            child = mine if same else crossed(mine, other)
            if draw() * 100 < PM:
                child, same = grown(child[: 1 + int(draw() * (squares - 1))]), False
            children.append(child)
            worth.append(fitness[entrants[0]] if same else len(set(child)))
        walks, fitness = children, worth
    return generations / (time.perf_counter() - begun)


def rows(side: int) -> tuple[Row, Row]:
    mine, peer, quicker = in_turns(
        TURNS,
        lambda turn: ours(side, turn),
        lambda turn: plain(side, turn, False),
        lambda turn: plain(side, turn, True),
    )
    case, factor = f"{side} x {side}", ratio(mine, peer)
    return (
        Row(case, spread(mine), spread(peer), f"{factor:.0f} x", f">= {LEAST} x", factor >= LEAST),
        Row(f"{case}, both skip", spread(mine), spread(quicker), f"{ratio(mine, quicker):.0f} x"),
    )


def table() -> Comparison:
    ours(SIDES[0], TURNS)
    found = tuple(row for side in SIDES for row in rows(side))
    return Comparison("genetic: generations per second, more is better", "Python", found)
