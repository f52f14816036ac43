"""Inquiries: questions about a plan that take more than one run, or another kind of search, to answer.

An inquiry is driven like a run, slice by slice, and tells at any time how far it is and what it knows by then.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from typing import Any

from engine.frame import Board, Curve


class Inquiry(ABC):
    """A question on its way to its answer."""

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

    def table(self) -> list[list[str]]:
        """Return what is known by now as a table, its head first; nothing where it is none."""
        return []

    def curves(self) -> tuple[Curve, ...]:
        """Return curves of what is known by now, where there are any."""
        return ()

    def board(self) -> Board | None:
        """Return a picture of what is known by now, where there is one."""
        return None


def aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return the lines of a table whose columns are as wide as they need to be."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join(f"{cell:>{width}}" for cell, width in zip(row, widths, strict=True)) for row in rows]
