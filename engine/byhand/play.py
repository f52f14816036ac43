"""Playing by hand: a position that a person changes square by square, with a way back, and a coach beside it."""

import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.core.frame import Board, Figure
from knightwatch.engine.core.search import Problem
from knightwatch.engine.core.words import counted_noun

P = TypeVar("P", bound=Problem)
Position = NDArray[np.int64]

SECONDS = 1.0
"""How long a coach may think before it calls something not decided."""


@dataclass(frozen=True)
class Advice:
    """What a coach says of a position."""

    possible: bool | None
    """Whether the problem can still be solved from there, with all that stands staying as it is; None: not decided."""
    moves: int | None = None
    """How many moves it takes at least, as far as is known."""
    next: tuple[int, ...] = ()
    """The squares of a good move: where to, or from where and where to; none where none is known."""


UNDECIDED = Advice(None)


class Play(ABC, Generic[P]):
    """A game of one person against a problem."""

    how: str
    """What choosing a square does, as a sentence."""
    won: str
    """What may still be possible, in a word or two."""

    def __init__(self, problem: P, board: Board) -> None:
        """Begin with what stands on a board."""
        self.problem = problem
        self.position = self.start(board)
        self.hinted: tuple[int, ...] = ()
        """The squares of the hint that was asked for."""
        self._past: list[Position] = []
        self._advice: dict[bytes, Advice] = {}

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

    # The coach.

    @abstractmethod
    def advising(self, position: Position, until: float) -> Iterator[Advice | None]:
        """Find out up to some time what can become of a position: yield None now and then, in the end the advice."""

    @abstractmethod
    def hint_words(self, advice: Advice) -> str:
        """Say what a good move is, for advice that knows one."""

    def coach(self) -> Iterator[None]:
        """Find out, slice by slice, what can become of the position."""
        position = self.position.copy()
        yield from self._advise(position, time.perf_counter() + SECONDS)

    def _advise(self, position: Position, until: float) -> Iterator[None]:
        if position.tobytes() not in self._advice:
            for found in self.advising(position, until):
                if found:
                    self._advice[position.tobytes()] = found
                yield

    @property
    def advice(self) -> Advice | None:
        """What the coach says of the position; None where it still thinks."""
        return self._advice.get(self.position.tobytes())

    def coached(self) -> tuple[Figure, ...]:
        """Return what the coach says, as figures."""
        advice = self.advice
        told = {True: "yes", False: "no", None: "not decided"}[advice.possible] if advice else "..."
        at_least = counted_noun(advice.moves, "move") if advice and advice.moves is not None else "-"
        return (
            Figure("possible", told, f"whether {self.won} can still come of it, with all that stands staying there"),
            Figure("at least", at_least, "moves that it still takes, if they are all good ones"),
        )

    def hint(self) -> str:
        """Mark a good move on the board, if the coach knows one; return it as a sentence."""
        advice = self.advice
        self.hinted = advice.next if advice else ()
        if self.solved():
            return "Solved already."
        if advice is None:
            return "The coach still thinks: ask again in a moment."
        if advice.next:
            return self.hint_words(advice)
        if advice.possible is False:
            return f"From here {self.won} is not possible any more."
        return f"Whether {self.won} is still possible here is not decided."

    def earlier(self) -> list[Position]:
        """Return the positions before this one, the last first."""
        return self._past[::-1]

    def winnable(self) -> Iterator[Position | None]:
        """Look for the last earlier position that could still be won: yield None now and then, and it in the end."""
        until = time.perf_counter() + SECONDS
        for position in self.earlier():
            for _ in self._advise(position, until):
                yield None
            if (advice := self._advice.get(position.tobytes())) and advice.possible:
                yield position
                return

    def go_back(self, position: Position) -> str:
        """Go back to an earlier position."""
        self._past.append(self.position.copy())
        self.position, self.hinted = position.copy(), ()
        return f"Back at the last position from which {self.won} is possible."

    # What a person does.

    def choose(self, row: int, col: int) -> str:
        """Choose a square; return what happened as a sentence."""
        self.hinted = ()
        before = self.position.copy()
        sentence = self.change(row, col)
        if np.array_equal(before, self.position):
            return sentence
        self._past.append(before)
        return f"{sentence} Solved!" if self.solved() else sentence

    def clear(self) -> str:
        """Empty the board."""
        self.hinted = ()
        self._past.append(self.position.copy())
        self.position = self.start(self.problem.board())
        return "The board is empty now."

    def undo(self) -> str:
        """Take the last change back."""
        self.hinted = ()
        if not self._past:
            return "There is nothing to take back."
        self.position = self._past.pop()
        return "The last change is taken back."
