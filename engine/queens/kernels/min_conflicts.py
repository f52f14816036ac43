"""Local search for n-queens after Sosič and Gu (1994): initial search, then final search.

R. Sosič, J. Gu, "Efficient local search with conflict minimization: a case study of the n-queens problem", IEEE
Transactions on Knowledge and Data Engineering 6 (1994). The initial search places queens where nothing attacks them.
The final search repairs the few that are left by swapping rows. Chosen here: a swap is accepted if it reduces the
attacks, and at most a third of a small board is left to the final search.

`trials` drives both. They write down what is left after each trial, and `record_trials` adds that to the trace.
"""

from enum import IntEnum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.compiled.kernel import kernel
from knightwatch.engine.compiled.rng import Generator, below, shuffle
from knightwatch.engine.compiled.trace import INSIDE, LENGTH, STRIDE, Extent, Points, record, record_steps, room
from knightwatch.engine.core.clock import DONE, MILESTONES
from knightwatch.engine.queens.kernels.diagonals import (
    Diagonals,
    add,
    attacks_on,
    change_by_swap,
    is_free,
    next_attacked,
    swap_rows,
)

Counters = NDArray[np.int64]
Left = NDArray[np.int32]
"""For each trial of a batch: the queens left to place, or the attacks left to repair, after it."""

PATIENCE = 7000
"""The published number of failed trials in a row before a restart; small boards restart after n * n."""
TESTS = 3.08
"""The published number of trials per queen in the initial search. After twice as many, it restarts."""
MAX_TAIL = 120
"""The most queens left to the final search: all may share one diagonal, whose counter is a byte."""
BATCH = 1024
"""Trials of one call of a search, after which the trace is recorded."""


class MinConflictsCounter(IntEnum):
    """Indexes in the counters of `min-conflicts`."""

    PLACED = 0
    """Queens on the board; they fill the first columns."""
    TAIL = 1
    """The first column of the queens left to the final search; n during the initial search."""
    REPAIRING = 2
    """The column whose queen the final search repairs."""
    FAILED = 3
    """Failed trials in a row, in the final search."""
    TRIED = 4
    """Trials since the last start."""
    ATTACKS = 5
    """Attacking pairs of queens on the board."""
    SWAPS = 6
    """Accepted swaps since the last start."""
    RESTARTS = 7
    OUTCOME = 8
    """The TrialOutcome of the last trial."""
    COLUMN = 9
    """The column of the last trial; ROW is the row that it tried."""
    ROW = 10
    PARTNER = 11
    """The other column of the last swap that was tried."""


class TrialOutcome(IntEnum):
    """The result of one trial of `min-conflicts`."""

    NOTHING = 0
    """No trial yet."""
    TAKEN = 1
    """The square was attacked."""
    PLACED = 2
    FILLED = 3
    """The queens left went into the last columns, to be repaired."""
    REFUSED = 4
    """The swap would not have reduced the attacks."""
    SWAPPED = 5
    RESTARTED = 6


class MinConflictsState(NamedTuple):
    """The state of `min-conflicts`."""

    queens: NDArray[np.int32]
    """A permutation: the row of each column's queen."""
    rising: Diagonals
    falling: Diagonals
    counters: Counters
    points: Points
    extent: Extent
    rng: Generator


Counter = MinConflictsCounter


@kernel
def tail_length(n: int) -> int:
    """Return k, the queens left to the final search: as published for large n, at most a third of a small board."""
    return min(n // 3, 30 if n <= 100 else 50 if n <= 10_000 else 80 if n <= 100_000 else 100)


@kernel
def patience(n: int) -> int:
    """Return the number of failed trials in a row after which the search restarts."""
    return min(PATIENCE, n * n)


@kernel
def start(state: MinConflictsState) -> None:
    """Clear the board and shuffle the rows."""
    queens, rising, falling, counters, _, _, rng = state
    n = len(queens)
    shuffle(queens, 0, n, rng)
    for d in range(2 * n):
        rising[d] = falling[d] = 0
    counters[Counter.PLACED] = counters[Counter.REPAIRING] = counters[Counter.FAILED] = 0
    counters[Counter.TRIED] = counters[Counter.ATTACKS] = counters[Counter.SWAPS] = 0
    counters[Counter.TAIL] = n


@kernel
def initial_search(state: MinConflictsState, left: Left, budget: int, halt: bool) -> int:
    """Place queens: try a random remaining row m for column j, keep it if both diagonals are empty.

    Stop after `budget` trials, when at most k queens are left, when a restart is due or, with `halt`, at a success.
    Return the number of successes.
    """
    queens, rising, falling, counters, _, _, rng = state
    n, most, k = len(queens), 2 * TESTS * len(queens), tail_length(len(queens))
    j, tried, successes = counters[Counter.PLACED], counters[Counter.TRIED], 0
    column, row, outcome = j, np.int32(0), TrialOutcome.TAKEN
    for trial in range(budget):
        if tried + 1 > most:
            break
        tried += 1
        m = np.uint32(j + below(rng, n - j))
        column, row, outcome = j, queens[m], TrialOutcome.TAKEN
        if is_free(j, row, rising, falling):
            queens[m], queens[np.uint32(j)] = queens[np.uint32(j)], row
            add(j, row, rising, falling)
            j += 1
            successes += 1
            outcome = TrialOutcome.PLACED
        left[trial] = n - j
        if n - j <= k or (n - j <= MAX_TAIL and tried >= TESTS * n):
            successes += outcome == TrialOutcome.TAKEN
            outcome = TrialOutcome.FILLED
            break
        if halt and successes:
            break
    counters[Counter.PLACED], counters[Counter.TRIED] = j, tried
    counters[Counter.COLUMN], counters[Counter.ROW], counters[Counter.OUTCOME] = column, row, outcome
    if outcome == TrialOutcome.FILLED:
        fill(state)
        left[trial] = 0
    return successes


@kernel
def fill(state: MinConflictsState) -> None:
    """End the initial search: put the remaining rows into the last columns, with possible collisions."""
    queens, rising, falling, counters, _, _, _ = state
    counters[Counter.TAIL] = counters[Counter.REPAIRING] = counters[Counter.PLACED]
    for x in range(counters[Counter.PLACED], len(queens)):
        counters[Counter.ATTACKS] += add(x, queens[x], rising, falling)
    counters[Counter.PLACED] = len(queens)
    if counters[Counter.ATTACKS] > 0:
        counters[Counter.REPAIRING] = next_attacked(counters[Counter.REPAIRING], queens, rising, falling)


@kernel
def final_search(state: MinConflictsState, left: Left, budget: int, halt: bool) -> int:
    """Repair queens: swap the rows of an attacked queen i and of a random one j, if that reduces the attacks.

    Stop after `budget` trials, at a solution, when a restart is due or, with `halt`, at a success. Return the number
    of successes.
    """
    queens, rising, falling, counters, _, _, rng = state
    n, limit = len(queens), patience(len(queens))
    i, attacks, failed = counters[Counter.REPAIRING], counters[Counter.ATTACKS], counters[Counter.FAILED]
    failed_here, tried, successes = failed % n, 0, 0
    column, row, j, outcome = i, queens[np.uint32(i)], 0, TrialOutcome.REFUSED
    on_i = attacks_on(i, row, rising, falling)
    while tried < budget and attacks > 0 and failed < limit and not (halt and successes):
        j = below(rng, n - 1)
        if j >= i:
            j += 1
        column, row, other_row = i, queens[np.uint32(i)], queens[np.uint32(j)]
        change = change_by_swap(i, row, on_i, j, other_row, rising, falling)
        moved = change < 0
        if moved:
            swap_rows(i, row, j, other_row, rising, falling)
            queens[np.uint32(i)], queens[np.uint32(j)] = other_row, row
            attacks += change
            failed = failed_here = 0
            successes += 1
            outcome = TrialOutcome.SWAPPED
        else:
            failed += 1
            failed_here += 1
            if failed_here == n:  # n failures with this queen: go on to the next
                failed_here = 0
                i += 1
                moved = True
            outcome = TrialOutcome.REFUSED
        if moved and attacks > 0:  # otherwise queen i is attacked as before
            i = next_attacked(i, queens, rising, falling)
            on_i = attacks_on(i, queens[np.uint32(i)], rising, falling)
        left[tried] = attacks
        tried += 1
    counters[Counter.REPAIRING], counters[Counter.ATTACKS], counters[Counter.FAILED] = i, attacks, failed
    counters[Counter.TRIED] += tried
    counters[Counter.SWAPS] += successes
    counters[Counter.COLUMN], counters[Counter.ROW], counters[Counter.PARTNER] = column, row, j
    counters[Counter.OUTCOME] = outcome
    return successes


@kernel
def is_stuck(counters: Counters, n: int) -> bool:
    """Return whether a restart is due: too many failed swaps, or too many trials in the initial search."""
    too_many = counters[Counter.TRIED] + 1 > 2 * TESTS * n
    return bool(counters[Counter.FAILED] >= patience(n) or (counters[Counter.PLACED] < n and too_many))


@kernel
def first_trial(state: MinConflictsState) -> None:
    """Prepare the state before the first trial."""
    n, counters = len(state.queens), state.counters
    start(state)
    if n == 1:
        counters[Counter.PLACED] = 1
    record(state.points, state.extent, np.array([0.0, n - counters[Counter.PLACED]]))


@kernel
def trials(state: MinConflictsState, clock: Counters, budget: int, halt: bool) -> None:
    """Do up to `budget` trials; stop at a solution or, with `halt`, at a success."""
    n, counters, end = len(state.queens), state.counters, clock[DONE] + budget
    left = np.empty(BATCH, np.int32)
    solved = stopped = False
    while clock[DONE] < end and not solved and not stopped:
        tried, successes, allowed = counters[Counter.TRIED], 0, min(end - clock[DONE], BATCH)
        placing = counters[Counter.PLACED] < n
        if is_stuck(counters, n):
            start(state)
            counters[Counter.RESTARTS] += 1
            counters[Counter.OUTCOME] = TrialOutcome.RESTARTED
            made, placing, left[0] = 1, True, n
        elif placing:
            successes = initial_search(state, left, allowed, halt)
            made = counters[Counter.TRIED] - tried
        else:
            successes = final_search(state, left, allowed, halt)
            made = counters[Counter.TRIED] - tried
        record_trials(state, left, made, placing)
        solved = counters[Counter.PLACED] == n and counters[Counter.ATTACKS] == 0
        clock[DONE] += made
        clock[MILESTONES] += successes
        stopped = halt and successes > 0


@kernel
def record_trials(state: MinConflictsState, left: Left, made: int, placing: bool) -> None:
    """Add a batch of trials to the trace: the most attacks and the fewest queens left of each bucket.

    Queens left only fall, so the last trial of a bucket has the fewest. Attacks only fall while they are repaired, so
    the first trial has the most. While queens are placed, only the last trial of the batch can have attacks.
    """
    points, extent = state.points, state.extent
    values, first = np.empty(2), 0
    while first < made:
        length, stride = extent[LENGTH], extent[STRIDE]
        whole = (made - first) // stride if extent[INSIDE] == stride else 0
        whole = min(whole, points.shape[1] - length)
        if whole > 0:  # fast path: open many buckets
            for bucket in range(length, length + whole):
                points[0, bucket] = 0 if placing else left[first]
                first += stride
                points[1, bucket] = left[first - 1] if placing else 0
            if placing and first == made:
                points[0, length + whole - 1] = state.counters[Counter.ATTACKS]
            extent[LENGTH] = length + whole
        else:
            last = min(first + room(points, extent), made)
            if placing:
                values[0], values[1] = state.counters[Counter.ATTACKS] if last == made else 0, left[last - 1]
            else:
                values[0], values[1] = left[first], 0
            record_steps(points, extent, values, last - first)
            first = last
