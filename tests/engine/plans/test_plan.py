"""Plans: wrong values raise before a run starts, and a plan can be read back from its values."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.plans.catalog import puzzle
from knightwatch.engine.plans.plan import Plan, declaration, faults
from knightwatch.engine.plans.puzzle import Puzzle
from tests.support.strategies import NAMES, SOLVERS, AnySearch, plain, plans

QUEENS = puzzle("queens")


def test_given_values_override_a_preset() -> None:
    tours = puzzle("tour")
    plan = Plan.read(tours, {"preset": "best", "pm": "50", "seed": "1"})
    assert plan.values() == tours.presets["best"] | {"pm": "50", "seed": "1"}
    with pytest.raises(BadInput, match=r"^preset is worst, but must be one of best$"):
        Plan.read(tours, {"preset": "worst"})


@pytest.mark.parametrize(("puzzle", "solver"), SOLVERS, ids=NAMES)
@given(data=st.data())
def test_a_plan_is_read_back_from_its_values(puzzle: Puzzle, solver: type[AnySearch], data: st.DataObject) -> None:
    plan = data.draw(plans(puzzle, solver))
    again = Plan.read(puzzle, plan.values())
    assert again == plan
    assert {plan, again} == {plan}
    assert {plan.problem, plan.settings, again.problem, again.settings} == {plan.problem, plan.settings}
    assert faults(puzzle, plan.values()) == {}


def test_plans_are_equal_if_their_fields_are() -> None:
    tours = puzzle("tour")
    plan = Plan.read(tours, {"rows": "6", "seed": "1"})
    known = {plan: "plan", plan.problem: "problem", plan.settings: "settings"}
    assert plan.problem.refutation() == ""
    again = Plan.read(tours, {"rows": "6", "seed": "1"})
    assert [known[each] for each in (again, again.problem, again.settings)] == ["plan", "problem", "settings"]
    for other in (
        {"rows": "7", "seed": "1"},
        {"rows": "6", "seed": "2"},
        {"rows": "6", "seed": "1", "max_seconds": "1"},
    ):
        assert Plan.read(tours, other) not in known


def test_values_with_the_same_meaning_are_shared_with_another_solver() -> None:
    plan = Plan.read(puzzle("tour"), {"solver": "genetic", "rows": "6", "tours": "5", "pm": "50", "seed": "1"})
    assert plan.shared("ants") == {"rows": "6", "tours": "5", "seed": "1"}
    with pytest.raises(BadInput, match=r"^preset best is for solver genetic, but solver is ants$"):
        Plan.read(puzzle("tour"), {"preset": "best", "solver": "ants"})


def test_an_empty_plan_has_the_default_solver_and_a_new_seed() -> None:
    plan, other = Plan.read(QUEENS, {}), Plan.read(QUEENS, {})
    assert plan.solver is QUEENS.solvers[0]
    assert plan.values() == {"solver": "evolve", "seed": str(plan.seed)}
    assert plan.seed != other.seed


def test_equal_plans_make_equal_searches() -> None:
    plan = Plan.read(QUEENS, {"n": "12", "seed": "3", "pop": "10"})
    one, other = plan.search(), plan.search()
    one.advance(7)
    other.advance(7)
    assert plain(one.state) == plain(other.state)
    assert (one.problem.title(), one.settings.pop, one.seed) == ("12 queens", 10, 3)


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        (
            {"solver": "magic"},
            f"solver is magic, but must be one of {', '.join(QUEENS.solvers_at)}, or a Python file such as mine.py",
        ),
        ({"n": "0"}, "n is 0, but must be a whole number from 1 to 10,000,000"),
        ({"seed": "-1"}, "seed is -1, but must be a whole number from 0 to 4,294,967,295"),
        ({"pop": "1"}, "pop is 1, but must be a whole number from 2 to 20,000"),
        ({"crossover": "xx"}, "crossover is xx, but must be one of pmx, ox, cx"),
        ({"pc": "1.5"}, "pc is 1.5, but must be a number from 0 to 1"),
        ({"n": "100000"}, "n x pop is 10,000,000, but must be at most 2,000,000: choose a smaller pop or n"),
        (
            {"solver": "min-conflicts", "pop": "5"},
            "pop is not a setting of min-conflicts; its settings are n, trials, max-seconds, seed",
        ),
    ],
)
def test_a_wrong_plan_raises_a_sentence(values: dict[str, str], sentence: str) -> None:
    with pytest.raises(BadInput) as refusal:
        Plan.read(QUEENS, values)
    assert str(refusal.value) == sentence


def test_faults_name_wrong_fields_or_their_conflict() -> None:
    wrong = {"solver": "evolve", "n": "-4", "pc": "x", "seed": "y", "pop": "10"}
    assert set(faults(QUEENS, wrong)) == {"n", "pc", "seed"}
    together = faults(QUEENS, {"solver": "evolve", "n": "100000"})
    assert list(together) == [""]
    assert together[""].startswith("n x pop is 10,000,000")


def test_shared_fields_come_last() -> None:
    for solver in QUEENS.solvers:
        assert list(declaration(QUEENS, solver))[-2:] == ["max_seconds", "seed"]
