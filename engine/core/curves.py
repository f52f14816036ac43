"""Curves of a trace, for a frame."""

import numpy as np

from knightwatch.engine.compiled.trace import INSIDE, LENGTH, STRIDE, Extent, Points
from knightwatch.engine.core.frame import Curve, Kind


def curves(
    points: Points, extent: Extent, *names: str, of: str = "", kind: Kind = Kind.LINE, most: float | None = None
) -> tuple[Curve, ...]:
    """Return the curves of a trace, one per name. The point of a bucket lies at its last step; steps count from 0.

    `of` names what the values count, in the plural; `most` is the highest possible value.
    """
    length, stride, inside = (int(extent[place]) for place in (LENGTH, STRIDE, INSIDE))
    steps = np.arange(1, length + 1) * stride - 1
    if length:
        steps[-1] += inside - stride
    rows = zip(names, points, strict=True)
    return tuple(Curve(name, steps, row[:length].copy(), kind, of, most=most) for name, row in rows)


def widened(points: Points, steps: int) -> Points:
    """Return a trace that has just begun with at least so many buckets, so that it keeps every step."""
    return np.pad(points, ((0, 0), (0, max(0, steps - points.shape[1]))))
