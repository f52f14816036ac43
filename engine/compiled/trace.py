"""Recording into a trace, compiled: see knightwatch.engine.core.trace."""

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.compiled.kernel import kernel
from knightwatch.engine.core.trace import INSIDE, LENGTH, MERGES, STRIDE, Extent, Merge, Points


@kernel
def merged(merge: int, a: float, a_steps: int, b: float, b_steps: int) -> float:
    """Return the value of a bucket made of two."""
    if merge == Merge.LEAST:
        return min(a, b)
    if merge == Merge.MEAN:
        return (a * a_steps + b * b_steps) / (a_steps + b_steps)
    return max(a, b)


@kernel
def room(points: Points, extent: Extent) -> int:
    """Return how many steps the bucket that is open, or else will be opened next, has room for."""
    length, stride, inside = extent[LENGTH], extent[STRIDE], extent[INSIDE]
    if length and inside < stride:
        return int(stride - inside)
    return int(2 * stride if length == points.shape[1] else stride)


@kernel
def record(points: Points, extent: Extent, values: NDArray[np.float64]) -> None:
    """Add one step: a value for each curve."""
    record_steps(points, extent, values, 1)


@kernel
def next_bucket(points: Points, extent: Extent, values: NDArray[np.float64], steps: int) -> int:
    """Add the steps that a bucket has room for; return how many the next one has room for."""
    length, stride = extent[LENGTH], extent[STRIDE]
    if extent[INSIDE] == stride == steps and length + 1 < points.shape[1]:  # the usual case, which is worth some haste
        for c in range(points.shape[0]):
            points[c, length] = values[c]
        extent[LENGTH] = length + 1
        return int(stride)
    record_steps(points, extent, values, steps)
    return room(points, extent)


@kernel
def record_steps(points: Points, extent: Extent, values: NDArray[np.float64], steps: int) -> None:
    """Add steps that a bucket has room for, merged already: what is least or most of them is so of the whole bucket."""
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
