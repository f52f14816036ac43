"""The layout of a race: which lanes are visible, in how many rows, and the lines of the chart.

A board needs squares of at least 4 x 2 characters to be readable. If the boards of all racers would be smaller, fewer
lanes are visible at once.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import product

from knightwatch.tui.widgets.board.scale import Scale

READABLE = 8
"""Least characters of a readable square."""
BESIDE = 56
"""Columns from which a lane may show its figures beside its board."""
LEAST_LANE = 18
"""Least columns of a lane; with fewer, the lanes form two rows."""
CHARTED = 20
"""Lines of the screen from which a chart fits below the lanes."""
LEAST_CHART, MOST_CHART = 6, 30
"""Lines of the chart below the lanes."""


class Place(Enum):
    """Where a lane shows its figures."""

    BESIDE = 0
    BELOW = 1
    HIDDEN = 2


@dataclass(frozen=True)
class RaceLayout:
    """A layout, and the size of the boards in it."""

    shown: int
    """Visible lanes."""
    rows: int
    """Rows of lanes."""
    chart: int
    """Lines of the chart below the lanes; 0 if there is none."""
    figures: Place
    """Where the figures are."""
    square: float = 0
    """Characters of a square."""

    @property
    def cols(self) -> int:
        """Lanes in a row."""
        return -(-self.shown // self.rows)

    @property
    def free(self) -> bool:
        """Whether the grid of lanes has a free cell, which the chart takes."""
        return self.rows * self.cols > self.shown

    @property
    def rank(self) -> tuple[float, ...]:
        """The rank among other layouts: readable boards first, then all lanes, then a chart, then large boards."""
        charted = bool(self.chart or self.free)
        return self.square >= READABLE, self.shown, charted, self.square, -self.figures.value, self.chart


def race_layout(
    choices: Sequence[Scale],
    lanes: int,
    width: int,
    height: int,
    head: Callable[[int], int],
    boards_only: bool = False,
) -> RaceLayout:
    """Return the best layout for lanes in a room; with `boards_only`, without figures and a chart.

    `choices` are the scales of the board. `head` returns the lines above a board in a lane of a width.
    """
    layouts = [
        each
        for each in _layouts(choices, lanes, width, height, head)
        if not boards_only or (not each.chart and each.figures is Place.HIDDEN)
    ]
    return max(layouts, key=lambda layout: layout.rank)


def _layouts(
    choices: Sequence[Scale], lanes: int, width: int, height: int, head: Callable[[int], int]
) -> Iterator[RaceLayout]:
    counts = {-(-lanes // parts) for parts in (1, 2)} - {1}
    charts = {0, LEAST_CHART, height // 4, height // 3, height // 2} if height >= CHARTED - 5 else {0}
    for shown, rows, chart, place in product(counts, (1, 2), charts, Place):
        layout = RaceLayout(shown, rows, chart, place)
        lane = width // layout.cols
        impossible = rows > shown or (chart and layout.free) or (place is Place.BESIDE and lane < BESIDE)
        if impossible or (lane < LEAST_LANE and rows == 1 and shown > 1) or 0 < chart < LEAST_CHART:
            continue
        across = lane * 3 // 5 if place is Place.BESIDE else lane
        down = (height - chart) // rows - head(lane) - (place is Place.BELOW)
        fits = (scale for scale in choices if scale.size[0] <= across and scale.size[1] <= down)
        scale = next(fits, choices[-1])
        yield RaceLayout(shown, rows, min(chart, MOST_CHART), place, scale.width * scale.height)
