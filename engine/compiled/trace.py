"""A trace: the points of some curves, recorded at every step in bounded memory.

A trace has a fixed number of buckets. Each full bucket holds the same number of steps. When all buckets are full,
neighbours are merged and each holds twice as many steps. The content depends only on the steps, never on how a budget
was split, so that a trace obeys the laws like any other array of the state. `core.curves` turns it into a picture.
"""

from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.compiled.kernel import kernel

CAPACITY = 2048
"""Buckets of a trace. A curve of up to that many steps is exact."""


class Merge(IntEnum):
    """How a bucket combines the values of its steps."""

    LEAST = 0
    MEAN = 1
    MOST = 2


Points = NDArray[np.float64]
"""One row per curve, one column per bucket."""

Extent = NDArray[np.int64]
LENGTH, STRIDE, INSIDE, MERGES = 0, 1, 2, 3
"""Places in an extent: buckets in use, steps per full bucket, steps in the last bucket, then one Merge per curve."""


def trace(*merges: Merge) -> tuple[Points, Extent]:
    """Return an empty trace with one curve per merge."""
    return np.zeros((len(merges), CAPACITY)), np.array([0, 1, 1, *merges], np.int64)


@kernel
def merged(merge: int, a: float, a_steps: int, b: float, b_steps: int) -> float:
    """Return the value of two buckets merged into one."""
    if merge == Merge.LEAST:
        return min(a, b)
    if merge == Merge.MEAN:
        return (a * a_steps + b * b_steps) / (a_steps + b_steps)
    return max(a, b)


@kernel
def room(points: Points, extent: Extent) -> int:
    """Return how many steps fit into the open bucket or, if it is full, into the next one."""
    length, stride, inside = extent[LENGTH], extent[STRIDE], extent[INSIDE]
    if length and inside < stride:
        return int(stride - inside)
    return int(2 * stride if length == points.shape[1] else stride)


@kernel
def record(points: Points, extent: Extent, values: NDArray[np.float64]) -> None:
    """Record one step: one value per curve."""
    record_steps(points, extent, values, 1)


@kernel
def record_steps(points: Points, extent: Extent, values: NDArray[np.float64], steps: int) -> None:
    """Record steps that fit into one bucket; `values` are those steps' values, merged already."""
    curves, capacity = points.shape
    length, stride, inside = extent[LENGTH], extent[STRIDE], extent[INSIDE]
    if length and inside < stride:
        for c in range(curves):
            points[c, length - 1] = merged(extent[MERGES + c], points[c, length - 1], inside, values[c], steps)
        extent[INSIDE] = inside + steps
        return
    if length == capacity:
        length = capacity // 2
        for c in range(curves):
            for i in range(length):
                points[c, i] = merged(extent[MERGES + c], points[c, 2 * i], 1, points[c, 2 * i + 1], 1)
        extent[STRIDE] = stride * 2
    for c in range(curves):
        points[c, length] = values[c]
    extent[LENGTH] = length + 1
    extent[INSIDE] = steps
