"""My solver: all rows in random order, again and again."""

from knightwatch import Step

puzzle = "queens"


def solve(problem, random, tries: int = 1000):
    rows = list(range(problem.n))
    for attempt in range(1, tries + 1):
        yield []  # a value to draw: the row of each column's queen
        random.shuffle(rows)
        for column, row in enumerate(rows):
            yield rows[: column + 1], f"A queen goes to {problem.name(column, row)}."  # a value and a sentence
        attacks = problem.attacks(rows)
        sentence = f"Try {attempt} has {attacks} attacks."
        yield Step(rows, sentence, figures={"try": attempt}, milestone=attacks == 0)
        if attacks == 0:
            break
    return rows
