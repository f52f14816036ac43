"""The solver `divide`: it solves every allowed board, and its sentences are true."""

import re
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from knightwatch.engine.boards import adjacent
from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.frame import Status
from knightwatch.engine.tour.problem import TourProblem
from knightwatch.engine.tour.solvers.divide import Divide, DivideSettings, Joins


def divide(rows: int, cols: int, seed: int = 1, joins: str = "tours", **values: Any) -> Divide:
    problem, chosen = TourProblem(rows=rows, cols=cols, **values), DivideSettings(joins=Joins(joins))
    Divide.check(problem, chosen)
    search = Divide(problem, chosen, seed)
    search.prepare()
    return search


@settings(max_examples=25)
@given(rows=st.integers(5, 34), cols=st.integers(5, 34), seed=st.integers(0, 99), data=st.data())
def test_every_divisible_board_is_solved_from_every_possible_start(
    rows: int, cols: int, seed: int, data: st.DataObject
) -> None:
    row, col = data.draw(st.integers(0, rows - 1)), data.draw(st.integers(0, cols - 1))
    even = rows * cols % 2 == 0
    if not even and (row + col) % 2:
        row, col = row, (col + 1) % cols if (row + (col + 1) % cols) % 2 == 0 else (col + 2) % cols
    search = divide(rows, cols, seed, start=f"{row},{col}", closed=even)
    search.advance(search.limit)
    assert search.status is Status.SOLVED
    assert search.problem.solves(search.answer())
    assert search.done == search.limit == 2 * len(search.parts) - 1


@given(rows=st.integers(12, 20), cols=st.integers(5, 20))
@settings(max_examples=10)
def test_the_joined_parts_are_one_walk_after_every_step(rows: int, cols: int) -> None:
    search = divide(rows, cols)
    while search.status is Status.RUNNING:
        search.advance(1)
        trail = search.trail.tolist()
        assert len(trail) == len(set(trail)) == search.attained()
        assert all(adjacent(a, b, cols) for a, b in pairwise(trail))
        links = search.state["links"]
        here = np.flatnonzero(links[:, 1] >= 0)
        assert all(adjacent(int(a), int(links[a, 1]), cols) for a in here)
    assert len(trail) == rows * cols


def test_sentences_and_boards_show_the_last_step() -> None:
    search = divide(12, 12)
    assert "divided into 4 parts" in search.frame().sentence
    search.advance(2)
    frame = search.frame()
    assert frame.sentence == "Part 2 of 4 (6 x 6, lower left square g7) gets a closed tour."
    assert [(links.name, len(links.pairs)) for links in frame.board.links] == [("the tour of the part", 36)]
    search.advance(1)
    frame = search.frame()
    moves = re.fullmatch(
        r"Part 2 of 4 is joined: moves (\w+)-(\w+) and (\w+)-(\w+) are replaced by (\w+)-(\w+) and (\w+)-(\w+)\.",
        frame.sentence,
    )
    assert moves
    assert (moves[1], moves[2], moves[3], moves[4]) == (moves[5], moves[7], moves[6], moves[8])
    removed, added = frame.board.links
    trail = frame.board.trail.tolist()
    tour = {frozenset(pair) for pair in zip(trail, [*trail[1:], trail[0]], strict=True)}
    assert {frozenset(pair) for pair in added.pairs.tolist()} <= tour
    assert not {frozenset(pair) for pair in removed.pairs.tolist()} & tour
    search.advance(9)
    assert search.frame().sentence.endswith(" All parts are joined.")


@pytest.mark.parametrize(("rows", "values"), [(4, {}), (8, {"holes": "a1:c1"})])
def test_small_boards_and_holes_are_refused(rows: int, values: dict[str, Any]) -> None:
    with pytest.raises(BadInput, match="divide needs a board of 5 x 5 or more without holes, but this is a tour of"):
        divide(rows, 8, **values)


# The way of the thesis: a path in each part


def test_paths_of_parts_rarely_fit_together_and_the_reason_is_shown() -> None:
    """The thesis: from the last square of one part to the first of the next. It does not say how to end there."""
    stuck = 0
    for seed in range(10):
        search = divide(16, 16, seed, joins="paths")
        search.advance(search.limit)
        trail = search.trail.tolist()
        assert len(trail) == len(set(trail)) == 64 * search.work()["parts"]
        assert all(adjacent(a, b, 16) for a, b in pairwise(trail))
        if search.status is Status.GAVE_UP:
            stuck += 1
            laid = search.work()["parts"]
            assert f"the path of part {laid} ends on {search.problem.name(trail[-1])}" in search.reason
            assert search.reason in search.frame().sentence
    assert stuck >= 8


def test_a_board_of_one_part_is_solved_by_its_path() -> None:
    search = divide(8, 10, joins="paths", start="a1")
    search.advance(search.limit)
    assert (search.status, search.done) == (Status.SOLVED, 1)
    assert search.problem.solves(search.answer())


def test_paths_that_follow_each_other_are_one_tour() -> None:
    """Paths that end beside the next part do fit together: 8 x 16 from a corner."""
    solved = 0
    for seed in range(60):
        search = divide(8, 16, seed, joins="paths")
        search.advance(search.limit)
        solved += search.status is Status.SOLVED
        if search.status is Status.SOLVED:
            assert search.problem.solves(search.answer())
            assert search.frame().sentence.endswith("All parts are connected.")
    assert solved


def test_boards_without_equal_parts_are_refused() -> None:
    with pytest.raises(BadInput, match="13 x 16 has no equal parts"):
        divide(13, 16, joins="paths")


@pytest.mark.parametrize(
    ("values", "words"),
    [({"start": "15,15"}, "at the top left, has no path from p1"), ({"closed": True}, "ends on")],
)
def test_starts_elsewhere_and_open_paths_are_reported(values: dict[str, Any], words: str) -> None:
    search = divide(16, 16, joins="paths", **values)
    search.advance(search.limit)
    assert search.status is Status.GAVE_UP
    assert words in search.reason


def test_a_closed_tour_needs_a_move_back_to_the_start() -> None:
    statuses = set()
    for seed in range(40):
        search = divide(6, 6, seed, joins="paths", closed=True)
        search.advance(search.limit)
        statuses.add(search.status)
        assert search.problem.solves(search.answer()) == (search.status is Status.SOLVED)
        assert search.status is Status.SOLVED or "leads from there to the start" in search.reason
    assert Status.GAVE_UP in statuses
