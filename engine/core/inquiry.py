"""Inquiries: questions about a plan that take more than one run, or another kind of search, to answer.

An inquiry is driven like a run, slice by slice, and tells at any time how far it is and what it knows by then.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.core.frame import Board, Curve, Kind, Status


@dataclass(frozen=True)
class Grid:
    """A value for each pair of two things that are varied: columns are the labels of a diagram, rows its own."""

    name: str
    """What is varied from row to row."""
    labels: tuple[str, ...]
    values: NDArray[np.float64]
    """By row and column; what is not known yet is no number."""
    kind: Kind = Kind.LINE


@dataclass(frozen=True)
class Diagram:
    """Curves over numbers, or over values that stand side by side: then steps are the places of those values."""

    title: str
    labels: tuple[str, ...]
    """The values, as they are to stand below the curves; none where steps are numbers."""
    curves: tuple[Curve, ...]
    top: int | None = None
    """The highest that any point could be, where there is such a thing."""
    across: str = ""
    """What the steps or the values below the curves are."""
    log: bool = False
    """Whether steps are so different that only their ratios can be seen."""
    signs: str = ""
    """What marks each of the curves, where that is not left to the chart."""
    grid: Grid | None = None
    """What is shown in the place of curves."""


class Inquiry(ABC):
    """A question on its way to its answer."""

    kept: bool = False
    """Whether what was done is kept when it is left, so that asking again goes on."""

    @abstractmethod
    def slices(self) -> Iterator[None]:
        """Work and yield, some fifty times a second, until the question is answered; called again, it goes on."""

    @abstractmethod
    def progress(self) -> tuple[int, int, str]:
        """Return how much is done, of how much, and what it is counted in, in the plural."""

    @abstractmethod
    def answer(self) -> dict[str, Any]:
        """Return what is known by now, as an object for JSON; `complete` tells whether that is all."""

    @abstractmethod
    def text(self) -> str:
        """Return what is known by now in words and tables, for people."""

    def unused(self) -> str:
        """Say which of the plan's choices do not count here, as a sentence; empty where all do."""
        return ""

    def doing(self) -> str:
        """Return what it is about before the first answer, where that may take long."""
        return ""

    def table(self) -> list[list[str]]:
        """Return what is known by now as a table, its head first; nothing where it is none."""
        return []

    def status(self) -> Status:
        """Return how it ended, as runs do."""
        return Status.SOLVED if self.answer()["complete"] else Status.GAVE_UP

    def board(self) -> Board | None:
        """Return a picture of what is known by now, where there is one."""
        return None

    def diagram(self) -> Diagram | None:
        """Return what is known by now as curves, where there are any."""
        return None

    def subinquiries(self) -> "Sequence[Subinquiry]":
        """Return the inquiries that this one is made of; nothing where it is only one."""
        return ()

    def records(self) -> list[tuple[Any, ...]]:
        """Return all single facts known by now as rows, the names of the columns first; nothing if there are none."""
        return []


@dataclass(frozen=True)
class Subinquiry:
    """One of the inquiries that another is made of."""

    title: str
    inquiry: Inquiry
    note: str = ""
    """What to know about what it shows, in sentences."""
