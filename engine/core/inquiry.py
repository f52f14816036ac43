"""Inquiries: questions about a plan that need more than one run, or another kind of search.

An inquiry is driven like a run, slice by slice. At any time it returns its progress and what it knows so far.
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
    """A heat map: a value for each pair of two varied parameters. Its columns are the labels of the diagram."""

    name: str
    """The parameter that varies from row to row."""
    labels: tuple[str, ...]
    values: NDArray[np.float64]
    """By row and column. NaN: not known yet."""
    kind: Kind = Kind.LINE


@dataclass(frozen=True)
class Diagram:
    """Curves over numbers, or over labelled values: then the steps are indices into `labels`."""

    title: str
    labels: tuple[str, ...]
    """The labels below the curves; empty if the steps are numbers."""
    curves: tuple[Curve, ...]
    top: int | None = None
    """The maximum that a point could reach, if there is one."""
    across: str = ""
    """The name of the horizontal axis."""
    log: bool = False
    """Whether the horizontal axis is logarithmic."""
    signs: str = ""
    """The sign of each curve; empty: the chart chooses."""
    grid: Grid | None = None
    """A heat map, shown instead of the curves."""


class Inquiry(ABC):
    """A question that is being answered."""

    kept: bool = False
    """Whether partial results are saved, so that the same question continues later."""
    everything: bool = False
    """Whether to keep all answers that the inquiry finds, not only the first ones. Set it before the work begins."""

    @abstractmethod
    def slices(self) -> Iterator[None]:
        """Work, and yield about fifty times a second, until the question is answered. A second call continues."""

    @abstractmethod
    def progress(self) -> tuple[int, int, str]:
        """Return how much is done, the total, and the unit in the plural."""

    @abstractmethod
    def answer(self) -> dict[str, Any]:
        """Return what is known so far as a JSON object; its field `complete` says whether that is all."""

    @abstractmethod
    def text(self) -> str:
        """Return what is known so far as text for people."""

    def unused(self) -> str:
        """Return a sentence about settings of the plan that this question ignores; empty if it uses all."""
        return ""

    def doing(self) -> str:
        """Return what the inquiry does before its first result, if that may take long."""
        return ""

    def table(self) -> list[list[str]]:
        """Return what is known so far as a table, column names first; empty if there is no table."""
        return []

    def status(self) -> Status:
        """Return the status, like that of a run."""
        return Status.SOLVED if self.answer()["complete"] else Status.GAVE_UP

    def board(self) -> Board | None:
        """Return a board that shows what is known so far, if there is one."""
        return None

    def diagram(self) -> Diagram | None:
        """Return curves of what is known so far, if there are any."""
        return None

    def subinquiries(self) -> "Sequence[Subinquiry]":
        """Return the inquiries that this one consists of; empty if it is a single one."""
        return ()

    def records(self) -> list[tuple[Any, ...]]:
        """Return all single results so far as rows, column names first; empty if there are none."""
        return []

    def close(self) -> None:  # noqa: B027
        """Free what the inquiry holds: the processes of users' solvers."""


@dataclass(frozen=True)
class Subinquiry:
    """One of several inquiries that another one consists of."""

    title: str
    inquiry: Inquiry
    note: str = ""
    """Remarks about its results, in sentences."""
