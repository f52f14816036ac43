"""Law 1, chunking: any split of a budget leads to the same state as the whole budget."""

from hypothesis import given
from hypothesis import strategies as st

from knightwatch.engine.core.frame import Status
from knightwatch.engine.plans.puzzle import Puzzle
from tests.support.strategies import AnySearch, assert_same, every_solver, makers, splits


def assert_spent(budget: int, halt: bool, search: AnySearch, done: int, milestones: int) -> None:
    """Assert that a budget was spent, unless the search ended or halted right after a milestone."""
    assert done <= search.done <= done + budget
    assert not halt or search.milestones <= milestones + 1
    if search.done < done + budget and search.status is Status.RUNNING:
        assert halt
        assert search.milestones == milestones + 1


@every_solver
@given(data=st.data())
def test_splitting_a_budget_reaches_the_same_state(
    puzzle: Puzzle, solver: type[AnySearch], data: st.DataObject
) -> None:
    make = data.draw(makers(puzzle, solver))
    split, whole = make(), make()
    split.prepare()
    for budget, halt in data.draw(splits):
        done, milestones = split.done, split.milestones
        split.advance(budget, halt)
        split.frame()
        split.answer()
        assert_spent(budget, halt, split, done, milestones)
        if split.done < done + budget and split.status is Status.RUNNING:
            before = make()
            before.advance(split.done - 1)
            assert before.milestones == milestones
    whole.advance(split.done)
    if split.status is not Status.RUNNING:
        whole.advance(1)  # some solvers notice their end only when asked for more
    assert_same(split, whole)
