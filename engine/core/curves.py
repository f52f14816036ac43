"""Curves of a trace, for a frame."""

from typing import TYPE_CHECKING, Any

import numpy as np

from knightwatch.engine.compiled.trace import INSIDE, LENGTH, STRIDE, Extent, Points
from knightwatch.engine.core.frame import Curve, Kind

if TYPE_CHECKING:
    from knightwatch.engine.core.search import Search


def curves(points: Points, extent: Extent, *names: str, of: str = "", kind: Kind = Kind.LINE) -> tuple[Curve, ...]:
    """Return the curves of a trace, one per name. The point of a bucket lies at its last step; steps count from 0.

    `of` names what the values count, in the plural.
    """
    length, stride, inside = (int(extent[place]) for place in (LENGTH, STRIDE, INSIDE))
    steps = np.arange(1, length + 1) * stride - 1
    if length:
        steps[-1] += inside - stride
    rows = zip(names, points, strict=True)
    return tuple(Curve(name, steps, row[:length].copy(), kind, of) for name, row in rows)


def keep_every_step(search: "Search[Any, Any]", most: int) -> None:
    """Let the curves of a search that has just begun keep every step, up to a number of steps."""
    if search.ready and "points" in search.state:
        points: Points = search.state["points"]
        more = min(search.limit + 1, most) - points.shape[1]
        search.state["points"] = np.pad(points, ((0, 0), (0, max(0, more))))  # a bucket for each step
