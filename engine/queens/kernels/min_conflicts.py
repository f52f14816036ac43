"""Trials of queens, compiled: placing, then repairing, after Sosič and Gu (1994)."""

from enum import IntEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.compiled.kernel import kernel
from knightwatch.engine.compiled.rng import Generator, below, shuffle
from knightwatch.engine.compiled.trace import Extent, Points, next_bucket, record, record_steps, room
from knightwatch.engine.core.clock import DONE, MILESTONES
from knightwatch.engine.queens.kernels.attacks import evaluate

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

Bucket = NDArray[np.float64]
ATTACKS, LEFT = 0, 1
"""Places in a bucket of the trace that is being filled: the most attacks and the fewest queens left of its trials."""


class MinConflictsCounter(IntEnum):
    """Places in the counters of `min-conflicts`."""

    PLACED = 0
    """Queens on the board: those of the first columns."""
    TAIL = 1
    """The first column that was filled without asking; n while queens are being placed."""
    REPAIRING = 2
    """The column to repair."""
    FAILED = 3
    """Trials in a row that failed."""
    TRIED = 4
    """Trials since the last start."""
    ATTACKS = 5
    SWAPS = 6
    RESTARTS = 7
    OUTCOME = 8
    """What the last trial came to: a TrialOutcome."""
    COLUMN = 9
    """With ROW and PARTNER: what the last trial was about."""
    ROW = 10
    PARTNER = 11


class TrialOutcome(IntEnum):
    """What a trial of `min-conflicts` came to."""

    NOTHING = 0
    TAKEN = 1
    PLACED = 2
    FILLED = 3
    REFUSED = 4
    SWAPPED = 5
    RESTARTED = 6


Counter = MinConflictsCounter


@kernel
def tail_length(n: int) -> int:
    """Return how many queens are left to be repaired: the published dozens, and a third of a small board."""
    return min(n // 3, 30 if n <= 100 else 50 if n <= 10_000 else 80 if n <= 100_000 else 100)


@kernel
def patience(n: int) -> int:
    """Return after how many failed trials in a row the search begins anew."""
    return min(PATIENCE, n * n)


@kernel
def diagonals(x: int, y: int, rising: Diagonals) -> tuple[Any, Any]:
    """Return the places of a square's diagonals, unsigned: numba then need not ask whether an index is negative."""
    return np.uint32(x + y), np.uint32((len(rising) >> 1) + x - y)


@kernel
def add(x: int, y: int, rising: Diagonals, falling: Diagonals) -> Any:
    """Count a queen that comes; return how many it attacks."""
    up, down = diagonals(x, y, rising)
    others = np.int64(rising[up]), np.int64(falling[down])
    rising[up] = others[0] + 1
    falling[down] = others[1] + 1
    return others[0] + others[1]


@kernel
def remove(x: int, y: int, rising: Diagonals, falling: Diagonals) -> Any:
    """Count a queen that goes; return how many it attacked."""
    up, down = diagonals(x, y, rising)
    others = np.int64(rising[up]) - 1, np.int64(falling[down]) - 1
    rising[up] = others[0]
    falling[down] = others[1]
    return others[0] + others[1]


@kernel
def free(x: int, y: int, rising: Diagonals, falling: Diagonals) -> bool:
    """Tell whether no queen counted attacks the square."""
    up, down = diagonals(x, y, rising)
    return bool(rising[up] == 0 and falling[down] == 0)


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
def place(
    queens: Queens,
    rising: Diagonals,
    falling: Diagonals,
    counters: Counters,
    points: Points,
    extent: Extent,
    bucket: Bucket,
    steps: int,
    space: int,
    rng: Generator,
    budget: int,
    halt: bool,
) -> tuple[int, int, int]:
    """Try random ones of the rows left, each in the next column.

    It ends after `budget` trials, when those left over are few enough to be repaired, when it is time to begin anew
    or, with `halt`, at a success. Return how many successes there were, how many trials are in the bucket, and how many
    it has room for.
    """
    n, most, successes = len(queens), 2 * TESTS * len(queens), 0
    x, tried, tail = counters[Counter.PLACED], counters[Counter.TRIED], tail_length(n)
    column, y, outcome = x, np.int32(0), TrialOutcome.TAKEN
    for _ in range(budget):
        if tried + 1 > most:
            break
        if steps == space:
            bucket[LEFT] = min(bucket[LEFT], n - x)
            space, steps = next_bucket(points, extent, bucket, steps), 0
            bucket[ATTACKS], bucket[LEFT] = 0, n
        steps += 1
        tried += 1
        column, outcome = x, TrialOutcome.TAKEN
        other = np.uint32(x + below(rng, n - x))
        y = queens[other]
        if free(x, y, rising, falling):
            queens[other], queens[np.uint32(x)] = queens[np.uint32(x)], y
            add(x, y, rising, falling)
            x += 1
            successes += 1
            outcome = TrialOutcome.PLACED
        if n - x <= tail or (n - x <= MAX_TAIL and tried >= TESTS * n):
            successes += outcome == TrialOutcome.TAKEN
            outcome = TrialOutcome.FILLED
            break
        if halt and successes:
            break
    counters[Counter.PLACED], counters[Counter.TRIED] = x, tried
    counters[Counter.COLUMN], counters[Counter.ROW], counters[Counter.OUTCOME] = column, y, outcome
    if outcome == TrialOutcome.FILLED:
        fill(queens, rising, falling, counters)
    bucket[LEFT] = min(bucket[LEFT], n - counters[Counter.PLACED])
    bucket[ATTACKS] = max(bucket[ATTACKS], counters[Counter.ATTACKS])  # the last of these trials has the most
    return successes, steps, space


@kernel
def fill(queens: Queens, rising: Diagonals, falling: Diagonals, counters: Counters) -> None:
    """Put all that is left over where it stands, to be repaired."""
    n = len(queens)
    counters[Counter.TAIL] = counters[Counter.REPAIRING] = counters[Counter.PLACED]
    for rest in range(counters[Counter.PLACED], n):
        counters[Counter.ATTACKS] += add(rest, queens[rest], rising, falling)
    counters[Counter.PLACED] = n
    if counters[Counter.ATTACKS] > 0:
        counters[Counter.REPAIRING] = next_attacked(counters[Counter.REPAIRING], queens, rising, falling)


@kernel
def repair(
    queens: Queens,
    rising: Diagonals,
    falling: Diagonals,
    counters: Counters,
    points: Points,
    extent: Extent,
    bucket: Bucket,
    steps: int,
    space: int,
    rng: Generator,
    budget: int,
    halt: bool,
) -> tuple[int, int, int]:
    """Try to swap the rows of an attacked queen's column and of a random one; keep it if attacks become fewer.

    It ends after `budget` trials, at a solution, when it is time to begin anew or, with `halt`, at a success. Return
    how many successes there were, how many trials are in the bucket, and how many it has room for.
    """
    n, limit = len(queens), patience(len(queens))
    x, attacks, failed = counters[Counter.REPAIRING], counters[Counter.ATTACKS], counters[Counter.FAILED]
    in_vain, tried, successes, fresh = failed % n, 0, 0, True
    column, y, other = x, queens[np.uint32(x)], 0
    outcome = TrialOutcome.REFUSED
    while tried < budget and attacks > 0 and failed < limit and not (halt and successes):
        if steps == space:
            space, steps, fresh = next_bucket(points, extent, bucket, steps), 0, True
            bucket[ATTACKS] = 0
        steps += 1
        tried += 1
        other = below(rng, n - 1)
        if other >= x:
            other += 1
        column, y, other_y = x, queens[np.uint32(x)], queens[np.uint32(other)]
        more = exchange(x, y, other, other_y, rising, falling)
        if more < 0:
            queens[np.uint32(x)], queens[np.uint32(other)] = other_y, y
            attacks += more
            failed = in_vain = 0
            successes += 1
            outcome = TrialOutcome.SWAPPED
        else:
            exchange(x, other_y, other, y, rising, falling)
            failed += 1
            in_vain += 1
            if in_vain == n:  # no other queen of the board will do: go on to the next
                in_vain = 0
                x += 1
            outcome = TrialOutcome.REFUSED
        if attacks > 0:
            x = next_attacked(x, queens, rising, falling)
        if fresh:  # attacks only become fewer: a bucket's first trial here has the most
            bucket[ATTACKS], bucket[LEFT], fresh = max(bucket[ATTACKS], attacks), 0, False
    counters[Counter.REPAIRING], counters[Counter.ATTACKS], counters[Counter.FAILED] = x, attacks, failed
    counters[Counter.TRIED] += tried
    counters[Counter.SWAPS] += successes
    counters[Counter.COLUMN], counters[Counter.ROW], counters[Counter.PARTNER] = column, y, other
    counters[Counter.OUTCOME] = outcome
    return successes, steps, space


@kernel
def exchange(x: int, y: int, other: int, other_y: int, rising: Diagonals, falling: Diagonals) -> Any:
    """Count two queens that swap their rows; return how many attacks there are more."""
    fewer = remove(x, y, rising, falling) + remove(other, other_y, rising, falling)
    return add(x, other_y, rising, falling) + add(other, y, rising, falling) - fewer


@kernel
def next_attacked(x: int, queens: Queens, rising: Diagonals, falling: Diagonals) -> Any:
    """Return the next attacked queen, around the board's edge, from one on."""
    n = len(queens)
    while True:
        if x >= n:
            x = 0
        up, down = diagonals(x, queens[np.uint32(x)], rising)
        if rising[up] != 1 or falling[down] != 1:
            return x
        x += 1


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
    end, bucket = clock[DONE] + budget, np.array([0.0, n])
    space, steps = room(points, extent), 0
    solved = stopped = False
    while clock[DONE] < end and not solved and not stopped:
        tried, successes, allowed = counters[Counter.TRIED], 0, end - clock[DONE]
        placing = counters[Counter.PLACED] < n
        if counters[Counter.FAILED] >= patience(n) or (placing and tried + 1 > 2 * TESTS * n):
            if steps == space:
                space, steps = next_bucket(points, extent, bucket, steps), 0
                bucket[ATTACKS], bucket[LEFT] = 0, n
            start(queens, rising, falling, counters, rng)
            counters[Counter.RESTARTS] += 1
            counters[Counter.OUTCOME] = TrialOutcome.RESTARTED
            made = 1
            steps += 1
        elif placing:
            successes, steps, space = place(
                queens, rising, falling, counters, points, extent, bucket, steps, space, rng, allowed, halt
            )
            made = counters[Counter.TRIED] - tried
        else:
            successes, steps, space = repair(
                queens, rising, falling, counters, points, extent, bucket, steps, space, rng, allowed, halt
            )
            made = counters[Counter.TRIED] - tried
        solved = counters[Counter.PLACED] == n and counters[Counter.ATTACKS] == 0
        clock[DONE] += made
        clock[MILESTONES] += successes
        stopped = halt and successes > 0
    if steps:
        record_steps(points, extent, bucket, steps)


def all_attacks(queens: Queens) -> int:
    """Return the number of attacking pairs with every queen on the board, also those not placed yet."""
    pairs = np.zeros(1, np.int64)
    evaluate(queens.reshape(1, -1), np.ones(1, np.bool_), pairs)
    return int(pairs[0])
