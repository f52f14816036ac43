"""Draw a chart of curves in a box of any size; the chart is blank if no curve is informative.

Each curve has its own ink and its own sign, so no curve depends on colour alone. The first curve is a plain line on
top of the others. The others have signs on their lines.
"""

from collections.abc import Sequence

import numpy as np

from knightwatch.engine.core.frame import Curve, Event, Kind
from knightwatch.engine.core.inquiry import Diagram
from knightwatch.engine.pictures.informative import informative
from knightwatch.tui.look import Look, to_ascii
from knightwatch.tui.output.charts.axes import LegendSign, PlotArea, draw_frame
from knightwatch.tui.output.charts.heat import heat_map
from knightwatch.tui.output.charts.levels import levels
from knightwatch.tui.output.charts.lines import line, thinned
from knightwatch.tui.output.charts.scale import ChartAxis, value_axis
from knightwatch.tui.output.charts.sheet import CURVES, ChartPicture, Sheet, blank
from knightwatch.tui.output.charts.sheet import Ink as Ink
from knightwatch.tui.output.charts.sparklines import sparklines

LEAST_WIDTH = 12
"""Columns below which nothing is drawn."""
MOST_SPARKLINES = 3
"""A chart with at most this height shows sparklines."""

BRAILLE = "braille"
PLAIN = "⠤"
"""The dots of a plain line."""
SIGNS = f"{PLAIN}○▲■×◆+□"
"""The sign of each curve; the first has only its line."""
POINTS = f"●{SIGNS[1:]}"
"""The signs if every point is marked."""
PLAIN_SIGNS = "*o^#x%+@"
"""The signs in ASCII, where lines consist of them."""
NEAR = 20
"""The lower axis begins at 0 if the last step is at least this many times the first."""
APART = 14
"""Columns from one sign on a line to the next."""
HERE = {False: "│", True: "|"}
EVENT = {False: "┊", True: ":"}
DOTS = {False: "┊", True: ":"}


def chart(
    diagram: Diagram,
    width: int,
    height: int,
    look: Look,
    moment: int | None = None,
    events: Sequence[Event] = (),
) -> ChartPicture:
    """Draw curves in a box, with a vertical line at `moment`, the current step, and dotted lines at the events."""
    if diagram.grid:
        return heat_map(diagram, width, height, look)
    drawn = _known(diagram.curves) if diagram.labels or diagram.signs else informative(diagram.curves)
    if not drawn or width < LEAST_WIDTH or height < 1:
        return blank(width, height)
    if height <= MOST_SPARKLINES:
        return sparklines([curve for _, curve in drawn], width, height, look.ascii)
    if any(curve.kind is Kind.LEVELS for _, curve in drawn):
        return levels(drawn, width, height, look, diagram.across, moment)
    sheet = Sheet(width, height, look.colour)
    across = _across(diagram, [curve for _, curve in drawn])
    signs = diagram.signs or (PLAIN_SIGNS if look.ascii else POINTS if diagram.labels else SIGNS)
    samples = [sample(signs, place, look.ascii) for place, _ in drawn]
    legend = [
        LegendSign(sign, to_ascii(curve.name, look.ascii), ink(place, curve))
        for sign, (place, curve) in zip(samples, drawn, strict=True)
    ]
    legend += [LegendSign(EVENT[look.ascii], to_ascii(event.name, look.ascii), Ink.EVENT) for event in events]
    names = to_ascii(diagram.across, look.ascii), to_ascii(counted(drawn), look.ascii)
    up = value_axis([curve for _, curve in drawn], diagram.top)
    area = draw_frame(sheet, across, up, names, legend, look.ascii, diagram.labels, bool(diagram.signs))
    for event in events:
        _vertical_line(area, event.step, EVENT[look.ascii], Ink.EVENT)
    for place, curve in reversed(drawn):
        _interval(area, place, curve, len(drawn), look.ascii)
    beside = len(drawn) if diagram.labels else 1
    for place, curve in reversed(drawn):
        _line(area, place, curve, beside, signs[place % len(signs)] if look.ascii else BRAILLE)
    for place, curve in reversed(drawn):
        if not look.ascii and signs[place % len(signs)] != PLAIN:
            _signs(area, place, curve, beside, signs[place % len(signs)])
    if moment is not None:
        _vertical_line(area, moment, HERE[look.ascii], Ink.HERE)
    return ChartPicture(sheet, _moments(area, drawn[0][1], bool(diagram.labels)))


def sample(signs: str, place: int, ascii_only: bool) -> str:
    """Return the sample of a curve for the legend."""
    sign = signs[place % len(signs)]
    return sign if ascii_only else PLAIN + sign


def ink(place: int, curve: Curve) -> str:
    """Return the ink of a curve."""
    return Ink.GOOD if curve.best else CURVES[place % len(CURVES)]


def counted(drawn: Sequence[tuple[int, Curve]]) -> str:
    """Return what the curves count, if all count the same; else an empty text."""
    names = {curve.of for _, curve in drawn}
    return names.pop() if len(names) == 1 else ""


def _across(diagram: Diagram, curves: Sequence[Curve]) -> ChartAxis | range:
    if diagram.labels:
        return range(len(diagram.labels))
    last = max(int(curve.steps[-1]) for curve in curves)
    if diagram.log:
        return ChartAxis(1, max(last, 2), log=True)
    first = min(int(curve.steps[0]) for curve in curves)
    return ChartAxis(first if first * NEAR > last else 0, max(last, 1))


def _line(area: PlotArea, place: int, curve: Curve, beside: int, sign: str) -> None:
    """Draw a curve."""
    xs, ys = _points(area, place, curve, beside)
    area.sheet.lay(area.left, area.top, line(xs, ys, area.width, area.height, sign), ink(place, curve))


def _signs(area: PlotArea, place: int, curve: Curve, beside: int, sign: str) -> None:
    """Put the sign of a curve on its line: on each point if there are few, else at intervals and at the end."""
    xs, ys = _points(area, place, curve, beside)
    for at in range(len(xs)) if beside > 1 or curve.interval else _spaced(xs, place):
        x, y = min(int(xs[at]), area.width - 1), min(int(ys[at]), area.height - 1)
        area.sheet.put(area.left + x, area.top + area.height - 1 - y, sign, ink(place, curve))


def _points(area: PlotArea, place: int, curve: Curve, beside: int) -> tuple[list[float], list[float]]:
    """Return the places of a curve's points, in characters from the lower left corner of the area."""
    steps, values = thinned(curve, 2 * area.width)
    aside = _aside(place, beside)
    return [area.x(step) + aside for step in steps.tolist()], [area.y(value) for value in values.tolist()]


def _spaced(xs: Sequence[float], place: int) -> list[int]:
    """Return points some columns apart, and the last one; each curve has them in different columns."""
    first = 4 + 4 * place % APART
    columns = np.arange(first, xs[-1] - 2, APART)
    return [*np.unique(np.searchsorted(xs, columns)).tolist(), len(xs) - 1]


def _aside(place: int, beside: int) -> float:
    """Return the horizontal shift of a curve's points, so that intervals of several curves do not overlap."""
    return place - (beside - 1) / 2 if beside > 1 else 0.0


def _interval(area: PlotArea, place: int, curve: Curve, beside: int, ascii_only: bool) -> None:
    """Draw the confidence interval of each point of a curve."""
    if curve.interval is None:
        return
    for step, low, high in zip(curve.steps.tolist(), *(ends.tolist() for ends in curve.interval), strict=True):
        x = area.left + int(area.x(step) + _aside(place, beside))
        top, bottom = area.row(high), area.row(low)
        for y in range(top, bottom + 1):
            area.sheet.put(x, y, DOTS[ascii_only], ink(place, curve))


def _vertical_line(area: PlotArea, step: int, sign: str, name: str) -> None:
    """Draw a vertical line at a step, behind the curves."""
    if area.across.start <= step <= area.across.end:
        x = area.column(step)
        for y in range(area.top, area.top + area.height):
            if area.sheet.blank(x, y):
                area.sheet.put(x, y, sign, name)


def _moments(area: PlotArea, curve: Curve, labelled: bool) -> tuple[int | None, ...]:
    """Return the step that each column stands for."""
    if labelled or curve.along:
        return (None,) * area.sheet.width
    values = (area.at(column) for column in range(area.sheet.width))
    return tuple(None if value is None else round(value) for value in values)


def _known(curves: Sequence[Curve]) -> list[tuple[int, Curve]]:
    """Return the curves that have points, each with its place."""
    return [(place, curve) for place, curve in enumerate(curves) if len(curve.steps)]
