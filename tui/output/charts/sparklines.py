"""Sparklines for charts of one to three lines: the name of a curve, small bars and its last value."""

from collections.abc import Sequence

import numpy as np

from knightwatch.engine.core.frame import Curve
from knightwatch.engine.pictures.informative import finite
from knightwatch.tui.look import to_ascii
from knightwatch.tui.output.charts.scale import short, value_axis
from knightwatch.tui.output.charts.sheet import CURVES, ChartPicture, Ink, Sheet

BARS = {False: "▁▂▃▄▅▆▇█", True: "_.-:=+*#"}
NAME = 12
"""Most columns of a name."""


def sparklines(curves: Sequence[Curve], width: int, height: int, ascii_only: bool) -> ChartPicture:
    """Draw one sparkline for each line of the box."""
    sheet = Sheet(width, height)
    shown = curves[:height]
    names = [to_ascii(curve.name, ascii_only)[:NAME] for curve in shown]
    left = max(map(len, names)) + 1
    lasts = [_written(float(curve.values[finite(curve)][-1])) for curve in shown]
    room = max(1, width - left - max(map(len, lasts)) - 1)
    moments: list[int | None] = [None] * width
    for y, (curve, name, last) in enumerate(zip(shown, names, lasts, strict=True)):
        scale, values = value_axis([curve]), curve.values[finite(curve)]
        parts = np.array_split(values, min(room, len(values)))
        bars = BARS[ascii_only]
        heights = [scale.share(float(part.mean())) for part in parts]
        sheet.write(0, y, name, Ink.NAME)
        sheet.write(left, y, "".join(bars[min(int(h * len(bars)), len(bars) - 1)] for h in heights), CURVES[y])
        sheet.write(left + len(parts) + 1, y, last, CURVES[y])
    first = shown[0]
    if not first.along:
        steps = [int(part[-1]) for part in np.array_split(first.steps, min(room, len(first.steps)))]
        moments[left : left + len(steps)] = steps
    return ChartPicture(sheet, tuple(moments))


def _written(value: float) -> str:
    return short(value, 0 if value.is_integer() or abs(value) >= 100 else 1)
