"""Playing by hand: a position that the user changes square by square, with undo and a coach."""

import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.core.frame import Board, Figure
from knightwatch.engine.core.search import Problem
from knightwatch.engine.core.words import capitalised

P = TypeVar("P", bound=Problem)
Position = NDArray[np.int64]

SECONDS = 1.0
"""Seconds that the coach may think before it answers "not decided"."""


@dataclass(frozen=True)
class Advice:
    """The coach's advice on a position."""

    possible: bool | None
    """Whether the problem can still be solved without moving any placed piece; None: not decided."""
    moves: int | None = None
    """A lower bound of the moves left, if known."""
    next: tuple[int, ...] = ()
    """The squares of a good move: the target, or the origin and the target; empty if none is known."""
    why: str = ""
    """Why no solution is possible, as a clause; empty if one is, or if the reason is not known."""
    proof: tuple[int, ...] = ()
    """The squares of that reason."""
    needed: tuple[int, ...] = ()
    """The squares that the squares of the proof need."""
    second: tuple[tuple[int, int], ...] = ()
    """Other ways of the squares of the proof, each from the square."""


UNDECIDED = Advice(None)


class Play(ABC, Generic[P]):
    """A user who solves a problem by hand."""

    how: str
    """A sentence about what choosing a square does."""
    won: str
    """The goal in a word or two, for example "a tour"."""

    def __init__(self, problem: P, board: Board) -> None:
        """Begin with the pieces on a board."""
        self.problem = problem
        self.position = self.start(board)
        self.hinted: tuple[int, ...] = ()
        """The squares of the hint on the board."""
        self._past: list[Position] = []
        self._advice: dict[bytes, Advice] = {}

    @abstractmethod
    def start(self, board: Board) -> Position:
        """Return the position of a board."""

    @abstractmethod
    def change(self, row: int, col: int) -> str:
        """Change the position at a square; return a sentence about what happened."""

    @abstractmethod
    def board(self) -> Board:
        """Return a picture of the position."""

    def cursor(self) -> tuple[int, int]:
        """Return row and column of the square that the user will probably choose next."""
        return 0, 0

    @abstractmethod
    def figures(self) -> tuple[Figure, ...]:
        """Return figures about the position."""

    def is_stuck(self) -> bool:
        """Tell whether only undo is possible."""
        return False

    @abstractmethod
    def solved(self) -> bool:
        """Tell whether the position solves the problem."""

    def preparing(self) -> Iterator[None]:
        """Compute, slice by slice, tables that figures and hints use; by default nothing."""
        return iter(())

    # The coach.

    @abstractmethod
    def advising(self, position: Position, until: float) -> Iterator[Advice | None]:
        """Analyse a position until a deadline; yield None after each slice and the advice in the end."""

    @abstractmethod
    def hint_words(self, advice: Advice) -> str:
        """Return a sentence about the good move of an advice."""

    def coach(self) -> Iterator[None]:
        """Analyse the position slice by slice; if it is lost, also the one before, to say whether this move lost it."""
        position, before = self.position.copy(), self._past[-1:]
        yield from self._advise(position, time.perf_counter() + SECONDS)
        if (advice := self._advice.get(position.tobytes())) and advice.possible is False:
            for each in before:
                yield from self._advise(each, time.perf_counter() + SECONDS)

    def _advise(self, position: Position, until: float) -> Iterator[None]:
        if position.tobytes() not in self._advice:
            for advice in self.advising(position, until):
                if advice:
                    self._advice[position.tobytes()] = advice
                yield

    @property
    def advice(self) -> Advice | None:
        """The coach's advice on the position; None while the coach thinks."""
        return self._advice.get(self.position.tobytes())

    @property
    def has_moves(self) -> bool:
        """Whether the user has changed the position."""
        return bool(self._past)

    def has_just_lost(self) -> bool:
        """Tell whether the last change made a solution impossible: the coach knows that it was possible before."""
        before = self._advice.get(self._past[-1].tobytes()) if self._past else None
        lost = self.advice is not None and self.advice.possible is False
        return lost and before is not None and before.possible is True

    def coached(self) -> tuple[Figure, ...]:
        """Return the coach's advice as figures."""
        advice = self.advice
        possible = {True: "yes", False: "no", None: "not decided"}[advice.possible] if advice else "..."
        figure = Figure("possible", possible, f"whether {self.won} is still possible if no placed piece is removed")
        if advice is None or advice.moves is None:
            return (figure,)
        left = f"moves left until {self.won}: at least this number"
        return figure, Figure("moves left", f"{advice.moves:,}+" if advice.moves else "0", left)

    def because(self, advice: Advice) -> str:
        """Return the reason of an advice as a further sentence; empty if there is none."""
        return f" {capitalised(advice.why)}." if advice.why else ""

    def hint(self) -> str:
        """Mark a good move on the board, if the coach knows one; return a sentence."""
        advice = self.advice
        self.hinted = advice.next if advice else ()
        if self.solved():
            return "Already solved."
        if advice is None:
            return "The coach is still thinking: ask again in a moment."
        if advice.next:
            return self.hint_words(advice)
        if advice.possible is False:
            return f"From here {self.won} is not possible.{self.because(advice)}"
        return f"It is not decided whether {self.won} is still possible."

    def earlier(self) -> list[Position]:
        """Return the earlier positions, the latest first."""
        return self._past[::-1]

    def may_go_back(self) -> bool:
        """Tell whether `winnable` may find a position, as far as the coach knows."""
        known = (self._advice.get(position.tobytes()) for position in self.earlier())
        return any(advice is None or advice.possible for advice in known)

    def winnable(self) -> Iterator[Position | None]:
        """Look for the latest earlier position that can still be solved; yield None until it is found."""
        until = time.perf_counter() + SECONDS
        for position in self.earlier():
            for _ in self._advise(position, until):
                yield None
            if (advice := self._advice.get(position.tobytes())) and advice.possible:
                yield position
                return

    def go_back(self, position: Position) -> str:
        """Go back to an earlier position; return a sentence."""
        self._past.append(self.position.copy())
        self.position, self.hinted = position.copy(), ()
        return f"Back at the last position from which {self.won} is possible."

    # What a person does.

    def choose(self, row: int, col: int) -> str:
        """Choose a square; return a sentence about what happened."""
        self.hinted = ()
        before = self.position.copy()
        sentence = self.change(row, col)
        if np.array_equal(before, self.position):
            return sentence
        self._past.append(before)
        return f"{sentence} Solved!" if self.solved() else sentence

    def clear(self) -> str:
        """Remove all pieces; return a sentence."""
        self.hinted = ()
        self._past.append(self.position.copy())
        self.position = self.start(self.problem.board())
        return "The board is empty."

    def undo(self) -> str:
        """Undo the last change; return a sentence."""
        self.hinted = ()
        if not self._past:
            return "There is nothing to undo."
        self.position = self._past.pop()
        return "The last change is undone."
