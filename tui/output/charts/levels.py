"""Bar charts of levels; a level that still grows is hatched."""

from collections.abc import Sequence

import numpy as np

from knightwatch.engine.core.frame import Curve
from knightwatch.engine.pictures.informative import finite
from knightwatch.tui.look import Look, to_ascii
from knightwatch.tui.output.charts.axes import LegendSign, PlotArea, draw_frame
from knightwatch.tui.output.charts.scale import short, value_axis
from knightwatch.tui.output.charts.sheet import CURVES, ChartPicture, Ink, Sheet

WIDEST = 9
"""Most columns of a bar."""
EIGHTHS = " ▁▂▃▄▅▆▇█"
FULL = {False: "█▓▒", True: "#%&"}
HATCHED = {False: "░", True: ":"}
HERE = {False: "▲", True: "^"}
UNFINISHED = "growing"


def levels(
    drawn: Sequence[tuple[int, Curve]], width: int, height: int, look: Look, across: str, moment: int | None
) -> ChartPicture:
    """Draw the levels of each curve side by side, with a sign below the level of the current step.

    That is the level of `moment` or, if a curve has one, its level `here`.
    """
    curves = [curve for _, curve in drawn]
    sheet = Sheet(width, height)
    # Eighths of a block show heights finely, but then only colours distinguish the curves.
    smooth = not look.ascii and (look.colour or len(drawn) == 1)
    signs = ["█" if smooth else FULL[look.ascii][place % 3] for place, _ in drawn]
    legend = [
        LegendSign(sign, to_ascii(curve.name, look.ascii), CURVES[place])
        for sign, (place, curve) in zip(signs, drawn, strict=True)
    ]
    growing = [CURVES[place] for place, curve in drawn if curve.unfinished]
    legend += [LegendSign(HATCHED[look.ascii], UNFINISHED, growing[0])] if growing else []
    of = {curve.of for curve in curves}
    names = curves[0].along or across, of.pop() if len(of) == 1 else ""
    first = min(int(curve.steps[0]) for curve in curves)
    places = range(first, 1 + max(int(curve.steps[-1]) for curve in curves))
    up = value_axis(curves)
    figures = len(drawn) == 1 and bool(_shortest(up.end, (width - len(short(up.end)) - 1) // len(places) - 1))
    area = draw_frame(sheet, places, up, _plain(names, look.ascii), legend, look.ascii, bars=True, figures=figures)
    bar = _width(area.slot, len(drawn))
    for lane, ((place, curve), sign) in enumerate(zip(drawn, signs, strict=True)):
        bars = _highest(area, curve)
        heights = [value for _, value, _ in bars]
        labels = {value: _shortest(value, area.slot - 1) for value in heights}
        # Figures above some bars only would look like labels of the axis; equal ones would hide a difference.
        written = len(drawn) == 1 and all(labels.values()) and len(set(labels.values())) == len(labels)
        for step, value, last in bars:
            x = (
                area.column(step)
                if not area.slot
                else area.left + (step - first) * area.slot + (area.slot - len(drawn) * bar) // 2
            )
            x += lane * bar
            growing_now = curve.unfinished and last
            hatch = HATCHED[look.ascii] if growing_now else sign
            _draw(area, x, bar, value, hatch, CURVES[place], smooth)
            if written:
                figure = labels[value]
                _write_above(area, x + (bar - len(figure)) // 2, value, figure)
    for curve in curves:
        if curve.here is not None:
            area.mark(curve.here, HERE[look.ascii])
    return ChartPicture(sheet, _moments(area, curves, moment, look.ascii))


def _plain(names: tuple[str, str], ascii_only: bool) -> tuple[str, str]:
    return to_ascii(names[0], ascii_only), to_ascii(names[1], ascii_only)


def _width(slot: int, lanes: int) -> int:
    """Return the width of a bar, for `slot` columns for each level; leave a gap to the next level if possible."""
    return max(1, min((slot - (slot > lanes)) // lanes, WIDEST))


def _highest(area: PlotArea, curve: Curve) -> list[tuple[int, float, bool]]:
    """Return steps and values, and whether each is the last; of several in one column, the highest."""
    there = finite(curve)
    steps, values = curve.steps[there].tolist(), curve.values[there].tolist()
    highest: dict[int, tuple[int, float]] = {}
    for step, value in zip(steps, values, strict=True):
        column = area.column(step)
        if column not in highest or value > highest[column][1]:
            highest[column] = step, value
    return [(step, value, step == steps[-1]) for step, value in highest.values()]


def _draw(area: PlotArea, x: int, width: int, value: float, sign: str, ink: str, smooth: bool) -> None:
    """Draw a bar from 0 up; every value above 0 is visible."""
    whole, rest = divmod(_eighths(area, value), 8)
    bottom = area.top + area.height - 1
    for y in range(whole):
        area.sheet.write(x, bottom - y, sign * width, ink)
    if smooth and rest:
        area.sheet.write(x, bottom - whole, EIGHTHS[rest] * width, ink)
    elif rest >= 4 or (rest and not whole):
        area.sheet.write(x, bottom - whole, sign * width, ink)


def _eighths(area: PlotArea, value: float) -> int:
    """Return the height of a bar in eighths of a line; at least one above 0."""
    return max(round(8 * area.height * area.up.share(value)), int(value > 0))


def _shortest(value: float, room: int) -> str:
    """Return a number that fits in so many columns: 1234, or 1.2k, or 1k; empty if none does."""
    forms = short(value), f"{value / 1000:.1f}k", f"{value / 1000:.0f}k"
    return next((form for form in forms[: 3 if value >= 1000 else 1] if len(form) <= room), "")


def _write_above(area: PlotArea, x: int, value: float, figure: str) -> None:
    """Write a value above its bar, if there is room."""
    y = area.top + area.height - 1 - -(-_eighths(area, value) // 8)
    if y >= area.top:
        area.sheet.write(max(area.left, x), y, figure, Ink.NAME)


def _moments(area: PlotArea, curves: Sequence[Curve], moment: int | None, ascii_only: bool) -> tuple[int | None, ...]:
    """Return the step that each column stands for, and mark the level of the current step."""
    begun = [curve.moments for curve in curves if curve.moments is not None]
    if len(begun) < len(curves):
        return (None,) * area.sheet.width
    if moment is not None:
        # Levels that have not begun share their step with the next one: take the first of them.
        begins = (those[those <= moment] for those in begun)
        _, place = max((int(those[-1]), -int(np.flatnonzero(those == those[-1])[0])) for those in begins)
        area.mark(curves[0].steps[-place], HERE[ascii_only])
    return tuple(_begun(area, curves, x) for x in range(area.sheet.width))


def _begun(area: PlotArea, curves: Sequence[Curve], x: int) -> int | None:
    """Return the first step of the level at a column; None outside the area."""
    if (at := area.at(x)) is None:
        return None
    curve = curves[(x - area.left) % area.slot * len(curves) // area.slot if area.slot else 0]
    level = round(area.across.start + 0.5) + (x - area.left) // area.slot if area.slot else round(at)
    place = int(np.searchsorted(curve.steps, level, "right")) - 1
    return int(curve.moments[max(place, 0)]) if curve.moments is not None else None
