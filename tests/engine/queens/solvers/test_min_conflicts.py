"""Solver `min-conflicts`: every trial held against counting anew, every sentence against what happened."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.boards import file_name, square_name
from engine.core.frame import Status
from engine.core.search import count
from engine.queens.kernels.min_conflicts import MAX_TAIL, PATIENCE, TESTS, tail_length
from engine.queens.problem import QueensProblem
from engine.queens.solvers.min_conflicts import At, MinConflicts, MinConflictsSettings, Outcome
from tests.models.queens import attack, pairs


def min_conflicts(n: int, seed: int, trials: int = 1_000_000) -> MinConflicts:
    search = MinConflicts(QueensProblem(n=n), MinConflictsSettings(trials=trials), seed)
    search.prepare()
    return search


class Watched:
    """A search that is stepped trial by trial and held against what must be true after each."""

    def __init__(self, search: MinConflicts) -> None:
        self.search = search
        self.n = search.problem.n
        self.outcomes: Counter[Outcome] = Counter()
        self.look()

    def look(self) -> None:
        """Note the state."""
        self.at = {place: int(self.search.state["at"][place]) for place in At}
        self.queens: list[int] = self.search.state["queens"].tolist()

    def step(self) -> None:
        """Do one trial and hold everything against counting anew."""
        before, queens, milestones = self.at, self.queens, self.search.milestones
        self.search.advance(1)
        self.look()
        self.assert_counters()
        outcome = Outcome(self.at[At.OUTCOME])
        self.outcomes[outcome] += 1
        assert self.search.milestones - milestones == (outcome in (Outcome.PLACED, Outcome.FILLED, Outcome.SWAPPED))
        sentence = self.search.frame().sentence
        prefix = f"Trial {self.search.done:,}: "
        assert sentence.startswith(prefix)
        assert sentence.removeprefix(prefix) == self.told(outcome, before, queens)

    def assert_counters(self) -> None:
        """Count the queens on the board, on each diagonal, and the attacks, anew."""
        placed = self.queens[: self.at[At.PLACED]]
        assert sorted(self.queens) == list(range(self.n))
        assert pairs(placed) == self.at[At.ATTACKS]
        assert self.at[At.TAIL] < self.n or pairs(placed) == 0
        rising, falling = Counter(x + y for x, y in enumerate(placed)), Counter(x - y for x, y in enumerate(placed))
        assert self.search.state["rising"].tolist() == [rising[d] for d in range(2 * self.n)]
        assert self.search.state["falling"].tolist() == [falling[d - self.n] for d in range(2 * self.n)]
        assert len(self.search.frame().board.squares) == len(placed)

    def told(self, outcome: Outcome, before: dict[At, int], queens: list[int]) -> str:
        """Return what the last trial must have been told as, after making sure that it is true."""
        placed, x, y = before[At.PLACED], self.at[At.COLUMN], self.at[At.ROW]
        square = square_name(y, x, self.n)
        attackers = [queen for queen in enumerate(queens[:placed]) if attack(queen, (x, y))]
        swapped = queens.copy()
        partner = self.at[At.PARTNER]
        swapped[x], swapped[partner] = queens[partner], queens[x]
        columns, attacks = f"{file_name(x)} and {file_name(partner)}", count(self.at[At.ATTACKS], "attack")
        match outcome:
            case Outcome.TAKEN:
                assert x == placed == self.at[At.PLACED]
                assert attackers
                return f"{square} is attacked by a placed queen, so another row will be tried for that column."
            case Outcome.PLACED:
                assert not attackers
                assert self.queens[: placed + 1] == [*queens[:placed], y]
                assert self.at[At.PLACED] == placed + 1
                return f"no placed queen attacks {square}, so a queen goes there."
            case Outcome.FILLED:
                left = self.n - self.at[At.TAIL]
                assert self.at[At.TAIL] == placed + (not attackers)
                assert left <= tail_length(self.n) or before[At.TRIED] + 1 >= TESTS * self.n
                return f"the last {count(left, 'queen')} went where rows were left: {attacks} to repair by swaps."
            case Outcome.REFUSED:
                assert pairs(swapped) >= before[At.ATTACKS] == self.at[At.ATTACKS]
                assert self.queens == queens
                return f"swapping the rows of columns {columns} would not make attacks fewer, so it is not done."
            case Outcome.SWAPPED:
                assert any(attack((x, y), other) for other in enumerate(queens) if other[0] != x)
                assert self.queens == swapped
                assert self.at[At.ATTACKS] < before[At.ATTACKS]
                return f"swapping the rows of columns {columns} makes attacks fewer: done, {attacks} left."
        assert outcome is Outcome.RESTARTED
        assert before[At.FAILED] >= min(PATIENCE, self.n**2) or before[At.TRIED] >= 2 * TESTS * self.n
        assert (self.at[At.PLACED], self.at[At.RESTARTS]) == (0, before[At.RESTARTS] + 1)
        return "too many trials failed, so the search begins anew with another random order."


@given(n=st.integers(4, 30), seed=st.integers(0, 2**63 - 1))
def test_every_trial_keeps_its_counters_and_is_told_as_it_was(n: int, seed: int) -> None:
    watched = Watched(min_conflicts(n, seed))
    while watched.search.status is Status.RUNNING and watched.search.done < 150:
        watched.step()


def test_all_outcomes_occur_on_six_queens() -> None:
    outcomes: Counter[Outcome] = Counter()
    for seed in range(10):
        watched = Watched(min_conflicts(6, seed))
        assert watched.search.frame().sentence == "No queen stands yet; the 6 rows are in random order."
        while watched.search.status is Status.RUNNING:
            watched.step()
        outcomes += watched.outcomes
        assert watched.search.work() == {"trials": watched.search.done, "restarts": watched.outcomes[Outcome.RESTARTED]}
    assert set(outcomes) == set(Outcome) - {Outcome.NOTHING}


def test_placing_that_takes_far_longer_than_published_begins_anew() -> None:
    search = min_conflicts(400, 1)
    search.state["at"][At.TRIED] = int(2 * TESTS * 400) + 1
    watched = Watched(search)
    watched.step()
    assert watched.outcomes[Outcome.RESTARTED] == 1


def test_a_diagonal_full_of_queens_is_counted_right_and_repaired() -> None:
    search = min_conflicts(MAX_TAIL, 1)
    search.state["queens"][:] = np.arange(MAX_TAIL)
    search.state["at"][At.TRIED] = int(TESTS * MAX_TAIL) + 1
    watched = Watched(search)
    watched.step()
    assert watched.outcomes[Outcome.FILLED] == 1
    assert watched.at[At.ATTACKS] >= (MAX_TAIL - 2) * (MAX_TAIL - 3) // 2
    for _ in range(100):
        watched.step()
    search.advance(1_000_000)
    assert search.status is Status.SOLVED
    assert pairs(search.answer()["queens"]) == 0


@pytest.mark.parametrize("n", [*range(4, 51), 1000])
def test_boards_of_all_sizes_are_solved(n: int) -> None:
    search = min_conflicts(n, n)
    search.advance(search.limit)
    answer = search.answer()
    assert search.status is Status.SOLVED
    assert answer["attacks"] == pairs(answer["queens"]) == 0
    assert sorted(answer["queens"]) == list(range(n))


def test_one_queen_needs_no_trial() -> None:
    search = min_conflicts(1, 1)
    assert (search.status, search.done, search.answer()) == (Status.SOLVED, 0, {"queens": [0], "attacks": 0})
    assert search.frame().board.squares.tolist() == [0]


def test_a_large_board_takes_a_few_trials_a_queen_and_few_repairs() -> None:
    search = min_conflicts(20_000, 1)
    search.advance(search.limit)
    assert search.status is Status.SOLVED
    assert search.problem.check(search.answer())
    assert search.done < 5 * 20_000
    assert search.state["at"][At.SWAPS] < 200


def test_the_curves_show_attacks_and_queens_left_from_before_the_first_trial_on() -> None:
    search = min_conflicts(12, 3)
    unplaced, attacks = [12.0], [0.0]
    while search.status is Status.RUNNING:
        search.advance(1)
        placed = search.state["queens"][: search.state["at"][At.PLACED]].tolist()
        unplaced.append(12 - len(placed))
        attacks.append(pairs(placed))
    curves = search.frame().curves
    assert [curve.name for curve in curves] == ["attacks", "unplaced"]
    assert [curve.values.tolist() for curve in curves] == [attacks, unplaced]


@given(n=st.integers(4, 12), seed=st.integers(0, 2**32), trials=st.integers(0, 40))
def test_an_answer_counts_the_attacks_of_all_queens_also_of_those_not_placed(n: int, seed: int, trials: int) -> None:
    search = min_conflicts(n, seed)
    search.advance(trials)
    assert search.answer()["attacks"] == pairs(search.answer()["queens"])


def test_a_search_that_has_not_begun_has_neither_an_answer_nor_done_any_work() -> None:
    for n in (3, 8):
        search = MinConflicts(QueensProblem(n=n), MinConflictsSettings(), 1)
        assert search.answer() == {"queens": None, "attacks": None}
        assert search.work() == {"trials": 0, "restarts": 0}
