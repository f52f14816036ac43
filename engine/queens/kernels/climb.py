"""Kernel of `climb`: hill climbing on complete placements, after Russell and Norvig, chapter 4.

A neighbour differs by one queen, which stands on another row of its column: n (n - 1) neighbours. Chosen here: equal
best neighbours are equally likely. First-choice draws neighbours in random order, none twice, so that it proves a
local minimum as steepest ascent does.
"""

from enum import IntEnum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.compiled.kernel import kernel
from knightwatch.engine.compiled.rng import Generator, below
from knightwatch.engine.compiled.trace import Extent, Points, record
from knightwatch.engine.core.clock import DONE, MILESTONES
from knightwatch.engine.queens.kernels.lines import (
    Lines,
    Queens,
    change_of_move,
    count_lines,
    move_queen,
    place_at_random,
)

Counters = NDArray[np.int64]


class ClimbCounter(IntEnum):
    """Indexes in the counters of `climb`."""

    ATTACKS = 0
    """Attacking pairs of the placement."""
    BEST = 1
    """Fewest attacking pairs so far."""
    MOVES = 2
    """Moves since the last start."""
    SIDEWAYS = 3
    """Sideways moves in a row."""
    RESTARTS = 4
    JUDGED = 5
    """Placements judged in the whole search."""
    OUTCOME = 6
    """The ClimbOutcome of the last step."""
    COLUMN = 7
    """The column of the last move; FROM is the row before it."""
    FROM = 8
    EQUAL = 9
    """Neighbours as good as the chosen one (steepest), or neighbours judged (first-choice)."""
    EARLIER = 10
    """Attacking pairs before the last step."""
    ALL_MOVES = 11
    """Moves in the whole search."""


class ClimbOutcome(IntEnum):
    """The result of one step of `climb`."""

    STARTED = 0
    """No step yet."""
    BETTER = 1
    SIDEWAYS = 2
    STUCK = 3
    """No neighbour is better, and no sideways move is allowed or possible."""
    RESTARTED = 4


class ClimbState(NamedTuple):
    """The state of `climb`."""

    queens: Queens
    """The row of each column's queen."""
    champion: Queens
    """The placement with the fewest attacks so far."""
    counters: Counters
    points: Points
    extent: Extent
    rng: Generator


Counter = ClimbCounter


@kernel
def restart(state: ClimbState, lines: Lines) -> None:
    """Begin again with a random placement."""
    counters = state.counters
    place_at_random(state.queens, state.rng)
    counters[Counter.ATTACKS] = count_lines(state.queens, lines)
    counters[Counter.MOVES] = counters[Counter.SIDEWAYS] = 0
    counters[Counter.JUDGED] += 1


@kernel
def note_best(state: ClimbState) -> None:
    """Keep the placement if it is the best so far, and record the curves."""
    counters = state.counters
    if counters[Counter.ATTACKS] < counters[Counter.BEST]:
        counters[Counter.BEST] = counters[Counter.ATTACKS]
        for x in range(len(state.queens)):
            state.champion[x] = state.queens[x]
    values = np.empty(2)
    values[0], values[1] = counters[Counter.ATTACKS], counters[Counter.BEST]
    record(state.points, state.extent, values)


@kernel
def first_placement(state: ClimbState) -> None:
    """Prepare the state before the first step."""
    n = len(state.queens)
    state.counters[Counter.BEST] = n * n
    restart(state, np.empty(5 * n, np.int32))
    note_best(state)


@kernel
def steepest(state: ClimbState, lines: Lines, squares: NDArray[np.int32]) -> tuple[int, int]:
    """Judge all neighbours; return the change of the best and one of them, a square as x * n + y."""
    queens, n, least, equal = state.queens, len(state.queens), 4 * len(state.queens), 0
    for x in range(n):
        for y in range(n):
            if y == queens[x]:
                continue
            change = change_of_move(x, y, queens, lines)
            if change < least:
                least, equal = change, 0
            if change == least:
                squares[equal] = x * n + y
                equal += 1
    state.counters[Counter.JUDGED] += n * (n - 1)
    state.counters[Counter.EQUAL] = equal
    return least, squares[below(state.rng, equal)]


@kernel
def first_choice(state: ClimbState, lines: Lines, squares: NDArray[np.int32], most: int) -> tuple[int, int]:
    """Judge neighbours in random order until one changes the attacks by at most `most`; return it like `steepest`."""
    queens, n, count, judged, square = state.queens, len(state.queens), 0, 0, 0
    for x in range(n):
        for y in range(n):
            if y != queens[x]:
                squares[count] = x * n + y
                count += 1
    change = most + 1
    while judged < count and change > most:
        place = judged + below(state.rng, count - judged)
        square = squares[place]
        squares[place] = squares[judged]
        change = change_of_move(square // n, square % n, queens, lines)
        judged += 1
    state.counters[Counter.JUDGED] += judged
    state.counters[Counter.EQUAL] = judged
    return change, square


@kernel
def steps(
    state: ClimbState, by_first_choice: bool, sideways: int, restarts: int, clock: Counters, budget: int, halt: bool
) -> None:
    """Do up to `budget` steps; stop at a solution, at the last local minimum or, with `halt`, at any."""
    queens, counters, n = state.queens, state.counters, len(state.queens)
    lines, squares = np.empty(5 * n, np.int32), np.empty(n * n, np.int32)
    if counters[Counter.ATTACKS] == 0:
        return
    count_lines(queens, lines)
    for _ in range(budget):
        counters[Counter.EARLIER] = counters[Counter.ATTACKS]
        if counters[Counter.OUTCOME] == ClimbOutcome.STUCK:
            if counters[Counter.RESTARTS] >= restarts:
                break
            restart(state, lines)
            counters[Counter.RESTARTS] += 1
            counters[Counter.OUTCOME] = ClimbOutcome.RESTARTED
        else:
            most = 0 if counters[Counter.SIDEWAYS] < sideways else -1
            if by_first_choice:
                change, square = first_choice(state, lines, squares, most)
            else:
                change, square = steepest(state, lines, squares)
            if change <= most:
                counters[Counter.COLUMN] = square // n
                counters[Counter.FROM] = queens[square // n]
                move_queen(square // n, square % n, queens, lines)
                counters[Counter.ATTACKS] += change
                counters[Counter.MOVES] += 1
                counters[Counter.ALL_MOVES] += 1
                counters[Counter.SIDEWAYS] = 0 if change < 0 else counters[Counter.SIDEWAYS] + 1
                counters[Counter.OUTCOME] = ClimbOutcome.BETTER if change < 0 else ClimbOutcome.SIDEWAYS
            else:
                counters[Counter.OUTCOME] = ClimbOutcome.STUCK
                clock[MILESTONES] += 1
        clock[DONE] += 1
        note_best(state)
        if counters[Counter.ATTACKS] == 0 or (halt and counters[Counter.OUTCOME] == ClimbOutcome.STUCK):
            break
