"""N-queens by evolution with pygad: python queens_pygad.py N POP GENERATIONS.

Pygad has no crossover of permutations, so PMX is a function of this file.
"""

import json
import random
import sys
from typing import Any

import numpy as np
import pygad

n, pop, generations = map(int, sys.argv[1:])
columns = np.arange(n)


def fitness(_: Any, queens: Any, __: Any) -> int:
    """Return minus the number of attacking pairs."""
    counts = np.bincount(columns + queens), np.bincount(columns - queens + n)
    return -sum(int((each * (each - 1) // 2).sum()) for each in counts)


def pmx(parents: Any, size: Any, _: Any) -> Any:
    children = np.empty(size, parents.dtype)
    for k in range(size[0]):
        one, other = parents[k % len(parents)].tolist(), parents[(k + 1) % len(parents)].tolist()
        if random.random() < 0.7:
            first, last = sorted(random.sample(range(n + 1), 2))
            mapping = dict(zip(other[first:last], one[first:last], strict=True))
            for i in (*range(first), *range(last, n)):
                while one[i] in mapping:
                    one[i] = mapping[one[i]]
            one[first:last] = other[first:last]
        children[k] = one
    return children


def swap(children: Any, _: Any) -> Any:
    for child in children:
        if random.random() < 0.2:
            i, j = random.sample(range(n), 2)
            child[i], child[j] = child[j], child[i]
    return children


evolution = pygad.GA(
    num_generations=generations,
    num_parents_mating=pop,
    fitness_func=fitness,
    initial_population=[random.sample(range(n), n) for _ in range(pop)],
    gene_type=int,
    parent_selection_type="tournament",
    K_tournament=2,
    crossover_type=pmx,
    mutation_type=swap,
    keep_elitism=0,
    keep_parents=0,
    suppress_warnings=True,
)
evolution.run()
best, score, _ = evolution.best_solution()
print(json.dumps({"queens": [int(row) for row in best], "attacks": -int(score)}))
