"""The tracks of racers, and the numbers behind who was first."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from knightwatch.engine.core.frame import Kind, Status
from knightwatch.engine.lab.races.entries import parse_racers
from knightwatch.engine.lab.races.race import Race
from knightwatch.engine.lab.races.racer import By
from knightwatch.engine.lab.races.track import MOST, Track, far_apart
from knightwatch.engine.plans.catalog import PUZZLES, puzzle
from knightwatch.engine.plans.plan import Plan
from tests.engine.lab.races.test_race import clock, toys
from tests.support.toy import Clock

__all__ = ["clock"]

moments = st.lists(st.tuples(st.integers(0, 9), st.integers(0, 5)), min_size=1, max_size=60)


def run(it: Race) -> Race:
    for _ in it.slices():
        pass
    return it


@given(moments)
def test_a_track_has_each_new_value_and_the_newest_point(
    steps: list[tuple[int, int]],
) -> None:
    track, done = Track(), 0
    attained_at: dict[int, int] = {}
    for more, attained in steps:
        done += more
        track.add(done, done / 1000, attained)
        attained_at[done] = attained
    curve = track.curve("one", Kind.LINE, "squares", by_time=False, best=False)
    assert (np.diff(curve.steps) >= 0).all()
    assert (curve.steps[-1], curve.values[-1]) == (done, steps[-1][1])
    points = dict(zip(curve.steps.tolist(), curve.values.tolist(), strict=True))
    assert all(attained_at[step] == value for step, value in points.items())


def test_a_track_stays_short_and_keeps_its_ends() -> None:
    track = Track()
    for step in range(5 * MOST):
        track.add(step, 0.0, step)
    curve = track.curve("one", Kind.LINE, "", by_time=False, best=False)
    assert len(curve.steps) <= MOST + 1
    assert (curve.steps[0], curve.steps[-1]) == (0, 5 * MOST - 1)


@pytest.mark.parametrize("of", [each.name for each in PUZZLES])
@pytest.mark.parametrize("by", By)
def test_the_chart_has_a_curve_for_each_racer(of: str, by: By) -> None:
    solvers = [solver.name for solver in puzzle(of).solvers[:4]]
    it = run(Race(parse_racers(puzzle(of), {"seed": "3"}, solvers), by))
    diagram = it.diagram()
    assert diagram
    assert diagram.signs == "1234"[: len(solvers)]
    for racer, curve in zip(it.racers, diagram.curves, strict=True):
        spent = racer.run.search.common_work() if by is By.WORK else round(racer.run.seconds * 1e6)
        assert (curve.steps[-1], curve.values[-1]) == (spent, racer.run.search.attained())
        assert curve.best == (racer in it.first(by)) == curve.name.endswith(", first")
        assert curve.of == diagram.curves[0].of
    assert diagram.log == far_apart(diagram.curves)


GOALS: dict[str, Any] = {"tour": 64, "queens": 0, "swap": 16}


@pytest.mark.parametrize("of", GOALS)
def test_all_solved_racers_attain_the_same_value(of: str) -> None:
    for solver in puzzle(of).solvers:
        plan = parse_racers(puzzle(of), {"seed": "3"}, [solver.name])[0]
        search = plan.search()
        search.prepare()
        before = search.attained()
        search.advance(10**7)
        if search.status is Status.SOLVED:
            assert search.attained() == GOALS[of] != before


def test_the_reason_by_time_is_a_product_of_work_and_its_cost(clock: Clock) -> None:
    it = run(toys([(10, 99), (40, 99), (50, 99)], By.TIME, (0.002, 0.001, 0.004, 0.0)))
    assert clock.now
    assert it.words().startswith("First by time and by work: toy0, 20 ms = 10 placements x 2 ms.")
    assert "Next: toy1, 40 ms = 40 placements x 1 ms" in it.words()
    assert "Last: toy2, 200 ms = 50 placements x 4 ms" in it.words()


def test_the_reason_by_work_compares_the_work(clock: Clock) -> None:
    it = run(toys([(10, 99), (40, 99)], By.WORK, (0.009, 0.001)))
    assert clock.now
    assert it.words().startswith("First by work: toy0, 10 placements judged.")
    assert "Next: toy1, 40 placements judged, 4 times as many" in it.words()
    assert "First by time: toy1, 40 ms = 40 placements x 1 ms." in it.words()


def test_seconds_and_cost_agree_and_are_those_of_the_quickest_run(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    it = toys([(10, 99), (40, 99)], By.TIME, (0.01, 0.02))
    search = Plan.search

    def quicker(self: Plan) -> Any:
        solver: Any = self.solver
        monkeypatch.setattr(solver, "cost", solver.cost / 2)
        return search(self)

    monkeypatch.setattr(Plan, "search", quicker)
    run(it)
    assert clock.now
    assert [racer.run.seconds for racer in it.racers] == [pytest.approx(0.025), pytest.approx(0.2)]
    assert "toy0, 25 ms = 10 placements x 2.5 ms." in it.words()
    assert "toy1, 200 ms = 40 placements x 5 ms" in it.words()
    diagram = it.diagram()
    assert diagram
    assert [int(curve.steps[-1]) for curve in diagram.curves] == [25_000, 200_000]


def test_one_placed_racer_has_no_next_one() -> None:
    assert "Next" not in run(toys([(10, 99), (99, 20)])).words()
