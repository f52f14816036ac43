"""What a trial did to the diagonals, held against the attacks that are counted from the queens."""

import re

from hypothesis import given
from hypothesis import strategies as st

from knightwatch.engine.core.parts import look_into
from knightwatch.engine.queens.kernels.attacks import all_attacks
from knightwatch.engine.queens.parts.min_conflicts import PARTS
from knightwatch.engine.queens.problem import QueensProblem
from knightwatch.engine.queens.solvers.min_conflicts import MinConflicts, MinConflictsSettings


@given(n=st.integers(4, 12), trial=st.integers(1, 120), seed=st.integers(0, 2**32))
def test_attacks_that_come_and_go_are_those_of_the_boards(n: int, trial: int, seed: int) -> None:
    search, before = (MinConflicts(QueensProblem(n=n), MinConflictsSettings(), seed) for _ in range(2))
    search.advance(trial)
    before.advance(search.done - 1)
    (page,) = look_into(search, PARTS)
    told = re.search(r"Attacks that go: (\d+); that come: (\d+); ", page.sentence)
    assert bool(told) == (page.title in ("a swap", "a swap that is not done"))
    if told:
        tried = before.state["queens"].copy()
        for square in page.pictures[1].board.squares.tolist():
            tried[square % n] = square // n
        assert all_attacks(tried) - all_attacks(before.state["queens"]) == int(told[2]) - int(told[1])
        sums = [sum(int(row[3]) for row in page.table[1 + 2 * half : 3 + 2 * half]) for half in range(2)]
        assert sums == [int(told[1]), int(told[2])]
