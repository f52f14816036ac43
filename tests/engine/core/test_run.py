"""Run: the loop that drives every search, tested with a fake clock."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knightwatch.engine.core.frame import Status
from knightwatch.engine.core.pace import SLICE
from knightwatch.engine.core.run import Run
from knightwatch.engine.core.search import State
from tests.support.toy import Clock, Toy, toy


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr("knightwatch.engine.core.run.time", clock)
    monkeypatch.setattr(Toy, "clock", clock)
    return clock


def by_clock(search: Toy, cost: float) -> Run:
    search.cost = cost
    return Run(search)


def increments(run: Run, until: int) -> list[int]:
    """Return how many units each slice did."""
    moments = [run.search.done, *(run.search.done for _ in run.slices(until))]
    return [b - a for a, b in itertools.pairwise(moments)]


# Ends


@pytest.mark.parametrize("solved_at", [0, 25])
def test_a_run_rejects_a_false_solution(solved_at: int) -> None:
    with pytest.raises(AssertionError, match="toy reports a solution"):
        list(Run(toy(solved_at=solved_at, lies=True)).slices())


@pytest.mark.parametrize("solved_at", [0, 25])
def test_a_run_ends_at_a_solution(solved_at: int) -> None:
    run = Run(toy(solved_at=solved_at))
    list(run.slices())
    assert (run.status, run.search.done, run.reason) == (Status.SOLVED, solved_at, "")


# Preparing


def test_preparing_yields_while_it_waits_and_is_timed(clock: Clock) -> None:
    run = Run(search := toy())
    search.waits = 3
    assert len([search.ready for _ in run.preparing()]) == 3
    assert search.ready
    assert (run.prepare_seconds, run.seconds) == (3.0, 0.0)
    assert list(run.preparing()) == []
    assert clock.now == 3.0


def test_interrupted_preparing_is_timed(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    def begin() -> State:
        clock.sleep(2)
        raise KeyboardInterrupt

    run = Run(search := toy())
    monkeypatch.setattr(search, "begin", begin)
    with pytest.raises(KeyboardInterrupt):
        list(run.preparing())
    assert (run.prepare_seconds, search.ready) == (2.0, False)


def test_slices_prepare_the_search_first() -> None:
    run = Run(search := toy())
    search.waits = 3
    going = run.slices()
    next(going)
    del going
    assert (search.ready, search.done) == (False, 0)
    list(run.slices(until=5))
    assert search.done == 5


# Slices of time


@pytest.mark.usefixtures("clock")
@given(cost=st.floats(1e-6, 0.5))
def test_no_slice_takes_longer_than_its_length(cost: float) -> None:
    done = increments(by_clock(toy(), cost), until=3000)
    assert sum(done) == 3000
    assert all(units == 1 or units * cost <= SLICE for units in done)
    assert max(done) * cost >= SLICE / 2 or max(done) >= 1024 or cost > SLICE


@pytest.mark.usefixtures("clock")
def test_at_most_one_slice_is_too_long_after_steps_slow_down() -> None:
    run = by_clock(search := toy(), 1e-5)
    increments(run, until=1000)
    going = run.slices()
    for _ in range(12):
        next(going)
    search.cost = 1e-3
    spent = []
    for _ in range(10):
        begun = search.done
        next(going)
        spent.append((search.done - begun) * search.cost)
    assert sum(seconds > SLICE for seconds in spent) <= 1


@pytest.mark.usefixtures("clock")
def test_a_limit_of_seconds_ends_a_run_within_one_slice() -> None:
    run = by_clock(toy(max_seconds=1), 0.003)
    list(run.slices())
    assert (run.status, run.reason) == (Status.GAVE_UP, "no solution within the limit of 1 second")
    assert 1 <= run.seconds <= 1 + SLICE


@pytest.mark.usefixtures("clock")
def test_a_late_run_can_be_replayed_but_not_continued() -> None:
    run = by_clock(search := toy(max_seconds=0.5), 0.001)
    search.prepare()
    beginning = search.save()
    list(run.slices())
    end, seconds, saved = run.furthest, run.seconds, search.save()
    search.load(beginning)
    assert (run.status, run.reason) == (Status.RUNNING, "")
    list(run.slices())
    assert (search.done, run.furthest, run.seconds) == (end, end, seconds)
    assert search.state["value"] == saved["value"]
    assert run.status is Status.GAVE_UP


@pytest.mark.usefixtures("clock")
def test_replayed_steps_take_no_counted_seconds() -> None:
    run = by_clock(search := toy(), 0.001)
    search.prepare()
    beginning = search.save()
    increments(run, until=300)
    search.load(beginning)
    increments(run, until=400)
    assert run.furthest == 400
    assert run.seconds == pytest.approx(0.4)


# Until, halt, pace


@given(until=st.integers(-5, 40), before=st.integers(0, 40))
def test_a_run_stops_at_until_and_never_goes_back(until: int, before: int) -> None:
    run = Run(toy())
    increments(run, before)
    increments(run, until)
    assert run.search.done == max(until, before)


@given(before=st.integers(0, 40))
def test_a_halting_run_stops_after_the_next_milestone(before: int) -> None:
    run = Run(toy(units=100))
    increments(run, before)
    for _ in run.slices(halt=True):
        pass
    assert run.search.done == before - before % 10 + 10


@pytest.mark.usefixtures("clock")
@given(pace=st.floats(0.5, 2000), seconds=st.floats(0.1, 5), early=st.booleans())
def test_a_paced_run_keeps_its_pace_when_woken_early(pace: float, seconds: float, early: bool) -> None:
    run = Run(search := toy())
    clock = search.clock
    begun = clock.now

    def wait(asked: float) -> None:
        assert 0 < asked <= 5 * SLICE
        clock.sleep(asked / 2 if early else asked)

    for _ in run.slices(pace=pace, wait=wait):
        assert search.done <= 1 + (clock.now - begun) * pace + 1e-6
        if clock.now >= begun + seconds:
            break
    assert search.done >= (clock.now - begun) * pace - 1
    assert run.seconds == 0


@pytest.mark.usefixtures("clock")
@given(pace=st.floats(0.5, 500))
def test_a_paced_run_does_not_catch_up_after_a_pause(pace: float) -> None:
    run = Run(search := toy(units=2000))
    going = run.slices(pace=pace, wait=search.clock.sleep)
    for _ in range(20):
        next(going)
    before = search.done
    search.clock.sleep(1000)
    begun = search.clock.now
    while search.clock.now < begun + 0.01:
        next(going, None)
        assert search.status is Status.RUNNING
    assert search.done - before <= 2 + pace * (5 * SLICE + search.clock.now - begun)


def test_a_run_without_memory_gives_up_with_its_state(monkeypatch: pytest.MonkeyPatch) -> None:
    search = toy()
    run = Run(search)
    for _ in run.slices(until=5):
        pass

    def refuse(*_: object) -> None:
        raise MemoryError

    with monkeypatch.context() as patch:
        patch.setattr(search, "step", refuse)
        assert len(list(run.slices(until=9))) == 0
    assert (run.status, search.done) == (Status.GAVE_UP, 5)
    assert "memory" in run.reason
    for _ in run.slices(until=9):
        pass
    assert (run.status, search.done) == (Status.RUNNING, 9)


def test_a_first_state_without_memory_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    search = toy()

    def refuse(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr(search, "step", refuse)
    run = Run(search)
    assert not list(run.slices())
    assert (run.status, search.ready) == (Status.GAVE_UP, False)
