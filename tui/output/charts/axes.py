"""The frame of a chart: the legend above, and both axes with their ticks and names."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil

from knightwatch.tui.output.charts.scale import ROUNDING, ChartAxis, tick_rows
from knightwatch.tui.output.charts.sheet import Ink, Sheet

ROOMY = 7
"""Lines that a chart needs to draw a line for its lower axis."""
MOST_TICKS = 8
"""Most ticks of a vertical axis."""
LEGEND_SHARE = 3
"""A legend has at most one of this many lines of a chart."""
LEAST_NAME = 3
"""Fewest characters of a shortened name."""
GAP = ".."
"""Replaces the middle of a shortened name."""

_BAR_AXIS = "▔", "╹"
"""The lower axis of bars, and its ticks: it touches the bars."""
_CORNERS = {False: ("│", "┤", "└", "─", "┬"), True: ("|", "+", "+", "-", "+")}


@dataclass(frozen=True)
class LegendSign:
    """A sign of the legend, and its meaning."""

    sign: str
    name: str
    ink: str


@dataclass(frozen=True)
class PlotArea:
    """The area of a sheet for curves, and the scales of its edges."""

    sheet: Sheet
    left: int
    top: int
    width: int
    height: int
    across: ChartAxis
    up: ChartAxis
    slot: int = 0
    """Columns of each value, if values stand side by side and have room; else 0."""
    bars: bool = False
    """Whether values are bars: they begin at the lower edge, and a bar ends in the line of its value."""
    name: str = ""
    """The name of the lower axis, at its right end."""
    line: str = " "
    """The sign of the lower axis; blank if its numbers are in the same line."""

    def x(self, value: float) -> float:
        """Return the place of a value, in characters from the left edge of the area."""
        if self.slot:
            return (value - self.across.start) * self.slot
        return 0.25 + self.across.share(value) * (self.width - 0.5)

    def y(self, value: float) -> float:
        """Return the place of a value, in characters from the lower edge: the middle of a line, or the top of a bar."""
        share = self.up.share(value)
        return share * self.height if self.bars else 0.5 + share * (self.height - 1)

    def column(self, value: float) -> int:
        """Return the column of the sheet for a value."""
        return self.left + int(self.x(value))

    def row(self, value: float) -> int:
        """Return the line of the sheet for a value; a bar of height 0 ends at the lower axis."""
        rows = ceil(self.y(value) - ROUNDING) - 1 if self.bars else int(self.y(value))
        return self.top + self.height - 1 - rows

    def mark(self, value: float, sign: str) -> None:
        """Mark a value on the lower axis; if the axis has its name there, move the name to the left of the mark."""
        x, y = self.column(value), self.top + self.height
        first = self.sheet.width - len(self.name)
        if x >= first:
            self.sheet.write(first, y, self.line * len(self.name), Ink.AXIS)
            if self.line.strip() and (moved := x - len(self.name) - 1) >= self.left:
                self.sheet.write(moved, y, f"{self.name} ", Ink.NAME)
        self.sheet.put(x, y, sign, Ink.HERE)

    def at(self, column: int) -> float | None:
        """Return the value at a column of the sheet; None outside the area."""
        place = column - self.left
        return self.across.value(place / max(1, self.width - 1)) if 0 <= place < self.width else None


def draw_frame(
    sheet: Sheet,
    across: ChartAxis | range,
    up: ChartAxis,
    names: tuple[str, str],
    legend: Sequence[LegendSign],
    ascii_only: bool,
    labels: Sequence[str] = (),
    known: bool = False,
    bars: bool = False,
    figures: bool = False,
) -> PlotArea:
    """Draw the frame of a chart, and return the area inside. `names` are those of the lower and the left axis.

    `across` is a scale, or the values that stand side by side, each in its own columns if there is room.
    `labels` replace the numbers below the values. If `known`, the legend may be left out. With `figures`, the tallest
    bar leaves a line for its figure.
    """
    top = head(sheet, names[1], legend, known)
    below = 2 if sheet.height >= ROOMY else 1
    height = sheet.height - top - below
    if figures and height >= ROOMY:
        up = replace(up, end=up.start + (up.end - up.start) * height / (height - 1))
    up, ticks = tick_rows(up, height + bars, MOST_TICKS, bars)
    left = max(map(len, ticks.values()), default=0) + 1
    width, slot, values = sheet.width - left, 0, range(0)
    if isinstance(across, range):
        values = across
        slot = width // len(values)
        begin = values.start - 0.5
        across = ChartAxis(begin, begin + (width / slot if slot else len(values)))
    name = f" {names[0]}"[:width] if names[0] else ""
    upright, tick, corner, level, mark = _CORNERS[ascii_only]
    if bars and not ascii_only:
        level, mark = _BAR_AXIS
    area = PlotArea(sheet, left, top, width, height, across, up, slot, bars, name, level if below == 2 else " ")
    for y in range(area.top, area.top + height):
        sheet.put(left - 1, y, upright, Ink.AXIS)
    for value, label in ticks.items():
        y = area.row(value)
        if y < area.top + height + below - 1:
            sheet.write(0, y, label.rjust(left - 1), Ink.NAME)
            sheet.put(left - 1, y, tick, Ink.AXIS)
    beneath = _beneath(area, labels, values)
    if below == 2:
        axis = area.top + height
        sheet.write(left, axis, level * area.width, Ink.AXIS)
        if sheet.blank(left - 1, axis):
            sheet.put(left - 1, axis, corner, Ink.AXIS)
        for column in beneath:
            sheet.put(column, axis, mark, Ink.AXIS)
    written = _write_beneath(sheet, beneath, 0 if below == 2 else len(names[0]) + 1)
    line = sheet.height - below
    if below == 2 or sheet.width - len(name) >= written:
        sheet.write(sheet.width - len(name), line, name, Ink.NAME)
    return area


def _beneath(area: PlotArea, labels: Sequence[str], values: range) -> dict[int, str]:
    """Return the columns to mark on the lower axis, each with its label."""
    if not labels:
        first, last = (values[0], values[-1]) if values else (max(area.across.start, 0.0), area.across.end)
        ticks = ChartAxis(first, last, area.across.log, True).ticks(max(3, area.width // 8))
        return {area.column(value): label for value, label in ticks.items()}
    every = -(-sum(len(label) + 1 for label in labels) // area.width)
    return {area.column(place): labels[place] for place in range(0, len(labels), every)}


def _write_beneath(sheet: Sheet, beneath: Mapping[int, str], reserved: int) -> int:
    """Write labels below their columns, except those that would touch; return the end of the last one."""
    end, y = -1, sheet.height - 1
    for column, label in beneath.items():
        x = max(0, min(column - len(label) // 2, sheet.width - len(label)))
        if x > end and (x + len(label) <= sheet.width - reserved or end < 0):
            sheet.write(x, y, label, Ink.NAME)
            end = x + len(label)
    return end


def head(sheet: Sheet, name: str, legend: Sequence[LegendSign], known: bool = False) -> int:
    """Write the name of the left axis and the legend, shortened to fit; return the lines that they need.

    A long legend has several lines, the first one beside the name. If there is no room for name and legend and `known`
    is true, leave out the legend.
    """
    if legend and legend[0].name.startswith(name):
        name = ""  # the legend says it already
    room = sheet.width - 1 - sum(len(entry.sign) + 3 + len(entry.name) for entry in legend)
    if known and name and room < len(name):
        legend = ()
    most = max(1, sheet.height // LEGEND_SHARE)
    lines = _legend_lines(legend, sheet.width, len(name) + 3 if name else 0)
    named = bool(name) and (not legend or (len(lines) <= most and _end(lines[0], len(name) + 3) <= sheet.width))
    if not named:
        lines = _legend_lines(legend, sheet.width, 0)
    if len(lines) > most or (len(lines) == 1 and legend):
        names = [entry.name for entry in legend]
        signs = sum(len(entry.sign) + 3 for entry in legend) - 2
        short = shortened_names(names, sheet.width - signs)
        lines = [[replace(entry, name=words) for entry, words in zip(legend, short, strict=True)]]
    x = 0
    if named:
        sheet.write(0, 0, name, Ink.NAME)
        x = len(name) + 3
    for y, line in enumerate(lines):
        for entry in line:
            sheet.write(x, y, entry.sign, entry.ink)
            sheet.write(x + len(entry.sign) + 1, y, entry.name, entry.ink)
            x += len(entry.sign) + 3 + len(entry.name)
        x = 0
    return max(1, len(lines))


def _end(line: Sequence[LegendSign], x: int) -> int:
    """Return the end of a line of a legend that begins at `x`."""
    return x + sum(len(entry.sign) + 3 + len(entry.name) for entry in line) - 2


def _legend_lines(legend: Sequence[LegendSign], width: int, indent: int) -> list[list[LegendSign]]:
    """Return the entries of a legend in lines of a width; the first line is indented."""
    lines, x = list[list[LegendSign]]([[]]), indent
    for entry in legend:
        length = len(entry.sign) + 1 + len(entry.name)
        if lines[-1] and x + length > width:
            lines.append([])
            x = 0
        lines[-1].append(entry)
        x += length + 2
    return lines


def shortened_names(names: Sequence[str], room: int) -> list[str]:
    """Shorten names, the longest first, until all fit or are as short as possible.

    Names lose their ends. If a shortened name could be confused with another, names lose their middles instead.
    """
    shortened = list(names)
    while sum(map(len, shortened)) > room and max(map(len, shortened), default=0) > LEAST_NAME:
        longest = max(range(len(shortened)), key=lambda place: len(shortened[place]))
        shortened[longest] = shortened[longest][:-1].rstrip()
    pairs = [(mine, other) for mine in range(len(names)) for other in range(len(names)) if mine != other]
    if not any(shortened[mine] != names[mine] and names[other].startswith(shortened[mine]) for mine, other in pairs):
        return shortened
    for tail in range(max(map(len, shortened)) // 2, 0, -1):
        without_middles = [
            _without_middle(name, len(short), tail) for name, short in zip(names, shortened, strict=True)
        ]
        if len(set(without_middles)) == len(set(names)):
            return without_middles
    return shortened


def _without_middle(name: str, length: int, tail: int) -> str:
    """Return a name shortened to `length` characters, of which `tail` come from its end if there is room."""
    if len(name) <= length:
        return name
    tail = min(tail, length - len(GAP) - 1)
    return name[: length - len(GAP) - tail] + GAP + name[-tail:] if tail > 0 else name[:length]
