"""Results: all fields, with the values of the run."""

import json
from typing import Any

import pytest

from knightwatch.engine.core.run import Run
from knightwatch.engine.plans.catalog import puzzle
from knightwatch.engine.plans.plan import Plan
from knightwatch.engine.plans.puzzle import Puzzle
from knightwatch.engine.plans.result import result
from tests.support.strategies import NAMES, SOLVERS, AnySearch

QUEENS = puzzle("queens")


def result_of(values: dict[str, str], until: int | None = None) -> dict[str, Any]:
    plan = Plan.read(QUEENS, {"seed": "1"} | values)
    run = Run(plan.search())
    for _ in run.slices(until):
        pass
    return result(plan, run)


@pytest.mark.parametrize(("puzzle", "solver"), SOLVERS, ids=NAMES)
def test_a_run_without_steps_has_all_fields(puzzle: Puzzle, solver: type[AnySearch]) -> None:
    plan = Plan.read(puzzle, {"solver": solver.name})
    fresh = result(plan, Run(plan.search()))
    assert (fresh["puzzle"], fresh["solver"], fresh["seed"]) == (puzzle.name, solver.name, plan.seed)
    assert (fresh["status"], fresh["reason"]) == ("gave-up", "stopped before the end")
    fields = puzzle.problem.model_fields | solver.settings_type.model_fields
    assert set(fresh["settings"]) == {field.serialization_alias or name for name, field in fields.items()}
    assert not any(fresh["work"].values())
    assert (fresh["seconds"], fresh["prepare_seconds"]) == (0, 0)
    json.dumps(fresh)


def test_a_solved_run_has_its_queens_and_work() -> None:
    found = result_of({})
    assert (found["status"], found["reason"], found["attacks"]) == ("solved", "", 0)
    assert QUEENS.problem().solves(found)
    assert found["work"]["evaluations"] == 100 * (found["work"]["generations"] + 1)
    assert found["settings"]["selection"] == "tournament"
    assert json.loads(json.dumps(found)) == found


def test_an_impossible_problem_has_a_reason_and_no_work() -> None:
    refuted = result_of({"n": "3"})
    assert refuted["status"] == "impossible"
    assert refuted["reason"].startswith("on 3 x 3")
    assert (refuted["queens"], refuted["attacks"]) == (None, None)
    assert refuted["work"] == {"generations": 0, "evaluations": 0}


def test_limits_and_interrupts_count_as_given_up() -> None:
    limited = result_of({"n": "60", "generations": "3"})
    assert (limited["status"], limited["work"]["generations"]) == ("gave-up", 3)
    assert limited["reason"] == "no solution within the limit of 3 generations"
    interrupted = result_of({"n": "60"}, until=3)
    assert (interrupted["status"], interrupted["reason"]) == ("gave-up", "stopped before the end")
    assert len(interrupted["queens"]) == 60
    assert interrupted["attacks"] > 0
