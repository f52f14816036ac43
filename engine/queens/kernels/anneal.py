"""Kernel of `anneal`: simulated annealing, after Kirkpatrick, Gelatt and Vecchi (1983).

A trial moves one random queen to a random other row of its column. A move that does not add attacks is kept. A move
that adds d attacks is kept with probability exp(-d / temperature). After `stage` trials the temperature is multiplied
by `cooling`.
"""

from enum import IntEnum
from math import exp
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.compiled.kernel import kernel
from knightwatch.engine.compiled.rng import Generator, below, uniform
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


class AnnealCounter(IntEnum):
    """Indexes in the counters of `anneal`."""

    ATTACKS = 0
    """Attacking pairs of the placement."""
    BEST = 1
    """Fewest attacking pairs so far."""
    FIRST = 2
    """Attacking pairs of the first placement."""
    STAGE = 3
    """Trials at this temperature."""
    WORSE = 4
    """Worse moves kept at this temperature."""
    LAST_WORSE = 5
    """Worse moves kept at the temperature before."""
    ALL_WORSE = 6
    """Worse moves kept in the whole search."""
    OUTCOME = 7
    """The AnnealOutcome of the last trial."""
    COLUMN = 8
    """The column of the last trial; FROM and TO are its rows."""
    FROM = 9
    TO = 10
    MORE = 11
    """Attacks that the last trial would add; LESS: attacks that it would remove."""
    LESS = 12
    STAGES = 13
    """Times that the temperature fell."""


class AnnealOutcome(IntEnum):
    """The result of one trial of `anneal`."""

    STARTED = 0
    """No trial yet."""
    KEPT = 1
    """The move adds no attacks."""
    KEPT_WORSE = 2
    REFUSED = 3


class AnnealState(NamedTuple):
    """The state of `anneal`."""

    queens: Queens
    """The row of each column's queen."""
    champion: Queens
    """The placement with the fewest attacks so far."""
    lines: Lines
    temperature: NDArray[np.float64]
    """The start temperature, and the present one."""
    counters: Counters
    points: Points
    extent: Extent
    rng: Generator


Counter = AnnealCounter


@kernel
def first_placement(state: AnnealState) -> None:
    """Prepare the state before the first trial."""
    counters = state.counters
    place_at_random(state.queens, state.rng)
    attacks = count_lines(state.queens, state.lines)
    counters[Counter.ATTACKS] = counters[Counter.BEST] = counters[Counter.FIRST] = attacks
    for x in range(len(state.queens)):
        state.champion[x] = state.queens[x]
    record_trial(state, 1)


@kernel
def record_trial(state: AnnealState, stage: int) -> None:
    """Record the curves, all in percent: temperature, worse moves kept at the temperature before, attacks."""
    values, counters = np.empty(3), state.counters
    first, now = state.temperature[0], state.temperature[1]
    values[0] = 100.0 * now / first if first > 0.0 else 0.0
    values[1] = 100.0 * counters[Counter.LAST_WORSE] / stage
    values[2] = 100.0 * counters[Counter.ATTACKS] / max(counters[Counter.FIRST], 1)
    record(state.points, state.extent, values)


@kernel
def chance(change: int, temperature: float) -> float:
    """Return the probability with which a move is kept."""
    if change <= 0:
        return 1.0
    return exp(-change / temperature) if temperature > 0.0 else 0.0


@kernel
def trials(state: AnnealState, cooling: float, stage: int, clock: Counters, budget: int, halt: bool) -> None:
    """Do up to `budget` trials; stop at a solution or, with `halt`, at a new best."""
    queens, lines, counters, rng, n = state.queens, state.lines, state.counters, state.rng, len(state.queens)
    if counters[Counter.ATTACKS] == 0:
        return
    for _ in range(budget):
        if counters[Counter.STAGE] == stage:
            state.temperature[1] *= cooling
            counters[Counter.LAST_WORSE] = counters[Counter.WORSE]
            counters[Counter.STAGE] = counters[Counter.WORSE] = 0
            counters[Counter.STAGES] += 1
        x = below(rng, n)
        y = below(rng, n - 1)
        if y >= queens[x]:
            y += 1
        change = change_of_move(x, y, queens, lines)
        counters[Counter.COLUMN], counters[Counter.FROM], counters[Counter.TO] = x, queens[x], y
        counters[Counter.MORE], counters[Counter.LESS] = max(change, 0), max(-change, 0)
        counters[Counter.STAGE] += 1
        if change <= 0 or uniform(rng) < chance(change, state.temperature[1]):
            move_queen(x, y, queens, lines)
            counters[Counter.ATTACKS] += change
            counters[Counter.OUTCOME] = AnnealOutcome.KEPT if change <= 0 else AnnealOutcome.KEPT_WORSE
            counters[Counter.WORSE] += change > 0
            counters[Counter.ALL_WORSE] += change > 0
        else:
            counters[Counter.OUTCOME] = AnnealOutcome.REFUSED
        clock[DONE] += 1
        record_trial(state, stage)
        if counters[Counter.ATTACKS] < counters[Counter.BEST]:
            counters[Counter.BEST] = counters[Counter.ATTACKS]
            for column in range(n):
                state.champion[column] = queens[column]
            clock[MILESTONES] += 1
            if halt or counters[Counter.BEST] == 0:
                break
