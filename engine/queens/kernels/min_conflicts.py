"""Trials of queens, compiled: placing, then repairing, after Sosič and Gu (1994)."""

import numpy as np
from numpy.typing import NDArray

from engine.compiled.kernel import kernel
from engine.compiled.rng import Generator, below, shuffle
from engine.compiled.trace import record
from engine.core.clock import DONE, MILESTONES
from engine.core.trace import Extent, Points
from engine.queens.counters import MinConflictsCounter as Counter
from engine.queens.counters import TrialOutcome
from engine.queens.kernels.attacks import evaluate

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
def add(x: int, y: int, rising: Diagonals, falling: Diagonals, counters: Counters) -> None:
    """Count a queen that comes."""
    n = len(rising) // 2
    counters[Counter.ATTACKS] += rising[x + y] + falling[n + x - y]
    rising[x + y] += 1
    falling[n + x - y] += 1


@kernel
def remove(x: int, y: int, rising: Diagonals, falling: Diagonals, counters: Counters) -> None:
    """Count a queen that goes."""
    n = len(rising) // 2
    rising[x + y] -= 1
    falling[n + x - y] -= 1
    counters[Counter.ATTACKS] -= rising[x + y] + falling[n + x - y]


@kernel
def free(x: int, y: int, rising: Diagonals, falling: Diagonals) -> bool:
    """Tell whether no queen counted attacks the square."""
    return bool(rising[x + y] == 0 and falling[len(rising) // 2 + x - y] == 0)


@kernel
def start(queens: Queens, rising: Diagonals, falling: Diagonals, counters: Counters, rng: Generator) -> None:
    """Take all queens off the board and put their rows into random order."""
    n = len(queens)
    shuffle(queens, 0, n, rng)
    for d in range(2 * n):
        rising[d] = falling[d] = 0
    counters[Counter.PLACED] = counters[Counter.REPAIRING] = counters[Counter.FAILED] = 0
    counters[Counter.TRIED] = counters[Counter.ATTACKS] = counters[Counter.SWAPS] = 0
    counters[Counter.TAIL] = n


@kernel
def place(queens: Queens, rising: Diagonals, falling: Diagonals, counters: Counters, rng: Generator) -> TrialOutcome:
    """Try a random one of the rows left in the next column."""
    n = len(queens)
    x = counters[Counter.PLACED]
    other = x + below(rng, n - x)
    y = queens[other]
    counters[Counter.COLUMN], counters[Counter.ROW] = x, y
    outcome = TrialOutcome.TAKEN
    if free(x, y, rising, falling):
        queens[other], queens[x] = queens[x], y
        add(x, y, rising, falling, counters)
        counters[Counter.PLACED] = x + 1
        outcome = TrialOutcome.PLACED
    left = n - counters[Counter.PLACED]
    if left <= tail_length(n) or (left <= MAX_TAIL and counters[Counter.TRIED] >= TESTS * n):
        counters[Counter.TAIL] = counters[Counter.REPAIRING] = counters[Counter.PLACED]
        for rest in range(counters[Counter.PLACED], n):
            add(rest, queens[rest], rising, falling, counters)
        counters[Counter.PLACED] = n
        return TrialOutcome.FILLED
    return outcome


@kernel
def repair(queens: Queens, rising: Diagonals, falling: Diagonals, counters: Counters, rng: Generator) -> TrialOutcome:
    """Try to swap the rows of an attacked queen's column and of a random one; keep it if attacks become fewer."""
    x, other = counters[Counter.REPAIRING], below(rng, len(queens) - 1)
    if other >= x:
        other += 1
    y, other_y = queens[x], queens[other]
    counters[Counter.COLUMN], counters[Counter.ROW], counters[Counter.PARTNER] = x, y, other
    before = counters[Counter.ATTACKS]
    exchange(x, y, other, other_y, rising, falling, counters)
    if counters[Counter.ATTACKS] < before:
        queens[x], queens[other] = other_y, y
        counters[Counter.SWAPS] += 1
        return TrialOutcome.SWAPPED
    exchange(x, other_y, other, y, rising, falling, counters)
    return TrialOutcome.REFUSED


@kernel
def exchange(
    x: int, y: int, other: int, other_y: int, rising: Diagonals, falling: Diagonals, counters: Counters
) -> None:
    """Count two queens that swap their rows."""
    remove(x, y, rising, falling, counters)
    remove(other, other_y, rising, falling, counters)
    add(x, other_y, rising, falling, counters)
    add(other, y, rising, falling, counters)


@kernel
def next_attacked(queens: Queens, rising: Diagonals, falling: Diagonals, counters: Counters) -> None:
    """Go on to the next attacked queen, around the board's edge, from the one to repair on."""
    n = len(queens)
    x = counters[Counter.REPAIRING] % n
    while rising[x + queens[x]] == 1 and falling[n + x - queens[x]] == 1:
        x = (x + 1) % n
    counters[Counter.REPAIRING] = x


@kernel
def first_trial(
    queens: Queens,
    rising: Diagonals,
    falling: Diagonals,
    counters: Counters,
    points: Points,
    extent: Extent,
    rng: Generator,
) -> None:
    """Prepare the state before the first trial."""
    start(queens, rising, falling, counters, rng)
    if len(queens) == 1:
        counters[Counter.PLACED] = 1
    record(points, extent, np.array([0.0, len(queens) - counters[Counter.PLACED]]))


@kernel
def trials(
    queens: Queens,
    rising: Diagonals,
    falling: Diagonals,
    counters: Counters,
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
        counters[Counter.TRIED] += 1
        placing = counters[Counter.PLACED] < n
        if counters[Counter.FAILED] >= patience or (placing and counters[Counter.TRIED] > 2 * TESTS * n):
            start(queens, rising, falling, counters, rng)
            counters[Counter.RESTARTS] += 1
            outcome = TrialOutcome.RESTARTED
        elif placing:
            outcome = place(queens, rising, falling, counters, rng)
        else:
            outcome = repair(queens, rising, falling, counters, rng)
            if outcome == TrialOutcome.SWAPPED:
                counters[Counter.FAILED] = 0
            else:
                counters[Counter.FAILED] += 1
                if counters[Counter.FAILED] % n == 0:
                    counters[Counter.REPAIRING] += 1
        counters[Counter.OUTCOME] = outcome
        solved = counters[Counter.PLACED] == n and counters[Counter.ATTACKS] == 0
        if counters[Counter.PLACED] == n and not solved:
            next_attacked(queens, rising, falling, counters)
        values[0], values[1] = counters[Counter.ATTACKS], n - counters[Counter.PLACED]
        record(points, extent, values)
        clock[DONE] += 1
        success = outcome == TrialOutcome.PLACED or outcome == TrialOutcome.FILLED or outcome == TrialOutcome.SWAPPED
        if success:
            clock[MILESTONES] += 1
            if halt:
                break
        if solved:
            break


def all_attacks(queens: Queens) -> int:
    """Return the number of attacking pairs with every queen on the board, also those not placed yet."""
    pairs = np.zeros(1, np.int64)
    evaluate(queens.reshape(1, -1), np.ones(1, np.bool_), pairs)
    return int(pairs[0])
