"""The coach of n-queens against a brute-force list of all solutions."""

import time
from itertools import permutations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from knightwatch.engine.queens.play import QueensPlay
from knightwatch.engine.queens.problem import QueensProblem


def solutions(n: int) -> list[tuple[int, ...]]:
    return [
        p
        for p in permutations(range(n))
        if len({x + y for x, y in enumerate(p)}) == len({x - y for x, y in enumerate(p)}) == n
    ]


SOLUTIONS = {n: solutions(n) for n in (4, 5, 6, 7)}


@settings(max_examples=60)
@given(st.sampled_from([4, 5, 6, 7]).flatmap(lambda n: st.lists(st.integers(-1, n - 1), min_size=n, max_size=n)))
def test_the_coach_knows_the_fewest_moves_to_a_solution(rows: list[int]) -> None:
    n, position = len(rows), np.array(rows)
    play = QueensPlay(QueensProblem(n=n), QueensProblem(n=n).board())
    (advice,) = [each for each in play.advising(position, time.perf_counter() + 60) if each]
    wrong = min(sum(row not in (-1, each[x]) for x, row in enumerate(rows)) for each in SOLUTIONS[n])
    assert advice.possible == (wrong == 0)
    assert advice.moves == wrong + rows.count(-1)
    if advice.next:
        row, col = divmod(advice.next[-1], n)
        better = [*rows[:col], row, *rows[col + 1 :]]
        left = min(sum(a != b for a, b in zip(better, each, strict=True)) for each in SOLUTIONS[n])
        assert left == advice.moves - 1
    else:
        assert advice.moves == 0


def test_a_board_that_takes_too_long_is_not_decided() -> None:
    play = QueensPlay(QueensProblem(n=1000), QueensProblem(n=1000).board())
    for _ in play.coach():
        pass
    assert play.advice
    assert play.advice.possible is None
    assert "not decided" in play.hint()
