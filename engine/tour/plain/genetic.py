"""Genetic algorithm: crossover and mutation of legal walks, later helped by Warnsdorff's rule.

After Palić (2018). A walk may visit a square twice; the fitness is its number of different squares. The built-in solver
has more kinds of selection and survival, and collects many tours.
"""

from knightwatch import Impossible, Step

puzzle = "tour"


def solve(
    problem,
    random,
    pop: int = 100,
    generations: int = 5000,
    k: int = 3,
    field: int = 3,
    pm: float = 10.0,
    rule: float = 30.0,
):
    if problem.size > 1 and not all(problem.neighbours(square) for square in problem.squares):
        return Impossible("no move leads to one of the squares")
    starts = list(problem.starts)
    random.shuffle(starts)
    walks = [grow(problem, starts[:1], False, random) for _ in range(pop)]  # -> random
    goal = problem.size + problem.closed

    def fitness(walk):
        return len(set(walk)) + (problem.closed and walk[0] in problem.neighbours(walk[-1]))

    best = best_ever = max(walks, key=fitness)
    for generation in range(1, generations + 1):
        if fitness(best) == goal:
            break
        by_rule = generation > int(generations * rule / 100)
        pairs = []
        for _ in range(pop):
            entrants = [walks[random.randrange(pop)] for _ in range(k)]
            pairs.append(sorted(entrants, key=fitness, reverse=True)[:2])
        children = [cross(problem, one, other, field) for one, other in pairs]
        for i in range(pop):
            if random.random() * 100 < pm:
                gene = 1 + random.randrange(problem.size - 1)
                children[i] = grow(problem, children[i][:gene], by_rule, random)
        walks = children

        best = max(walks, key=fitness)
        improved = fitness(best) > fitness(best_ever)
        if improved:
            best_ever = best
        sentence = f"Generation {generation}: best {fitness(best)} of {goal}."
        yield Step(best, sentence, curves={"best": fitness(best)}, milestone=improved)  # -> bred
    return best_ever


def cross(problem, one, other, field):
    """Return the child: after `field` genes of one parent it switches to the other at the next legal move."""
    child, copied = [one[0]], 1
    for i in range(1, len(one)):
        if copied >= field and other[i] in problem.neighbours(child[-1]):
            one, other, copied = other, one, 0
        child.append(one[i])
        copied += 1
    return child


def grow(problem, walk, by_rule, random):
    """Return a walk of full length: go on by Warnsdorff's rule, or at random."""
    walk = walk.copy()
    free = set(problem.squares) - set(walk)
    while len(walk) < problem.size:
        choices = problem.neighbours(walk[-1])
        if by_rule:
            ways = {there: sum(on in free for on in problem.neighbours(there)) for there in choices if there in free}
            if len(free) > 1:
                ways = {there: on for there, on in ways.items() if on > 0}
            choices = [there for there in ways if ways[there] == min(ways.values())] or choices
        walk.append(random.choice(choices))
        free.discard(walk[-1])
    return walk
