"""Playing by hand: a position that a person changes square by square, with a way back."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from engine.core.frame import Board, Figure
from engine.core.search import Problem

P = TypeVar("P", bound=Problem)
Position = NDArray[np.int64]


class Play(ABC, Generic[P]):
    """A game of one person against a problem."""

    how: str
    """What choosing a square does, as a sentence."""

    def __init__(self, problem: P, board: Board) -> None:
        """Begin with what stands on a board."""
        self.problem = problem
        self.position = self.start(board)
        self._past: list[Position] = []

    @abstractmethod
    def start(self, board: Board) -> Position:
        """Return the position of a board."""

    @abstractmethod
    def change(self, row: int, col: int) -> str:
        """Change the position by choosing a square; return what happened as a sentence."""

    @abstractmethod
    def board(self) -> Board:
        """Return a picture of the position."""

    def cursor(self) -> tuple[int, int]:
        """Return the row and column where a person is likely to go on."""
        return 0, 0

    @abstractmethod
    def figures(self) -> tuple[Figure, ...]:
        """Return what can be counted about the position."""

    def stuck(self) -> bool:
        """Tell whether nothing is left but to take something back."""
        return False

    @abstractmethod
    def solved(self) -> bool:
        """Tell whether the position solves the problem."""

    def preparing(self) -> Iterator[None]:
        """Find out, slice by slice, what figures and hints are the better for; by default nothing."""
        return iter(())

    def hint(self) -> str:
        """Return a good move as a sentence; empty where a puzzle gives no hints."""
        return ""

    def choose(self, row: int, col: int) -> str:
        """Choose a square; return what happened as a sentence."""
        before = self.position.copy()
        sentence = self.change(row, col)
        if np.array_equal(before, self.position):
            return sentence
        self._past.append(before)
        return f"{sentence} Solved!" if self.solved() else sentence

    def clear(self) -> str:
        """Empty the board."""
        self._past.append(self.position.copy())
        self.position = self.start(self.problem.board())
        return "The board is empty now."

    def undo(self) -> str:
        """Take the last change back."""
        if not self._past:
            return "There is nothing to take back."
        self.position = self._past.pop()
        return "The last change is taken back."
