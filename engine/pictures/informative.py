"""Select the curves that are worth drawing."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.core.frame import Curve, Frame, Kind

HUGE = 1e300
"""Larger values count as infinite, because the distance between two of them may overflow."""


def finite(curve: Curve) -> NDArray[np.bool_]:
    """Return for each point of a curve whether it can be drawn."""
    return np.abs(curve.values) < HUGE


def informative(curves: Sequence[Curve]) -> list[tuple[int, Curve]]:
    """Return the informative curves, each with its place.

    Not informative: a single point, a curve that only counts its own steps, and a copy of another curve. Levels are no
    copies: two searches may have equal levels. If all curves are flat, none is informative. A curve does not only count
    steps if another curve of the same values tells more: a rise by 1 is then a coincidence.
    """
    selected = [
        (place, curve)
        for place, curve in enumerate(curves)
        if finite(curve).sum() >= 2
        and not (_only_counts_steps(curve) and not any(_tells(each) for each in curves if each.of == curve.of != ""))
        and not any(_are_equal(curve, c) for c in curves[:place])
    ]
    return [] if all(_is_flat(curve) for _, curve in selected) else selected


def _tells(curve: Curve) -> bool:
    """Return whether a curve tells more than the number of its steps."""
    return bool(finite(curve).sum() >= 2) and not _only_counts_steps(curve) and not _is_flat(curve)


def _only_counts_steps(curve: Curve) -> bool:
    steps, values = curve.steps[finite(curve)], curve.values[finite(curve)]
    return curve.kind is not Kind.LEVELS and np.array_equal(values - values[0], steps - steps[0])


def _is_flat(curve: Curve) -> bool:
    values = curve.values[finite(curve)]
    return curve.kind is not Kind.LEVELS and bool((values == values[0]).all())


def _are_equal(one: Curve, other: Curve) -> bool:
    if Kind.LEVELS in (one.kind, other.kind):
        return False
    return np.array_equal(one.steps, other.steps) and np.array_equal(one.values, other.values, equal_nan=True)


def shown_curves(frame: Frame) -> tuple[Curve, ...]:
    """Return the curves of a frame; if none is informative yet, its profile."""
    return frame.curves if informative(frame.curves) or not frame.profile else (frame.profile,)
