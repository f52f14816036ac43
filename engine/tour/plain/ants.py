"""Ant colony: random walks that prefer the moves of longer walks before them.

After Hingston and Kendall (2005). The built-in solver collects many tours, and can change the number of ants.
"""

from itertools import accumulate, cycle

puzzle = "tour"


def solve(
    problem,
    random,
    cycles: int = 27_000,
    evaporation: float = 0.75,
    alpha: float = 1.0,
    first: float = 1e-6,
    evaluations: int = 10_000_000,
):
    moves = [(here, there) for here in problem.squares for there in problem.neighbours(here)]
    starts = cycle([problem.start] if problem.start else problem.squares)
    while evaluations > 0:
        pheromone = dict.fromkeys(moves, first)  # -> equal
        for number in range(1, cycles + 1):
            deposits = dict.fromkeys(moves, 0.0)
            for ant in range(1, problem.size + 1):
                path = walk(problem, next(starts), pheromone, alpha, random)
                made, most = len(path) - 1, problem.size - 1
                for i in range(made):
                    deposits[path[i], path[i + 1]] += (made - i) / (most - i)
                if ant == problem.size:
                    for move in moves:
                        pheromone[move] = pheromone[move] * evaporation + deposits[move]
                yield path, f"Cycle {number}, ant {ant}: {made} of {most} moves."  # -> walked
                evaluations -= 1
                solved = made == most and (not problem.closed or path[0] in problem.neighbours(path[-1]))
                if solved or evaluations == 0:
                    return path


def walk(problem, start, pheromone, alpha, random):
    """Return the path of an ant until it is stuck."""
    path, free = [start], set(problem.squares) - {start}
    while candidates := [there for there in problem.neighbours(path[-1]) if there in free]:
        weights = [pheromone[path[-1], there] ** alpha for there in candidates]
        if max(weights) == 0:
            weights = [1.0] * len(weights)
        *_, total = accumulate(weights)
        rest, chosen = random.random() * total, 0
        while chosen < len(candidates) - 1 and rest >= weights[chosen]:
            rest -= weights[chosen]
            chosen += 1
        path.append(candidates[chosen])
        free.remove(candidates[chosen])
    return path
