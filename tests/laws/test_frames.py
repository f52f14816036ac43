"""Frames are immutable: they share no memory with the state of a search."""

from dataclasses import fields, is_dataclass
from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from knightwatch.engine.core.parts import look_into
from knightwatch.engine.plans.puzzle import Puzzle
from tests.support.strategies import AnySearch, every_solver, makers


def arrays(value: Any) -> list[np.ndarray[Any, Any]]:
    """Return all arrays in a frame, page or tuple."""
    if isinstance(value, np.ndarray):
        return [value]
    if is_dataclass(value):
        return [array for field in fields(value) for array in arrays(getattr(value, field.name))]
    return [array for item in value for array in arrays(item)] if isinstance(value, tuple) else []


@every_solver
@given(data=st.data())
def test_frames_and_pages_share_no_memory_with_the_state(
    puzzle: Puzzle, solver: type[AnySearch], data: st.DataObject
) -> None:
    search = data.draw(makers(puzzle, solver))()
    search.advance(data.draw(st.integers(0, 40)))
    parts = look_into(search, puzzle.parts(solver.name))
    pages = tuple(search.gallery().page(place) for place in range(search.gallery().size))[:3]
    for shown in arrays((search.frame(), parts, pages)):
        for array in search.state.values():
            assert not np.may_share_memory(shown, array)
