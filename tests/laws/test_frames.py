"""Frames are immutable: what a search has shown stays as it was, whatever the search does next."""

from dataclasses import fields, is_dataclass
from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from knightwatch.engine.core.parts import look_into
from knightwatch.engine.plans.puzzle import Puzzle
from tests.support.strategies import AnySearch, every_solver, makers


def arrays(value: Any) -> list[np.ndarray[Any, Any]]:
    """Return all arrays in something shown."""
    if isinstance(value, np.ndarray):
        return [value]
    if is_dataclass(value):
        return [array for field in fields(value) for array in arrays(getattr(value, field.name))]
    return [array for item in value for array in arrays(item)] if isinstance(value, tuple) else []


@every_solver
@given(data=st.data())
def test_nothing_shown_is_a_part_of_the_state_that_goes_on_changing(
    puzzle: Puzzle, solver: type[AnySearch], data: st.DataObject
) -> None:
    search = data.draw(makers(puzzle, solver))()
    search.advance(data.draw(st.integers(0, 40)))
    parts = look_into(search, puzzle.parts(solver.name))
    pages = tuple(search.collected_page(place) for place in range(search.collected_count()))[:3]
    for shown in arrays((search.frame(), parts, pages)):
        for array in search.state.values():
            assert not np.may_share_memory(shown, array)
