"""What a chart leaves out, since it says nothing."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from knightwatch.engine.core.frame import Curve, Frame, Kind
from knightwatch.tui.output.charts.scale import finite

LONG = 16
"""Steps that a curve may count before that is left out."""


def informative(curves: Sequence[Curve]) -> list[tuple[int, Curve]]:
    """Return the curves that say something, each with its place.

    A single point says nothing, nor does a curve that only counts its own steps, nor one that lies beneath another. A
    curve that does so for long begins to tell where it first turns. Where all are flat, there is nothing to see.
    """
    found = [
        (place, _turning(curve))
        for place, curve in enumerate(curves)
        if finite(curve).sum() >= 2 and not _counts_steps(curve) and not any(_same(curve, c) for c in curves[:place])
    ]
    return [] if all(_flat(curve) for _, curve in found) else found


def _counts_steps(curve: Curve) -> bool:
    steps, values = curve.steps[finite(curve)], curve.values[finite(curve)]
    return curve.kind is not Kind.LEVELS and np.array_equal(values - values[0], steps - steps[0])


def _turning(curve: Curve) -> Curve:
    """Return a curve without its beginning, as far as that does no more than count steps, if that is long."""
    if curve.kind is not Kind.LINE or not finite(curve).all():
        return curve
    counting = curve.values - curve.values[0] == curve.steps - curve.steps[0]
    first = int(np.argmin(counting)) - 1
    if first < LONG:
        return curve
    return replace(curve, steps=curve.steps[first:], values=curve.values[first:])


def _flat(curve: Curve) -> bool:
    values = curve.values[finite(curve)]
    return curve.kind is not Kind.LEVELS and bool((values == values[0]).all())


def _same(one: Curve, other: Curve) -> bool:
    return np.array_equal(one.steps, other.steps) and np.array_equal(one.values, other.values, equal_nan=True)


def shown_curves(frame: Frame) -> tuple[Curve, ...]:
    """Return the curves of a frame or, as long as they say nothing, what is counted beside them."""
    return frame.curves if informative(frame.curves) or not frame.profile else (frame.profile,)
