"""My solver: random moves until the knight is stuck, again and again."""

from knightwatch import Step

puzzle = "tour"


def solve(problem, random, tries: int = 1000):
    for attempt in range(1, tries + 1):
        path = [random.choice(problem.starts)]
        yield path  # a value to draw: the squares of the walk
        while candidates := [square for square in problem.neighbours(path[-1]) if square not in path]:
            path.append(random.choice(candidates))
            yield path, f"The knight goes to {problem.name(path[-1])}."  # a value and a sentence
        tour = len(path) == problem.size
        sentence = f"Try {attempt} ends after {len(path)} squares."
        yield Step(path, sentence, figures={"try": attempt}, curves={"squares": len(path)}, milestone=tour)
        if tour:
            break
    return path
