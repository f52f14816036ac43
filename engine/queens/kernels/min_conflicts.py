"""Trials of queens, compiled: placing, then repairing, after Sosič and Gu (1994)."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from engine.compiled.cache import cached, kernel
from engine.compiled.rng import Generator, below, shuffle
from engine.compiled.trace import record
from engine.core.trace import Extent, Points
from engine.queens.kernels.attacks import evaluate
from engine.queens.solvers.min_conflicts import At, Outcome

Queens = NDArray[np.int32]
Counters = NDArray[np.int64]
Diagonals = NDArray[np.int8]
"""Queens on each diagonal. A byte suffices, see MAX_TAIL, and keeps a million queens' counters in the cache."""

PATIENCE = 7000
"""Failed trials in a row after which the published search begins anew; n * n on boards where that is less."""
TESTS = 3.08
"""Trials for each queen, on average, that the published search spends on placing; twice that, and it begins anew."""
MAX_TAIL = 120
"""Queens that may be left over: each may share a diagonal with all others, and a byte must count them."""


@kernel
def tail_length(n: int) -> int:
    """Return how many queens are left to be repaired: the published dozens, and a third of a small board."""
    return min(n // 3, 30 if n <= 100 else 50 if n <= 10_000 else 80 if n <= 100_000 else 100)


@kernel
def add(x: int, y: int, rising: Diagonals, falling: Diagonals, at: Counters) -> None:
    """Count a queen that comes."""
    n = len(rising) // 2
    at[At.ATTACKS] += rising[x + y] + falling[n + x - y]
    rising[x + y] += 1
    falling[n + x - y] += 1


@kernel
def remove(x: int, y: int, rising: Diagonals, falling: Diagonals, at: Counters) -> None:
    """Count a queen that goes."""
    n = len(rising) // 2
    rising[x + y] -= 1
    falling[n + x - y] -= 1
    at[At.ATTACKS] -= rising[x + y] + falling[n + x - y]


@kernel
def free(x: int, y: int, rising: Diagonals, falling: Diagonals) -> bool:
    """Tell whether no queen counted attacks the square."""
    return bool(rising[x + y] == 0 and falling[len(rising) // 2 + x - y] == 0)


@kernel
def start(queens: Queens, rising: Diagonals, falling: Diagonals, at: Counters, rng: Generator) -> None:
    """Take all queens off the board and put their rows into random order."""
    n = len(queens)
    shuffle(queens, 0, n, rng)
    for d in range(2 * n):
        rising[d] = falling[d] = 0
    at[At.PLACED] = at[At.REPAIRING] = at[At.FAILED] = at[At.TRIED] = at[At.ATTACKS] = at[At.SWAPS] = 0
    at[At.TAIL] = n


@kernel
def place(queens: Queens, rising: Diagonals, falling: Diagonals, at: Counters, rng: Generator) -> Outcome:
    """Try a random one of the rows left in the next column."""
    n = len(queens)
    x = at[At.PLACED]
    other = x + below(rng, n - x)
    y = queens[other]
    at[At.COLUMN], at[At.ROW] = x, y
    outcome = Outcome.TAKEN
    if free(x, y, rising, falling):
        queens[other], queens[x] = queens[x], y
        add(x, y, rising, falling, at)
        at[At.PLACED] = x + 1
        outcome = Outcome.PLACED
    left = n - at[At.PLACED]
    if left <= tail_length(n) or (left <= MAX_TAIL and at[At.TRIED] >= TESTS * n):
        at[At.TAIL] = at[At.REPAIRING] = at[At.PLACED]
        for rest in range(at[At.PLACED], n):
            add(rest, queens[rest], rising, falling, at)
        at[At.PLACED] = n
        return Outcome.FILLED
    return outcome


@kernel
def repair(queens: Queens, rising: Diagonals, falling: Diagonals, at: Counters, rng: Generator) -> Outcome:
    """Try to swap the rows of an attacked queen's column and of a random one; keep it if attacks become fewer."""
    x, other = at[At.REPAIRING], below(rng, len(queens) - 1)
    if other >= x:
        other += 1
    y, other_y = queens[x], queens[other]
    at[At.COLUMN], at[At.ROW], at[At.PARTNER] = x, y, other
    before = at[At.ATTACKS]
    exchange(x, y, other, other_y, rising, falling, at)
    if at[At.ATTACKS] < before:
        queens[x], queens[other] = other_y, y
        at[At.SWAPS] += 1
        return Outcome.SWAPPED
    exchange(x, other_y, other, y, rising, falling, at)
    return Outcome.REFUSED


@kernel
def exchange(x: int, y: int, other: int, other_y: int, rising: Diagonals, falling: Diagonals, at: Counters) -> None:
    """Count two queens that swap their rows."""
    remove(x, y, rising, falling, at)
    remove(other, other_y, rising, falling, at)
    add(x, other_y, rising, falling, at)
    add(other, y, rising, falling, at)


@kernel
def next_attacked(queens: Queens, rising: Diagonals, falling: Diagonals, at: Counters) -> None:
    """Go on to the next attacked queen, around the board's edge, from the one to repair on."""
    n = len(queens)
    x = at[At.REPAIRING] % n
    while rising[x + queens[x]] == 1 and falling[n + x - queens[x]] == 1:
        x = (x + 1) % n
    at[At.REPAIRING] = x


@kernel
def first_trial(
    queens: Queens, rising: Diagonals, falling: Diagonals, at: Counters, points: Points, extent: Extent, rng: Generator
) -> None:
    """Prepare the state before the first trial."""
    start(queens, rising, falling, at, rng)
    if len(queens) == 1:
        at[At.PLACED] = 1
    record(points, extent, np.array([0.0, len(queens) - at[At.PLACED]]))


@kernel
def trials(
    queens: Queens,
    rising: Diagonals,
    falling: Diagonals,
    at: Counters,
    points: Points,
    extent: Extent,
    rng: Generator,
    clock: Counters,
    budget: int,
    halt: bool,
) -> None:
    """Do up to `budget` trials, fewer if a solution appears or, with `halt`, if one succeeds."""
    n = len(queens)
    patience = min(PATIENCE, n * n)
    values = np.empty(2)
    for _ in range(budget):
        at[At.TRIED] += 1
        if at[At.FAILED] >= patience or (at[At.PLACED] < n and at[At.TRIED] > 2 * TESTS * n):
            start(queens, rising, falling, at, rng)
            at[At.RESTARTS] += 1
            outcome = Outcome.RESTARTED
        elif at[At.PLACED] < n:
            outcome = place(queens, rising, falling, at, rng)
        else:
            outcome = repair(queens, rising, falling, at, rng)
            if outcome == Outcome.SWAPPED:
                at[At.FAILED] = 0
            else:
                at[At.FAILED] += 1
                if at[At.FAILED] % n == 0:
                    at[At.REPAIRING] += 1
        at[At.OUTCOME] = outcome
        solved = at[At.PLACED] == n and at[At.ATTACKS] == 0
        if at[At.PLACED] == n and not solved:
            next_attacked(queens, rising, falling, at)
        values[0], values[1] = at[At.ATTACKS], n - at[At.PLACED]
        record(points, extent, values)
        clock[0] += 1
        success = outcome == Outcome.PLACED or outcome == Outcome.FILLED or outcome == Outcome.SWAPPED
        if success:
            clock[1] += 1
            if halt:
                break
        if solved:
            break


def compilations() -> Iterator[None]:
    """Compile `trials` part by part, pausing before each; nothing to do where it was compiled before."""
    if not cached(trials):
        yield


def all_attacks(queens: Queens) -> int:
    """Return the number of attacking pairs with every queen on the board, also those not placed yet."""
    pairs = np.zeros(1, np.int64)
    evaluate(queens.reshape(1, -1), np.ones(1, np.bool_), pairs)
    return int(pairs[0])
