"""Reading what an author's tour solver yields: a sequence of squares. Standard library only."""

from functools import cached_property
from typing import Any

from knightwatch.engine.core.reader import WrongYield, listed, shown, whole
from knightwatch.engine.tour.task import TourTask


class TourReader:
    """Reads paths. Repeats and illegal moves are allowed: the board marks them."""

    def __init__(self, task: TourTask) -> None:
        self._task = task
        self._checked: list[Any] = []
        """The last checked path. Most paths differ from it at their end only."""
        self._good: set[Any] = set()
        """Squares that were checked before: pairs and names."""

    def check(self, value: Any) -> None:
        path = value if type(value) is list else listed(value)
        if type(path) is not list:
            raise WrongYield(f"yielded {shown(value)}, but a tour is a list of squares")
        checked = self._checked
        more = len(path) - len(checked)
        try:
            if more == 1:
                checked.append(path[-1])
            elif more < 1:
                del checked[len(path) :]
                if checked == path:
                    return
                checked[-1] = path[-1]
            if checked == path and path[-1] in self._good:
                return
            known = self._good.issuperset(path)
        except (TypeError, ValueError):  # squares that cannot be hashed or compared, such as lists and arrays
            known = False
        if not known:
            for square in path:
                self.square(square)
        self._checked = path.copy()

    def plain(self, value: Any) -> list[int]:
        return [self.square(square) for square in listed(value)]

    def measures(self, value: Any) -> dict[str, float]:
        return {"squares of the walk": float(len(listed(value)))}

    def square(self, square: Any) -> int:
        try:
            row, col = map(whole, self._named[square] if isinstance(square, str) else listed(square))
            if 0 <= row < self._task.rows and 0 <= col < self._task.cols:
                self._good.add(square if type(square) is str else (row, col))
                return row * self._task.cols + col
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
