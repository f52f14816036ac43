"""Genetic algorithm: lists of moves; Warnsdorff's rule repairs impossible moves.

After Al-Gharaibeh, Qawagneh and Al-Zahawi (2007). The built-in solver collects many tours, and its settings choose
between several readings of the publication.
"""

from itertools import count

puzzle = "tour"

MOVES = [(2, 1), (-2, 1), (1, 2), (-1, 2), (2, -1), (-2, -1), (1, -2), (-1, -2)]


def solve(
    problem,
    random,
    pop: int = 50,
    generations: int = 50,
    iterations: int = 5,
    pc: float = 0.9,
    pm: float = 0.005,
    replaced: float = 0.25,
    evaluations: int = 800_000,
):
    n = problem.size - 1  # genes: moves of a tour
    for iteration in count():
        start = problem.starts[iteration // iterations % len(problem.starts)]
        population, fitness = [], []
        for generation in range(generations):
            children, judged = [], []
            for place in range(pop):
                if generation == 0:
                    child = [random.randrange(8) for _ in range(n)]
                    sentence = f"Chromosome {place + 1}: random moves."  # -> random
                else:
                    if place % 2 == 0:
                        one, other = roulette(population, fitness, random), roulette(population, fitness, random)
                        cut = 1 + random.randrange(n - 1) if random.random() < pc and n > 1 else n
                    else:
                        one, other = other, one
                    child = one[:cut] + other[cut:]
                    for gene in range(n):
                        for bit in (1, 2, 4):
                            if random.random() < pm:
                                child[gene] ^= bit
                    sentence = f"Generation {generation}, child {place + 1}: cut after move {cut}."  # -> bred
                path = walk(problem, start, child, random)
                children.append(child)
                judged.append(len(path) - 1)
                yield path, sentence
                evaluations -= 1
                if len(path) == problem.size and (not problem.closed or start in problem.neighbours(path[-1])):
                    return path  # -> tour
                if evaluations <= 0:
                    return path
            if generation == 0:
                population, fitness = children, judged
                continue
            # The best children take the places of the worst individuals, while they are better.
            best = sorted(range(pop), key=judged.__getitem__, reverse=True)[: int(pop * replaced)]
            worst = sorted(range(pop), key=fitness.__getitem__, reverse=True)[::-1]
            for i, j in zip(best, worst):
                if judged[i] > fitness[j]:
                    population[j], fitness[j] = children[i], judged[i]


def roulette(population, fitness, random):
    """Return an individual with a chance proportional to its fitness."""
    if sum(fitness) == 0:
        return population[random.randrange(len(population))]
    rest = random.randrange(sum(fitness))
    for individual, moves in zip(population, fitness):
        rest -= moves
        if rest < 0:
            return individual


def walk(problem, start, genes, random):
    """Return the path of the genes. Where a move is impossible, the rule replaces its gene."""
    path, free = [start], set(problem.squares) - {start}
    for i in range(len(genes)):
        row, col = path[-1]
        ahead = [(row + down, col + right) for down, right in MOVES]
        if ahead[genes[i]] not in free:
            fewest, equal = 9, 0
            for k in range(8):
                if ahead[k] not in free:
                    continue
                ways = sum(there in free for there in problem.neighbours(ahead[k]))
                if ways < fewest:
                    genes[i], fewest, equal = k, ways, 1
                elif ways == fewest:
                    equal += 1
                    if random.randrange(equal) == 0:
                        genes[i] = k
            if equal == 0:
                break
        path.append(ahead[genes[i]])
        free.remove(path[-1])
    return path
