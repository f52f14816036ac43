"""Subject `min-conflicts`: our local search against the same search in plain Python.

The time starts with the rows in random order and ends with the solution: placing, then repairing. The shuffle before
it is not measured on either side.
"""

import random
import time
from statistics import median

from bench.table import Comparison, Row, in_turns, ratio, short, spread
from knightwatch.engine.queens.problem import QueensProblem
from knightwatch.engine.queens.solvers.min_conflicts import MinConflicts, MinConflictsSettings

COMPARED = (1_000, 10_000)
ALONE = (100_000, 1_000_000)
LARGEST_TARGET = 1.0
"""Seconds for the largest n."""
TURNS = 9


def ours(n: int, seed: int) -> float:
    """Return our seconds."""
    search = MinConflicts(QueensProblem(n=n), MinConflictsSettings(), seed)
    search.prepare()
    begun = time.perf_counter()
    search.advance(search.limit)
    spent = time.perf_counter() - begun
    if not search.problem.solves(search.answer()):
        raise AssertionError(f"no solution for n = {n:,}, seed {seed}")
    return spent


def plain(n: int, seed: int) -> float:
    """Return the seconds of plain Python."""
    chance = random.Random(seed)
    queens = list(range(n))
    chance.shuffle(queens)
    begun = time.perf_counter()
    while not solve(queens, chance):
        chance.shuffle(queens)
    spent = time.perf_counter() - begun
    if not QueensProblem(n=n).solves({"queens": queens}):
        raise AssertionError(f"no solution in plain Python for n = {n:,}, seed {seed}")
    return spent


def solve(queens: list[int], chance: random.Random) -> bool:
    """Place and repair after Sosič and Gu, like our kernel; return whether that found a solution."""
    from knightwatch.engine.queens.kernels.min_conflicts import MAX_TAIL, PATIENCE, TESTS, tail_length

    n = len(queens)
    rising, falling = [0] * (2 * n), [0] * (2 * n)
    tail, placed, tried = tail_length(n), 0, 0
    while n - placed > tail and not (n - placed <= MAX_TAIL and tried >= TESTS * n):
        if tried > 2 * TESTS * n:
            return False
        tried += 1
        other = placed + int(chance.random() * (n - placed))
        y = queens[other]
        if not rising[placed + y] and not falling[placed - y]:
            queens[other], queens[placed] = queens[placed], y
            rising[placed + y] = falling[placed - y] = 1
            placed += 1
    for x in range(placed, n):
        rising[x + queens[x]] += 1
        falling[x - queens[x]] += 1

    def count(x: int, y: int, change: int) -> int:
        """Add (1) or remove (-1) a queen; return the change of the attacks."""
        if change < 0:
            rising[x + y] -= 1
            falling[x - y] -= 1
        pairs = rising[x + y] + falling[x - y]
        if change > 0:
            rising[x + y] += 1
            falling[x - y] += 1
        return change * pairs

    def exchange(x: int, y: int, other: int, other_y: int) -> int:
        return count(x, y, -1) + count(other, other_y, -1) + count(x, other_y, 1) + count(other, y, 1)

    x, attacks, failed = placed, sum(c * (c - 1) // 2 for c in rising + falling), 0
    while attacks:
        while rising[x + queens[x]] == 1 and falling[x - queens[x]] == 1:
            x = (x + 1) % n
        other = int(chance.random() * n)
        y, other_y = queens[x], queens[other]
        change = exchange(x, y, other, other_y) if other != x else 0
        if change < 0:
            queens[x], queens[other] = other_y, y
            attacks, failed = attacks + change, 0
            continue
        if other != x:
            exchange(x, other_y, other, y)
        failed += 1
        if failed >= min(PATIENCE, n * n):
            return False
        if failed % n == 0:
            x = (x + 1) % n
    return True


def compared(n: int) -> Row:
    mine, peer = in_turns(TURNS, lambda turn: ours(n, turn), lambda turn: plain(n, turn))
    return Row(f"n {n:,}", spread(mine, " s"), spread(peer, " s"), f"{ratio(peer, mine):.0f} x")


def alone(n: int) -> Row:
    (mine,) = in_turns(TURNS, lambda turn: ours(n, turn))
    if n < max(ALONE):
        return Row(f"n {n:,}", spread(mine, " s"))
    return Row(f"n {n:,}", spread(mine, " s"), "", "", f"< {short(LARGEST_TARGET)} s", median(mine) < LARGEST_TARGET)


def table() -> Comparison:
    ours(COMPARED[0], TURNS)
    rows = (*map(compared, COMPARED), *map(alone, ALONE))
    return Comparison(
        "min-conflicts: seconds to a solution, fewer is better; ratio: Python's time to ours", "Python", rows
    )
