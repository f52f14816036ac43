"""The curves of a run as a self-contained SVG drawing: axes with round numbers, one line per curve, and a legend."""

from collections.abc import Sequence
from html import escape
from math import floor, log10

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.core.frame import Curve, Event
from knightwatch.tui.colours import LIGHT

WIDTH, HEIGHT = 900, 420
LEFT, RIGHT, TOP, BOTTOM = 70, 20, 40, 50
"""Margins around the curves."""
COLOURS = (LIGHT.board["line-last"], LIGHT.board["line-alarm"], LIGHT.board["line-first"])
INK, GRID = "#333333", "#dddddd"
TICKS = 5
"""About so many numbers on each axis."""
COLUMNS = 2 * WIDTH
"""A line has at most so many points and their extremes: more would lie on the same pixels."""

Values = NDArray[np.float64]


def curves_svg(title: str, curves: Sequence[Curve], across: str, events: Sequence[Event] = ()) -> str:
    """Return a drawing of curves over the same steps; `across` names the steps, and events are marked."""
    drawn = [curve for curve in curves if len(curve.steps)]
    values = np.concatenate([curve.values[np.isfinite(curve.values)] for curve in drawn] or [np.zeros(1)])
    low, high = float(min(values.min(), 0)), float(values.max())
    high = high if high > low else low + 1
    last = max((int(curve.steps[-1]) for curve in drawn), default=0) or 1

    def x(step: float) -> float:
        return LEFT + step / last * (WIDTH - LEFT - RIGHT)

    def y(value: float) -> float:
        return HEIGHT - BOTTOM - (value - low) / (high - low) * (HEIGHT - TOP - BOTTOM)

    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" '
        'font-family="sans-serif" font-size="13">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
        _text(LEFT, 16, title, INK),
    ]
    for value in _round_numbers(low, high):
        lines.append(f'<path d="M{LEFT} {y(value):.1f}H{WIDTH - RIGHT}" stroke="{GRID}"/>')
        lines.append(_text(LEFT - 8, y(value) + 4, f"{value:,g}", INK, "end"))
    lines += [_text(x(step), HEIGHT - BOTTOM + 18, f"{step:,g}", INK, "middle") for step in _round_numbers(0, last)]
    lines.append(_text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 12, across, INK, "middle"))
    for event in events:
        lines.append(f'<path d="M{x(event.step):.1f} {TOP}V{HEIGHT - BOTTOM}" stroke="{INK}" stroke-dasharray="4"/>')
        late = x(event.step) > WIDTH / 2
        lines.append(
            _text(x(event.step) + (-4 if late else 4), HEIGHT - BOTTOM - 8, event.name, INK, "end" if late else "start")
        )
    for place, curve in enumerate(drawn):
        colour = COLOURS[place % len(COLOURS)]
        points = " ".join(f"{x(step):.1f},{y(value):.1f}" for step, value in _thinned(curve))
        lines.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="1.5"/>')
        lines.append(_text(LEFT + 160 * place, 33, f"— {curve.name}", colour))
    return "\n".join([*lines, "</svg>"]) + "\n"


def _text(x: float, y: float, words: str, colour: str, anchor: str = "start") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" fill="{colour}" text-anchor="{anchor}">{escape(words)}</text>'


def _round_numbers(low: float, high: float) -> list[float]:
    """Return round numbers from low to high: multiples of 1, 2 or 5 times a power of ten."""
    rough = (high - low) / TICKS
    unit = 10.0 ** floor(log10(rough))
    step = next(unit * factor for factor in (1, 2, 5, 10) if unit * factor >= rough)
    first = -floor(-low / step)
    return [step * (first + k) for k in range(int((high - first * step) / step + 1e-9) + 1)]


def _thinned(curve: Curve) -> list[tuple[float, float]]:
    """Return the points of a curve; of many points, the least and the greatest of each column."""
    known = np.isfinite(curve.values)
    steps, values = curve.steps[known], curve.values[known]
    if len(steps) <= COLUMNS:
        return list(zip(steps.tolist(), values.tolist(), strict=True))
    parts = np.array_split(np.arange(len(steps)), COLUMNS // 2)
    places = [place for part in parts for place in sorted({part[values[part].argmin()], part[values[part].argmax()]})]
    return [(float(steps[place]), float(values[place])) for place in places]
