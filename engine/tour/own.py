"""Draws the paths of an author's tour solver: repeats and illegal moves are marked, not refused."""

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.core.frame import Board, Figure, Kind, Links, Tone
from knightwatch.engine.core.words import counted_noun
from knightwatch.engine.core.yield_drawing import YieldDrawing
from knightwatch.engine.tour.problem import KNIGHT, REPEATED, TourProblem
from knightwatch.engine.tour.task import TourTask

Path = NDArray[np.int64]


class TourDrawing(YieldDrawing[TourProblem]):
    """Draws a path, given as numbers of squares."""

    reader = "knightwatch.engine.tour.yields:TourReader"
    curves = "squares of the walk", Kind.LINE

    @property
    def task(self) -> TourTask:
        return self.problem.task

    def checked(self, value: Any) -> Path:
        path = np.array(value, np.int64).reshape(-1)
        if len(path) and not (path.min() >= 0 and path.max() < self.problem.free.size):
            raise ValueError("a square is outside the board")
        return path

    def answer(self, value: Any) -> dict[str, Any]:
        path = np.empty(0, np.int64) if value is None else value
        squares = np.stack(np.divmod(path, self.problem.cols), axis=1).tolist()
        return {"path": squares, "squares": len(squares), "closed": self.problem.is_closed_tour(path)}

    def board(self, value: Any) -> Board:
        if value is None or not len(value):
            return self.problem.walk([])
        squares, visits = np.unique(value, return_counts=True)
        board = self.problem.walk(value, [(REPEATED, squares[visits > 1]), (KNIGHT, value[-1:])])
        wrong = np.flatnonzero(~self._legal(value))
        pairs = np.stack([value[wrong], value[wrong + 1]], axis=1)
        return replace(board, links=(Links.equal("not a knight's move", Tone.ALARM, pairs),)) if len(pairs) else board

    def figures(self, value: Any) -> tuple[Figure, ...]:
        path = np.empty(0, np.int64) if value is None else value
        different = len(np.unique(path))
        shown = [
            Figure("walk", f"{len(path):,}", "squares of the walk, repeats included"),
            Figure("visited", f"{different:,} of {self.problem.squares:,}", "different squares of the walk"),
        ]
        if wrong := int((~self._legal(path)).sum()):
            shown.append(Figure("not moves", f"{wrong:,}", "steps of the walk that are no knight's moves"))
        return tuple(shown)

    def attained(self, value: Any) -> float:
        """Return the length of the walk before its first repeat or illegal move."""
        if value is None or not len(value):
            return 0
        wrong = np.flatnonzero(~self._legal(value))
        end = int(wrong[0]) + 1 if len(wrong) else len(value)
        again = self._again(value[:end])
        return int(again[0]) if len(again) else end

    def illegal(self, value: Any) -> str:
        path = np.empty(0, np.int64) if value is None else value
        again = self._again(path)
        if (wrong := self._wrong_move(path)) or not len(again):
            return wrong
        square = int(path[again[-1]])
        visits = int((path == square).sum())
        return f"{self.problem.name(square)} is visited {'a second time' if visits == 2 else f'{visits:,} times'}"

    def _wrong_move(self, path: Path) -> str:
        """Say in a clause that the last illegal move is none; empty if all moves are legal."""
        wrong = np.flatnonzero(~self._legal(path)).tolist()
        if not wrong:
            return ""
        here, there = (self.problem.name(int(path[wrong[-1] + k])) for k in (0, 1))
        return f"{here}-{there} is not a knight's move"

    def fault(self, value: Any) -> str:
        path = np.empty(0, np.int64) if value is None else value
        if wrong := self._wrong_move(path):
            return wrong
        squares, visits = np.unique(path, return_counts=True)
        if repeated := squares[visits > 1].tolist():
            return f"{self.problem.name(repeated[0])} is visited more than once"
        if missing := self.problem.squares - len(path):
            return f"{counted_noun(missing, 'square')} not visited" if missing > 0 else ""
        if self.problem.first is not None and path[0] != self.problem.first:
            return f"it begins on {self.problem.name(int(path[0]))}, not on {self.problem.name(self.problem.first)}"
        return "no move leads back to its first square" if self.problem.closed else ""

    def _again(self, path: Path) -> NDArray[np.int64]:
        """Return the places of a path whose squares it visited before."""
        return np.setdiff1d(np.arange(len(path)), np.unique(path, return_index=True)[1])

    def _legal(self, path: Path) -> NDArray[np.bool_]:
        """Return for each pair of neighbours in a path whether they are a knight's move apart."""
        row, col = np.divmod(path, self.problem.cols)
        legal: NDArray[np.bool_] = np.abs(np.diff(row)) * np.abs(np.diff(col)) == 2
        return legal


DRAWING = TourDrawing
