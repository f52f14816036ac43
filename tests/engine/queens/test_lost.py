"""Why no solution contains some placed queens, compared with brute force."""

from itertools import permutations, product

import pytest

from knightwatch.engine.queens.lost import why_lost
from knightwatch.engine.queens.play import QueensPlay
from knightwatch.engine.queens.problem import QueensProblem


def solutions(n: int) -> list[tuple[int, ...]]:
    return [
        rows
        for rows in permutations(range(n))
        if len({x + rows[x] for x in range(n)}) == len({x - rows[x] for x in range(n)}) == n
    ]


@pytest.mark.parametrize("n", [4, 5])
def test_every_reason_is_true_and_explains_most_lost_placements(n: int) -> None:
    every, lost, explained = solutions(n), 0, 0
    for rows in product(range(-1, n), repeat=n):
        possible = any(all(y in (-1, row) for y, row in zip(rows, one, strict=True)) for one in every)
        reason = why_lost(rows)
        assert not (possible and reason), rows
        lost += not possible
        explained += reason is not None
    assert explained > 0.95 * lost


def test_a_column_without_a_free_row_is_named_and_marked() -> None:
    problem = QueensProblem(n=6)
    play = QueensPlay(problem, problem.board())
    for row, col in ((5, 0), (3, 1), (1, 2), (4, 3)):
        play.choose(row, col)
        for _ in play.coach():
            pass
    assert play.advice is not None
    assert play.advice.possible is False
    assert "has no free" in play.advice.why
    board = play.board()
    marked = {int(square) for square, kind in zip(board.squares, board.kinds, strict=True) if kind == 0}
    assert marked == set(play.advice.proof)
    assert play.advice.why in play.hint()
