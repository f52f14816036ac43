"""Select the curves that are worth drawing."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from knightwatch.engine.core.frame import Curve, Frame, Kind
from knightwatch.tui.output.charts.scale import finite

LONG = 16
"""A beginning of this many steps that only counts them is left out."""


def informative(curves: Sequence[Curve]) -> list[tuple[int, Curve]]:
    """Return the informative curves, each with its place.

    Not informative: a single point, a curve that only counts its own steps, and a copy of another curve. A curve that
    counts its steps for long is shown from its first turn. If all curves are flat, none is informative.
    """
    selected = [
        (place, _from_first_turn(curve))
        for place, curve in enumerate(curves)
        if finite(curve).sum() >= 2
        and not _only_counts_steps(curve)
        and not any(_are_equal(curve, c) for c in curves[:place])
    ]
    return [] if all(_is_flat(curve) for _, curve in selected) else selected


def _only_counts_steps(curve: Curve) -> bool:
    steps, values = curve.steps[finite(curve)], curve.values[finite(curve)]
    return curve.kind is not Kind.LEVELS and np.array_equal(values - values[0], steps - steps[0])


def _from_first_turn(curve: Curve) -> Curve:
    """Return a curve without its beginning, if the beginning is long and only counts steps."""
    if curve.kind is not Kind.LINE or not finite(curve).all():
        return curve
    counting = curve.values - curve.values[0] == curve.steps - curve.steps[0]
    first = int(np.argmin(counting)) - 1
    if first < LONG:
        return curve
    return replace(curve, steps=curve.steps[first:], values=curve.values[first:])


def _is_flat(curve: Curve) -> bool:
    values = curve.values[finite(curve)]
    return curve.kind is not Kind.LEVELS and bool((values == values[0]).all())


def _are_equal(one: Curve, other: Curve) -> bool:
    return np.array_equal(one.steps, other.steps) and np.array_equal(one.values, other.values, equal_nan=True)


def shown_curves(frame: Frame) -> tuple[Curve, ...]:
    """Return the curves of a frame; if none is informative yet, its profile."""
    return frame.curves if informative(frame.curves) or not frame.profile else (frame.profile,)
