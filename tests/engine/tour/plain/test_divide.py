"""The kernel of `divide` and its plain version join the same parts."""

from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from knightwatch.engine.core.frame import Status
from knightwatch.engine.tour.problem import TourProblem
from knightwatch.engine.tour.solvers.divide import Divide, DivideSettings
from tests.models.tour import Square, asked, full, is_tour, squares_of, whole_boards
from tests.support.examples import few
from tests.support.plain import PlainRun, assert_same_steps, plain_module

PLAIN = plain_module("tour", "divide")


def trail(search: Divide) -> list[Square]:
    return [divmod(int(square), search.problem.cols) for square in search.trail]


@few(25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(problem=whole_boards(), seed=st.integers(0, 99))
def test_the_same_tours_of_parts_are_joined_alike(
    monkeypatch: pytest.MonkeyPatch, problem: TourProblem, seed: int
) -> None:
    if problem.refutation():
        problem = asked(problem.rows, problem.cols)
    search = Divide(problem, DivideSettings(), seed)
    search.prepare()
    constants = search.constants

    def built_in(_problem: Any, squares: list[Square], _start: Square, _random: Any) -> list[Square]:
        """Return the tour of the built-in solver for a part of this size."""
        (top, left), (bottom, right) = squares[0], squares[-1]
        size = (bottom - top + 1, right - left + 1)
        kind = list(zip(constants.heights.tolist(), constants.widths.tolist(), strict=True)).index(size)
        numbers = constants.tours[constants.begins[kind] : constants.begins[kind + 1]].tolist()
        return [(top + number // size[1], left + number % size[1]) for number in numbers]

    monkeypatch.setattr(PLAIN, "tour", built_in)
    plain = PlainRun("tour", "divide", problem, seed)
    assert_same_steps(search, plain, trail, most=search.limit + 1, rng=False)
    assert search.status is Status.SOLVED
    assert plain.answer == trail(search)


@few(10)
@given(problem=whole_boards(), seed=st.integers(0, 99))
def test_the_plain_version_finds_tours_of_its_own(problem: TourProblem, seed: int) -> None:
    if problem.refutation():
        problem = asked(problem.rows, problem.cols)
    path: list[Square] = []
    for path, _ in PLAIN.solve(problem.task, Random(seed)):  # noqa: B007
        pass
    assert is_tour(path, squares_of(problem), problem.task.start, problem.closed)


@pytest.mark.parametrize(("rows", "cols"), [(5, 6), (6, 6), (8, 8), (5, 5), (7, 9)])
def test_a_part_gets_a_closed_tour_or_an_open_one_from_the_start(rows: int, cols: int) -> None:
    task = asked(rows, cols).task
    path = PLAIN.tour(task, list(task.squares), (0, 0), Random(1))
    assert is_tour(path, full(rows, cols), (0, 0) if rows * cols % 2 else None, rows * cols % 2 == 0)
