"""The law of chunking: any split of a budget leads to the same state as the whole budget at once."""

from hypothesis import given
from hypothesis import strategies as st

from engine.core.frame import Status
from engine.plans.puzzle import Puzzle
from tests.support.strategies import AnySearch, assert_same, every_solver, makers, splits


@every_solver
@given(data=st.data())
def test_any_split_of_a_budget_leads_where_the_whole_leads_whatever_is_looked_at_on_the_way(
    puzzle: Puzzle, solver: type[AnySearch], data: st.DataObject
) -> None:
    make = data.draw(makers(puzzle, solver))
    split, whole = make(), make()
    split.prepare()
    for budget, halt in data.draw(splits):
        split.advance(budget, halt)
        split.frame()
        split.answer()
    whole.advance(split.done)
    assert_same(split, whole)


@every_solver
@given(data=st.data())
def test_a_budget_is_spent_in_full_unless_the_search_ends_or_halts_right_after_a_milestone(
    puzzle: Puzzle, solver: type[AnySearch], data: st.DataObject
) -> None:
    make = data.draw(makers(puzzle, solver))
    search = make()
    search.prepare()
    for budget, halt in data.draw(splits):
        done, milestones = search.done, search.milestones
        search.advance(budget, halt)
        assert done <= search.done <= done + budget
        if search.done < done + budget and search.status is Status.RUNNING:
            assert halt
            assert search.milestones == milestones + 1
            before = make()
            before.advance(search.done - 1)
            assert before.milestones == milestones
        assert not halt or search.milestones <= milestones + 1
