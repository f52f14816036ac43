"""Going back: any way there and back leads to the states of a search that never turned round."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knightwatch.engine.core.history import GAP, MOST, NEAR, History, size
from knightwatch.engine.plans.puzzle import Puzzle
from tests.support.strategies import NAMES, SOLVERS, AnySearch, makers, plain
from tests.support.toy import toy

ways = st.lists(st.tuples(st.sampled_from(["run", "back"]), st.integers(0, 60)), max_size=12)


def go_back(history: History, search: AnySearch, moment: int) -> None:
    """Take a search back as a runner does."""
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
def test_any_way_there_and_back_leads_to_the_states_of_a_straight_way(
    puzzle: Puzzle, solver: type[AnySearch], data: st.DataObject
) -> None:
    make = data.draw(makers(puzzle, solver))
    max_bytes = data.draw(st.sampled_from([0, 300_000, 1 << 28]))
    search = make()
    search.prepare()
    history = History(max_bytes)
    seen: dict[int, Any] = {}
    for step, amount in data.draw(ways):
        if step == "run":
            run_on(history, search, amount)
        else:
            go_back(history, search, max(0, search.done - amount))
        state = plain(search.state)
        assert seen.setdefault(search.done, state) == state
    straight = make()
    straight.prepare()
    for moment in sorted(seen):
        straight.advance(moment - straight.done)
        assert plain(straight.state) == seen[moment]


@given(way=ways, states=st.integers(0, 12))
def test_saved_states_stay_within_their_memory(way: list[tuple[str, int]], states: int) -> None:
    search = toy()
    search.prepare()
    one = size([search.state])
    history = History(max_bytes=states * one)
    for step, amount in [*way, ("run", 300), ("back", 30), ("run", 300)]:
        if step == "run":
            run_on(history, search, amount)
        else:
            go_back(history, search, max(0, search.done - amount))
        # The first and the last keyframe and one state nearby are always kept.
        assert history.bytes <= max(states, 3) * one


def test_a_long_run_keeps_keyframes_over_all_of_its_time() -> None:
    search = toy()
    search.prepare()
    history = History(max_bytes=40 * size([search.state]))
    run_on(history, search, 30_000, seconds_each=0.01)
    for moment in range(0, 30_000, 997):
        history.approach(search, moment)
        assert moment - search.done <= 30_000 / 8


def test_a_long_run_keeps_no_more_keyframes_than_needed_where_there_is_memory_for_more() -> None:
    search = toy()
    search.prepare()
    history = History()
    run_on(history, search, 3 * MOST, seconds_each=GAP)
    assert history.bytes <= MOST * size([search.state])
    for moment in range(0, 3 * MOST, 97):
        history.approach(search, moment)
        assert moment - search.done <= 8


def test_states_nearby_do_not_drive_out_keyframes() -> None:
    search = toy()
    search.prepare()
    history = History(max_bytes=40 * size([search.state]))
    run_on(history, search, 45, seconds_each=0.05)
    for moment in range(45, 15, -1):
        go_back(history, search, moment)
    run_on(history, search, 60, seconds_each=0.05)
    history.approach(search, 14)
    assert search.done >= 12


def test_stepping_back_two_hundred_times_costs_little_more_than_the_way_once() -> None:
    search = toy()
    search.prepare()
    history = History()
    search.advance(10_000)
    executed = search.executed
    for moment in range(9_999, 9_799, -1):
        go_back(history, search, moment)
    assert search.executed - executed <= 10_000 + 200 * 10


def test_no_more_states_nearby_are_kept_than_needed() -> None:
    search = toy()
    search.prepare()
    history = History()
    search.advance(1000)
    for moment in range(999, 0, -1):
        go_back(history, search, moment)
    assert history.bytes <= (NEAR + 1) * size([search.state])


def test_a_rewound_search_that_goes_on_does_not_change_what_was_saved() -> None:
    search = toy()
    search.prepare()
    history = History()
    search.advance(50)
    for _ in range(2):
        assert history.approach(search, 0) == []
        assert (search.done, int(search.state["value"][0])) == (0, 1)
        search.advance(50)


def test_the_way_forward_to_the_newest_moment_is_as_short_as_the_way_back() -> None:
    search = toy()
    search.prepare()
    history = History()
    run_on(history, search, 9_999, seconds_each=0.01)
    go_back(history, search, 0)
    stops = history.approach(search, 9_999)
    assert 9_999 - search.done <= 40
    assert stops[-1:] == [9_999] or search.done == 9_999
    where = search.done
    history.approach(search, 9_999)
    assert search.done == where
