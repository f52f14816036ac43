"""Decide tours by dynamic programming over a frontier, compiled: the states, and which states follow which.

The free squares enter one after the other, along the longer side of the board. A square that enters is linked to none,
one or two of its earlier neighbours. It leaves the frontier after its last neighbour has entered. Only the frontier
matters for what can follow: which squares have both links, and which are the two ends of one fragment of a tour.
Histories with equal frontiers are one state, so there are far fewer states than tours.

The recurrence: a state after step t exists if a state after step t - 1 and a choice of at most two links lead to it.
`kernels.layers` expands the states layer by layer.

A state is a key of 64 bits, four for the label of each square on the frontier. Boards with a wider frontier do not fit.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.compiled.kernel import kernel
from knightwatch.engine.tour.exact.frontier import Ahead, Keys, StepColumn, WindowView

Counters = NDArray[np.int64]
Steps = NDArray[np.int64]

NEW, DONE, LAST, FRAGMENT, FRESH = (np.uint64(label) for label in (0, 1, 2, 3, 15))
"""Labels: NEW has no link; DONE has both; LAST is the end of a fragment whose other end is an end of the tour. From
FRAGMENT on, both ends of a fragment have the same label. FRESH is a fragment without a number yet."""
DEAD = np.uint64(0xFFFFFFFFFFFFFFFF)
"""Not a state."""
ONES, EIGHTS = np.uint64(0x1111111111111111), np.uint64(0x8888888888888888)
"""The lowest and the highest bit of each label."""
TWO = np.uint64(2)
CHOICES = 11
"""The number of ways to link a square to at most two of at most four others."""


@kernel
def label(key: Any, slot: int) -> Any:
    """Return the label of a slot."""
    return (key >> np.uint64(4 * slot)) & np.uint64(15)


@kernel
def put(key: Any, slot: int, new: Any) -> Any:
    """Return the key with a new label in a slot."""
    shift = np.uint64(4 * slot)
    return (key & ~(np.uint64(15) << shift)) | (new << shift)


@kernel
def find(key: Any, wanted: Any) -> int:
    """Return a slot with this label, which must exist."""
    slot = 0
    while (key & np.uint64(15)) != wanted:
        key >>= np.uint64(4)
        slot += 1
    return slot


@kernel
def ones(bits: Any) -> int:
    """Return the number of set bits, if only the lowest bit of each label may be set."""
    pairs = (bits + (bits >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return int(np.int64((pairs * np.uint64(0x0101010101010101)) >> np.uint64(56)))


@kernel
def few(bits: Any) -> int:
    """Return the same number, faster, if it is at most 15."""
    return int(np.int64((bits * ONES) >> np.uint64(60)))


@kernel
def zeros(key: Any) -> Any:
    """Return the lowest bit of each label that is 0."""
    return ~(key | (key >> np.uint64(1)) | (key >> np.uint64(2)) | (key >> np.uint64(3))) & ONES


@kernel
def link(key: Any, x: int, y: int) -> Any:
    """Link two squares of the frontier that are not done; they may be the two ends of one fragment."""
    a, b = label(key, x), label(key, y)
    if a == NEW and b == NEW:
        return put(put(key, x, FRESH), y, FRESH)
    if a == NEW or b == NEW:
        return put(put(key, x, b if a == NEW else DONE), y, a if b == NEW else DONE)
    key = put(put(key, x, DONE), y, DONE)
    if a != b:
        key = put(key, find(key, max(a, b)), min(a, b))
    return key


@kernel
def renumber(key: Any) -> Any:
    """Number the fragments in order of appearance, so that equal states have equal keys."""
    numbers, following = np.uint64(0), FRAGMENT
    result, shift, rest = np.uint64(0), np.uint64(0), key
    while rest != np.uint64(0):
        old = rest & np.uint64(15)
        if old >= FRAGMENT:
            number = (numbers >> (np.uint64(4) * old)) & np.uint64(15)
            if number == np.uint64(0):
                number = following
                following += np.uint64(1)
                numbers |= number << (np.uint64(4) * old)
            old = number
        result |= old << shift
        shift += np.uint64(4)
        rest >>= np.uint64(4)
    return result


@kernel
def after(key: Any, first: int, second: int, step: int, steps: Steps, start: int, closed: bool) -> Any:
    """Return the frontier after a square has entered, was linked to up to two others, and some squares have left; or
    DEAD.

    `first` and `second` are places in `StepColumn.SLOTS`; 4, the square itself, stands for no link. The last square
    must complete the tour: then all squares leave and the key is 0.
    """
    final = step == len(steps) - 2
    complete = False
    v = steps[step, 4]
    if step == start and not closed:
        key = put(key, v, LAST)
    for i in range(2):
        other = second if i == 1 else first
        if other < 4:
            u = steps[step, other]
            a, b = label(key, u), label(key, v)
            if a == DONE or b == DONE:
                return DEAD
            if a == b and a != NEW:
                if not final or closed == (a == LAST):
                    return DEAD
                complete = True
            key = link(key, u, v)
    for i in range(5):
        if steps[step, StepColumn.LEAVES + i]:
            u = steps[step, i]
            mine = label(key, u)
            key = put(key, u, NEW)
            if mine == DONE:
                continue
            if closed or complete or mine == NEW:
                return DEAD
            if mine == LAST:
                if not final:
                    return DEAD
                complete = True
            else:
                key = put(key, find(key, mine), LAST)
    return DEAD if final and not complete else key


@kernel
def more(bits: Any, light: Any) -> int:
    """Return the number of light squares minus dark ones in a set."""
    return 2 * ones(bits & light) - ones(bits)


@kernel
def hopeless(
    key: Any, step: int, steps: Steps, views: Keys, ahead: Keys, start: int, closed: bool, near: Keys, wants: Counters
) -> bool:
    """Return whether the next squares show that no tour can follow; this is so for most states.

    An open tour has two ends, a closed one none. A square that cannot get two links must be an end. Colours alternate
    along a fragment, so the frontier also tells the colours of ends that have left it.
    """
    room, light = views[step, WindowView.ROOM], views[step, WindowView.LIGHT]
    there, sole = ~zeros(room) & ONES, zeros(room ^ ONES)
    new = zeros(key) & there
    linked = there & ~new & ~zeros(key ^ ONES)
    forced = (linked & sole) | (new & (sole | zeros(room ^ (TWO * ONES))))
    ends = ones(zeros(key ^ (LAST * ONES))) + ones(new & sole)
    tone = 2 * steps[step, StepColumn.BALANCE] - 2 * more(new, light) - more(linked, light) + more(new & sole, light)
    if not closed and step < start:
        ends += 1
        tone += steps[start, StepColumn.BALANCE] - steps[start - 1, StepColumn.BALANCE]
    spare = (0 if closed else 2) - ends
    if abs(2 * steps[len(steps) - 2, StepColumn.BALANCE] - tone) > spare:
        return True
    crowded = 0
    for i in range(steps[step, StepColumn.AHEAD], steps[step + 1, StepColumn.AHEAD]):
        beside, beyond = ahead[i, Ahead.BESIDE], int(np.int64(ahead[i, Ahead.BEYOND]))
        spare -= max(0, 2 - few((new | linked) & beside) - beyond)
        crowded += max(0, few(forced & beside) - 2)
    if spare < crowded:
        return True
    return spare == 0 and stuck(step, steps, room, ahead, new, linked, near, wants)


@kernel
def stuck(step: int, steps: Steps, room: Any, ahead: Keys, new: Any, linked: Any, near: Keys, wants: Counters) -> bool:
    """Make all forced links, now that all ends are known; return whether that fails."""
    begin, count = steps[step, StepColumn.AHEAD], steps[step + 1, StepColumn.AHEAD] - steps[step, StepColumn.AHEAD]
    needs = linked + TWO * new - (new & zeros(room ^ ONES))
    for i in range(count):
        near[i] = ahead[begin + i, Ahead.BESIDE]
        wants[i] = min(2, few((new | linked) & near[i]) + int(np.int64(ahead[begin + i, Ahead.BEYOND])))
    changed = True
    while changed:
        changed = False
        for i in range(count):
            wanting = ~zeros(needs) & ONES
            near[i] &= wanting
            if near[i] == np.uint64(0):
                continue
            take = near[i] & zeros((room | EIGHTS) - needs ^ EIGHTS)
            left = few(near[i]) + int(np.int64(ahead[begin + i, Ahead.BEYOND])) - wants[i]
            if few(take) > wants[i] or left < 0:
                return True
            if left == 0:
                take = near[i]
            if left == 0 or few(take) == wants[i]:
                needs -= take
                room -= near[i]
                wants[i] -= few(take)
                near[i] = np.uint64(0)
                changed = True
                if ~((room | EIGHTS) - needs) & EIGHTS != np.uint64(0):
                    return True
    return False


@kernel
def successors(
    key: Any,
    step: int,
    steps: Steps,
    views: Keys,
    ahead: Keys,
    start: int,
    closed: bool,
    near: Keys,
    wants: Counters,
    out: Keys,
    chosen: Counters,
) -> int:
    """Write the states that can follow, and the chosen neighbours of each as bits; return their number."""
    found = 0
    for first in range(5):
        if first < 4 and (steps[step, first] < 0 or label(key, steps[step, first]) == DONE):
            continue
        for second in range(min(first + 1, 4), 5):
            if second < 4 and (steps[step, second] < 0 or label(key, steps[step, second]) == DONE):
                continue
            new = after(key, first, second, step, steps, start, closed)
            if new == DEAD:
                continue
            if step == len(steps) - 2 or not hopeless(new, step, steps, views, ahead, start, closed, near, wants):
                out[found] = renumber(new)
                chosen[found] = (1 << first | 1 << second) & 15
                found += 1
    return found
