"""The kernel of `min-conflicts` and its plain version make the same trials."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knightwatch.engine.queens.kernels.min_conflicts import MinConflictsCounter
from knightwatch.engine.queens.problem import QueensProblem
from knightwatch.engine.queens.solvers.min_conflicts import MinConflicts, MinConflictsSettings
from tests.support.examples import few
from tests.support.plain import PlainRun, assert_same_steps


def on_board(search: MinConflicts) -> list[int]:
    placed = search.state["counters"][MinConflictsCounter.PLACED]
    rows: list[int] = search.state["queens"][:placed].tolist()
    return rows


def assert_same(n: int, seed: int, most: int) -> MinConflicts:
    search = MinConflicts(QueensProblem(n=n), MinConflictsSettings(), seed)
    plain = PlainRun("queens", "min-conflicts", search.problem, seed)
    assert_same_steps(search, plain, on_board, most)
    assert not plain.ended or search.answer() == {"queens": plain.answer, "attacks": 0}
    return search


@few(25)
@given(n=st.integers(4, 30), seed=st.integers(0, 2**63 - 1))
def test_kernel_and_plain_version_make_the_same_trials(n: int, seed: int) -> None:
    assert_same(n, seed, most=400)


def test_both_restart_at_the_same_trial() -> None:
    restarts = sum(assert_same(6, seed, most=2000).work()["restarts"] for seed in range(10))
    assert restarts > 0


@pytest.mark.parametrize("n", [1, 101, 400])
def test_boards_of_all_sizes_are_solved_by_the_same_trials(n: int) -> None:
    assert assert_same(n, 1, most=20_000).found()
