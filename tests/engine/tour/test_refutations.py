"""Refutation rules, compared with brute force on small boards, and their reasons."""

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from knightwatch.engine.boards import square_name
from knightwatch.engine.tour.refutations import Refusal, reachable, refusal
from tests.models.tour import (
    Square,
    Squares,
    around,
    asked,
    full,
    named,
    reached,
    sizes,
    starts_with_a_tour,
    with_holes,
)


def refused(rows: int, cols: int, squares: Squares, start: Square | None, closed: bool) -> Refusal | None:
    """Return the result of the rules."""
    free = np.zeros((rows, cols), bool)
    for square in squares:
        free[square] = True
    return refusal(free, None if start is None else start[0] * cols + start[1], closed)


def whole(rows: int, cols: int, closed: bool = False, start: Square | None = None) -> Refusal | None:
    """Return the result of the rules for a board without holes."""
    return refused(rows, cols, full(rows, cols), start, closed)


def reason(refused: Refusal | None) -> str:
    """Return the reason of a refusal."""
    assert refused
    return refused.reason


# Against brute force


def test_rules_agree_with_brute_force_on_small_boards() -> None:
    for rows, cols in sizes(18):
        board = full(rows, cols)
        for closed in (False, True):
            starts = starts_with_a_tour(board, closed)
            assert bool(whole(rows, cols, closed)) == (not starts)
            assert not any(whole(rows, cols, closed, start) for start in starts)


@pytest.mark.parametrize(("rows", "cols"), [(4, 5), (5, 4), (2, 10), (20, 1)])
def test_rules_agree_with_brute_force_on_twenty_squares(rows: int, cols: int) -> None:
    starts = starts_with_a_tour(full(rows, cols), False)
    assert bool(whole(rows, cols)) == (not starts)
    assert not any(whole(rows, cols, start=start) for start in starts)
    assert whole(rows, cols, closed=True)


@given(board=with_holes(), closed=st.booleans())
def test_a_board_with_holes_and_a_tour_is_not_refused(board: tuple[int, int, Squares], closed: bool) -> None:
    rows, cols, squares = board
    refusals = {start: refused(rows, cols, squares, start, closed) for start in (None, *sorted(squares))}
    starts = starts_with_a_tour(squares, closed) if not all(refusals.values()) else set()
    assert not (starts and refusals[None])
    assert not any(refusals[start] for start in starts)
    if all(refusals.values()):
        assert not starts_with_a_tour(squares, closed)


@given(st.data())
def test_a_board_that_is_exactly_one_walk_is_not_refused(data: st.DataObject) -> None:
    every = full(4, 5)
    path = [data.draw(st.sampled_from(sorted(every)))]
    length = data.draw(st.integers(1, 20))
    while len(path) < length and (ways := around(every - set(path), path[-1])):
        path.append(data.draw(st.sampled_from(ways)))
    closed = len(path) > 2 and path[0] in around(path, path[-1])
    for start in (None, path[0], path[-1]):
        assert not refused(4, 5, frozenset(path), start, False)
        assert not (closed and refused(4, 5, frozenset(path), start, True))


@given(rows=st.integers(5, 9), cols=st.sampled_from([6, 8]), data=st.data())
def test_two_adjacent_holes_keep_the_colours_balanced(rows: int, cols: int, data: st.DataObject) -> None:
    row, col = data.draw(st.integers(0, rows - 1)), data.draw(st.integers(0, cols - 2))
    squares = full(rows, cols) - {(row, col), (row, col + 1)}
    refusal = refused(rows, cols, squares, None, False)
    assert refusal is None or "colour" not in refusal.reason


# Reachable squares


@given(board=with_holes([(1, 7), (7, 1), (2, 9), (3, 3), (4, 4), (5, 6), (8, 8), (2, 2)]), data=st.data())
def test_reachable_squares_agree_with_breadth_first_search(
    board: tuple[int, int, Squares], data: st.DataObject
) -> None:
    rows, cols, squares = board
    start = data.draw(st.sampled_from(sorted(squares)))
    problem = asked(rows, cols, holes=full(rows, cols) - squares)
    found = reachable(problem.free, start[0] * cols + start[1])
    assert found.shape == (rows, cols)
    assert {(int(row), int(col)) for row, col in zip(*np.nonzero(found), strict=True)} == reached(squares, start)


def test_two_columns_of_holes_divide_a_large_board() -> None:
    free = np.ones((300, 400), bool)
    free[:, 200:202] = False
    found = reachable(free, 0)
    assert np.array_equal(found, free & (np.arange(400) < 200))
    assert reachable(np.ones((300, 400), bool), 0).all()


# Reasons


EXAMPLES: list[tuple[int, int, set[Square], Square | None, bool, str, list[str]]] = [
    (1, 1, set(), None, True, "a closed tour needs at least four squares", ["a1"]),
    (
        3,
        3,
        set(),
        None,
        False,
        "no knight's move leads to b2 from any square of this board",
        ["b2"],
    ),
    (
        2,
        4,
        set(),
        None,
        False,
        "the board is not connected: from a2 only 2 of 8 squares can be reached",
        ["a2", "c1"],
    ),
    (
        3,
        3,
        {(0, 0), (1, 1), (1, 2)},
        None,
        True,
        "only one knight's move leads to a1, so a closed tour cannot enter and leave it",
        ["a1", "b1"],
    ),
    (
        3,
        4,
        set(),
        None,
        True,
        "on 4 columns outer squares lead only to inner squares, so a closed tour alternates outer and inner squares as "
        "well as light and dark ones, and misses half of each kind (Pósa)",
        ["a1", "d1", "a2", "d2", "a3", "d3"],
    ),
    (3, 6, set(), None, True, "3 x 4, 3 x 6 and 3 x 8 have no closed tour (Schwenk, 1991)", []),
    (4, 4, set(), None, False, "4 x 4 has no tour, as exhaustive search has shown", []),
]


@pytest.mark.parametrize(("rows", "cols", "holes", "start", "closed", "words", "look"), EXAMPLES)
def test_a_reason_names_and_marks_its_squares(
    rows: int, cols: int, holes: set[Square], start: Square | None, closed: bool, words: str, look: list[str]
) -> None:
    refusal = refused(rows, cols, full(rows, cols) - holes, start, closed)
    assert refusal
    assert refusal.reason == words
    assert sorted(square_name(*divmod(int(s), cols), rows) for s in refusal.squares) == sorted(look)


def test_three_squares_with_one_move_cannot_all_be_ends() -> None:
    board = frozenset({(0, 0), (0, 4), (2, 1), (2, 3), (3, 0), (4, 2)})
    assert [square for square in sorted(board) if len(around(board, square)) == 1] == [(0, 0), (0, 4), (3, 0)]
    law = "a square with only one knight's move ({}) must be an end of the tour, {}"
    refusal = refused(5, 5, board, None, False)
    assert reason(refusal) == law.format("a5, e5, a2", "but a tour has two ends")
    assert refusal
    assert refusal.squares.tolist() == [0, 4, 15]
    assert reason(refused(5, 5, board, (0, 0), False)) == law.format("e5, a2", "but one end is a5")


@given(board=with_holes(), closed=st.booleans(), data=st.data())
def test_a_reason_names_only_squares_of_the_board(
    board: tuple[int, int, Squares], closed: bool, data: st.DataObject
) -> None:
    rows, cols, squares = board
    start = data.draw(st.none() | st.sampled_from(sorted(squares)))
    refusal = refused(rows, cols, squares, start, closed)
    if not refusal:
        return
    assert refusal.reason[0].islower() or refusal.reason[0].isdigit()
    assert not refusal.reason.endswith(".")
    assert {divmod(int(square), cols) for square in refusal.squares} <= squares
    assert set(re.findall(r"\b[a-f][1-9]\b", refusal.reason)) <= {named(square, rows) for square in squares}


@given(board=with_holes([(3, 4), (4, 4), (3, 5), (4, 5)]), data=st.data())
def test_squares_with_one_move_are_named_as_ends(board: tuple[int, int, Squares], data: st.DataObject) -> None:
    rows, cols, squares = board
    start = data.draw(st.none() | st.sampled_from(sorted(squares)))
    refusal = refused(rows, cols, squares, start, False)
    if not refusal or "with only one knight's move" not in refusal.reason:
        return
    single = {square for square in squares if len(around(squares, square)) == 1 and square != start}
    assert len(single) > (2 if start is None else 1)
    assert {divmod(int(square), cols) for square in refusal.squares} == single
    names = re.findall(r"[a-e][1-5]", refusal.reason)
    assert set(names[: 3 if start is None else 2]) <= {named(square, rows) for square in single}
    assert start is None or names[-1] == named(start, rows)
