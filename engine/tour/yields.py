"""Reading what an author's tour solver yields: a sequence of squares. Standard library only."""

from functools import cached_property
from typing import Any

from knightwatch.engine.core.reader import WrongYield, listed, shown
from knightwatch.engine.tour.task import TourTask


class TourReader:
    """Reads paths. Repeats and illegal moves are allowed: the board marks them."""

    def __init__(self, task: TourTask) -> None:
        self._task = task
        self._checked: list[Any] = []
        """The last checked path. Most paths differ from it at their end only."""

    def check(self, value: Any) -> None:
        path, checked = listed(value), self._checked
        if type(path) is not list:
            raise WrongYield(f"yielded {shown(value)}, but a tour is a list of squares")
        n = len(checked)
        try:
            if path[:n] == checked:
                fresh = path[n:]
            elif checked[: len(path)] == path:
                del checked[len(path) :]
                return
            else:
                fresh, self._checked = path, []
            for square in fresh:
                self.square(square)
        except (TypeError, ValueError):  # squares that cannot be compared, such as arrays
            fresh, self._checked = path, []
            for square in fresh:
                self.square(square)
        self._checked += fresh

    def plain(self, value: Any) -> list[int]:
        return [self.square(square) for square in listed(value)]

    def measures(self, value: Any) -> dict[str, float]:
        return {"squares of the walk": float(len(value))}

    def square(self, square: Any) -> int:
        try:
            row, col = self._named[square] if type(square) is str else square
            if 0 <= row < self._task.rows and 0 <= col < self._task.cols:
                return int(row) * self._task.cols + int(col)
        except (KeyError, TypeError, ValueError):
            pass
        rows, cols = self._task.rows, self._task.cols
        raise WrongYield(
            f"yielded the square {shown(square)}, but squares are pairs (row, column) from (0, 0) to "
            f"({rows - 1}, {cols - 1}), or names from a1 to {self._task.name((0, cols - 1))}"
        )

    @cached_property
    def _named(self) -> dict[str, tuple[int, int]]:
        return {self._task.name((r, c)): (r, c) for r in range(self._task.rows) for c in range(self._task.cols)}
