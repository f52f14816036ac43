"""Plain versions on boards without a tour: each of them ends."""

import pytest

from knightwatch import Impossible
from tests.models.tour import asked
from tests.support.plain import PlainRun


def ended(solver: str, rows: int, cols: int, **settings: int) -> PlainRun:
    run = PlainRun("tour", solver, asked(rows, cols), **settings)
    while run.step():
        assert run.done <= 20_000
    return run


@pytest.mark.parametrize("solver", ["ants", "repair"])
def test_evaluations_limit_a_population(solver: str) -> None:
    assert ended(solver, 4, 4, evaluations=120).done == 120


@pytest.mark.parametrize("side", [3, 4])
def test_auto_gives_up_after_some_walks(side: int) -> None:
    assert len(ended("auto", side, side).answer) < side * side


def test_genetic_sees_a_square_that_no_move_leads_to() -> None:
    assert isinstance(ended("genetic", 3, 3).answer, Impossible)


def test_divide_refuses_a_board_that_it_cannot_cut() -> None:
    with pytest.raises(ValueError, match="5 x 5 or more"):
        ended("divide", 4, 4)


def test_divide_sees_a_start_of_the_wrong_colour() -> None:
    run = PlainRun("tour", "divide", asked(5, 5, start=(0, 1)))
    assert not run.step()
    assert isinstance(run.answer, Impossible)
