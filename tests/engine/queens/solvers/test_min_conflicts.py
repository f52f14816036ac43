"""Solver `min-conflicts`: after every trial, recount everything and check the sentence."""

from collections import Counter

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from knightwatch.engine.boards import file_name, square_name
from knightwatch.engine.core.frame import Status
from knightwatch.engine.queens.kernels.min_conflicts import MAX_TAIL, PATIENCE, TESTS, TrialOutcome, tail_length
from knightwatch.engine.queens.kernels.min_conflicts import MinConflictsCounter as Place
from knightwatch.engine.queens.problem import QueensProblem
from knightwatch.engine.queens.solvers.min_conflicts import MinConflicts, MinConflictsSettings
from tests.models.queens import attack, pairs
from tests.support.strategies import assert_same


def min_conflicts(n: int, seed: int, trials: int = 1_000_000) -> MinConflicts:
    search = MinConflicts(QueensProblem(n=n), MinConflictsSettings(trials=trials), seed)
    search.prepare()
    return search


class Watched:
    """A search that advances trial by trial and is checked after each."""

    def __init__(self, search: MinConflicts) -> None:
        self.search = search
        self.n = search.problem.n
        self.outcomes: Counter[TrialOutcome] = Counter()
        self.copy_state()

    def copy_state(self) -> None:
        """Copy the counters and the queens."""
        self.counters = {place: int(self.search.state["counters"][place]) for place in Place}
        self.queens: list[int] = self.search.state["queens"].tolist()

    def step(self) -> None:
        """Do one trial and check its counters, its milestone and its sentence."""
        before, queens, milestones = self.counters, self.queens, self.search.milestones
        self.search.advance(1)
        self.copy_state()
        self.assert_counters()
        outcome = TrialOutcome(self.counters[Place.OUTCOME])
        self.outcomes[outcome] += 1
        assert self.search.milestones - milestones == (
            outcome in (TrialOutcome.PLACED, TrialOutcome.FILLED, TrialOutcome.SWAPPED)
        )
        sentence = self.search.frame().sentence
        assert sentence.startswith(f"Trial {self.search.done:,}: ")
        for fact in self.assert_outcome(outcome, before, queens):
            assert fact in sentence

    def assert_counters(self) -> None:
        """Recount the queens on the board, on each diagonal, and the attacks."""
        placed = self.queens[: self.counters[Place.PLACED]]
        assert sorted(self.queens) == list(range(self.n))
        assert pairs(placed) == self.counters[Place.ATTACKS]
        assert self.counters[Place.TAIL] < self.n or pairs(placed) == 0
        rising, falling = Counter(x + y for x, y in enumerate(placed)), Counter(x - y for x, y in enumerate(placed))
        assert self.search.state["rising"].tolist() == [rising[d] for d in range(2 * self.n)]
        assert self.search.state["falling"].tolist() == [falling[d - self.n] for d in range(2 * self.n)]
        tried = self.counters[Place.OUTCOME] == TrialOutcome.TAKEN  # the board marks the square that was tried
        assert len(self.search.frame().board.squares) == len(placed) + tried

    def assert_outcome(self, outcome: TrialOutcome, before: dict[Place, int], queens: list[int]) -> tuple[str, ...]:
        """Check that the outcome is true; return the facts that the sentence must name."""
        placed, x, y = before[Place.PLACED], self.counters[Place.COLUMN], self.counters[Place.ROW]
        square = square_name(y, x, self.n)
        attackers = [queen for queen in enumerate(queens[:placed]) if attack(queen, (x, y))]
        swapped = queens.copy()
        partner = self.counters[Place.PARTNER]
        swapped[x], swapped[partner] = queens[partner], queens[x]
        columns = f"{file_name(x)} and {file_name(partner)}"
        attacks = self.counters[Place.ATTACKS]
        match outcome:
            case TrialOutcome.TAKEN:
                assert x == placed == self.counters[Place.PLACED]
                assert attackers
                return f"attacks {square}", "another row"
            case TrialOutcome.PLACED:
                assert not attackers
                assert self.queens[: placed + 1] == [*queens[:placed], y]
                assert self.counters[Place.PLACED] == placed + 1
                return (f"nothing attacks {square}",)
            case TrialOutcome.FILLED:
                left = self.n - self.counters[Place.TAIL]
                assert self.counters[Place.TAIL] == placed + (not attackers)
                assert left <= tail_length(self.n) or before[Place.TRIED] + 1 >= TESTS * self.n
                return f"the last {left} queen", f"{attacks:,} attack"
            case TrialOutcome.REFUSED:
                assert pairs(swapped) >= before[Place.ATTACKS] == self.counters[Place.ATTACKS]
                assert self.queens == queens
                return columns, "would not reduce the attacks"
            case TrialOutcome.SWAPPED:
                assert any(attack((x, y), other) for other in enumerate(queens) if other[0] != x)
                assert self.queens == swapped
                assert self.counters[Place.ATTACKS] < before[Place.ATTACKS]
                return columns, f"done, {attacks:,} attack"
        assert outcome is TrialOutcome.RESTARTED
        assert before[Place.FAILED] >= min(PATIENCE, self.n**2) or before[Place.TRIED] >= 2 * TESTS * self.n
        assert (self.counters[Place.PLACED], self.counters[Place.RESTARTS]) == (0, before[Place.RESTARTS] + 1)
        return ("restarts",)


@given(n=st.integers(4, 30), seed=st.integers(0, 2**63 - 1))
def test_every_trial_has_right_counters_and_a_true_sentence(n: int, seed: int) -> None:
    watched = Watched(min_conflicts(n, seed))
    while watched.search.status is Status.RUNNING and watched.search.done < 150:
        watched.step()


def test_all_outcomes_occur_on_six_queens() -> None:
    outcomes: Counter[TrialOutcome] = Counter()
    for seed in range(10):
        watched = Watched(min_conflicts(6, seed))
        assert "6 rows are in random order" in watched.search.frame().sentence
        while watched.search.status is Status.RUNNING:
            watched.step()
        outcomes += watched.outcomes
        restarts = watched.outcomes[TrialOutcome.RESTARTED]
        assert watched.search.work() == {"trials": watched.search.done, "restarts": restarts}
    assert set(outcomes) == set(TrialOutcome) - {TrialOutcome.NOTHING}


def test_twice_the_published_trials_restart_the_search() -> None:
    search = min_conflicts(400, 1)
    search.state["counters"][Place.TRIED] = int(2 * TESTS * 400) + 1
    watched = Watched(search)
    watched.step()
    assert watched.outcomes[TrialOutcome.RESTARTED] == 1


def test_a_full_diagonal_is_counted_and_repaired() -> None:
    search = min_conflicts(MAX_TAIL, 1)
    search.state["queens"][:] = np.arange(MAX_TAIL)
    search.state["counters"][Place.TRIED] = int(TESTS * MAX_TAIL) + 1
    watched = Watched(search)
    watched.step()
    assert watched.outcomes[TrialOutcome.FILLED] == 1
    assert watched.counters[Place.ATTACKS] >= (MAX_TAIL - 2) * (MAX_TAIL - 3) // 2
    for _ in range(100):
        watched.step()
    search.advance(1_000_000)
    assert search.status is Status.SOLVED
    assert pairs(search.answer()["queens"]) == 0


def test_boards_of_all_sizes_are_solved() -> None:
    for n in (*range(4, 51), 1000):
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


def test_a_large_board_takes_few_trials_per_queen_and_few_swaps() -> None:
    search = min_conflicts(20_000, 1)
    search.advance(search.limit)
    assert search.status is Status.SOLVED
    assert search.problem.solves(search.answer())
    assert search.done < 5 * 20_000
    assert search.state["counters"][Place.SWAPS] < 200


def test_the_curves_are_attacks_and_unplaced_queens() -> None:
    search = min_conflicts(12, 3)
    unplaced, attacks = [12.0], [0.0]
    while search.status is Status.RUNNING:
        search.advance(1)
        placed = search.state["queens"][: search.state["counters"][Place.PLACED]].tolist()
        unplaced.append(12 - len(placed))
        attacks.append(pairs(placed))
    curves = search.frame().curves
    assert [curve.name for curve in curves] == ["attacks", "unplaced"]
    assert [curve.values.tolist() for curve in curves] == [attacks, unplaced]


@given(n=st.integers(4, 12), seed=st.integers(0, 2**32), trials=st.integers(0, 40))
def test_an_answer_counts_attacks_of_unplaced_queens_too(n: int, seed: int, trials: int) -> None:
    search = min_conflicts(n, seed)
    search.advance(trials)
    assert search.answer()["attacks"] == pairs(search.answer()["queens"])


def test_a_search_before_its_start_has_no_answer_and_no_work() -> None:
    for n in (3, 8):
        search = MinConflicts(QueensProblem(n=n), MinConflictsSettings(), 1)
        assert search.answer() == {"queens": None, "attacks": None}
        assert search.work() == {"trials": 0, "restarts": 0}


def test_a_restart_is_the_same_at_once_or_one_by_one() -> None:
    def stuck() -> MinConflicts:
        search = min_conflicts(2 * MAX_TAIL, 1)
        search.state["rising"][:] = search.state["falling"][:] = 1
        search.state["counters"][Place.TRIED] = int(2 * TESTS * 2 * MAX_TAIL) - 3
        return search

    whole, split = stuck(), stuck()
    whole.advance(10)
    for _ in range(10):
        split.advance(1)
    assert_same(whole, split)
    assert whole.work() == {"trials": 10, "restarts": 1}
    assert whole.state["counters"][Place.TRIED] == 6
