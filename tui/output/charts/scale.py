"""Scales: places of values along an axis, and round numbers for ticks."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product
from math import ceil, floor, log10

import numpy as np

from knightwatch.engine.core.frame import Curve, Kind
from knightwatch.engine.pictures.informative import HUGE

ROUNDING = 1e-9
"""Allowed for rounding errors of quotients."""
EACH_TICK = 0.01
"""A tick more is worth this share of the height."""
ENOUGH_TICKS = 0.15
"""More than two ticks are worth this share of the height."""

WHOLE_TICKS = 0.25
"""A tick at each whole number is worth this share of the height."""


@dataclass(frozen=True)
class ChartAxis:
    """A range of values on an axis."""

    start: float
    end: float
    log: bool = False
    """Whether the scale is logarithmic; then both ends are above 0."""
    whole: bool = False
    """Whether all values are whole numbers."""
    limit: float | None = None
    """The highest possible value, if it is known: the axis does not go beyond it."""

    def share(self, value: float) -> float:
        """Return the place of a value, from 0 at the start to 1 at the end; values outside are at the ends."""
        if self.log:
            value, start, end = (log10(max(each, self.start)) for each in (value, self.start, self.end))
        else:
            start, end = self.start, self.end
        return min(max((value - start) / (end - start), 0.0), 1.0) if end > start else 0.0

    def value(self, share: float) -> float:
        """Return the value at a place from 0 to 1."""
        if self.log:
            return float(self.start * (self.end / self.start) ** share)
        return self.start + (self.end - self.start) * share

    def ticks(self, most: int) -> dict[float, str]:
        """Return the values to mark, about `most` of them, each with its label."""
        if self.log:
            return {tick: short(tick) for tick in log_ticks(self.start, self.end, most)}
        ticks, digits = even_ticks(self.start, self.end, most, self.whole)
        return {tick: short(tick, digits) for tick in ticks}


def value_axis(curves: Iterable[Curve], top: float | None = None) -> ChartAxis:
    """Return the vertical scale of curves: the range of their values, from 0 if they are counts or shares."""
    parts, kinds, limits = [], set(), []
    for curve in curves:
        kinds.add(curve.kind)
        limits.append(np.inf if curve.most is None else curve.most)
        parts += [curve.values, *(curve.interval or ())]
    values = np.concatenate(parts) if parts else np.empty(0)
    values = values[np.abs(values) < HUGE]
    low, high = (float(values.min()), float(values.max())) if len(values) else (0.0, 1.0)
    if kinds == {Kind.PERCENT}:
        low, high = min(low, 0.0), max(high, 100.0)
    elif kinds - {Kind.LINE}:
        low, high = min(low, 0.0), max(high, 1.0)
    high = max(high, low if top is None else top)
    if high == low:
        low, high = low - 1, high + 1
    limit = max(limits, default=np.inf)
    whole = bool((values == np.round(values)).all())
    return ChartAxis(low, high, whole=whole, limit=limit if high <= limit < np.inf else None)


def even_ticks(start: float, end: float, most: int, whole: bool = False) -> tuple[list[float], int]:
    """Return at most `most` round values at equal distances, and the number of decimals that they need."""
    power = max(floor(log10((end - start) / most)) - 1, 0 if whole else -12)
    while True:
        for leading in (1, 2, 5):
            first, last = (edge(at / 10.0**power / leading) for edge, at in ((ceil, start), (floor, end)))
            if last - first < most:
                ticks = [round(place * leading * 10.0**power, max(0, -power)) for place in range(first, last + 1)]
                return ticks, max(0, -power)
        power += 1


def tick_rows(axis: ChartAxis, rows: int, most: int, each_whole: bool = False) -> tuple[ChartAxis, dict[float, str]]:
    """Return an axis whose ticks lie whole rows apart, and its ticks, at most `most`, with their labels.

    The first and the last of the `rows` stand for the ends of the axis. It begins at a tick and covers the given axis.
    With `each_whole`, a small range of whole numbers has a tick at each, unless that costs much of the height.
    If that goes beyond the limit of the axis, the axis ends there, and its ticks lie in the nearest rows.
    """
    length, best = axis.end - axis.start, (0.0, ChartAxis(axis.start, axis.end), dict[float, str]())
    power = floor(log10(length / most)) - 1
    for exponent, leading in product(range(max(power, 0 if axis.whole else -12), power + 5), (1, 2, 2.5, 5)):
        if leading == 2.5 and exponent < 1:
            continue
        step = leading * 10.0**exponent
        start = floor(axis.start / step + ROUNDING) * step
        apart = int((rows - 1) * step / (axis.end - start) + ROUNDING)
        if not apart or (rows - 1) // apart >= most or start + step > axis.end + step * ROUNDING:
            continue
        end = start + (rows - 1) * step / apart
        digits = max(0, -exponent)
        ticks = [round(start + place * step, digits) for place in range((rows - 1) // apart + 1)]
        used = length / (end - start) + EACH_TICK * len(ticks) + (ENOUGH_TICKS if len(ticks) > 2 else 0)
        used += WHOLE_TICKS if each_whole and axis.whole and step == 1 else 0
        if used > best[0]:
            best = used, ChartAxis(start, end, whole=axis.whole), {tick: short(tick, digits) for tick in ticks}
    _, found, labels = best
    return (found, labels) if axis.limit is None or found.end <= axis.limit else _limited(axis, axis.limit, rows, most)


def _limited(axis: ChartAxis, limit: float, rows: int, most: int) -> tuple[ChartAxis, dict[float, str]]:
    """Return an axis that ends at its limit, and its ticks: the limit, and round values in other rows."""
    round_values, digits = even_ticks(axis.start, limit, max(1, min(most, rows) - 1), axis.whole)
    found = ChartAxis(min([axis.start, *round_values]), limit, whole=axis.whole)
    apart = 1 / max(1, rows - 1)
    ticks = [each for each in round_values if found.share(each) < 1 - apart]
    return found, {each: short(each, digits) for each in (*ticks, limit)}


def log_ticks(start: float, end: float, most: int) -> list[float]:
    """Return the powers of ten within a range; if they are few, also their multiples by 2 and 5."""
    exponents = list(range(ceil(log10(start)), floor(log10(end)) + 1))
    if len(exponents) > 2:
        return [10.0**power for power in exponents[:: max(1, ceil(len(exponents) / most))]]
    between = [m * 10.0**power for power in range(floor(log10(start)), ceil(log10(end)) + 1) for m in (1, 2, 5)]
    return [tick for tick in between if start <= tick <= end]


def short(number: float, digits: int = 0) -> str:
    """Return a number in about five characters: 1234567 is 1.23M; numbers below 10,000 have `digits` decimals."""
    for least, size, letter in ((999_500_000, 10**9, "G"), (999_500, 10**6, "M"), (10_000, 1000, "k")):
        if abs(number) >= least:
            return f"{number / size:.3g}{letter}"
    return f"{number:.{digits}f}"
