"""Pace and budget: no step comes too early, and no slice is longer than learned."""

from hypothesis import given
from hypothesis import strategies as st

from knightwatch.engine.core.pace import LONGEST, SLICE, Budget, Pace
from knightwatch.engine.core.run import Run
from tests.support.toy import MILESTONE, toy


@given(rate=st.floats(0.5, 1e5), waits=st.lists(st.floats(0, 3), max_size=30), wanted=st.integers(1, 10**6))
def test_a_pace_allows_one_step_then_its_rate(rate: float, waits: list[float], wanted: int) -> None:
    pace, now, done = Pace(rate, 0.0), 0.0, 0
    for wait in waits:
        now += wait
        steps = pace.allowed(wanted, now)
        assert 0 <= steps <= min(wanted, max(1, rate * LONGEST))
        done += steps
        assert done <= 1 + now * rate + 1e-6


@given(rate=st.floats(0.5, 1e5))
def test_waiting_until_due_allows_the_next_step(rate: float) -> None:
    pace, now = Pace(rate, 0.0), 0.0
    assert pace.allowed(1, now) == 1
    for _ in range(int(1 / rate / LONGEST) + 2):
        assert 0 < pace.due() <= LONGEST
        now += pace.due() + 1e-9
        if pace.allowed(1, now):
            return
    raise AssertionError(f"no step within {now} s at {rate} a second")


@given(costs=st.lists(st.floats(1e-7, 1), min_size=1, max_size=40))
def test_a_budget_doubles_only_after_a_fast_full_slice(costs: list[float]) -> None:
    budget = Budget()
    for cost in costs:
        before = budget.size
        budget.learn(before, before * cost, SLICE)
        assert 1 <= budget.size <= 2 * before
        assert budget.size == 1 or budget.size * cost <= SLICE * (1 + 1e-9)
        size = budget.size
        budget.learn(size - 1, 0.0, SLICE)
        assert budget.size == size


def test_stops_at_milestones_do_not_make_later_slices_longer() -> None:
    run = Run(toy())
    for _ in range(50):
        list(run.slices(halt=True))
    before = run.search.done
    next(iter(run.slices()))
    assert run.search.done - before <= 2 * MILESTONE
