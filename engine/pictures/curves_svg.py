"""The curves of a run as a self-contained SVG drawing: axes with round numbers, one line per curve, and a legend."""

from collections.abc import Iterator, Sequence
from html import escape
from math import floor, log10

import numpy as np

from knightwatch.engine.core.frame import Curve, Event
from knightwatch.engine.pictures.colours import LIGHT, Colours
from knightwatch.engine.pictures.informative import finite

WIDTH, HEIGHT = 900, 420
LEFT, RIGHT, TOP, BOTTOM = 70, 20, 40, 50
"""Margins around the curves."""
LINES = "curve-first", "curve-second", "curve-third", "curve-fourth"
"""Names of the lines' colours."""
TICKS = 5
"""About so many numbers on each axis."""
COLUMNS = 2 * WIDTH
"""A line has at most so many points and their extremes: more would lie on the same pixels."""


class _Axes:
    """Where steps and values lie in the drawing."""

    def __init__(self, curves: Sequence[Curve], labels: Sequence[str]) -> None:
        parts = [curve.values[finite(curve)] for curve in curves]
        parts += [end for curve in curves for end in curve.interval or ()]
        values = np.concatenate([*parts, np.zeros(1)])
        self.low, high = float(values.min()), float(values.max())
        self.high = high if high > self.low else self.low + 1
        self.last = max(len(labels) - 1, *(int(curve.steps[-1]) for curve in curves), 0) or 1

    def x(self, step: float) -> float:
        return LEFT + step / self.last * (WIDTH - LEFT - RIGHT)

    def y(self, value: float) -> float:
        return HEIGHT - BOTTOM - (value - self.low) / (self.high - self.low) * (HEIGHT - TOP - BOTTOM)


def curves_svg(
    title: str,
    curves: Sequence[Curve],
    across: str,
    events: Sequence[Event] = (),
    colours: Colours = LIGHT,
    labels: Sequence[str] = (),
) -> str:
    """Return a drawing of curves over the same steps; `across` names the steps, and events are marked.

    With `labels`, steps are places in them.
    """
    drawn, ink = [curve for curve in curves if len(curve.steps)], colours.foreground
    axes = _Axes(drawn, labels)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" '
        'font-family="sans-serif" font-size="13">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{colours.background}"/>',
        _text(LEFT, 16, title, ink),
    ]
    for value in _round_numbers(axes.low, axes.high):
        lines.append(f'<path d="M{LEFT} {axes.y(value):.1f}H{WIDTH - RIGHT}" stroke="{colours.panel}"/>')
        lines.append(_text(LEFT - 8, axes.y(value) + 4, f"{value:,g}", ink, "end"))
    ticks = enumerate(labels) if labels else ((step, f"{step:,g}") for step in _round_numbers(0, axes.last))
    lines += [_text(axes.x(step), HEIGHT - BOTTOM + 18, words, ink, "middle") for step, words in ticks]
    lines.append(_text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 12, across, ink, "middle"))
    for event in events:
        x = axes.x(event.step)
        lines.append(f'<path d="M{x:.1f} {TOP}V{HEIGHT - BOTTOM}" stroke="{ink}" stroke-dasharray="4"/>')
        shift, anchor = (-4, "end") if x > WIDTH / 2 else (4, "start")
        lines.append(_text(x + shift, HEIGHT - BOTTOM - 8, event.name, ink, anchor))
    for place, curve in enumerate(drawn):
        lines += _line(curve, axes, colours.board[LINES[place % len(LINES)]])
        lines.append(_text(LEFT + 160 * place, 33, f"— {curve.name}", colours.board[LINES[place % len(LINES)]]))
    return "\n".join([*lines, "</svg>"]) + "\n"


def _line(curve: Curve, axes: _Axes, colour: str) -> Iterator[str]:
    """Draw a curve, and the interval of each of its points."""
    points = " ".join(f"{axes.x(step):.1f},{axes.y(value):.1f}" for step, value in thinned(curve))
    yield f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="1.5"/>'
    for step, low, high in zip(curve.steps, *(curve.interval or ((), ())), strict=False):
        ends = f"M{axes.x(step):.1f} {axes.y(low):.1f}V{axes.y(high):.1f}"
        yield f'<path d="{ends}" stroke="{colour}" stroke-opacity="0.5"/>'


def _text(x: float, y: float, words: str, colour: str, anchor: str = "start") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" fill="{colour}" text-anchor="{anchor}">{escape(words)}</text>'


def _round_numbers(low: float, high: float) -> list[float]:
    """Return round numbers from low to high: multiples of 1, 2 or 5 times a power of ten."""
    rough = (high - low) / TICKS
    unit = 10.0 ** floor(log10(rough))
    step = next(unit * factor for factor in (1, 2, 5, 10) if unit * factor >= rough)
    first = -floor(-low / step)
    return [step * (first + k) for k in range(int((high - first * step) / step + 1e-9) + 1)]


def thinned(curve: Curve) -> list[tuple[float, float]]:
    """Return the points of a curve; of many points, the least and the greatest of each column."""
    known = finite(curve)
    steps, values = curve.steps[known], curve.values[known]
    if len(steps) <= COLUMNS:
        return list(zip(steps.tolist(), values.tolist(), strict=True))
    parts = np.array_split(np.arange(len(steps)), COLUMNS // 2)
    places = [place for part in parts for place in sorted({part[values[part].argmin()], part[values[part].argmax()]})]
    return [(float(steps[place]), float(values[place])) for place in places]
