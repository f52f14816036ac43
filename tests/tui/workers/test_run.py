"""The worker of a run: it carries out orders in its own thread, and reaches every step."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knightwatch.engine.compiled.tiers import NotReady
from knightwatch.engine.core.frame import Status
from knightwatch.engine.core.history import History
from knightwatch.engine.core.search import State
from knightwatch.engine.plans.plan import Plan
from knightwatch.engine.queens.solvers.evolve import Evolve
from knightwatch.engine.store.runs import RunStore
from knightwatch.engine.store.saving import RunSaver
from knightwatch.tui.workers.run import Report, Runner
from knightwatch.tui.workers.worker import BeforeEnd, Order, Pause, Quit, RunAt, Seek, ToMilestone
from tests.support.pilot import plan
from tests.support.strategies import AnySearch, digest

ENDLESS = {"n": "8", "pop": "10", "pc": "0", "pm": "0", "generations": "1000000000"}
"""Settings without crossover and mutation: the population never changes, and has no solution with this seed."""
PATIENCE = 60.0
"""Seconds to wait for a condition; enough for the first compilation on a busy machine."""


def until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.001)


class Working:
    """A runner in its thread, with all its reports."""

    def __init__(self, plan: Plan, path: Path | None = None) -> None:
        self.reports: list[Report] = []
        self.runner = Runner(RunSaver(plan, path), self._collect)
        self.thread = threading.Thread(target=self.runner.work)

    def _collect(self) -> None:
        self.reports.append(self.runner.report)

    @property
    def done(self) -> int:
        return self.runner.run.search.done

    def at_rest(self) -> None:
        until(lambda: self.runner.idle)

    def carry_out(self, order: Order) -> Report:
        """Give an order, wait until it is done, and return the report."""
        self.runner.order(order)
        self.at_rest()
        return self.runner.report

    def run_until(self, condition: Callable[[], bool], pace: float | None = None) -> None:
        """Run until a condition is met, then pause."""
        self.runner.order(RunAt(pace))
        until(condition)
        self.carry_out(Pause())

    def assert_ended(self) -> None:
        self.thread.join(PATIENCE)
        assert not self.thread.is_alive()


@contextmanager
def working(path: Path | None = None, /, **values: str) -> Iterator[Working]:
    it = Working(plan(**values), path)
    it.thread.start()
    try:
        it.at_rest()
        yield it
    finally:
        it.runner.order(Quit())
        it.assert_ended()


def fresh(moment: int, **values: str) -> str:
    """Return the digest of a new search after `moment` steps."""
    search = plan(**values).search()
    search.advance(moment)
    return digest(search)


def test_run_at_runs_and_pause_pauses() -> None:
    with working(**ENDLESS) as it:
        it.runner.order(RunAt(None))
        assert it.runner.playing
        until(lambda: it.runner.report.rate > 0)
        assert it.runner.report.frame.moment > 0
        assert it.runner.report.playing
        report = it.carry_out(Pause())
        assert not it.runner.playing
        assert not report.playing
        assert report.rate == 0
        assert report.frame.moment == report.newest == it.done


def test_a_replaced_order_does_not_count_as_done() -> None:
    with working(**ENDLESS) as it:
        replaced, completed = RunAt(1), RunAt(None, it.done + 5)
        it.runner.order(replaced)
        it.carry_out(Pause())
        assert it.runner.done is not replaced
        it.carry_out(completed)
        assert it.runner.done is completed


def test_an_idle_run_is_saved_even_if_saving_is_slow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("knightwatch.engine.store.saving.QUICK", 0.0)
    path = tmp_path / "runs.sqlite"
    with working(path, **ENDLESS) as it:
        for moment in (3, 7):
            it.carry_out(Seek(moment))
            until(lambda moment=moment: saved(path) == [moment])  # type: ignore[misc]


def saved(path: Path) -> list[int]:
    with RunStore(path) as store:
        return [run.moment for run in store.runs()]


def test_an_idle_run_reports_that_saving_failed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    faults: list[str] = []
    keeper = RunSaver(plan(**ENDLESS), tmp_path)  # a folder, not a file
    monkeypatch.setattr(keeper, "note", lambda _: None)  # as if it was just saved
    runner = Runner(keeper, lambda: faults.append(keeper.fault))
    thread = threading.Thread(target=runner.work)
    thread.start()
    runner.order(RunAt(None, 1))
    until(lambda: any(faults))
    runner.order(Quit())
    thread.join(PATIENCE)


def test_a_paused_run_publishes_no_reports() -> None:
    with working(**ENDLESS) as it:
        it.run_until(lambda: it.done > 1000)
        reports, done = len(it.reports), it.done
        it.carry_out(Pause())
        it.carry_out(Seek(done + 1))
        assert len(it.reports) == reports + 1
        assert it.done == done + 1


def test_the_pace_can_change_during_a_run() -> None:
    with working(**ENDLESS) as it:
        it.runner.order(RunAt(0.001))
        until(lambda: it.done == 1)
        it.runner.order(RunAt(None))
        until(lambda: it.done > 1000)
        it.runner.order(RunAt(0.001))
        it.carry_out(Pause())


def test_seek_goes_to_a_step_and_reports_it() -> None:
    with working() as it:
        assert it.carry_out(Seek(9)).frame.moment == 9
        report = it.carry_out(Seek(4))
        assert report.frame.moment == 4
        assert report.newest == 9
        assert it.carry_out(Seek(0)).frame.moment == 0


def test_to_milestone_stops_right_after_the_next_milestone() -> None:
    with working() as it:
        for _ in range(3):
            milestones = it.runner.run.search.milestones
            it.carry_out(it.runner.to_milestone())
            assert it.runner.run.search.milestones == milestones + 1
            before = plan().search()
            before.advance(it.done - 1)
            assert before.milestones == milestones


def test_a_new_order_replaces_the_previous_one() -> None:
    with working(**ENDLESS) as it:
        it.runner.order(RunAt(None))
        it.runner.order(ToMilestone(1))
        it.runner.order(Seek(1_000_000_000))
        it.carry_out(Seek(5))
        assert it.done == 5


def test_steps_add_up() -> None:
    with working() as it:
        for _ in range(40):
            it.runner.step(1)
        for _ in range(15):
            it.runner.step(-1)
        it.at_rest()
        assert it.done == 25
        assert digest(it.runner.run.search) == fresh(25)


@given(count=st.integers(1, 12))
def test_orders_for_milestones_add_up(count: int) -> None:
    with working() as it:
        for _ in range(count):
            it.runner.order(it.runner.to_milestone())
        it.at_rest()
        ended = it.runner.run.status is not Status.RUNNING
        assert it.runner.run.search.milestones == count or (ended and it.runner.run.search.milestones < count)


def test_a_run_stops_exactly_at_the_given_step() -> None:
    with working(**ENDLESS) as it:
        assert it.carry_out(RunAt(None, until=37)).frame.moment == 37
        it.runner.order(RunAt(0.001, until=50))
        it.runner.change_pace(None)
        it.at_rest()
        assert it.done == 50


def test_stepping_back_stops_at_step_zero() -> None:
    with working() as it:
        for _ in range(3):
            it.runner.step(-1)
        it.runner.step(1)
        it.at_rest()
        assert it.done == 1


@pytest.mark.parametrize("order", [RunAt(None), RunAt(0.001), Seek(1_000_000_000), ToMilestone(1)], ids=repr)
def test_quit_ends_the_thread_during_a_run(order: Order) -> None:
    with working(**ENDLESS) as it:
        it.runner.order(order)
        until(lambda: it.done > 0)
        it.runner.order(Quit())
        it.assert_ended()
        assert it.done < 1_000_000_000


def test_quit_ends_the_thread_while_going_back() -> None:
    with working(**ENDLESS) as it:
        it.run_until(lambda: it.done > 50_000)
        it.runner.order(Seek(it.done - 1))
        it.runner.order(Quit())
        it.assert_ended()


def test_quit_ends_the_thread_while_it_waits_for_compiled_code(monkeypatch: pytest.MonkeyPatch) -> None:
    def begin(_: Evolve) -> State:
        raise NotReady

    monkeypatch.setattr(Evolve, "begin", begin)
    it = Working(plan())
    it.thread.start()
    until(lambda: bool(it.reports))
    assert it.reports[0].preparing
    it.runner.order(Quit())
    it.assert_ended()
    assert not it.runner.run.search.ready


def test_quit_before_the_first_step_ends_the_thread() -> None:
    it = Working(plan())
    it.runner.order(Quit())
    it.thread.start()
    it.assert_ended()


def test_an_interpreted_run_waits_until_its_report_is_drawn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("knightwatch.tui.workers.worker.DRAWING_SECONDS", PATIENCE)
    monkeypatch.setattr("knightwatch.engine.compiled.tiers._patience", PATIENCE)
    with working(**ENDLESS) as it:
        it.runner.frame_seconds = 0.0
        before = len(it.reports)
        it.runner.order(RunAt(None))
        for reports in range(3):
            until(lambda: len(it.reports) > before + reports)  # noqa: B023, called at once
            it.runner.on_drawn()
        until(lambda: len(it.reports) > before + 3)
        assert len(it.reports) == before + 4
        it.carry_out(Pause())


def test_orders_after_quit_are_ignored() -> None:
    with working(**ENDLESS) as it:
        it.runner.order(Quit())
        it.runner.order(RunAt(None))
        it.runner.step(1)
        it.assert_ended()
        assert it.done == 0


@pytest.mark.parametrize("solver", ["evolve", "min-conflicts"])
def test_every_step_reached_equals_that_of_a_new_search(solver: str, monkeypatch: pytest.MonkeyPatch) -> None:
    known: dict[int, str] = {}

    @given(
        moments=st.lists(st.integers(0, 70), min_size=1, max_size=12),
        gap=st.sampled_from([0.0, 1e-5, 10.0]),
        max_bytes=st.sampled_from([100_000, 1_000_000]),
    )
    def holds(moments: list[int], gap: float, max_bytes: int) -> None:
        with monkeypatch.context() as patch:
            patch.setattr("knightwatch.engine.core.history.GAP", gap)
            patch.setattr("knightwatch.tui.workers.run.History", partial(History, max_bytes=max_bytes))
            with working(solver=solver) as it:
                for moment in moments:
                    it.carry_out(Seek(moment))
                    if moment not in known:
                        known[moment] = fresh(moment, solver=solver)
                    assert digest(it.runner.run.search) == known[moment]

    holds()


def test_going_far_back_reaches_the_state_of_a_new_search() -> None:
    values = {"n": "200", "pop": "20", "generations": "1000000"}
    with working(**values) as it:
        it.run_until(lambda: it.done > 3000)
        far = it.done
        for moment in (far - 1, far - 2, 1234, 1233, far, 0, 7):
            it.carry_out(Seek(moment))
            assert it.done == moment
            assert digest(it.runner.run.search) == fresh(moment, **values)


def test_history_stays_within_its_memory_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    bound = 400_000
    taken = []

    class Measured(History):
        def __init__(self) -> None:
            super().__init__(bound)

        def note(self, search: AnySearch, seconds: float) -> None:
            super().note(search, seconds)
            taken.append(self.bytes)

        def visit(self, search: AnySearch) -> None:
            super().visit(search)
            taken.append(self.bytes)

    monkeypatch.setattr("knightwatch.engine.core.history.GAP", 0.0)
    monkeypatch.setattr("knightwatch.tui.workers.run.History", Measured)
    with working(**ENDLESS) as it:
        it.run_until(lambda: it.done > 200_000)
        for moment in (it.done - 1, it.done // 2, 1000):
            it.carry_out(Seek(moment))
    assert bound / 4 < max(taken) <= bound


def test_after_a_time_limit_the_run_can_still_go_back() -> None:
    values = ENDLESS | {"max_seconds": "0.05"}
    with working(**values) as it:
        report = it.carry_out(RunAt(None))
        assert report.status is Status.GAVE_UP
        assert "0.05 seconds" in report.reason
        assert not report.playing
        newest = report.newest
        assert newest > 3

        report = it.carry_out(Seek(3))
        assert (report.status, report.reason, report.newest) == (Status.RUNNING, "", newest)
        assert digest(it.runner.run.search) == fresh(3, **values)

        assert it.carry_out(RunAt(None)).status is Status.GAVE_UP
        assert it.done == newest
        it.runner.step(1)
        it.at_rest()
        assert it.done == newest


@pytest.mark.parametrize("order", [RunAt(None), Seek(5), ToMilestone(1)], ids=repr)
def test_orders_do_not_change_an_ended_run(order: Order) -> None:
    with working(n="3") as it:
        report = it.carry_out(order)
        assert report.status is Status.IMPOSSIBLE
        assert report.reason
        assert it.done == 0


def test_the_last_report_has_the_final_status() -> None:
    with working(n="8") as it:
        report = it.carry_out(RunAt(None))
        assert report.status is Status.SOLVED
        assert it.reports[-1] is report
        assert plan(n="8").problem.solves(it.runner.run.search.answer())


def test_the_way_back_from_an_end_is_the_same_while_the_run_is_saved(monkeypatch: pytest.MonkeyPatch) -> None:
    saving, saved = threading.Event(), threading.Event()

    def save(runner: Runner) -> None:
        if runner.report.status is not Status.RUNNING:
            saving.set()
            saved.wait(PATIENCE)

    monkeypatch.setattr(Runner, "_when_idle", save)
    with working(n="8", seed="1") as it:
        it.runner.order(RunAt(None))
        assert saving.wait(PATIENCE)
        it.runner.step(-1)
        order = it.runner._order
        saved.set()
    assert isinstance(order, BeforeEnd)
