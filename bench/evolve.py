"""Subject `evolve`: our n-queens by evolution against DEAP, with the same algorithm and parameters.

DEAP is used as its documentation shows: creator, toolbox, and the algorithm eaSimple, which selects, crosses
consecutive pairs, mutates, and evaluates changed individuals. Plain Python adds a tournament of two different
individuals and the swap. Individuals are array.array, as in DEAP's example of the travelling salesman: lists are up to
three times slower. DEAP records no statistics; ours records best, mean and worst.
"""

import random
import time
from array import array
from collections.abc import MutableSequence
from operator import attrgetter
from typing import Any

from bench.table import Comparison, Row, Skipped, in_turns, ratio, spread
from bench.unending import PC, PM, prepared, seconds

try:
    from deap import algorithms, base, creator, tools
except ImportError:
    raise Skipped("DEAP is not installed; it comes with the extra `bench`.") from None

CASES = ((8, 100, 200, 100), (64, 100, 100, 100), (256, 100, 50, 60), (64, 1000, 20, 60))
"""n, pop, generations of a run, and the ratio that ours must reach."""
TURNS = 9
OUR_RUNS = 20
"""Our runs in a turn, each with another seed: a single run is too short to measure."""

creator.create("Attacks", base.Fitness, weights=(-1.0,))
creator.create("Individual", array, typecode="i", fitness=creator.Attacks)


def attacking_pairs(queens: MutableSequence[int]) -> tuple[int]:
    n = len(queens)
    rising, falling = [0] * (2 * n), [0] * (2 * n)
    pairs = 0
    for x, y in enumerate(queens):
        pairs += rising[x + y] + falling[x - y]
        rising[x + y] += 1
        falling[x - y] += 1
    return (pairs,)


def best_of_two(individuals: list[Any], k: int) -> list[Any]:
    return [max(random.sample(individuals, 2), key=attrgetter("fitness")) for _ in range(k)]


def swap(queens: MutableSequence[int]) -> tuple[MutableSequence[int]]:
    i, j = random.sample(range(len(queens)), 2)
    queens[i], queens[j] = queens[j], queens[i]
    return (queens,)


def toolbox(n: int) -> Any:
    box = base.Toolbox()
    box.register("permutation", random.sample, range(n), n)
    box.register("individual", tools.initIterate, creator.Individual, box.permutation)
    box.register("population", tools.initRepeat, list, box.individual)
    box.register("evaluate", attacking_pairs)
    box.register("select", best_of_two)
    box.register("mate", tools.cxPartialyMatched)
    box.register("mutate", swap)
    return box


def theirs(n: int, pop: int, generations: int, seed: int) -> float:
    """Return DEAP's generations per second."""
    random.seed(seed)
    box = toolbox(n)
    population = box.population(n=pop)
    for individual in population:
        individual.fitness.values = box.evaluate(individual)
    begun = time.perf_counter()
    algorithms.eaSimple(population, box, cxpb=PC, mutpb=PM, ngen=generations, verbose=False)
    return generations / (time.perf_counter() - begun)


def ours(n: int, pop: int, generations: int, turn: int) -> float:
    """Return our generations per second."""
    seeds = range(turn * OUR_RUNS, (turn + 1) * OUR_RUNS)
    return OUR_RUNS * generations / sum(seconds(prepared(n, pop, seed), generations) for seed in seeds)


def row(n: int, pop: int, generations: int, target: int) -> Row:
    ours(n, pop, generations, TURNS)
    mine, peer = in_turns(
        TURNS, lambda turn: ours(n, pop, generations, turn), lambda turn: theirs(n, pop, generations, turn)
    )
    times = ratio(mine, peer)
    return Row(f"n {n}, pop {pop}", spread(mine), spread(peer), f"{times:.0f} x", f">= {target} x", times >= target)


def table() -> Comparison:
    return Comparison("evolve: generations per second; more is better", "DEAP", tuple(row(*case) for case in CASES))
