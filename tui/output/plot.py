"""Curves as text: the one module that calls plotext.

plotext 6 has one global figure, so everything here belongs on one thread. It aborts the process on values that are
not finite, and its cost grows with the number of points, so curves are cleaned and thinned first.
"""

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from engine.core.frame import Curve

Colour = tuple[int, int, int]

FAINT: Colour = (128, 128, 128)

HUGE = 1e300
"""Beyond it values are treated as not finite, since the distance between two of them may not be."""

MARKERS = (
    ("hd", "▚", "*"),
    ("braille", "⠢", "."),
    *((sign, sign, sign) for sign in "ox+#%@"),
)
"""For each curve in turn: plotext's name of the marker, a sample for the legend, and the marker in ASCII."""

EVENT = ("┊", ":")
"""The sign of an event, and the same in ASCII."""

_TO_ASCII = str.maketrans("│┤├┼─┬┴└┘┌┐", "||++-++++++")


def sample(place: int, ascii_only: bool) -> str:
    """Return the sign of the curve in that place, for a legend."""
    _, sign, plain = MARKERS[place % len(MARKERS)]
    return plain if ascii_only else sign


def plot(
    curves: Sequence[Curve],
    width: int,
    height: int,
    colours: Sequence[Colour] = (),
    ascii_only: bool = False,
    moment: int | None = None,
    events: Sequence[int] = (),
    labels: Sequence[str] = (),
    top: int | None = None,
) -> str:
    """Return curves drawn in a box of text; with colours, the text holds their codes.

    A vertical line stands at `moment`, if that is given, and a broken one at each of the events. Labels, if given,
    stand below the steps 0, 1, 2 and so on, in the place of numbers; `top` is a height to leave room for.
    """
    import plotext

    plotext.terminal.limit(False, False)
    figure = plotext.figure
    figure.clear()
    figure.plot_size(width, height)
    figure.theme("colorless")
    figure.canvas("default")
    figure.axes(False, axis="x", side="upper")
    figure.axes(False, axis="y", side="right")
    placed = [(place, *thinned(curve, 2 * width)) for place, curve in enumerate(curves)]
    placed = [(place, steps, values) for place, steps, values in placed if len(steps)]
    if placed:
        _ticks(figure, [(steps, values) for _, steps, values in placed], width, height, labels, top)
        highest = max(float(values.max()) for _, _, values in placed)
        uprights = [(step, EVENT[ascii_only]) for step in events]
        uprights += [] if moment is None else [(moment, "|" if ascii_only else "│")]
        for step, sign in uprights:
            marker = plotext.marker(sign, pixel=plotext.pixel(FAINT if colours else "default"))
            figure.draw(figure.signal([step, step], [0, highest], marker=marker).lines())
    # The first curve is drawn last: where curves meet, it is the one to see.
    for place, steps, values in reversed(placed):
        name, _, plain = MARKERS[place % len(MARKERS)]
        pixel = plotext.pixel(colours[place % len(colours)] if colours else "default")
        marker = plotext.marker(plain if ascii_only else name, pixel=pixel)
        signal = figure.signal(steps.tolist(), values.tolist(), marker=marker)
        figure.draw(signal.lines() if len(steps) > 1 else signal)
    text: str = figure.build().string(colorless=not colours).rstrip("\n")
    return text.translate(_TO_ASCII) if ascii_only else text


def thinned(curve: Curve, most: int) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Return at most so many of a curve's finite points: both ends, and of each stretch the lowest and the highest."""
    finite = np.abs(curve.values) < HUGE
    steps, values = curve.steps[finite], curve.values[finite]
    if len(steps) <= most:
        return steps, values
    stretches = np.array_split(np.arange(len(steps)), max(1, most // 2 - 1))
    extremes = [i for s in stretches for i in (s[values[s].argmin()], s[values[s].argmax()])]
    kept = np.unique([0, *extremes, len(steps) - 1])
    return steps[kept], values[kept]


def _ticks(
    figure: object,
    lines: Sequence[tuple[NDArray[np.int64], NDArray[np.float64]]],
    width: int,
    height: int,
    labels: Sequence[str],
    top: int | None,
) -> None:
    last = max(1, len(labels) - 1, *(int(steps[-1]) for steps, _ in lines))
    low = min(0.0, *(float(values.min()) for _, values in lines))
    high = max(low + 1, top or 0, *(float(values.max()) for _, values in lines))
    for axis, (start, end), places in (("x", (0, last), width // 14), ("y", (low, high), height // 3)):
        ticks = even_ticks(start, end, max(3, places))
        names = [short(tick) for tick in ticks]
        if labels and axis == "x":
            ticks = list(range(0, len(labels), -(-sum(len(label) + 2 for label in labels) // width)))
            names = [labels[tick] for tick in ticks]
        ruler = figure.ruler(axis)  # type: ignore[attr-defined]
        ruler.lim(start, end)
        ruler.ticks(ticks, names)


def even_ticks(start: float, end: float, most: int) -> list[int]:
    """Return whole numbers from start to end, at even distances that people count in, not many more than `most`."""
    distance = 1
    while (end - start) / distance > most:
        leading = int(str(distance)[0])
        distance = distance * 5 // 2 if leading == 2 else distance * 2
    return list(range(math.ceil(start / distance) * distance, math.floor(end) + 1, distance))


def short(number: int) -> str:
    """Return a number in at most five characters or so: 1234567 is 1.23M."""
    for least, size, letter in ((999_500_000, 10**9, "G"), (999_500, 10**6, "M"), (10_000, 1000, "k")):
        if abs(number) >= least:
            return f"{number / size:.3g}{letter}"
    return str(number)
