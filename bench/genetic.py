"""Subject `genetic`: generations per second of the thesis's algorithm against careful plain Python.

Both do the same with other random numbers: tournaments of three, field crossover, mutation of a tenth of the children,
without Warnsdorff's rule, which the published default spends most generations without.
"""

import random
import time

from bench.table import Row, Table, in_turns, ratio, spread
from engine.boards import neighbours
from engine.tour.genetic import Genetic, GeneticSettings
from engine.tour.problem import TourProblem

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


def plain(side: int, seed: int) -> float:
    """Return the generations per second of plain Python."""
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

    walks = [grown([squares - side]) for _ in range(POP)]
    fitness = [len(set(walk)) for walk in walks]
    generations = 60
    begun = time.perf_counter()
    for _ in range(generations):
        children = []
        for _ in range(POP):
            entrants = sorted((int(draw() * POP) for _ in range(K)), key=fitness.__getitem__, reverse=True)
            mine, other = walks[entrants[0]], walks[entrants[1]]
            child, copied = [mine[0]], 1
            for place in range(1, squares):
                if copied >= FIELD and other[place] in beside[child[-1]]:
                    mine, other, copied = other, mine, 0
                child.append(mine[place])
                copied += 1
            if draw() * 100 < PM:
                child = grown(child[: 1 + int(draw() * (squares - 1))])
            children.append(child)
        walks = children
        fitness = [len(set(walk)) for walk in walks]
    return generations / (time.perf_counter() - begun)


def row(side: int) -> Row:
    mine, peer = in_turns(TURNS, lambda turn: ours(side, turn), lambda turn: plain(side, turn))
    factor = ratio(mine, peer)
    return Row(f"{side} x {side}", spread(mine), spread(peer), f"{factor:.0f} x", f">= {LEAST} x", factor >= LEAST)


def table() -> Table:
    ours(SIDES[0], TURNS)
    return Table("genetic: generations per second, more is better", "Python", tuple(map(row, SIDES)))
