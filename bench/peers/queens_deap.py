"""N-queens by evolution with DEAP: python queens_deap.py N POP GENERATIONS."""

import json
import random
import sys
from array import array
from typing import Any

from deap import algorithms, base, creator, tools

n, pop, generations = map(int, sys.argv[1:])


def attacks(queens: Any) -> tuple[int]:
    rising, falling, pairs = [0] * (2 * n), [0] * (2 * n), 0
    for x, y in enumerate(queens):
        pairs += rising[x + y] + falling[x - y]
        rising[x + y] += 1
        falling[x - y] += 1
    return (pairs,)


def swap(queens: Any) -> tuple[Any]:
    i, j = random.sample(range(n), 2)
    queens[i], queens[j] = queens[j], queens[i]
    return (queens,)


creator.create("Attacks", base.Fitness, weights=(-1.0,))
creator.create("Individual", array, typecode="i", fitness=creator.Attacks)
box = base.Toolbox()
box.register("individual", lambda: creator.Individual(random.sample(range(n), n)))
box.register("evaluate", attacks)
box.register("select", tools.selTournament, tournsize=2)
box.register("mate", tools.cxPartialyMatched)
box.register("mutate", swap)
best = tools.HallOfFame(1, similar=lambda a, b: a.tolist() == b.tolist())
first = tools.initRepeat(list, box.individual, pop)
algorithms.eaSimple(first, box, cxpb=0.7, mutpb=0.2, ngen=generations, halloffame=best, verbose=False)
print(json.dumps({"queens": best[0].tolist(), "attacks": int(best[0].fitness.values[0])}))
