"""Heat maps: a cell for each pair of values; a higher figure has a brighter background."""

import numpy as np

from knightwatch.engine.core.frame import Kind
from knightwatch.engine.core.inquiry import Diagram
from knightwatch.engine.pictures.informative import HUGE
from knightwatch.tui.look import Look, to_ascii
from knightwatch.tui.output.charts.scale import ChartAxis, short
from knightwatch.tui.output.charts.sheet import ChartPicture, Ink, Sheet

WIDEST, TALLEST = 16, 6
"""Most columns and lines of a cell."""
UNKNOWN = {False: "·", True: "."}


def heat_map(diagram: Diagram, width: int, height: int, look: Look) -> ChartPicture:
    """Draw the grid of a diagram: labels of columns below it, labels of rows beside it, the first row lowest."""
    sheet, grid = Sheet(width, height), diagram.grid
    assert grid
    ascii_only = look.ascii
    beside = [to_ascii(label, ascii_only) for label in grid.labels]
    left = min(max(map(len, beside)), max(1, width // 3)) + 1
    head = int(height >= len(beside) + 3)  # lines above and below for the names of the axes, if there is room
    across, up = max(1, width - left), max(1, height - 1 - 2 * head)
    # If there are more values than places, leave some out: a mean of neighbours would not be a result.
    cols = list(range(0, len(diagram.labels), -(-len(diagram.labels) // across)))
    rows = list(range(0, len(beside), -(-len(beside) // up)))
    wide, high = min(across // len(cols), WIDEST), min(up // len(rows), TALLEST)
    scale = _scale(diagram)
    bottom = high * len(rows) + head
    cells = dict[tuple[int, int], int]()
    for line, row in enumerate(rows):
        top = bottom - high * (line + 1)
        middle = top + (high - 1) // 2
        sheet.write(0, middle, beside[row][: left - 1].rjust(left - 1), Ink.NAME)
        for place, col in enumerate(cols):
            x, value = left + place * wide, float(grid.values[row, col])
            known = abs(value) < HUGE
            words = _words(value, wide, scale, grid.kind) if known else UNKNOWN[ascii_only]
            paper = f"{Ink.HEAT}{_tenth(value, scale)}" if known else Ink.AXIS
            for y in range(top, top + high):
                text = words.center(wide) if y == middle else " " * wide
                sheet.write(x, y, text, paper)
                cells |= dict.fromkeys(((at, y) for at in range(x, x + wide)), col * len(beside) + row)
    _write_columns(sheet, [to_ascii(diagram.labels[col], ascii_only) for col in cols], left, wide, bottom)
    if head:
        name = to_ascii(diagram.across, ascii_only)[:across]
        sheet.write(0, 0, to_ascii(grid.name, ascii_only), Ink.NAME)
        sheet.write(left + max(0, (wide * len(cols) - len(name)) // 2), bottom + 1, name, Ink.NAME)
    return ChartPicture(sheet, (None,) * width, cells)


def _scale(diagram: Diagram) -> ChartAxis:
    assert diagram.grid
    if diagram.grid.kind is Kind.PERCENT:
        return ChartAxis(0, 100)
    values = diagram.grid.values[np.abs(diagram.grid.values) < HUGE]
    return ChartAxis(float(values.min()), float(values.max())) if len(values) else ChartAxis(0, 1)


def _tenth(value: float, scale: ChartAxis) -> int:
    return min(int(10 * scale.share(value)), 9)


def _words(value: float, wide: int, scale: ChartAxis, kind: Kind) -> str:
    """Return the figure of a cell as in tables, or else rounded; if neither fits, a digit from 0 (lowest) to 9."""
    whole = kind is Kind.PERCENT or abs(value) >= 100 or value.is_integer()
    rounded = short(value, 0 if whole or abs(value) >= 10 else 1)
    for figure in (rounded if whole else f"{value:.3g}", rounded):
        if len(figure) < max(wide, 3) and len(figure) <= wide:
            return figure
    return str(_tenth(value, scale))


def _write_columns(sheet: Sheet, labels: list[str], left: int, wide: int, y: int) -> None:
    """Write the labels below the columns, except those that would touch."""
    end = -1
    for place, label in enumerate(labels):
        x = min(left + place * wide + (wide - len(label)) // 2, sheet.width - len(label))
        if x > end:
            sheet.write(x, y, label, Ink.NAME)
            end = x + len(label)
