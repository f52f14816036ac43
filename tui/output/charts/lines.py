"""Lines through points: the one module that calls plotext.

plotext 6 has one global figure, so everything here belongs on one thread. It aborts the process on values that are
not finite, and its cost grows with the number of points, so curves are cleaned and thinned first. It is given places
in characters, and draws nothing but the line: what stands around it is our own.
"""

import sys
from collections.abc import Sequence
from types import ModuleType, SimpleNamespace
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.core.frame import Curve
from knightwatch.tui.output.charts.scale import finite

EDGE = 1 / 8
"""How near to the edge of the field a point may lie, in characters: half a dot."""


MANUAL = "plotext._doc.doc"
"""The part of plotext that writes a manual when it is imported, which takes twice as long as all of its other parts."""


def get_ready() -> Any:
    """Load plotext, without its manual, before the first line is drawn; return it."""
    sys.modules.setdefault(MANUAL, cast(ModuleType, SimpleNamespace(docs=None)))
    import plotext

    return plotext


def line(xs: Sequence[float], ys: Sequence[float], width: int, height: int, sign: str = "braille") -> list[str]:
    """Return rows of characters with a line through points, in braille or in a sign.

    Places are counted in characters from the lower left corner of the field, whose lower left dot is at 0, 0.
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
    kept = [(min(max(x, EDGE), width - EDGE), min(max(y, EDGE), height - EDGE)) for x, y in zip(xs, ys, strict=True)]
    signal = figure.signal([x for x, _ in kept], [y for _, y in kept], marker=plotext.marker(sign))
    figure.draw(signal.lines() if len(kept) > 1 else signal)
    text: str = figure.build().string(colorless=True)
    return text.rstrip("\n").split("\n")


def thinned(curve: Curve, most: int) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Return at most so many of a curve's finite points: both ends, and of each stretch the lowest and the highest."""
    steps, values = curve.steps[finite(curve)], curve.values[finite(curve)]
    if len(steps) <= most:
        return steps, values
    stretches = np.array_split(np.arange(len(steps)), max(1, most // 2 - 1))
    extremes = [i for s in stretches for i in (s[values[s].argmin()], s[values[s].argmax()])]
    kept = np.unique([0, *extremes, len(steps) - 1])
    return steps[kept], values[kept]
