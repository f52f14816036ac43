"""Simulated annealing: random moves; worse ones are kept while it is hot, hardly ever when it is cold.

After Kirkpatrick, Gelatt and Vecchi (1983). The built-in solver counts the queens on each row and diagonal.
"""

from math import exp

puzzle = "queens"


def solve(problem, random, temperature: float = 2.0, cooling: float = 0.95, stage: int = 50, trials: int = 1_000_000):
    n = problem.n
    rows = [random.randrange(n) for _ in range(n)]  # -> started
    attacks, best = problem.attacks(rows), rows.copy()
    for trial in range(trials):
        if attacks == 0:
            break
        if trial > 0 and trial % stage == 0:
            temperature *= cooling  # -> cooled
        x = random.randrange(n)
        y = random.randrange(n - 1)
        if y >= rows[x]:
            y += 1  # another row than now
        tried = [*rows[:x], y, *rows[x + 1 :]]
        change = problem.attacks(tried) - attacks
        if change <= 0 or random.random() < chance(change, temperature):
            rows, attacks = tried, attacks + change
            best = min(best, rows, key=problem.attacks)
            yield rows, f"To {problem.name(x, y)}: kept, {attacks} attacks."  # -> kept
        else:
            yield rows, f"To {problem.name(x, y)}: {change} more attacks, refused."  # -> refused
    return best


def chance(change, temperature):
    """Return the probability that a worse move is kept."""
    return exp(-change / temperature) if temperature > 0 else 0
