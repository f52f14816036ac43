"""Reading what an author's queens solver yields: a row for each column, or a population. Standard library only."""

from typing import Any

from knightwatch.engine.core.reader import WrongYield, listed, shown, whole
from knightwatch.engine.queens.task import QueensTask


class QueensReader:
    """Reads placements, which may be incomplete, and lists of placements."""

    def __init__(self, task: QueensTask) -> None:
        self._task = task
        self._rows = {None, *range(task.n)}

    def check(self, value: Any) -> None:
        if self._is_array_of_rows(value):
            return
        rows = value if type(value) is list else listed(value)
        if type(rows) is not list:
            raise WrongYield(f"yielded {shown(value)}, but queens are a list with a row for each column")
        if not _is_population(rows):
            self._check_placement(rows)
            return
        for place, individual in enumerate(rows, 1):
            placement = listed(individual)
            if type(placement) is not list:
                raise WrongYield(f"yielded {shown(individual)} as individual {place}, which is not a list of rows")
            self._check_placement(placement)

    def _is_array_of_rows(self, value: Any) -> bool:
        """Tell whether a value is a NumPy array of integers that are rows: quick for large populations."""
        if type(value).__module__ != "numpy" or type(value).__name__ != "ndarray" or value.dtype.kind not in "iu":
            return False
        fits = value.ndim in (1, 2) and value.size and value.shape[-1] <= self._task.n
        return bool(fits and value.min() >= 0 and value.max() < self._task.n)

    def _check_placement(self, rows: list[Any]) -> None:
        n = self._task.n
        if len(rows) > n:
            raise WrongYield(f"yielded {len(rows)} rows, but the board has {n} columns")
        try:
            wrong = not self._rows.issuperset(rows)
        except TypeError:
            wrong = True
        if wrong and (found := next(((c, r) for c, r in enumerate(rows) if not self._is_row(r)), None)):
            column, row = found
            name = self._task.name(column, 0).rstrip("0123456789")
            raise WrongYield(f"yielded row {shown(row)} for column {name}, but rows are 0 to {n - 1}")

    def _is_row(self, row: Any) -> bool:
        try:
            return row in self._rows
        except TypeError:
            return False

    def plain(self, value: Any) -> list[Any]:
        rows = listed(value)
        return [self._placement(each) for each in rows] if _is_population(rows) else self._placement(rows)

    def _placement(self, rows: Any) -> list[int]:
        """Return a row for each column; -1 if it has no queen."""
        placed = [-1 if row is None else whole(row) for row in listed(rows)]
        if placed and not -1 <= min(placed) <= max(placed) < self._task.n:  # a row may lie when it is compared
            raise WrongYield(f"yielded rows that are not 0 to {self._task.n - 1}")
        return placed + [-1] * (self._task.n - len(placed))

    def measures(self, value: Any) -> dict[str, float]:
        if self._is_array_of_rows(value) and value.ndim == 2:
            attacks = _attacks_of_array(value, self._task.n)
            return {"best": float(attacks.min()), "mean": float(attacks.mean())}
        rows = listed(value)
        if not _is_population(rows):
            return {"attacks": float(self._task.attacks(rows))}
        attacks = [self._task.attacks(listed(individual)) for individual in rows]
        return {"best": float(min(attacks)), "mean": sum(attacks) / len(attacks)}

    def square(self, square: Any) -> int:
        n = self._task.n
        try:
            row, col = map(whole, listed(square))
        except (TypeError, ValueError):
            row = col = -1
        if not (0 <= row < n and 0 <= col < n):
            raise WrongYield(
                f"yielded the square {shown(square)}, but squares are pairs (row, column) from (0, 0) to "
                f"({n - 1}, {n - 1})"
            )
        return row * n + col


def _is_population(rows: list[Any]) -> bool:
    """Tell whether a list has placements as its elements."""
    return bool(rows) and (isinstance(rows[0], list | tuple) or getattr(rows[0], "ndim", 0) == 1)


def _attacks_of_array(population: Any, n: int) -> Any:
    """Return the attacking pairs of each individual. The author's code has imported NumPy already."""
    import numpy as np

    size, columns = population.shape
    rows, col = population.astype(np.int64), np.arange(columns)
    first = np.arange(size)[:, None] * (2 * n)
    squares = np.zeros(size, np.int64)
    for line in (rows, rows + col, rows - col + n):
        counts = np.bincount((line + first).ravel(), minlength=size * 2 * n).reshape(size, 2 * n)
        squares += np.einsum("ij,ij->i", counts, counts)
    return (squares - 3 * columns) // 2  # of k queens on a line, k (k - 1) / 2 pairs attack each other
