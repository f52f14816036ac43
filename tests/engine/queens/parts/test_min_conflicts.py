"""The page about a trial: its numbers match the attacks counted on both boards."""

import re

from hypothesis import given
from hypothesis import strategies as st

from knightwatch.engine.boards import read_square
from knightwatch.engine.core.parts import look_into
from knightwatch.engine.queens.kernels.attacks import all_attacks
from knightwatch.engine.queens.parts.min_conflicts import PARTS
from knightwatch.engine.queens.problem import ATTACKED, QueensProblem
from knightwatch.engine.queens.solvers.min_conflicts import TRIED, MinConflicts, MinConflictsSettings


@given(n=st.integers(4, 12), trial=st.integers(1, 120), seed=st.integers(0, 2**32))
def test_attacks_removed_and_added_match_the_boards(n: int, trial: int, seed: int) -> None:
    search, before = (MinConflicts(QueensProblem(n=n), MinConflictsSettings(), seed) for _ in range(2))
    search.advance(trial)
    before.advance(search.done - 1)
    (page,) = look_into(search, PARTS)
    change = re.search(r"Attacks removed: (\d+), added: (\d+)", page.sentence)
    assert bool(change) == (page.title in ("a swap", "a refused swap"))
    if page.title == "an attacked square":
        square = page.table[1][0]
        (attacked,) = {read_square(square, n, n, "")}
        with_it, main = page.pictures[1].board, search.frame().board
        assert sorted(with_it.squares) == sorted([*page.pictures[0].board.squares, attacked]) == sorted(main.squares)
        assert with_it.marks[with_it.kinds[with_it.squares == attacked][0]] == ATTACKED
        assert main.marks[main.kinds[main.squares == attacked][0]] == TRIED
    if change:
        tried = before.state["queens"].copy()
        for square in page.pictures[1].board.squares.tolist():
            tried[square % n] = square // n
        assert all_attacks(tried) - all_attacks(before.state["queens"]) == int(change[2]) - int(change[1])
        sums = [sum(int(row[3]) for row in page.table[1 + 2 * half : 3 + 2 * half]) for half in range(2)]
        assert sums == [int(change[1]), int(change[2])]
