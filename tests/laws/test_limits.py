"""Law 5, limits: no search exceeds its limit, and each stops when asked."""

from collections.abc import Generator

from hypothesis import given
from hypothesis import strategies as st

from knightwatch.engine.core.frame import Status
from knightwatch.engine.core.run import Run
from knightwatch.engine.plans.puzzle import Puzzle
from tests.support.strategies import AnySearch, assert_same, every_solver, makers, plain


@every_solver
@given(data=st.data())
def test_no_search_exceeds_its_limit(puzzle: Puzzle, solver: type[AnySearch], data: st.DataObject) -> None:
    search = data.draw(makers(puzzle, solver))()
    for beyond in data.draw(st.lists(st.integers(0, 10**15), max_size=4)):
        search.advance(search.limit + beyond)
        assert search.done <= search.limit
        ended = plain(search.state)
        search.advance(1 + beyond)
        assert plain(search.state) == ended


@every_solver
@given(data=st.data())
def test_a_limit_of_0_seconds_allows_no_work(puzzle: Puzzle, solver: type[AnySearch], data: st.DataObject) -> None:
    drawn = data.draw(makers(puzzle, solver))()
    hurried = solver.settings_type(**(drawn.settings.model_dump() | {"max_seconds": 0}))
    run = Run(solver(drawn.problem, hurried, drawn.seed))
    assert list(run.slices()) == []
    assert run.search.done == 0
    drawn.prepare()
    if drawn.status is Status.RUNNING:
        reached = run.search.reached()
        assert (run.status, run.reason) == (Status.GAVE_UP, f"{reached} within the limit of 0 seconds")
    else:
        assert (run.status, run.reason) == (drawn.status, drawn.reason)


@every_solver
@given(data=st.data())
def test_a_run_stops_where_asked(puzzle: Puzzle, solver: type[AnySearch], data: st.DataObject) -> None:
    make = data.draw(makers(puzzle, solver))
    run, direct = Run(make()), make()
    for until in sorted(data.draw(st.lists(st.integers(0, 120), max_size=5))):
        for _ in run.slices(until):
            assert run.search.done <= until
        direct.advance(until - direct.done)
        assert_same(run.search, direct)
    going = run.slices()
    for _ in range(data.draw(st.integers(0, 4), label="slices")):
        next(going, None)
    stopped = plain(run.search.state)
    assert isinstance(going, Generator)
    going.close()
    assert next(going, None) is None
    assert plain(run.search.state) == stopped
