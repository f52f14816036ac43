"""Runs from many starts: the map of a board, and ten starts by the published methods."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from knightwatch.engine.core.frame import Status
from knightwatch.engine.plans.catalog import puzzle
from knightwatch.engine.plans.plan import Plan
from knightwatch.engine.tour.problem import HOLE
from knightwatch.engine.tour.questions.starts import (
    FOUND,
    GAVE_UP,
    NONE,
    Availability,
    Survey,
    availability,
)
from knightwatch.engine.tour.questions.ten import TEN, TenStarts, ten_starts
from tests.models.tour import Square, full, is_tour, starts_with_a_tour
from tests.support.own import hosts, own_plan, write

METHODS = ["warnsdorff", "backtrack warnsdorff", "backtrack wall", "backtrack warnsdorff+wall"]


def plan(**values: Any) -> Plan:
    """Return a plan of a tour."""
    return Plan.read(puzzle("tour"), {"solver": "warnsdorff", "seed": "1", **values})


def finished(survey: Survey) -> Any:
    """Return a survey after all its runs."""
    for _ in survey.slices():
        pass
    assert survey.answer()["complete"]
    return survey


def untimed(survey: Survey) -> list[tuple[int, Status, int]]:
    """Return the trials without their seconds."""
    return [(trial.start, trial.status, trial.states) for trial in survey.trials]


def statuses(survey: Availability) -> dict[Square, Status]:
    """Return the status of the run from each square."""
    return {divmod(trial.start, survey.problem.cols): trial.status for trial in survey.trials}


def test_warnsdorff_solves_62_starts_and_fails_on_the_two_published() -> None:
    survey = finished(availability(plan(start="e4")))
    assert survey.found() == {Status.SOLVED: 62, Status.IMPOSSIBLE: 0, Status.GAVE_UP: 2, Status.FAILED: 0}
    assert {square for square, status in statuses(survey).items() if status is Status.GAVE_UP} == {(5, 0), (3, 1)}
    assert survey.text().splitlines()[0] == "tour of 8 x 8 by warnsdorff: found from 62 of 64 starts"
    answer = survey.answer()
    assert (answer["question"], answer["seed"]) == ("map", 1)
    assert answer["counts"] == {"solved": 62, "impossible": 0, "gave-up": 2, "failed": 0}
    assert [trial["start"] for trial in answer["methods"]["warnsdorff"]] == [[r, c] for r, c in sorted(full(8, 8))]
    assert answer["settings"]["start"] is None


@pytest.mark.parametrize("n", [5, 7])
def test_on_odd_boards_the_other_colour_is_proved_impossible(n: int) -> None:
    survey = finished(availability(plan(rows=n, cols=n)))
    for (row, col), status in statuses(survey).items():
        assert (status is Status.IMPOSSIBLE) == ((row + col) % 2 == 1)
    assert survey.found()[Status.IMPOSSIBLE] == n * n // 2
    assert sum(survey.found().values()) == n * n


def test_backtracking_maps_exactly_the_starts_with_a_tour() -> None:
    survey = finished(availability(plan(solver="backtrack", rows=3, cols=7)))
    solved = {square for square, status in statuses(survey).items() if status is Status.SOLVED}
    assert solved == starts_with_a_tour(full(3, 7), False)
    assert len(solved) == 10
    assert statuses(survey)[1, 3] is Status.IMPOSSIBLE


def test_the_map_marks_finished_starts_and_holes() -> None:
    survey = availability(plan(rows=5, cols=5, holes="a5:e1"))
    marks = {Status.SOLVED: FOUND, Status.IMPOSSIBLE: NONE, Status.GAVE_UP: GAVE_UP}
    going = survey.slices()
    while True:
        board = survey.board()
        shown = {int(s): board.marks[k] for s, k in zip(board.squares, board.kinds.tolist(), strict=True)}
        ended = {trial.start: marks[trial.status] for trial in survey.trials}
        assert shown == {0: HOLE, 24: HOLE} | ended
        assert survey.progress() == (len(ended), 23, "runs")
        try:
            next(going)
        except StopIteration:
            break
    assert len(survey.trials) == 23
    assert set(ended.values()) > {NONE}


@settings(max_examples=10)
@given(st.lists(st.integers(0, 12), max_size=5))
def test_an_interrupted_survey_continues_to_the_same_trials(pauses: list[int]) -> None:
    whole, broken = finished(availability(plan(rows=5, cols=6))), availability(plan(rows=5, cols=6))
    for slices in pauses:
        going = broken.slices()
        for _ in range(slices):
            next(going, None)
        assert untimed(broken) == untimed(whole)[: len(broken.trials)]
        del going
    assert untimed(finished(broken)) == untimed(whole)
    assert list(broken.slices()) == []


def test_the_table_has_ten_starts_and_four_methods() -> None:
    survey = ten_starts(plan(solver="backtrack", max_states="2000"))
    names = [survey.problem.name(start) for start in survey.starts]
    begun = [["start", *METHODS], *([name, "", "", "", ""] for name in names), ["found", *(["0 of 0"] * 4)]]
    assert survey.table() == begun
    finished(survey)
    table = survey.table()
    assert table[0] == ["start", *METHODS]
    assert len(table) == TEN + 2
    assert all(len(row) == 5 and all(row) for row in table)
    assert len({row[0] for row in table[1:-1]}) == TEN
    for place, way in enumerate(METHODS, 1):
        trials = survey.by(way)
        assert [trial.start for trial in trials] == survey.starts
        solved = sum(trial.status is Status.SOLVED for trial in trials)
        assert table[-1][place] == f"{solved} of 10"
        for row, trial in zip(table[1:-1], trials, strict=True):
            sign = {Status.SOLVED: "✓", Status.IMPOSSIBLE: "-", Status.GAVE_UP: "×"}[trial.status]
            assert row[place].startswith(f"{sign} {trial.states:,} ")
            assert float(row[place].split()[-2].replace(",", "")) == pytest.approx(1000 * trial.seconds, abs=0.001)
            assert trial.states <= 2000
    assert table[-1][4] == "10 of 10"
    assert survey.answer()["question"] == "ten"
    assert list(survey.answer()["methods"]) == METHODS
    lines = survey.text().splitlines()
    assert lines[0] == "tour of 8 x 8, 10 random starts"
    assert len({len(line) for line in lines[2 : 2 + TEN + 2]}) == 1


def test_a_run_that_is_proved_impossible_at_once_has_no_states_and_no_time() -> None:
    survey = ten_starts(plan(rows="5", cols="5"))
    finished(survey)
    for trial, cell in zip(survey.trials, [cell for row in survey.table()[1:-1] for cell in row[1:]], strict=True):
        assert (cell == "-") == (trial.status is Status.IMPOSSIBLE and not trial.states)
    assert "-" in survey.table()[1]


def grids(text: str) -> list[list[int]]:
    """Return the numbers of each printed tour."""
    found = []
    for block in text.split("\n\n"):
        cells = block.split()
        if all(cell.isdecimal() for cell in cells) and len(cells) == 64:
            found.append([int(cell) for cell in cells])
    return found


@pytest.mark.parametrize("everything", [False, True])
def test_each_start_has_its_first_tour(everything: bool) -> None:
    survey = ten_starts(plan(solver="backtrack", max_states="2000"))
    survey.everything = everything
    answer = finished(survey).answer()
    assert [tour["start"] for tour in answer["tours"]] == [list(divmod(start, 8)) for start in survey.starts]
    for tour in answer["tours"]:
        assert is_tour([(row, col) for row, col in tour["path"]], full(8, 8), tuple(tour["start"]), False)
        assert tour["method"] == "warnsdorff" or tour["method"] in METHODS
    solved = [trial for trial in survey.trials if trial.status is Status.SOLVED]
    assert len(grids(survey.text())) == (len(solved) if everything else TEN)
    if everything:
        runs = [run for method in METHODS for run in answer["methods"][method]]
        assert all((run["path"] is not None) == (run["status"] == "solved") for run in runs)


def test_the_run_of_a_cell_repeats_it() -> None:
    survey = finished(ten_starts(plan(solver="auto", max_states="2000")))
    for row in (0, 7):
        for place, method in enumerate(METHODS):
            search = survey.run_of(row, method).search()
            search.advance(2000)
            trial = survey.trials[row * len(METHODS) + place]
            assert (search.done, search.problem.first) == (trial.states, trial.start)


def test_the_seed_chooses_the_ten_starts() -> None:
    one, same, other = (
        finished(ten_starts(plan(solver="backtrack", rows=6, cols=6, max_states="500", seed=seed)))
        for seed in (3, 3, 4)
    )
    assert untimed(one) == untimed(same)
    assert one.starts != other.starts


def test_the_ten_starts_are_different_and_irregular() -> None:
    samples = [np.asarray(ten_starts(plan(solver="backtrack", seed=seed)).starts) for seed in range(20)]
    assert all(len(set(starts.tolist())) == 10 for starts in samples)
    assert all(len(set((np.diff(starts) % 64).tolist())) > 1 for starts in samples)


@pytest.mark.parametrize("solver", ["auto", "warnsdorff", "backtrack"])
def test_chosen_limits_apply_to_all_methods_but_defaults_do_not(solver: str) -> None:
    survey = ten_starts(plan(solver=solver, rows=5, cols=5))
    assert {make(survey.problem).settings.max_states for make in survey.methods.values()} == {10_000_000}
    assert survey.answer()["settings"]["max_states"] == 10_000_000
    limited = ten_starts(plan(solver=solver, max_states="3", rows=5, cols=5))
    assert {make(limited.problem).settings.max_states for make in limited.methods.values()} == {3}
    assert limited.answer()["settings"]["max_states"] == 3


def test_an_incomplete_map_says_so() -> None:
    survey = availability(plan(solver="warnsdorff", rows=5, cols=5))
    going = survey.slices()
    while len(survey.trials) < 3:
        next(going)
    assert "found from 1 of 3 starts" in survey.text()
    assert "Not complete: 3 of 25 runs done." in survey.text()
    assert "Not complete" not in finished(survey).text()


def test_a_small_board_has_fewer_than_ten_starts() -> None:
    survey = finished(TenStarts(plan(rows=3, cols=3, holes="b2")))
    assert sorted(survey.starts) == [0, 1, 2, 3, 5, 6, 7, 8]
    assert all(status is Status.SOLVED for _, status, _ in untimed(survey))
    assert len(survey.table()) == 8 + 2
    assert survey.text().splitlines()[0] == "tour of 3 x 3 without 1 square, 8 random starts"


class Growing(list[Any]):
    """A list that grows at each access, as if another thread appended to it."""

    def __init__(self, known: list[Any]) -> None:
        super().__init__(known[:1])
        self._more = iter(known[1:])

    def __iter__(self) -> Any:
        self.extend(item for item, _ in zip(self._more, range(1), strict=False))
        return super().__iter__()

    def __getitem__(self, place: Any) -> Any:
        self.extend(item for item, _ in zip(self._more, range(1), strict=False))
        return super().__getitem__(place)


def test_the_board_is_consistent_while_another_thread_adds_trials() -> None:
    survey = finished(availability(plan(rows=5, cols=5)))
    survey.trials = Growing(survey.trials)
    for _ in range(10):
        board = survey.board()
        assert len(board.squares) == len(board.kinds)


def test_a_map_of_a_users_solver_counts_failures_and_leaves_no_process(tmp_path: Path) -> None:
    text = "def solve(problem, random):\n    yield [problem.start]\n    assert problem.start != (0, 0)\n"
    plan = own_plan("tour", write(tmp_path / "mine.py", text), rows=3, cols=3)
    survey = Availability(plan)
    for _ in survey.slices():
        assert len(hosts()) <= 1
    assert survey.found() == {
        Status.SOLVED: 0,
        Status.IMPOSSIBLE: 0,
        Status.GAVE_UP: 8,
        Status.FAILED: 1,
    }
    assert len(survey.board().squares) == 9
    assert "failed" in survey.text()
    assert not hosts()
