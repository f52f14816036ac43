"""The tour problem: its fields, the check of answers, and their boards, compared with plain Python."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from knightwatch.engine.core.declaration import complaints
from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.frame import Tone
from knightwatch.engine.tour.problem import HOLE, MARKS, PROOF, TourProblem
from tests.models.tour import Square, asked, full, is_tour, named, squares_of, tour, with_holes


def complaint(**values: Any) -> str:
    """Return the error message for invalid values."""
    with pytest.raises(BadInput) as raised:
        TourProblem(**values)
    return str(raised.value)


def marked(problem: TourProblem, answer: dict[str, Any]) -> dict[int, Tone]:
    """Return the tones of the marks on the board of an answer."""
    board = problem.picture(answer)
    return {
        int(square): board.marks[kind].tone for square, kind in zip(board.squares, board.kinds.tolist(), strict=True)
    }


# Fields


@given(rows=st.integers(1, 30), cols=st.integers(1, 26), data=st.data())
def test_a_start_can_be_written_in_both_notations(rows: int, cols: int, data: st.DataObject) -> None:
    square = data.draw(st.tuples(st.integers(0, rows - 1), st.integers(0, cols - 1)))
    for text in (named(square, rows), f"{square[0]},{square[1]}", f" {named(square, rows).upper()} "):
        problem = TourProblem(rows=str(rows), cols=str(cols), start=text)
        assert problem.first == square[0] * cols + square[1]
        assert problem.name(problem.first) == named(square, rows)


@given(board=with_holes(), data=st.data())
def test_holes_can_be_written_in_both_notations_and_any_order(
    board: tuple[int, int, frozenset[Square]], data: st.DataObject
) -> None:
    rows, cols, squares = board
    holes = data.draw(st.permutations(sorted(full(rows, cols) - squares)))
    names = [data.draw(st.sampled_from([named(hole, rows), f"{hole[0]},{hole[1]}"])) for hole in holes]
    problem = TourProblem(rows=rows, cols=cols, holes=":".join(names + names[:1]))
    assert squares_of(problem) == squares
    assert problem.squares == len(squares)
    assert problem.free.shape == (rows, cols)


def test_the_default_is_8_x_8_with_any_start() -> None:
    problem = TourProblem(start="", holes=" ")
    assert problem == TourProblem()
    assert (problem.rows, problem.cols, problem.first, problem.squares, problem.closed) == (8, 8, None, 64, False)


@pytest.mark.parametrize("field", ["rows", "cols"])
@pytest.mark.parametrize("value", ["0", "-1", "1001", "8.5", "many", ""])
def test_the_error_for_a_side_names_value_and_bounds(field: str, value: str) -> None:
    sentence = f"{field} is {value or 'empty'}, but must be a whole number from 1 to 1,000"
    assert complaint(**{field: value}) == sentence
    assert complaints(TourProblem, {field: value, "start": "e4", "holes": "a1"}) == {field: sentence}


@pytest.mark.parametrize("field", ["start", "holes"])
@pytest.mark.parametrize(
    "text", ["e", "4", "4,", ",4", "e4e", "e0", "e-1", "-1,0", "4;4", "e 4", "4,4,4", "é4", "a1,b2"]
)
def test_the_error_for_a_square_shows_how_to_write_squares(field: str, text: str) -> None:
    message = complaint(**{field: text})
    assert message.startswith(f'{field} has "{text}", ')
    assert "e4" in message
    assert "4,4" in message


@pytest.mark.parametrize("field", ["start", "holes"])
@pytest.mark.parametrize("text", ["i1", "a7", "h7", "aa1", "6,0", "0,8", "999999,0"])
def test_the_error_for_an_outside_square_names_the_board(field: str, text: str) -> None:
    message = complaint(rows=6, cols=8, **{field: text})
    assert message.startswith(f"{field} has {text}, outside the board of 6 x 8")
    assert "a1 to h6" in message
    assert "0,0 to 5,7" in message


@pytest.mark.parametrize("text", ["a1:", ":a1", "a1::b2", ":"])
def test_an_empty_square_in_the_list_of_holes_is_refused(text: str) -> None:
    assert complaint(holes=text).startswith("holes has an empty ")


def test_at_least_one_square_must_be_left() -> None:
    message = complaint(rows=1, cols=3, holes="a1:b1:c1")
    assert message == "holes has all squares of the board, but at least one square must be left"
    assert TourProblem(rows=1, cols=3, holes="a1:b1:a1").squares == 1


def test_the_start_cannot_be_a_hole_in_any_notation() -> None:
    for start, holes in (("a1", "b2:a1"), ("7,0", "a1"), ("a1", "7,0")):
        message = complaint(start=start, holes=holes)
        assert message == f"holes has the start, {start}, but the start must not be a hole"
    assert TourProblem(start="a1", holes="b1").first == 56


@pytest.mark.parametrize(
    ("values", "title"),
    [
        ({}, "tour of 8 x 8"),
        ({"rows": 5, "cols": 6, "closed": True}, "closed tour of 5 x 6"),
        ({"start": "7,0"}, "tour of 8 x 8 from a1"),
        ({"holes": "a1"}, "tour of 8 x 8 without 1 square"),
        ({"holes": "a1:h8:a1", "start": "c1", "closed": True}, "closed tour of 8 x 8 without 2 squares from c1"),
    ],
)
def test_the_title_names_all_fields(values: dict[str, Any], title: str) -> None:
    assert TourProblem(**values).title() == title


# The check


RINGS = [(3, 3, full(3, 3) - {(1, 1)}), (5, 5, full(5, 5) - {(0, 0)}), (3, 10, full(3, 10))]
OPEN = [(3, 4, full(3, 4)), (5, 5, full(5, 5)), (5, 5, full(5, 5) - {(0, 0), (4, 4)}), (1, 1, full(1, 1))]


def found(board: frozenset[Square], closed: bool) -> list[Square]:
    """Return a tour from the first square that has one."""
    tours = (tour(board, start, closed) for start in sorted(board))
    return next(each for each in tours if each)


@pytest.mark.parametrize(("board", "closed"), [(b, True) for b in RINGS] + [(b, False) for b in OPEN])
def test_tours_of_brute_force_are_accepted(board: tuple[int, int, frozenset[Square]], closed: bool) -> None:
    rows, cols, squares = board
    path = found(squares, closed)
    holes = full(rows, cols) - squares
    for start in (None, path[0]):
        problem = asked(rows, cols, start=start, holes=holes, closed=closed)
        assert problem.solves({"path": path})
        assert problem.solves({"path": [list(square) for square in path]})
    assert asked(rows, cols, holes=holes).solves({"path": path[::-1]})


@given(board=st.sampled_from([(b, True) for b in RINGS] + [(b, False) for b in OPEN]), data=st.data())
def test_the_check_of_changed_tours_agrees_with_plain_python(
    board: tuple[tuple[int, int, frozenset[Square]], bool], data: st.DataObject
) -> None:
    (rows, cols, squares), closed = board
    path = found(squares, closed)
    places = st.integers(0, len(path) - 1)
    for change in data.draw(st.lists(st.sampled_from(["swap", "repeat", "drop", "add", "turn", "roll"]), max_size=3)):
        i, j = data.draw(places) % max(1, len(path)), data.draw(places) % max(1, len(path))
        match change if path else "add":
            case "swap":
                path[i], path[j] = path[j], path[i]
            case "repeat":
                path[i] = path[j]
            case "drop":
                del path[i]
            case "add":
                path.insert(i, data.draw(st.tuples(st.integers(-2, rows + 1), st.integers(-2, cols + 1))))
            case "turn":
                path[i:] = path[i:][::-1]
            case "roll":
                path = path[i:] + path[:i]
    start = data.draw(st.none() | st.sampled_from(sorted(squares)))
    asks_for_ring = data.draw(st.booleans())
    problem = asked(rows, cols, start=start, holes=full(rows, cols) - squares, closed=asks_for_ring)
    assert problem.solves({"path": path}) == is_tour(path, squares, start, asks_for_ring)


def test_each_kind_of_wrong_answer_is_refused() -> None:
    ring = found(full(3, 10), True)
    problem = asked(3, 10, start=ring[0], closed=True)
    assert problem.solves({"path": ring})
    for wrong in (
        [ring[1], ring[0], *ring[2:]],
        [*ring[:-1], ring[0]],
        ring[:-1],
        [*ring, ring[0]],
        [],
        ring[1:] + ring[:1],
        [(row + 1, col) for row, col in ring],
        [(row - 3, col) for row, col in ring],
    ):
        assert not problem.solves({"path": wrong})
    path = tour(full(3, 4), (0, 0), False)
    assert asked(3, 4).solves({"path": path})
    assert not asked(3, 4, closed=True).solves({"path": path})
    assert not asked(4, 3).solves({"path": path})
    assert not asked(3, 4, holes=[(1, 1)]).solves({"path": path})


@pytest.mark.parametrize("there", sorted(full(4, 4) - {(0, 0)}))
def test_every_step_must_be_a_knight_s_move(there: Square) -> None:
    problem = asked(4, 4, holes=full(4, 4) - {(0, 0), there})
    assert problem.solves({"path": [(0, 0), there]}) == (there in ((1, 2), (2, 1)))


def test_one_or_two_squares_are_not_a_closed_tour() -> None:
    two = asked(3, 2, holes=[(0, 1), (1, 0), (1, 1), (2, 0)], closed=True)
    assert two.squares == 2
    assert not two.solves({"path": [(0, 0), (2, 1)]})
    assert asked(3, 2, holes=[(0, 1), (1, 0), (1, 1), (2, 0)]).solves({"path": [(0, 0), (2, 1)]})
    assert asked(1, 1).solves({"path": [(0, 0)]})
    assert not asked(1, 1, closed=True).solves({"path": [(0, 0)]})


# Boards


@given(board=with_holes())
def test_the_board_of_an_answer_shows_walk_and_holes(
    board: tuple[int, int, frozenset[Square]],
) -> None:
    rows, cols, squares = board
    holes = full(rows, cols) - squares
    problem = asked(rows, cols, holes=holes)
    path = sorted(squares)[:3]
    picture = problem.picture({"path": path})
    assert (picture.rows, picture.cols) == (rows, cols)
    assert picture.trail.tolist() == [row * cols + col for row, col in path]
    assert marked(problem, {"path": path}) == {row * cols + col: Tone.HOLE for row, col in holes}


def test_only_a_complete_closed_tour_is_drawn_as_a_ring() -> None:
    ring = found(full(3, 10), True)
    path = tour(full(5, 5), (0, 0), False)
    assert asked(3, 10).picture({"path": ring}).ring
    assert not asked(3, 10).picture({"path": ring[:-1]}).ring
    assert not asked(5, 5).picture({"path": path}).ring
    assert not asked(8, 8).picture({"path": [(2, 2), (0, 3), (2, 4), (4, 3)]}).ring
    assert not asked(1, 1).picture({"path": [(0, 0)]}).ring


def test_the_table_lists_the_squares_in_order() -> None:
    problem = asked(3, 4)
    assert problem.table({"path": [[0, 0], [1, 2]]}) == [("step", "row", "column"), (1, 0, 0), (2, 1, 2)]
    assert problem.table({"path": []}) == [("step", "row", "column")]
    assert problem.picture({"path": []}).trail.tolist() == []


def test_the_board_of_a_refuted_problem_shows_holes_and_proof() -> None:
    problem = asked(8, 8, holes=[(0, 0), (7, 7)])
    assert problem.refusal
    board = problem.board()
    marks = [board.marks[kind] for kind in board.kinds.tolist()]
    assert board.squares.tolist() == [0, 63, *problem.refusal.squares.tolist()]
    assert marks == [HOLE] * 2 + [PROOF] * 32
    assert len(board.trail) == 0
    whole = asked(8, 8).board()
    assert (len(whole.squares), len(whole.trail), whole.ring) == (0, 0, False)


def test_marks_differ_without_colour() -> None:
    assert len({mark.sign for mark in MARKS}) == len({mark.ascii for mark in MARKS}) == len(MARKS)
    assert all(len(mark.sign) <= 2 and mark.ascii.isascii() for mark in MARKS)


def test_a_board_may_have_a_million_squares() -> None:
    problem = TourProblem(rows=1000, cols=1000, start="all1000", holes="a1:b1")
    assert problem.first == 999
    assert problem.squares == 999_998
    assert np.array_equal(problem.board().squares, [999_000, 999_001])
    assert problem.refutation() == ""
