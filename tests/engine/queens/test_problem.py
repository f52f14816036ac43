"""The n-queens problem: its check and its boards, against counting pair by pair."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knightwatch.engine.queens.problem import ATTACKED, QUEEN, QueensProblem
from tests.models.queens import attack, pairs


@given(n=st.integers(1, 7), data=st.data())
def test_an_answer_needs_n_queens_inside_without_attacks(n: int, data: st.DataObject) -> None:
    rows = st.lists(st.integers(-1, n), min_size=n - 1, max_size=n + 1)
    queens = data.draw(rows | st.permutations(range(n)))
    right = len(queens) == n and all(0 <= y < n for y in queens) and pairs(queens) == 0
    assert QueensProblem(n=n).solves({"queens": queens}) == right


@pytest.mark.parametrize("queens", [[1, 3, 0], [1, 3, 0, 2, 4], [1, 3, 0, 6], [-1, 1, 3, 0], [1, 3, 0, 0], []])
def test_too_few_too_many_or_outside_queens_solve_nothing(queens: list[int]) -> None:
    assert QueensProblem(n=4).solves({"queens": [1, 3, 0, 2]})
    assert not QueensProblem(n=4).solves({"queens": queens})


@given(n=st.integers(1, 10), data=st.data())
def test_a_board_shows_all_queens_and_marks_the_attacked_ones(n: int, data: st.DataObject) -> None:
    rows = data.draw(st.lists(st.integers(-1, n - 1), max_size=n))
    queens = {(x, y) for x, y in enumerate(rows) if y >= 0}
    board = QueensProblem(n=n).placement(rows)
    shown = dict(zip(board.squares.tolist(), board.kinds.tolist(), strict=True))
    assert (board.rows, board.cols) == (n, n)
    assert len(shown) == len(board.squares)
    assert {square: board.marks[kind] for square, kind in shown.items()} == {
        y * n + x: ATTACKED if any(attack((x, y), other) for other in queens - {(x, y)}) else QUEEN for x, y in queens
    }


def test_attacked_queens_differ_by_sign_and_colour() -> None:
    assert QUEEN.sign != ATTACKED.sign
    assert QUEEN.ascii != ATTACKED.ascii
    assert QUEEN.tone != ATTACKED.tone


def test_an_answer_has_a_board_and_a_table_even_without_queens() -> None:
    problem = QueensProblem(n=4)
    assert problem.picture({"queens": [1, 3, 0, 2]}).squares.tolist() == [4, 13, 2, 11]
    assert problem.table({"queens": [1, 3, 0, 2]}) == [("column", "row"), ("a", 3), ("b", 1), ("c", 4), ("d", 2)]
    assert problem.picture({"queens": None}).squares.tolist() == []
    assert problem.table({"queens": None}) == [("column", "row")]


@pytest.mark.parametrize(("n", "title"), [(1, "1 queen"), (8, "8 queens"), (1_000_000, "1,000,000 queens")])
def test_the_title_is_the_number_of_queens(n: int, title: str) -> None:
    assert QueensProblem(n=n).title() == title
