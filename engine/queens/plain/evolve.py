"""Evolution: tournament, PMX and swap mutation of whole placements.

After J. Kołodziejczyk's course assignment. The built-in solver has more kinds of selection, crossover and mutation.
"""

from knightwatch import Step

puzzle = "queens"


def solve(
    problem,
    random,
    pop: int = 100,
    generations: int = 1000,
    pc: float = 0.7,
    pm: float = 0.2,
    k: int = 2,
    elitism: int = 0,
    decay: bool = False,
):
    population = [list(range(problem.n)) for _ in range(pop)]
    for individual in population:
        random.shuffle(individual)  # -> random
    fitness = [problem.attacks(individual) for individual in population]
    first_best = best_ever = min(fitness)
    champion = population[fitness.index(best_ever)]

    for generation in range(1, generations + 1):
        if best_ever == 0:
            break
        children = [population[tournament(fitness, k, random)].copy() for _ in range(pop)]
        for i in range(0, pop - 1, 2):
            if random.random() < pc:
                children[i], children[i + 1] = crossed(children[i], children[i + 1], random)
        rate = pm * min(1.0, (min(fitness) + 1) / (first_best + 1)) if decay else pm
        for each in children:
            if random.random() < rate:
                mutate(each, random)
        if elitism:
            worst = sorted(range(pop), key=lambda i: problem.attacks(children[i]))[::-1]
            for place, survivor in zip(worst, sorted(population, key=problem.attacks)[:elitism]):
                children[place] = survivor
        population = children
        fitness = [problem.attacks(individual) for individual in population]

        best = min(fitness)
        child = population[fitness.index(best)]
        improved = best < best_ever
        if improved:
            best_ever, champion = best, child
        sentence = f"Generation {generation}: the best has {best} attacking pairs."
        yield Step(population, sentence, milestone=improved)  # -> bred
    return champion


def tournament(fitness, k, random):
    """Return the best of k different random individuals."""
    entrants = []
    while len(entrants) < k:
        entrant = random.randrange(len(fitness))
        if entrant not in entrants:
            entrants.append(entrant)
    return min(entrants, key=fitness.__getitem__)


def crossed(a, b, random):
    """Return the two children of a section that both parents exchange."""
    size = 1 + random.randrange(len(a) - 1)
    first = random.randrange(len(a) - size + 1)
    return pmx(a, b, first, first + size), pmx(b, a, first, first + size)


def pmx(parent, other, first, last):
    """Return the child with the other's section; the mapping replaces duplicates outside it."""
    mapping = dict(zip(other[first:last], parent[first:last]))
    child = other.copy()
    for place in [*range(first), *range(last, len(parent))]:
        value = parent[place]
        while value in mapping:
            value = mapping[value]
        child[place] = value
    return child


def mutate(individual, random):
    """Swap the rows of two different random columns."""
    i = random.randrange(len(individual))
    j = random.randrange(len(individual) - 1)
    if j >= i:
        j += 1
    individual[i], individual[j] = individual[j], individual[i]
