"""The record behind a curve: every step is counted, memory stays bounded.

A trace has room for so many buckets. Each holds the same number of steps; when all are full, neighbours are merged
and each holds twice as many. What is kept depends on the number of steps alone, so that a trace obeys the laws like
every other part of a search's state.
"""

from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.core.frame import Curve, Kind

CAPACITY = 2048
"""Buckets of a trace: up to that many steps a curve is exact."""


class Merge(IntEnum):
    """What a bucket keeps of the values of its steps."""

    LEAST = 0
    MEAN = 1
    MOST = 2


Points = NDArray[np.float64]
"""One row a curve, one column a bucket."""

Extent = NDArray[np.int64]
LENGTH, STRIDE, INSIDE, MERGES = 0, 1, 2, 3
"""Places in an extent: buckets in use, steps a full bucket holds, steps in the last bucket, each curve's merge on."""


def trace(*merges: Merge) -> tuple[Points, Extent]:
    """Return an empty trace of as many curves as there are merges."""
    return np.zeros((len(merges), CAPACITY)), np.array([0, 1, 1, *merges], np.int64)


def curves(points: Points, extent: Extent, *names: str, of: str = "", kind: Kind = Kind.LINE) -> tuple[Curve, ...]:
    """Return a picture of a trace: a bucket stands at its last step; the first step recorded is step 0.

    `of` says what its values count, `kind` of what kind they are.
    """
    length, stride, inside = (int(extent[place]) for place in (LENGTH, STRIDE, INSIDE))
    steps = np.arange(1, length + 1) * stride - 1
    if length:
        steps[-1] += inside - stride
    rows = zip(names, points, strict=True)
    return tuple(Curve(name, steps, row[:length].copy(), kind, of) for name, row in rows)
