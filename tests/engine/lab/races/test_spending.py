"""Every solver says from its own numbers what its steps were spent on."""

from knightwatch.engine.plans.puzzle import Puzzle
from tests.support.strategies import AnySearch, default_search, every_solver


@every_solver
def test_every_solver_says_what_its_steps_were_spent_on(puzzle: Puzzle, solver: type[AnySearch]) -> None:
    search = default_search(puzzle, solver, 3)
    search.advance(50)
    clause = search.spending()
    assert any(sign.isdigit() for sign in clause)
    assert not clause.endswith(".")
