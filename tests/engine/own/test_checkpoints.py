"""Checkpoints: few, cheap, dense near the present, and no step back replays a large share of the run."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knightwatch.engine.own.checkpoints import MOST, NEAR, SHARE, Spot, is_due, to_drop
from knightwatch.engine.own.process import SolverProcess
from knightwatch.engine.own.search import OwnSearch
from tests.engine.own.conftest import Mine
from tests.support.own import WALK, own_search, reach, run_to_end

LARGEST_REPLAY = 0.2
"""The largest share of a run that a step back replays, once there are as many checkpoints as allowed."""


@given(
    costs=st.lists(st.floats(0.0005, 0.2), min_size=300, max_size=300),
    gap=st.floats(0.01, 3),
    gaps=st.lists(st.floats(0.5, 2), min_size=20, max_size=20),
)
def test_a_run_keeps_few_checkpoints_cheaply_and_replays_a_small_share(
    costs: list[float], gap: float, gaps: list[float]
) -> None:
    spots, seconds, spent = [Spot(0, 0.0)], 0.0, 0.0
    last, made = 0.0, 0
    for number in range(3000):
        seconds += gap * gaps[number % len(gaps)]
        cost = costs[made % len(costs)]
        if is_due(seconds - last, cost, replaying=False):
            spots.append(Spot(number, seconds))
            last, made, spent = seconds, made + 1, spent + cost
        while len(spots) > MOST:
            del spots[to_drop(spots, seconds)]
        assert spent <= SHARE * seconds
        places = [spot.seconds for spot in spots] + [seconds]
        assert places == sorted(places)
        assert places[0] == 0
        if made > 2 * MOST:
            longest_wait = 2 * gap + max(NEAR, max(costs) / SHARE)
            for earlier, later in pairwise(places):
                distance = seconds - later
                assert later - earlier <= LARGEST_REPLAY * seconds + longest_wait
                assert later - earlier <= 4 * distance + 3 * longest_wait


def test_a_replay_makes_checkpoints_sooner() -> None:
    assert not is_due(0.5, cost=0.1, replaying=False)
    assert is_due(0.5, cost=0.1, replaying=True)
    assert not is_due(0.05, cost=0.1, replaying=True)


def process_of(search: OwnSearch) -> SolverProcess:
    assert isinstance(search.driver, SolverProcess)
    return search.driver


SLOW = """
    import time

    def solve(problem, random):
        for k in range(10**6):
            time.sleep(0.001)
            yield [k % problem.n]
"""


def test_a_process_keeps_at_most_the_allowed_copies_and_any_of_them_leads_back(
    mine: Mine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("knightwatch.engine.own.process.MOST", 5)
    monkeypatch.setattr("knightwatch.engine.own.checkpoints.SHARE", 1.0)
    with own_search("queens", mine(SLOW)) as search:
        while search.done < 300:
            search.advance(10)
            search.save()
            assert process_of(search).checkpoints <= 5
        assert process_of(search).checkpoints == 5
        newest = search.done
        for moment in (newest - 1, 1, 7, newest // 2, newest):
            search.rewind()
            reach(search, moment)
            assert (search.done, search.answer()["queens"][0]) == (moment, (moment - 1) % 8)


def test_checkpoints_are_dropped_when_they_need_too_much_memory(mine: Mine, monkeypatch: pytest.MonkeyPatch) -> None:
    text = """
        def solve(problem, random):
            for k in range(1000):
                block = [k + n for n in range(10**6)]
                yield [k % problem.n]
    """
    monkeypatch.setattr("knightwatch.engine.own.process.MOST_BYTES", 100 << 20)
    monkeypatch.setattr("knightwatch.engine.own.checkpoints.SHARE", 1.0)
    with own_search("queens", mine(text)) as search:
        made = set()
        for _ in range(12):
            reach(search, search.done + 1)
            search.save()
            made.add(process_of(search).checkpoints)
            assert process_of(search).checkpoint_bytes <= 150 << 20
        assert max(made) < 8
        search.rewind()
        reach(search, 3)
        assert search.answer()["queens"][0] == 2


def test_a_solver_with_threads_is_replayed(mine: Mine) -> None:
    text = """
        import threading

        def solve(problem, random):
            for k in range(50):
                if k == 1:
                    threading.Thread(target=threading.Event().wait, daemon=True).start()
                yield [k % problem.n]
    """
    with own_search("queens", mine(text)) as search:
        reach(search, 10)
        before = process_of(search).checkpoints
        search.save()
        assert process_of(search).checkpoints == before
        search.rewind()
        reach(search, 4)
        assert search.answer()["queens"][0] == 3
        run_to_end(search)
        assert search.done == 50


def test_a_checkpoint_that_was_killed_is_not_missed(mine: Mine) -> None:
    with (
        own_search("tour", mine(WALK), rows=5, cols=5) as search,
        own_search("tour", mine(WALK), rows=5, cols=5) as fresh,
    ):
        reach(search, 50)
        for copy in process_of(search)._copies:
            copy.line.shutdown(2)
        search.rewind()
        reach(search, 30)
        reach(fresh, 30)
        assert search.answer() == fresh.answer()
