"""History: going back and forth leads to the same states as a straight run."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knightwatch.engine.core.history import GAP, MOST, NEAR, History, size
from knightwatch.engine.plans.puzzle import Puzzle
from tests.support.strategies import NAMES, SOLVERS, AnySearch, makers, plain
from tests.support.toy import toy

trips = st.lists(st.tuples(st.sampled_from(["run", "back"]), st.integers(0, 60)), max_size=12)


def go_back(history: History, search: AnySearch, moment: int) -> None:
    """Go back to a step as a runner does."""
    stops = history.approach(search, moment)
    assert search.done <= moment
    assert stops == sorted(set(stops))
    for stop in stops:
        search.advance(stop - search.done)
        assert search.done == stop
        history.visit(search)
    assert search.done == moment


def run_on(history: History, search: AnySearch, units: int, seconds_each: float = 0.02) -> None:
    """Advance a search as a runner does, in slices of three."""
    end = search.done + units
    while search.done < end:
        before = search.done
        search.advance(min(3, end - search.done))
        if search.done == before:
            return
        history.note(search, search.done * seconds_each)


@pytest.mark.parametrize(("puzzle", "solver"), SOLVERS, ids=NAMES)
@given(data=st.data())
def test_going_back_and_forth_reaches_the_same_states(
    puzzle: Puzzle, solver: type[AnySearch], data: st.DataObject
) -> None:
    make = data.draw(makers(puzzle, solver))
    max_bytes = data.draw(st.sampled_from([0, 300_000, 1 << 28]))
    search = make()
    search.prepare()
    history = History(max_bytes)
    states: dict[int, Any] = {}
    for step, amount in data.draw(trips):
        if step == "run":
            run_on(history, search, amount)
        else:
            go_back(history, search, max(0, search.done - amount))
        state = plain(search.state)
        assert states.setdefault(search.done, state) == state
    straight = make()
    straight.prepare()
    for moment in sorted(states):
        straight.advance(moment - straight.done)
        assert plain(straight.state) == states[moment]


@given(trip=trips, states=st.integers(0, 12))
def test_saved_states_stay_within_the_memory_limit(trip: list[tuple[str, int]], states: int) -> None:
    search = toy()
    search.prepare()
    one = size([search.state])
    history = History(max_bytes=states * one)
    for step, amount in [*trip, ("run", 300), ("back", 30), ("run", 300)]:
        if step == "run":
            run_on(history, search, amount)
        else:
            go_back(history, search, max(0, search.done - amount))
        # History always keeps the first and last keyframe and one near state.
        assert history.bytes <= max(states, 3) * one


def test_keyframes_cover_a_whole_long_run() -> None:
    search = toy()
    search.prepare()
    history = History(max_bytes=40 * size([search.state]))
    run_on(history, search, 30_000, seconds_each=0.01)
    for moment in range(0, 30_000, 997):
        history.approach(search, moment)
        assert moment - search.done <= 30_000 / 8


def test_the_number_of_keyframes_is_limited() -> None:
    search = toy()
    search.prepare()
    history = History()
    run_on(history, search, 3 * MOST, seconds_each=GAP)
    assert history.bytes <= MOST * size([search.state])
    for moment in range(0, 3 * MOST, 97):
        history.approach(search, moment)
        assert moment - search.done <= 8


def test_near_states_do_not_evict_keyframes() -> None:
    search = toy()
    search.prepare()
    history = History(max_bytes=40 * size([search.state]))
    run_on(history, search, 45, seconds_each=0.05)
    for moment in range(45, 15, -1):
        go_back(history, search, moment)
    run_on(history, search, 60, seconds_each=0.05)
    history.approach(search, 14)
    assert search.done >= 12


def test_stepping_back_200_times_costs_little_more_than_one_replay() -> None:
    search = toy()
    search.prepare()
    history = History()
    search.advance(10_000)
    executed = search.executed
    for moment in range(9_999, 9_799, -1):
        go_back(history, search, moment)
    assert search.executed - executed <= 10_000 + 200 * 10


def test_the_number_of_near_states_is_limited() -> None:
    search = toy()
    search.prepare()
    history = History()
    search.advance(1000)
    for moment in range(999, 0, -1):
        go_back(history, search, moment)
    assert history.bytes <= (NEAR + 1) * size([search.state])


def test_advancing_after_a_rewind_does_not_change_saved_states() -> None:
    search = toy()
    search.prepare()
    history = History()
    search.advance(50)
    for _ in range(2):
        assert history.approach(search, 0) == []
        assert (search.done, int(search.state["value"][0])) == (0, 1)
        search.advance(50)


def test_going_forward_also_uses_keyframes() -> None:
    search = toy()
    search.prepare()
    history = History()
    run_on(history, search, 9_999, seconds_each=0.01)
    go_back(history, search, 0)
    stops = history.approach(search, 9_999)
    assert 9_999 - search.done <= 40
    assert stops[-1:] == [9_999] or search.done == 9_999
    reached = search.done
    history.approach(search, 9_999)
    assert search.done == reached
