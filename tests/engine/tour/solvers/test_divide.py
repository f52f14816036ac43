"""A tour by parts: every board that can be cut has one, each step is what it says, and nothing else is taken."""

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
from knightwatch.engine.tour.solvers.divide import Divide, DivideSettings


def divide(rows: int, cols: int, seed: int = 1, **values: Any) -> Divide:
    search = Divide(TourProblem(rows=rows, cols=cols, **values), DivideSettings(), seed)
    search.prepare()
    return search


@settings(max_examples=25)
@given(rows=st.integers(5, 34), cols=st.integers(5, 34), seed=st.integers(0, 99), data=st.data())
def test_every_board_that_can_be_cut_has_a_tour_from_every_start_that_can_have_one(
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
def test_what_is_joined_is_one_walk_without_a_repeat_at_every_moment(rows: int, cols: int) -> None:
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


def test_steps_say_what_they_did_and_draw_it() -> None:
    search = divide(12, 12)
    assert search.frame().sentence == "The board is cut into 4 parts; each will have a tour of its own."
    search.advance(2)
    frame = search.frame()
    assert frame.sentence == "Part 2 of 4, 6 x 6 from g7 on, has a closed tour of its own."
    assert [(links.name, len(links.pairs)) for links in frame.board.links] == [("the tour of the part", 36)]
    search.advance(1)
    frame = search.frame()
    told = re.fullmatch(
        r"Part 2 of 4 is joined: (\w+)-(\w+) and (\w+)-(\w+) give way to (\w+)-(\w+) and (\w+)-(\w+)\.", frame.sentence
    )
    assert told
    assert (told[1], told[2], told[3], told[4]) == (told[5], told[7], told[6], told[8])
    gone, new = frame.board.links
    trail = frame.board.trail.tolist()
    moves = {frozenset(pair) for pair in zip(trail, [*trail[1:], trail[0]], strict=True)}
    assert {frozenset(pair) for pair in new.pairs.tolist()} <= moves
    assert not {frozenset(pair) for pair in gone.pairs.tolist()} & moves
    search.advance(9)
    assert search.frame().sentence.endswith(" All parts are joined.")


@pytest.mark.parametrize(("rows", "values"), [(4, {}), (8, {"holes": "a1:c1"})])
def test_boards_that_cannot_be_cut_are_refused(rows: int, values: dict[str, Any]) -> None:
    with pytest.raises(BadInput, match="divide is for boards of 5 x 5 or more without holes, but this is tour of"):
        divide(rows, 8, **values)
