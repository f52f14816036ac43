"""Numbers of positions, even if there are too many to search."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knightwatch.engine.core.frame import Status
from knightwatch.engine.plans.catalog import puzzle
from knightwatch.engine.plans.plan import Plan
from knightwatch.engine.swap.pair_numbers import rank_of, set_of_rank

ROWS = ["BBBBBBBB", *["........"] * 6, "WWWWWWWW"]


@given(st.sets(st.integers(0, 1000), max_size=12))
def test_the_rank_of_a_set_gives_back_the_set(vertices: set[int]) -> None:
    assert set_of_rank(rank_of(vertices), len(vertices)) == sorted(vertices)


def test_ranks_count_the_sets_from_0() -> None:
    assert sorted(set_of_rank(place, 3) for place in range(20)) == [list(each) for each in combinations(range(6), 3)]


@pytest.mark.parametrize("solver", ["breadth", "both-ends", "best-first"])
@pytest.mark.parametrize("rows", [ROWS, ROWS[::-1]], ids=["black above", "black below"])
def test_too_large_a_problem_is_given_up_at_once(solver: str, rows: list[str]) -> None:
    search = Plan.read(puzzle("swap"), {"from_": "/".join(rows), "solver": solver, "seed": "1"}).search()
    search.prepare()
    frame = search.frame()
    assert frame.status is Status.GAVE_UP
    assert "too little for 6,287,341,680,214,194,600 positions" in frame.reason
    at = {square: frame.board.marks[k].ascii for square, k in zip(frame.board.squares, frame.board.kinds, strict=True)}
    assert [at.get(square, ".") for square in range(64)] == list("".join(rows))


@pytest.mark.parametrize("solver", ["breadth", "both-ends"])
def test_a_goal_equal_to_the_start_needs_no_memory(solver: str) -> None:
    text = "/".join(ROWS[::-1])
    search = Plan.read(puzzle("swap"), {"from_": text, "to": text, "solver": solver, "seed": "1"}).search()
    search.prepare()
    assert (search.status, search.answer()["positions"]) == (Status.SOLVED, [text])
