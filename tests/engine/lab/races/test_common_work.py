"""The common unit of work: what a step of each solver is worth."""

from typing import Any

import pytest

from knightwatch.engine.lab.races.entries import parse_racers
from knightwatch.engine.lab.races.race import Race
from knightwatch.engine.lab.races.racer import By
from knightwatch.engine.plans.catalog import PUZZLES, puzzle
from knightwatch.engine.plans.plan import Plan
from tests.support.strategies import AnySearch, every_solver


def searched(of: str, steps: int, **values: str) -> AnySearch:
    search: AnySearch = Plan.read(puzzle(of), {"seed": "1"} | values).search()
    search.advance(steps)
    return search


def test_every_puzzle_names_its_unit() -> None:
    units = [" ".join(each.problem.common_unit) for each in PUZZLES]
    assert units == ["square entered", "position expanded", "placement judged"]


@every_solver
def test_work_in_the_common_unit_grows_with_the_steps(puzzle: Any, solver: type[AnySearch]) -> None:
    search = solver(puzzle.problem(), solver.settings_type(), 1)
    search.prepare()
    before = search.common_work()
    search.advance(3)
    assert before >= 0
    assert search.common_work() >= max(before, 1)


@pytest.mark.parametrize(
    ("solver", "work"),
    [("evolve", 400), ("min-conflicts", 3), ("anneal", 3), ("climb", 1 + 3 * 56), ("formula", 3)],
)
def test_placements_judged_by_three_steps(solver: str, work: int) -> None:
    assert searched("queens", 3, solver=solver).common_work() == work


def test_backtracking_counts_tested_squares() -> None:
    assert searched("queens", 113, solver="backtrack").common_work() == 876


def test_by_work_a_racer_waits_until_the_others_have_done_as_much() -> None:
    plans = parse_racers(puzzle("queens"), {"n": "30", "seed": "1"}, ["evolve", "min-conflicts"])
    race = Race(plans, By.WORK)
    for _ in race.slices(until=250):
        pass
    evolve, local = (racer.run.search for racer in race.racers)
    assert (evolve.done, evolve.common_work()) == (2, 300)
    assert local.done == local.common_work() == 250
