"""The bridge to the engine: orders take effect in a thread of its own, and every moment can be gone to and left."""

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
from knightwatch.engine.store.keeping import Keeper
from knightwatch.engine.store.runs import RunStore
from knightwatch.tui.workers.run import Report, Runner
from knightwatch.tui.workers.worker import Order, Quit, RunAt, Seek, Stay, ToMilestone
from tests.support.pilot import plan
from tests.support.strategies import AnySearch, digest

ENDLESS = {"n": "8", "pop": "10", "pc": "0", "pm": "0", "generations": "1000000000"}
"""Settings under which nothing new ever comes up; with this seed the first generation holds no solution."""
PATIENCE = 60.0
"""Seconds after which a condition counts as never met; the first compilation on a busy machine is within."""


def until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.001)


class Working:
    """A runner at work, and all that it has reported."""

    def __init__(self, plan: Plan, path: Path | None = None) -> None:
        self.reports: list[Report] = []
        self.runner = Runner(Keeper(plan, path), self._told)
        self.thread = threading.Thread(target=self.runner.work)

    def _told(self) -> None:
        self.reports.append(self.runner.report)

    @property
    def done(self) -> int:
        return self.runner.run.search.done

    def at_rest(self) -> None:
        until(lambda: self.runner.idle)

    def carry_out(self, order: Order) -> Report:
        """Give an order, wait until it is done, and return what is reported then."""
        self.runner.order(order)
        self.at_rest()
        return self.runner.report

    def run_until(self, condition: Callable[[], bool], pace: float | None = None) -> None:
        """Run, and pause when a condition is met."""
        self.runner.order(RunAt(pace))
        until(condition)
        self.carry_out(Stay())

    def assert_gone(self) -> None:
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
        it.assert_gone()


def fresh(moment: int, **values: str) -> str:
    """Return the state of a search that went straight to a moment."""
    search = plan(**values).search()
    search.advance(moment)
    return digest(search)


def test_play_runs_and_stay_pauses() -> None:
    with working(**ENDLESS) as it:
        it.runner.order(RunAt(None))
        assert it.runner.playing
        until(lambda: it.runner.report.rate > 0)
        assert it.runner.report.frame.moment > 0
        assert it.runner.report.playing
        report = it.carry_out(Stay())
        assert not it.runner.playing
        assert not report.playing
        assert report.rate == 0
        assert report.frame.moment == report.newest == it.done


def test_only_an_order_that_was_carried_out_to_its_end_counts_as_done() -> None:
    with working(**ENDLESS) as it:
        replaced, whole = RunAt(1), RunAt(None, it.done + 5)
        it.runner.order(replaced)
        it.carry_out(Stay())
        assert it.runner.done is not replaced
        it.carry_out(whole)
        assert it.runner.done is whole


def test_a_run_that_rests_is_kept_also_where_keeping_takes_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("knightwatch.engine.store.keeping.QUICK", 0.0)
    path = tmp_path / "runs.sqlite"
    with working(path, **ENDLESS) as it:
        for moment in (3, 7):
            it.carry_out(Seek(moment))
            until(lambda moment=moment: kept(path) == [moment])  # type: ignore[misc]


def kept(path: Path) -> list[int]:
    with RunStore(path) as store:
        return [run.moment for run in store.runs()]


def test_a_run_at_rest_tells_that_it_cannot_be_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    keeper = Keeper(plan(**ENDLESS), tmp_path)  # a folder is no store
    monkeypatch.setattr(keeper, "note", lambda _: None)  # as if it had just been kept on its way
    runner = Runner(keeper, lambda: told.append(keeper.fault))
    thread = threading.Thread(target=runner.work)
    thread.start()
    runner.order(RunAt(None, 1))
    until(lambda: any(told))
    runner.order(Quit())
    thread.join(PATIENCE)


def test_a_paused_run_reports_nothing_more() -> None:
    with working(**ENDLESS) as it:
        it.run_until(lambda: it.done > 1000)
        told, done = len(it.reports), it.done
        it.carry_out(Stay())
        it.carry_out(Seek(done + 1))
        assert len(it.reports) == told + 1
        assert it.done == done + 1


def test_the_pace_is_kept_and_can_be_changed_on_the_way() -> None:
    with working(**ENDLESS) as it:
        it.runner.order(RunAt(0.001))
        until(lambda: it.done == 1)
        it.runner.order(RunAt(None))
        until(lambda: it.done > 1000)
        it.runner.order(RunAt(0.001))
        it.carry_out(Stay())


def test_seek_goes_to_a_moment_and_says_when_it_is_there() -> None:
    with working() as it:
        assert it.carry_out(Seek(9)).frame.moment == 9
        report = it.carry_out(Seek(4))
        assert report.frame.moment == 4
        assert report.newest == 9
        assert it.carry_out(Seek(0)).frame.moment == 0


def test_improve_stops_right_after_the_next_milestone() -> None:
    with working() as it:
        for _ in range(3):
            milestones = it.runner.run.search.milestones
            it.carry_out(it.runner.to_milestone())
            assert it.runner.run.search.milestones == milestones + 1
            before = plan().search()
            before.advance(it.done - 1)
            assert before.milestones == milestones


def test_a_new_order_replaces_the_one_before() -> None:
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


@given(asked=st.integers(1, 12))
def test_milestones_asked_for_in_quick_succession_add_up(asked: int) -> None:
    with working() as it:
        for _ in range(asked):
            it.runner.order(it.runner.to_milestone())
        it.at_rest()
        ended = it.runner.run.status is not Status.RUNNING
        assert it.runner.run.search.milestones == asked or (ended and it.runner.run.search.milestones < asked)


def test_a_run_stops_at_the_moment_that_was_named_and_not_before() -> None:
    with working(**ENDLESS) as it:
        assert it.carry_out(RunAt(None, until=37)).frame.moment == 37
        it.runner.order(RunAt(0.001, until=50))
        it.runner.change_pace(None)
        it.at_rest()
        assert it.done == 50


def test_no_step_leads_before_the_beginning() -> None:
    with working() as it:
        for _ in range(3):
            it.runner.step(-1)
        it.runner.step(1)
        it.at_rest()
        assert it.done == 1


@pytest.mark.parametrize("order", [RunAt(None), RunAt(0.001), Seek(1_000_000_000), ToMilestone(1)], ids=repr)
def test_quit_ends_the_thread_in_the_middle_of_a_run(order: Order) -> None:
    with working(**ENDLESS) as it:
        it.runner.order(order)
        until(lambda: it.done > 0)
        it.runner.order(Quit())
        it.assert_gone()
        assert it.done < 1_000_000_000


def test_quit_ends_the_thread_on_the_way_back() -> None:
    with working(**ENDLESS) as it:
        it.run_until(lambda: it.done > 50_000)
        it.runner.order(Seek(it.done - 1))
        it.runner.order(Quit())
        it.assert_gone()


def test_quit_ends_the_thread_while_it_waits_for_machine_code(monkeypatch: pytest.MonkeyPatch) -> None:
    def begin(_: Evolve) -> State:
        raise NotReady

    monkeypatch.setattr(Evolve, "begin", begin)
    it = Working(plan())
    it.thread.start()
    until(lambda: bool(it.reports))
    assert it.reports[0].preparing
    it.runner.order(Quit())
    it.assert_gone()
    assert not it.runner.run.search.ready


def test_quit_before_the_first_moment_ends_the_thread_too() -> None:
    it = Working(plan())
    it.runner.order(Quit())
    it.thread.start()
    it.assert_gone()


def test_what_is_interpreted_goes_on_once_its_report_is_drawn_or_another_order_comes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("knightwatch.tui.workers.worker.DRAWING_SECONDS", PATIENCE)
    monkeypatch.setattr("knightwatch.engine.compiled.tiers._patience", PATIENCE)
    with working(**ENDLESS) as it:
        it.runner.frame_seconds = 0.0
        before = len(it.reports)
        it.runner.order(RunAt(None))
        for drawn in range(3):
            until(lambda: len(it.reports) > before + drawn)  # noqa: B023, called at once
            it.runner.drawn()
        until(lambda: len(it.reports) > before + 3)
        assert len(it.reports) == before + 4
        it.carry_out(Stay())


def test_nothing_follows_a_quit() -> None:
    with working(**ENDLESS) as it:
        it.runner.order(Quit())
        it.runner.order(RunAt(None))
        it.runner.step(1)
        it.assert_gone()
        assert it.done == 0


@pytest.mark.parametrize("solver", ["evolve", "min-conflicts"])
def test_every_moment_gone_to_is_that_of_a_fresh_search(solver: str, monkeypatch: pytest.MonkeyPatch) -> None:
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


def test_going_back_from_far_away_lands_where_a_fresh_search_does() -> None:
    values = {"n": "200", "pop": "20", "generations": "1000000"}
    with working(**values) as it:
        it.run_until(lambda: it.done > 3000)
        far = it.done
        for moment in (far - 1, far - 2, 1234, 1233, far, 0, 7):
            it.carry_out(Seek(moment))
            assert it.done == moment
            assert digest(it.runner.run.search) == fresh(moment, **values)


def test_memory_stays_within_its_bounds_on_a_long_run(monkeypatch: pytest.MonkeyPatch) -> None:
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


def test_a_limit_of_seconds_gives_up_with_a_reason_and_leaves_a_way_back() -> None:
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
def test_what_has_ended_stays_as_it_is(order: Order) -> None:
    with working(n="3") as it:
        report = it.carry_out(order)
        assert report.status is Status.IMPOSSIBLE
        assert report.reason
        assert it.done == 0


def test_the_last_report_tells_how_the_run_ended() -> None:
    with working(n="8") as it:
        report = it.carry_out(RunAt(None))
        assert report.status is Status.SOLVED
        assert it.reports[-1] is report
        assert plan(n="8").problem.solves(it.runner.run.search.answer())
