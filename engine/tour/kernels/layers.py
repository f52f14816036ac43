"""Deciding whether a board has tours by the states of `kernels.frontier`, layer by layer.

Expanding one state is one unit of work. All that changes is in arrays, so that any split of the work leads to the same
arrays. Layers that are done are kept, since a tour is found by going back through them; where there is no more room for
that they are forgotten, and what can still come out is that there is no tour.
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
"""States that deciding may keep."""
WORTH_FORGETTING = 4
"""Layers are forgotten if they take at least this part of the room: a fourth."""
FIRST_ROOM = 1 << 10


class At(IntEnum):
    """What the counters count."""

    STEP = 0
    """Squares that have come in."""
    NEXT = 1
    """The state of this layer to be expanded next."""
    END = 2
    """The end of this layer."""
    STORED = 3
    """The end of the next layer, as far as it is known."""
    EXPANDED = 4
    """States expanded in all."""
    OUTCOME = 5
    FORGOTTEN = 6
    """Whether layers were forgotten, so that no tour could be found by going back."""


class Outcome(IntEnum):
    """How the work stands."""

    RUNNING = 0
    EXISTS = 1
    """There is a tour."""
    NONE = 2
    """There is no tour."""
    TOO_MANY = 3
    """There are more states than may be kept."""


@kernel
def place(key: Any, keys: Keys, table: Table) -> int:
    """Return where in the table a key stands, or, if it does not, where it would."""
    mask = len(table) - 1
    mixed = key * np.uint64(0x9E3779B97F4A7C15)
    at = int(np.int64((mixed ^ (mixed >> np.uint64(32))) & np.uint64(mask)))
    while table[at] >= 0 and keys[table[at]] != key:
        at = (at + 1) & mask
    return at


@kernel
def refill(keys: Keys, first: int, end: int, table: Table) -> None:
    """Put some keys, all different, into an empty table."""
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
    """Expand up to `budget` states of this layer and remember where the next ones came from; fewer for lack of room."""
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
    """Return the state of deciding before the first expansion, for a board that fits."""
    return {
        "frontier_keys": np.zeros(FIRST_ROOM, np.uint64),
        "frontier_parents": np.full(FIRST_ROOM, -1, np.int32),
        "frontier_table": np.full(2 * FIRST_ROOM, -1, np.int32),
        "frontier_at": _before(plan),
    }


def advance(state: State, plan: Layout, closed: bool, budget: int, tier: Tier) -> int:
    """Decide whether there is a tour: expand `budget` states, fewer only at the end; return how many."""
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
    """Tell how deciding stands."""
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
    """Go on to the next square, now that a layer is complete, or see that there is none left."""
    at[At.STEP] += 1
    if at[At.NEXT] == at[At.END]:
        at[At.OUTCOME] = Outcome.NONE
    elif at[At.STEP] == len(plan.squares):
        at[At.OUTCOME] = Outcome.TOO_MANY if at[At.FORGOTTEN] else Outcome.EXISTS


def _forget(keys: Keys, at: Counters) -> None:
    """Forget all states that are expanded."""
    gone, stored = int(at[At.NEXT]), int(at[At.STORED])
    keys[: stored - gone] = keys[gone:stored].copy()
    at[[At.NEXT, At.END, At.STORED]] -= gone
    at[At.FORGOTTEN] = 1


def _doubled(array: NDArray[Any]) -> NDArray[Any]:
    """Return an array with as much room again."""
    return np.concatenate([array, np.zeros_like(array)])
