"""What the subjects share: samples taken in turns, and the table in which they are shown beside their target.

Machines are busy with other work, now more, now less. So the sides of a comparison take turns, and a ratio is the
median of the ratios within a turn, which both sides met with about the same load.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median


class Skipped(Exception):
    """A subject that cannot be measured here; the message is a sentence that says why."""


def in_turns(turns: int, *sides: Callable[[int], float]) -> list[list[float]]:
    """Return the figures of each side, which is called with the number of the turn."""
    figures: list[list[float]] = [[] for _ in sides]
    for turn in range(turns):
        for side, measured in zip(sides, figures, strict=True):
            measured.append(side(turn))
    return figures


def ratio(figures: Sequence[float], others: Sequence[float]) -> float:
    """Return how many times as large figures are as others, turn by turn."""
    return median(a / b for a, b in zip(figures, others, strict=True))


def spread(figures: Sequence[float], unit: str = "") -> str:
    """Return the median, and in brackets the least and the most."""
    return f"{short(median(figures))}{unit} ({short(min(figures))} to {short(max(figures))})"


def short(figure: float) -> str:
    """Return a figure with three digits that count."""
    rounded = float(f"{figure:.3g}")
    return f"{rounded:,.0f}" if rounded >= 100 else f"{rounded:.3g}"


@dataclass(frozen=True)
class Row:
    """One figure beside the peer's, where there is one, and the target, where one was set."""

    case: str
    ours: str
    peer: str = ""
    ratio: str = ""
    target: str = ""
    met: bool | None = None


@dataclass(frozen=True)
class Comparison:
    """What was measured for a subject; the title says in which unit, and which way the ratio goes."""

    title: str
    peer: str
    rows: tuple[Row, ...]
    plot: str = ""

    @property
    def met(self) -> bool:
        """Tell whether no target was missed."""
        return all(row.met is not False for row in self.rows)

    def __str__(self) -> str:
        met = {None: "", True: "met", False: "MISSED"}
        lines = [("", "knightwatch", self.peer, "ratio", "target", "")]
        lines += [(row.case, row.ours, row.peer, row.ratio, row.target, met[row.met]) for row in self.rows]
        widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
        cells = ["  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)) for line in lines]
        return "\n".join([self.title, *("  " + line.rstrip() for line in cells)]) + self.plot
