"""Measures the sides of a comparison in turns, and prints figures, ratios and targets as a table.

The load of a machine varies. Therefore the sides take turns, and a ratio is the median of the ratios of single turns:
within a turn the load is about the same.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median


class Skipped(Exception):
    """Raised if a subject cannot be measured on this machine; the message says why."""


def in_turns(turns: int, *sides: Callable[[int], float]) -> list[list[float]]:
    """Call each side in turn with the number of the turn; return the figures of each."""
    figures: list[list[float]] = [[] for _ in sides]
    for turn in range(turns):
        for side, measured in zip(sides, figures, strict=True):
            measured.append(side(turn))
    return figures


def ratio(figures: Sequence[float], others: Sequence[float]) -> float:
    """Return the median of the ratios of figures to others, turn by turn."""
    return median(a / b for a, b in zip(figures, others, strict=True))


def spread(figures: Sequence[float], unit: str = "") -> str:
    """Return the median, with the minimum and the maximum in brackets."""
    return f"{short(median(figures))}{unit} ({short(min(figures))} to {short(max(figures))})"


def short(figure: float) -> str:
    """Return a figure with three significant digits."""
    rounded = float(f"{figure:.3g}")
    return f"{rounded:,.0f}" if rounded >= 100 else f"{rounded:.3g}"


@dataclass(frozen=True)
class Row:
    """One figure, with the peer's and the target if there are any."""

    case: str
    ours: str
    peer: str = ""
    ratio: str = ""
    target: str = ""
    met: bool | None = None


@dataclass(frozen=True)
class Comparison:
    """The measurements of a subject; the title says the unit and the direction of the ratio."""

    title: str
    peer: str
    rows: tuple[Row, ...]
    plot: str = ""

    @property
    def met(self) -> bool:
        """Whether every target was met."""
        return all(row.met is not False for row in self.rows)

    def __str__(self) -> str:
        met = {None: "", True: "met", False: "MISSED"}
        lines = [("", "knightwatch", self.peer, "ratio", "target", "")]
        lines += [(row.case, row.ours, row.peer, row.ratio, row.target, met[row.met]) for row in self.rows]
        widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
        cells = ["  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)) for line in lines]
        return "\n".join([self.title, *("  " + line.rstrip() for line in cells)]) + self.plot
