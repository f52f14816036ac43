"""Decide whether a board has a tour: expand the states of `kernels.frontier` layer by layer.

A layer has all states after one step. One unit of work expands one state. All progress is in arrays, so any split of
the work gives the same arrays. Finished layers stay in memory: a tour is found by going back through them. If memory
runs out, they are dropped. Then only "no tour" can still be proved.
"""

from enum import IntEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.compiled.kernel import kernel
from knightwatch.engine.compiled.tiers import Tier, interpret
from knightwatch.engine.tour.exact.frontier import MOST_AHEAD, Keys, Layout
from knightwatch.engine.tour.kernels.frontier import CHOICES, Counters, Steps, successors

State = dict[str, NDArray[Any]]
Table = NDArray[np.int32]

MOST_STORED = 1 << 24
"""The largest number of stored states."""
WORTH_FORGETTING = 4
"""Drop finished layers only if they take at least a fourth (1 / 4) of the memory."""
FIRST_ROOM = 1 << 10


class At(IntEnum):
    """Places in the array `frontier_at`."""

    STEP = 0
    """Squares that have entered."""
    NEXT = 1
    """The next state of this layer to expand."""
    END = 2
    """The end of this layer."""
    STORED = 3
    """The end of the next layer so far."""
    EXPANDED = 4
    """States expanded in total."""
    OUTCOME = 5
    FORGOTTEN = 6
    """Whether layers were dropped, so that going back finds no tour."""


class Outcome(IntEnum):
    """The state of the decision."""

    RUNNING = 0
    EXISTS = 1
    """There is a tour."""
    NONE = 2
    """There is no tour."""
    TOO_MANY = 3
    """There are more states than may be stored."""


@kernel
def place(key: Any, keys: Keys, table: Table) -> int:
    """Return the place of a key in the hash table, or the free place where it would be."""
    mask = len(table) - 1
    mixed = key * np.uint64(0x9E3779B97F4A7C15)
    at = int(np.int64((mixed ^ (mixed >> np.uint64(32))) & np.uint64(mask)))
    while table[at] >= 0 and keys[table[at]] != key:
        at = (at + 1) & mask
    return at


@kernel
def refill(keys: Keys, first: int, end: int, table: Table) -> None:
    """Put different keys into an empty hash table."""
    for i in range(first, end):
        table[place(keys[i], keys, table)] = i


@kernel
def expand_keeping(
    keys: Keys,
    parents: NDArray[np.int32],
    table: Table,
    at: Counters,
    steps: Steps,
    views: Keys,
    ahead: Keys,
    start: int,
    closed: bool,
    budget: int,
) -> int:
    """Expand up to `budget` states of this layer and store the parents of new states; stop early if memory is full."""
    out, chosen = np.empty(CHOICES, np.uint64), np.empty(CHOICES, np.int64)
    near, wants = np.empty(MOST_AHEAD, np.uint64), np.empty(MOST_AHEAD, np.int64)
    step, stored, done = at[At.STEP], at[At.STORED], 0
    while done < budget and at[At.NEXT] < at[At.END]:
        if stored + CHOICES > len(keys) or 2 * (stored - at[At.END] + CHOICES) > len(table):
            break
        mine = at[At.NEXT]
        for i in range(successors(keys[mine], step, steps, views, ahead, start, closed, near, wants, out, chosen)):
            where = place(out[i], keys, table)
            if table[where] < 0:
                keys[stored], parents[stored], table[where] = out[i], mine, stored
                stored += 1
        at[At.NEXT] += 1
        done += 1
    at[At.STORED] = stored
    at[At.EXPANDED] += done
    return done


def begin(plan: Layout) -> State:
    """Return the arrays before the first expansion, for a board that fits."""
    return {
        "frontier_keys": np.zeros(FIRST_ROOM, np.uint64),
        "frontier_parents": np.full(FIRST_ROOM, -1, np.int32),
        "frontier_table": np.full(2 * FIRST_ROOM, -1, np.int32),
        "frontier_at": _before(plan),
    }


def advance(state: State, plan: Layout, closed: bool, budget: int, tier: Tier) -> int:
    """Expand `budget` states, fewer only at the end; return how many."""
    at, done = state["frontier_at"], 0
    while done < budget and at[At.OUTCOME] == Outcome.RUNNING:
        keys, parents, table = (state[f"frontier_{name}"] for name in ("keys", "parents", "table"))
        known = plan.steps, plan.views, plan.ahead, plan.start, closed
        done += tier(expand_keeping)(keys, parents, table, at, *known, budget - done)
        if at[At.NEXT] == at[At.END]:
            at[At.NEXT], at[At.END] = at[At.END], at[At.STORED]
            table.fill(-1)
            _step(at, plan)
        if at[At.OUTCOME] == Outcome.RUNNING and at[At.STORED] + CHOICES > len(keys):
            if 2 * len(keys) <= MOST_STORED:
                keys = state["frontier_keys"] = _doubled(keys)
                state["frontier_parents"] = _doubled(parents)
            elif at[At.NEXT] * WORTH_FORGETTING < len(keys):
                at[At.OUTCOME] = Outcome.TOO_MANY
                break
            else:
                _forget(keys, at)
                table.fill(-1)
                tier(refill)(keys, at[At.END], at[At.STORED], table)
        if 2 * (at[At.STORED] - at[At.END] + CHOICES) > len(table):
            table = state["frontier_table"] = np.full(2 * len(table), -1, np.int32)
            tier(refill)(keys, at[At.END], at[At.STORED], table)
    return done


def outcome(state: State) -> Outcome:
    """Return the outcome so far."""
    return Outcome(int(state["frontier_at"][At.OUTCOME]))


def tour(state: State, plan: Layout, closed: bool) -> NDArray[np.int64]:
    """Return the squares of the tour that was found, in its order, from the start if there is one."""
    n = len(plan.squares)
    keys, mine = state["frontier_keys"], int(state["frontier_at"][At.NEXT])
    near, wants = np.empty(MOST_AHEAD, np.uint64), np.empty(MOST_AHEAD, np.int64)
    out, chosen = np.empty(CHOICES, np.uint64), np.empty(CHOICES, np.int64)
    links: list[list[int]] = [[] for _ in range(n)]
    for step in range(n - 1, -1, -1):
        parent = int(state["frontier_parents"][mine])
        known = plan.steps, plan.views, plan.ahead, plan.start, closed
        found = interpret(successors, keys[parent], step, *known, near, wants, out, chosen)
        choice = next(int(chosen[i]) for i in range(found) if out[i] == keys[mine])
        for i in range(4):
            if choice >> i & 1:
                other = int(plan.earlier[step, i])
                links[step].append(other)
                links[other].append(step)
        mine = parent
    ends = [step for step in range(n) if len(links[step]) < 2]
    path = [plan.start if plan.start >= 0 else ends[0] if ends else 0]
    before = -1
    while len(path) < n:
        following = next(step for step in links[path[-1]] if step != before)
        before = path[-1]
        path.append(following)
    return plan.squares[path]


def _before(plan: Layout) -> Counters:
    """Return the counters before the first expansion."""
    at = np.zeros(len(At), np.int64)
    at[At.END] = at[At.STORED] = 1
    at[At.OUTCOME] = Outcome.RUNNING if len(plan.squares) else Outcome.NONE
    return at


def _step(at: Counters, plan: Layout) -> None:
    """Go on to the next square after a complete layer, or end the search."""
    at[At.STEP] += 1
    if at[At.NEXT] == at[At.END]:
        at[At.OUTCOME] = Outcome.NONE
    elif at[At.STEP] == len(plan.squares):
        at[At.OUTCOME] = Outcome.TOO_MANY if at[At.FORGOTTEN] else Outcome.EXISTS


def _forget(keys: Keys, at: Counters) -> None:
    """Drop all expanded states."""
    gone, stored = int(at[At.NEXT]), int(at[At.STORED])
    keys[: stored - gone] = keys[gone:stored].copy()
    at[[At.NEXT, At.END, At.STORED]] -= gone
    at[At.FORGOTTEN] = 1


def _doubled(array: NDArray[Any]) -> NDArray[Any]:
    """Return an array of twice the length."""
    return np.concatenate([array, np.zeros_like(array)])
