"""A picture of a population: one cell per individual, best first, and a histogram of the fitness.

Equal individuals have the same letter and colour, so one sees when copies of one take over. A dot is an individual
without copies.
"""

from itertools import groupby
from string import ascii_uppercase

import numpy as np
from numpy.typing import NDArray
from rich.style import Style
from rich.text import Text
from textual.color import Color
from textual.widget import Widget

from knightwatch.engine.core.frame import RankedPopulation
from knightwatch.tui.braille import Canvas
from knightwatch.tui.look import Look
from knightwatch.tui.output.charts.sparklines import BARS
from knightwatch.tui.widgets.board.inks import ink

LETTERS = ascii_uppercase
SINGLE, OTHERS = ".", "+"
LEGENDS = "same letter = equal individuals, . = only one of its kind", "same letter = equal, . = only one"
"""What the signs of the cells mean, the longest form first."""
LEAST_LINES, MOST_LINES = 3, 6
"""Lines of the histogram; if there are more values, neighbours share a line."""
ROOMY = 10
"""From this height on, the diversity curve has its own lines."""
GOLDEN = 0.618
"""Step between hues: the golden ratio keeps successive colours different."""
SAMPLES = 4096
"""Most diversities to store; beyond that, every second one is dropped."""


class PopulationView(Widget):
    """A population, below the curve of its diversity."""

    COMPONENT_CLASSES = {"population--single", "population--bar"}

    DEFAULT_CSS = """
    PopulationView {
        height: 1fr;
        .population--single { color: $text-muted; }
        .population--bar { color: $curve-first; }
    }
    """

    def __init__(self, look: Look) -> None:
        super().__init__()
        self._look = look
        self._population: RankedPopulation | None = None
        self._diversities: dict[int, float] = {}
        """Diversity by step, for all steps that were shown."""
        self._last: int | None = None
        """The last step whose diversity is shown; None for all."""

    def begin(self) -> None:
        """Forget the previous run."""
        self._population, self._diversities = None, {}
        self.refresh()

    def show(self, population: RankedPopulation, moment: int, hide_later: bool = False) -> None:
        """Show a population; with `hide_later`, without the diversity of later steps."""
        self._population, self._last = population, moment if hide_later else None
        self._diversities[moment] = population.diversity
        if len(self._diversities) > SAMPLES:
            self._diversities = dict(sorted(self._diversities.items())[::2])
        self.refresh()

    def render(self) -> Text:
        """Draw the diversity, whether the population has converged, the cells and the histogram."""
        population, (width, height) = self._population, self.size
        if not population or width < 8 or height < 3:
            return Text()
        lines = self._diversity(population, width, 2 if height >= ROOMY else 1)
        lines.append(Text(population.verdict()[:width]))
        lines += self._cells(population, width, max(1, height - LEAST_LINES - 2 - len(lines)))
        legend = next((each for each in LEGENDS if len(each) <= width), LEGENDS[-1])
        lines.append(Text(legend[:width], self._part("single")))
        lines += self._histogram(population, width, height - len(lines))
        return Text("\n", no_wrap=True).join(lines[:height])

    def _diversity(self, population: RankedPopulation, width: int, most: int) -> list[Text]:
        """Return the diversity in words and as a curve of small bars: on one line, or on two."""
        different, size = population.different, len(population.kinds)
        words = f"diversity {population.diversity:.0%}: "
        words += f"all {size:,} are equal " if different == 1 else f"{different:,} different in {size:,} "
        shown = [moment for moment in sorted(self._diversities) if self._last is None or moment <= self._last]
        values = np.array([self._diversities[moment] for moment in shown])
        if most == 1:
            room = min(width - len(words), len(values))
            return [Text.assemble(words[:width], (sparkline(values, room, self._look.ascii), self._part("bar")))]
        scale = ("100% ", "  0% ")
        room = width - len(scale[0])
        rows = dotted(values, room, self._look.ascii)
        drawn = [
            Text.assemble((name, self._part("single")), (row, self._part("bar")))
            for name, row in zip(scale, rows, strict=True)
        ]
        return [Text(words[:width]), *drawn]

    def _cells(self, population: RankedPopulation, width: int, most: int) -> list[Text]:
        """Return one cell per individual, best first, in at most `most` lines."""
        counts = np.bincount(population.kinds)
        kinds = population.kinds[: width * most].tolist()
        lines = []
        for first in range(0, len(kinds), width):
            line = Text()
            for (sign, style), run in groupby(kinds[first : first + width], lambda kind: self._cell(kind, counts)):
                line.append(sign * len(list(run)), style)
            lines.append(line)
        return lines

    def _cell(self, kind: int, counts: np.ndarray[tuple[int], np.dtype[np.int64]]) -> tuple[str, Style]:
        if counts[kind] == 1:
            return SINGLE, self._part("single")
        paper = Color.from_hsl(kind * GOLDEN % 1, 0.5, 0.55)
        sign = LETTERS[kind] if kind < len(LETTERS) else OTHERS
        return sign, Style(color=ink(paper).rich_color, bgcolor=paper.rich_color)

    def _histogram(self, population: RankedPopulation, width: int, most: int) -> list[Text]:
        """Return a bar for each fitness, or for a range of them, best first."""
        names, sums = bins(population.fitness, max(1, min(MOST_LINES, most - 1)))
        left, right = max(map(len, names)), max(len(f"{total:,}") for total in sums)
        room = max(1, width - left - right - 2)
        bar = "#" if self._look.ascii else "█"
        lines = [Text(f"individuals by {population.of}"[:width], self._part("single"))]
        for name, total in zip(names, sums, strict=True):
            length = max(bool(total), round(total / max(sums) * room))
            lines.append(Text.assemble(f"{name:>{left}} ", (bar * length, self._part("bar")), f" {total:,}"))
        return lines

    def _part(self, name: str) -> Style:
        return self.get_component_rich_style(f"population--{name}")


def bins(fitness: NDArray[np.int64], most: int) -> tuple[list[str], list[int]]:
    """Return the names of at most `most` ranges of fitness, all of one width, and their individuals, best first."""
    low, high = int(fitness.min()), int(fitness.max())
    width = -(-(high - low + 1) // most)
    ascending = fitness[0] <= fitness[-1]
    place = (fitness - low if ascending else high - fitness) // width
    sums = np.bincount(place.astype(np.int64), minlength=-(-(high - low + 1) // width)).tolist()
    firsts = [low + width * at if ascending else high - width * at for at in range(len(sums))]
    return [_span(first, first + (width - 1 if ascending else 1 - width)) for first in firsts], sums


def _span(first: int, last: int) -> str:
    return f"{first:,}" if first == last else f"{min(first, last):,}-{max(first, last):,}"


def sparkline(shares: NDArray[np.float64], room: int, ascii_only: bool) -> str:
    """Return shares as small bars in at most `room` columns."""
    if room < 2:
        return ""
    signs = BARS[ascii_only]
    means = [part.mean() for part in np.array_split(shares, room)]
    return "".join(signs[min(int(mean * len(signs)), len(signs) - 1)] for mean in means)


def dotted(shares: NDArray[np.float64], room: int, ascii_only: bool) -> list[str]:
    """Return a curve of shares as two rows of dots, from 100 % at the top to 0 % at the bottom."""
    canvas = Canvas(room, 2, ascii_only)
    columns, heights = canvas.across * room, canvas.down * 2
    parts = np.array_split(shares, min(columns, len(shares)))
    for place in range(columns):
        share = float(parts[place * len(parts) // columns].mean())
        canvas.draw([place], [round((1 - share) * (heights - 1))], 0, 0, [1])
    return canvas.lines()
