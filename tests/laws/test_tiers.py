"""Law 6, tiers: interpreted and compiled kernels lead to the same state, and so does any switch."""

from hypothesis import given
from hypothesis import strategies as st

from knightwatch.engine.compiled.tiers import Source
from knightwatch.engine.plans.puzzle import Puzzle
from tests.support.strategies import AnySearch, assert_same, every_solver, makers


def tiered(search: AnySearch, source: Source) -> AnySearch:
    """Let a search use one tier only."""
    search.tier.source, search.tier.patience = source, 0.0
    return search


@every_solver
@given(data=st.data())
def test_both_tiers_reach_the_same_state(puzzle: Puzzle, solver: type[AnySearch], data: st.DataObject) -> None:
    make = data.draw(makers(puzzle, solver))
    budgets = data.draw(st.lists(st.integers(0, 12), max_size=4))
    switches = data.draw(st.lists(st.booleans(), min_size=len(budgets), max_size=len(budgets)))
    interpreted, compiled = tiered(make(), Source.NONE), tiered(make(), Source.HERE)
    switched = tiered(make(), Source.NONE)
    for budget, by_numba in zip(budgets, switches, strict=True):
        saved = switched.save() if switched.ready else None
        switched = tiered(make(), Source.HERE if by_numba else Source.NONE)
        if saved:
            switched.load(saved)
        switched.advance(budget)
        interpreted.advance(budget)
        compiled.advance(budget)
    assert_same(interpreted, compiled)
    assert_same(switched, compiled)
