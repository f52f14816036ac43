"""Searches of `auto` at their start and end, and a check of their tours."""

from typing import Any

import numpy as np

from knightwatch.engine.core.frame import Status
from knightwatch.engine.tour.problem import TourProblem
from knightwatch.engine.tour.solvers.auto import Auto, AutoSettings
from tests.models.tour import Square, Squares, full


def auto(problem: TourProblem, seed: int = 1, **values: Any) -> Auto:
    """Return a search before its first step."""
    search = Auto(problem, AutoSettings(**values), seed)
    search.prepare()
    return search


def ended(problem: TourProblem, seed: int = 1) -> Auto:
    """Return a finished search."""
    search = auto(problem, seed)
    search.advance(search.limit)
    return search


def walk(search: Auto) -> list[Square]:
    """Return the squares of the walk."""
    return [divmod(int(square), search.problem.cols) for square in search.trail]


def assert_tour(search: Auto) -> None:
    """Check a tour with NumPy, since it may be large."""
    problem = search.problem
    assert search.status is Status.SOLVED
    path = search.trail
    assert np.array_equal(np.sort(path), np.flatnonzero(problem.free))
    assert problem.first in (None, path[0])
    row, col = np.divmod(np.append(path, path[0]) if problem.closed else path, problem.cols)
    assert (np.diff(row) ** 2 + np.diff(col) ** 2 == 5).all()
    assert not problem.closed or len(path) > 2


def middle(n: int, hole: int) -> Squares:
    """Return the squares of a square hole in the middle of a board."""
    edge = (n - hole) // 2
    return frozenset((row + edge, col + edge) for row, col in full(hole, hole))
