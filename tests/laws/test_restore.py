"""Law 3, restore: a restored search continues exactly like one that was never interrupted."""

from hypothesis import given
from hypothesis import strategies as st

from knightwatch.engine.plans.puzzle import Puzzle
from tests.support.strategies import AnySearch, assert_same, every_solver, makers, plain


@every_solver
@given(data=st.data())
def test_a_restored_search_continues_like_an_uninterrupted_one(
    puzzle: Puzzle, solver: type[AnySearch], data: st.DataObject
) -> None:
    make = data.draw(makers(puzzle, solver))
    before, elsewhere, after = (data.draw(st.integers(0, 40), label=x) for x in ("before", "elsewhere", "after"))
    original, restored = make(), make()
    original.advance(before)
    saved = original.save()
    before_advancing = plain(saved)
    original.advance(after)
    if elsewhere:
        restored.advance(elsewhere)
    restored.load(saved)
    assert restored.done == min(before, original.done)
    restored.advance(after)
    assert_same(restored, original)
    assert plain(saved) == before_advancing
