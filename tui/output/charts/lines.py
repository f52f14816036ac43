"""Lines through points. This is the only module that calls plotext.

plotext 6 has one global figure, so all calls must come from one thread. It aborts the process on values that are not
finite, and its cost grows with the number of points: clean and thin the curves first. plotext draws only the line, from
places in characters; `axes` draws the frame.
"""

import sys
from collections.abc import Sequence
from types import ModuleType, SimpleNamespace
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.core.frame import Curve
from knightwatch.engine.pictures.informative import finite

EDGE = 1 / 8
"""Smallest distance of a point from the edge of the area, in characters: half a dot."""


MANUAL = "plotext._doc.doc"
"""A module of plotext that builds a manual on import. That takes twice as long as the rest of the import."""


def get_ready() -> Any:
    """Import plotext without its manual; return it."""
    sys.modules.setdefault(MANUAL, cast(ModuleType, SimpleNamespace(docs=None)))
    import plotext

    return plotext


def line(xs: Sequence[float], ys: Sequence[float], width: int, height: int, sign: str = "braille") -> list[str]:
    """Return rows of characters with a line through points, in braille or in a sign.

    Places are in characters from the lower left corner of the area.
    """
    plotext = get_ready()
    plotext.terminal.limit(False, False)
    figure = plotext.figure
    figure.clear()
    figure.plot_size(width, height)
    figure.theme("colorless")
    figure.canvas("default")
    figure.axes(False)
    for axis, length in (("x", width), ("y", height)):
        ruler = figure.ruler(axis)
        ruler.lim(0.5, length - 0.5)
        ruler.ticks([], [])
    points = [(min(max(x, EDGE), width - EDGE), min(max(y, EDGE), height - EDGE)) for x, y in zip(xs, ys, strict=True)]
    signal = figure.signal([x for x, _ in points], [y for _, y in points], marker=plotext.marker(sign))
    figure.draw(signal.lines() if len(points) > 1 else signal)
    text: str = figure.build().string(colorless=True)
    return text.rstrip("\n").split("\n")


def thinned(curve: Curve, most: int) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Return at most `most` finite points of a curve: both ends, and the lowest and highest of each stretch."""
    steps, values = curve.steps[finite(curve)], curve.values[finite(curve)]
    if len(steps) <= most:
        return steps, values
    stretches = np.array_split(np.arange(len(steps)), max(1, most // 2 - 1))
    extremes = [i for s in stretches for i in (s[values[s].argmin()], s[values[s].argmax()])]
    selected = np.unique([0, *extremes, len(steps) - 1])
    return steps[selected], values[selected]
