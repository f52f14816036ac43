"""Hill climbing: move the queen that leaves the fewest attacks; when stuck, start again at random.

After Russell and Norvig, chapter 4. The built-in solver counts the queens on each row and diagonal.
"""

from typing import Literal

puzzle = "queens"


def solve(
    problem,
    random,
    choice: Literal["steepest", "first-choice"] = "steepest",
    sideways: int = 0,
    restarts: int = 1000,
):
    n = problem.n
    rows = [random.randrange(n) for _ in range(n)]  # -> started
    best, restarted, in_a_row = rows.copy(), 0, 0  # in_a_row: sideways moves in a row
    while problem.attacks(rows) > 0:
        most = 0 if in_a_row < sideways else -1
        change, x, y = (steepest if choice == "steepest" else first_choice)(problem, rows, most, random)
        if change <= most:
            rows[x] = y
            in_a_row = 0 if change < 0 else in_a_row + 1
            best = min(best, rows.copy(), key=problem.attacks)
            yield rows, f"To {problem.name(x, y)}: {problem.attacks(rows)} attacks."  # -> moved
            continue
        yield rows, "No move leaves fewer attacks: a local minimum."  # -> stuck
        if restarted == restarts:
            break
        restarted, in_a_row = restarted + 1, 0
        rows = [random.randrange(n) for _ in range(n)]
        best = min(best, rows.copy(), key=problem.attacks)
        yield rows, "A random row for each queen again."  # -> restarted
    return best


def neighbours(problem, rows):
    """Return all moves of one queen within its column: change in attacks, column and row."""
    now, n = problem.attacks(rows), problem.n
    moves = [(x, y) for x in range(n) for y in range(n) if y != rows[x]]
    return [(problem.attacks([*rows[:x], y, *rows[x + 1 :]]) - now, x, y) for x, y in moves]


def steepest(problem, rows, most, random):
    """Return one of the best moves."""
    moves = neighbours(problem, rows)
    least = min(moves)[0]
    return random.choice([move for move in moves if move[0] == least])


def first_choice(problem, rows, most, random):
    """Return the first move in random order that is good enough; at a local minimum, the last move."""
    moves = neighbours(problem, rows)
    for i in range(len(moves)):
        j = i + random.randrange(len(moves) - i)
        moves[i], moves[j] = moves[j], moves[i]
        if moves[i][0] <= most:
            break
    return moves[i]
