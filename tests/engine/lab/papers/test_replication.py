"""Replications: parts share runs, resume after an interruption, and agree in all forms of output."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.frame import Status
from knightwatch.engine.lab.papers.replication import HEAD, ReplicatedTable, Replication, opened
from knightwatch.engine.lab.sweeps.single_run import run_plan
from knightwatch.engine.lab.sweeps.sweep import Sweep
from knightwatch.engine.pool import Pool
from knightwatch.engine.queens.solvers.min_conflicts import MinConflicts
from knightwatch.engine.store.outcomes import Store
from knightwatch.tui.output.markdown import report
from tests.support.inline import Inline, inline, sweep
from tests.support.tiny import FULL_RUNS, RUNS, SOLVER, STARTS, TINY
from tests.support.toy import Clock


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "store.sqlite") as opened_store:
        yield opened_store


def driven(store: Store, full: bool = False, pool: Pool | None = None) -> Replication:
    replication = Replication(TINY, full, store, pool or inline())
    for _ in replication.slices():
        pass
    return replication


def figures(replication: Replication, place: int) -> ReplicatedTable:
    inquiry = replication.subinquiries()[place].inquiry
    assert isinstance(inquiry, ReplicatedTable)
    return inquiry


def test_cells_given_one_by_one_are_those_of_axes() -> None:
    axes = sweep("n=8,12", "trials=5,40")
    given = [SOLVER | {"n": n, "trials": trials} for n in ("8", "12") for trials in ("5", "40")]
    assert Sweep.from_cells(axes.puzzle, given, 5).identity == axes.identity
    with pytest.raises(BadInput, match="n is 0"):
        Sweep.from_cells(axes.puzzle, [SOLVER | {"n": "0"}], 5)


def test_an_outcome_has_the_last_values_of_the_curves() -> None:
    outcome = run_plan("queens", SOLVER | {"n": "8", "trials": "3", "seed": "1"})
    assert outcome
    assert outcome.ends.keys() == {"attacks", "unplaced"}
    solved = run_plan("queens", SOLVER | {"n": "8", "seed": "1"})
    assert solved
    assert solved.ends["attacks"] == 0


def test_seconds_of_a_run_are_processor_time(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, step = Clock(), MinConflicts.step

    def interrupted(self: MinConflicts, budget: int, halt: bool) -> None:
        clock.sleep(5)
        step(self, budget, halt)

    monkeypatch.setattr("knightwatch.engine.core.run.time", clock)
    monkeypatch.setattr(MinConflicts, "step", interrupted)
    outcome = run_plan("queens", SOLVER | {"n": "8", "seed": "1", "max_seconds": "1"})
    assert outcome
    assert (outcome.status, outcome.seconds) == (Status.SOLVED, 0)
    assert clock.perf_counter() >= 5


def test_tables_and_forms_share_their_runs(store: Store) -> None:
    executor = Inline()
    pool = Pool(executor, 1, "")
    short = driven(store, False, pool)
    assert short.complete
    assert executor.given == RUNS
    assert short.progress()[:2] == (RUNS + STARTS, RUNS + STARTS)
    driven(store, False, pool)
    assert executor.given == RUNS
    full = driven(store, True, pool)
    assert full.complete
    assert executor.given == FULL_RUNS


def test_an_interrupted_paper_resumes_with_the_same_result(store: Store, tmp_path: Path) -> None:
    executor = Inline()
    replication = Replication(TINY, False, store, Pool(executor, 1, ""))
    for _ in replication.slices():
        if executor.given >= 5:
            break
    assert not replication.complete
    assert "Not complete" in replication.text()
    again = driven(store, False, Pool(executor, 1, ""))
    assert executor.given == RUNS
    with Store(tmp_path / "other.sqlite") as other:
        whole = driven(other)
    for place in (0, 1):
        assert figures(again, place).answer() == figures(whole, place).answer()


def test_figures_stand_in_their_cells_beside_the_published_ones(store: Store) -> None:
    replication = driven(store)
    head, *rows = figures(replication, 0).table()
    assert head == ["n", "5 trials, published", "5 trials, ours", "40 trials, published", "40 trials, ours"]
    assert [row[:2] for row in rows] == [["8", "0.5"], ["12", "none"]]
    for figure, runs in figures(replication, 0).known():
        row = next(row for row in rows if row[0] == figure.row)
        assert row[head.index(f"{figure.column}, ours")] == figure.statistic.words(runs)
        assert len(runs) == 3
    assert [row[0] for row in figures(replication, 1).table()] == ["n", "8", "12"]
    assert [row[0] for row in figures(driven(store, True), 1).table()] == ["n", "8", "10", "12"]
    assert replication.subinquiries()[1].note == "Published figures: Nobody else (1902)."


def test_a_sentence_names_figures_that_differ_from_the_published_ones(store: Store) -> None:
    assert figures(Replication(TINY, False, store, inline()), 1).differing() == ""
    replication = driven(store)
    for place in (0, 1):
        table = figures(replication, place)
        names = [f"{f.row}, {f.column}" for f, runs in table.known() if f.excluded_by(runs)]
        assert table.differing().endswith(f" 95 % interval: {'; '.join(names)}." if names else "")
        assert bool(table.differing()) == bool(names)
        assert " ".join(table.text().split()).count(table.differing()) >= 1
        assert table.differing() in report(replication)
    assert figures(replication, 1).differing()


def test_the_chart_has_a_curve_for_each_column_and_each_printed_number(store: Store) -> None:
    replication = driven(store)
    diagram = figures(replication, 0).diagram()
    assert diagram
    assert (diagram.labels, diagram.top) == (("8", "12"), 100)
    curves = {curve.name: curve for curve in diagram.curves}
    assert list(curves) == ["5 trials, published", "5 trials", "40 trials, published", "40 trials"]
    assert curves["5 trials, published"].values.tolist() == [50]
    for column in ("5 trials", "40 trials"):
        shares = [
            100 * sum(run.solved for run in runs) / 3
            for figure, runs in figures(replication, 0).known()
            if figure.column == column
        ]
        assert curves[column].values.tolist() == pytest.approx(shares)
    assert figures(replication, 1).diagram() is None


def test_records_and_answer_agree(store: Store) -> None:
    replication = driven(store)
    head, *rows = replication.records()
    assert head == HEAD
    assert len(rows) == 8
    figures = [each for part in replication.answer()["parts"] for each in part.get("figures", ())]
    for row, each in zip(rows, figures, strict=True):
        assert row[1:] == tuple(each[name] for name in HEAD[1:])


def test_a_paper_is_claimed_and_can_be_forgotten(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    with Store(path) as store:
        driven(store)
    with opened(TINY, False, path, "1") as replication:
        assert replication.progress()[0] == RUNS
        with pytest.raises(BadInput, match="is being run by another knightwatch"), opened(TINY, False, path, "1"):
            pass
    with opened(TINY, False, path, "1", again=True) as replication:
        assert replication.progress()[0] == 0
