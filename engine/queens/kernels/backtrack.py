"""Kernel of `backtrack`: depth-first search with an explicit stack, one column per level.

A node is a placement without attacks. The stack has, for each level, the column to fill (`columns`) and the next row
that is free there (`cursor`, a place in the column's order of rows; n: no row is left). With `tracked`, `attackers`
counts for each square of an open column the queens that attack it, and `left` its free rows. Without it, counters of
the lines test a row when the search gets there.
"""

from enum import IntEnum
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.compiled.kernel import kernel
from knightwatch.engine.core.clock import DONE, MILESTONES
from knightwatch.engine.queens.kernels.lines import Lines, Queens, add_queen, queens_on_lines

Counters = NDArray[np.int64]


class QueensBacktrackCounter(IntEnum):
    """Indexes in the counters of `backtrack`."""

    DEPTH = 0
    """Queens on the board."""
    DEEPEST = 1
    """Most queens on the board so far; `best` holds them."""
    FOUND = 2
    """Solutions found."""
    STORED = 3
    """Solutions stored."""
    BACKTRACKS = 4
    """Steps back in the whole search, one column each."""
    BACKED = 5
    """Steps back in the last step."""
    JUDGED = 6
    """Squares tested in the whole search; with `tracked`, also the squares ahead that queens attack."""
    EXHAUSTED = 7
    """1 if the whole tree was visited."""


class BacktrackState(NamedTuple):
    """The state of `backtrack`."""

    queens: Queens
    """The row of each column's queen; -1 if the column is open."""
    best: Queens
    """The placement with the most queens so far."""
    columns: Queens
    """For each level the column that it fills; valid up to the present level."""
    cursor: Queens
    order: Queens
    """The rows in the order in which they are tried: one line for all columns, or one for each."""
    attackers: Queens
    left: Queens
    levels: Counters
    """Nodes visited, by the number of queens."""
    solutions: Queens
    counters: Counters


class BacktrackRules(NamedTuple):
    """How the tree is searched."""

    first_fail: bool
    forward: bool
    wanted: int
    """Solutions after which the search ends; 0: all."""
    most_stored: int


Counter = QueensBacktrackCounter


@kernel
def put(state: BacktrackState, x: int, y: int, change: int) -> None:
    """Add `change` attackers, 1 or -1, to the squares that a queen attacks in the open columns.

    Count each square that a new queen attacks as judged; a removed queen judges nothing.
    """
    queens, attackers, left, n = state.queens, state.attackers, state.left, len(state.queens)
    attacked = 0
    for column in range(n):
        if queens[column] >= 0 or column == x:
            continue
        far = abs(column - x)
        for line in range(-1, 2):
            row = y + line * far
            if 0 <= row < n:
                attacked += 1
                attackers[column, row] += change
                if change > 0 and attackers[column, row] == 1:
                    left[column] -= 1
                elif change < 0 and attackers[column, row] == 0:
                    left[column] += 1
    if change > 0:
        state.counters[Counter.JUDGED] += attacked


@kernel
def row_at(order: Queens, x: int, place: int) -> Any:
    """Return the row at a place of a column's order."""
    return order[x % len(order), place]


@kernel
def next_free(state: BacktrackState, tracked: bool, lines: Lines, x: int, place: int) -> int:
    """Return the first place from `place` on with a free row in column x; n if there is none."""
    n = len(state.queens)
    while place < n:
        y = row_at(state.order, x, place)
        state.counters[Counter.JUDGED] += 1
        if tracked:
            if state.attackers[x, y] == 0:
                break
        elif queens_on_lines(x, y, lines) == 0:
            break
        place += 1
    return place


@kernel
def open_level(state: BacktrackState, rules: BacktrackRules, lines: Lines) -> None:
    """Choose the column of the present level and find its first free row."""
    queens, left, n, depth = state.queens, state.left, len(state.queens), state.counters[Counter.DEPTH]
    column, dead = depth, False
    if rules.first_fail:
        column = -1
        for x in range(n):
            if queens[x] < 0 and (column < 0 or left[x] < left[column]):
                column = x
    elif rules.forward:
        for x in range(depth, n):
            dead = dead or left[x] == 0
    state.columns[depth] = column
    tracked = rules.first_fail or rules.forward
    state.cursor[depth] = n if dead else next_free(state, tracked, lines, column, 0)


@kernel
def step_back(state: BacktrackState, tracked: bool, lines: Lines) -> None:
    """Remove the last queen and find the next free row of its column."""
    counters = state.counters
    counters[Counter.DEPTH] -= 1
    depth = counters[Counter.DEPTH]
    x = state.columns[depth]
    y = state.queens[x]
    state.queens[x] = -1
    if tracked:
        put(state, x, y, -1)
    else:
        add_queen(x, y, -1, lines)
    state.cursor[depth] = next_free(state, tracked, lines, x, state.cursor[depth] + 1)
    counters[Counter.BACKTRACKS] += 1
    counters[Counter.BACKED] += 1


@kernel
def enter(state: BacktrackState, rules: BacktrackRules, tracked: bool, lines: Lines) -> None:
    """Put the next queen on the board and look at the column after it."""
    queens, counters, depth = state.queens, state.counters, state.counters[Counter.DEPTH]
    x = state.columns[depth]
    y = row_at(state.order, x, state.cursor[depth])
    queens[x] = y
    if tracked:
        put(state, x, y, 1)
    else:
        add_queen(x, y, 1, lines)
    depth += 1
    counters[Counter.DEPTH] = depth
    state.levels[depth] += 1
    if depth > counters[Counter.DEEPEST]:
        counters[Counter.DEEPEST] = depth
        for column in range(len(queens)):
            state.best[column] = queens[column]
    if depth < len(queens):
        open_level(state, rules, lines)
        return
    counters[Counter.FOUND] += 1
    if counters[Counter.STORED] < rules.most_stored:
        for column in range(len(queens)):
            state.solutions[counters[Counter.STORED], column] = queens[column]
        counters[Counter.STORED] += 1


@kernel
def first_node(state: BacktrackState, rules: BacktrackRules) -> None:
    """Prepare the root: an empty board."""
    state.levels[0] = 1
    open_level(state, rules, np.zeros(5 * len(state.queens), np.int32))


@kernel
def nodes(state: BacktrackState, rules: BacktrackRules, clock: Counters, budget: int, halt: bool) -> bool:
    """Enter up to `budget` nodes; before each, step back while no row is left.

    Stop early at the last wanted solution, when the whole tree was visited or, with `halt`, at a dead end or a
    solution. Return True if there is no room for the next solution: enlarge `solutions`, then go on.
    """
    queens, cursor, counters, n = state.queens, state.cursor, state.counters, len(state.queens)
    if counters[Counter.EXHAUSTED] or (rules.wanted and counters[Counter.FOUND] >= rules.wanted):
        return False
    tracked = rules.first_fail or rules.forward
    lines = np.zeros(5 * n, np.int32)
    for x in range(n):
        if queens[x] >= 0:
            add_queen(x, queens[x], 1, lines)
    for _ in range(budget):
        counters[Counter.BACKED] = 0
        while counters[Counter.DEPTH] == n or cursor[counters[Counter.DEPTH]] == n:
            if counters[Counter.DEPTH] == 0:
                counters[Counter.EXHAUSTED] = 1
                return False
            step_back(state, tracked, lines)
        enter(state, rules, tracked, lines)
        clock[DONE] += 1
        depth = counters[Counter.DEPTH]
        if depth < n and cursor[depth] < n:
            continue
        clock[MILESTONES] += 1
        if depth == n:
            if counters[Counter.FOUND] == rules.wanted:
                return False
            if counters[Counter.STORED] == len(state.solutions) < rules.most_stored:
                return True
        if halt:
            return False
    return False
