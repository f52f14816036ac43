"""Parts of a step: every step has pages that agree with the frame, and looking changes nothing."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from knightwatch.engine.core.frame import Board, Tone
from knightwatch.engine.core.parts import look_into
from knightwatch.engine.plans.puzzle import Puzzle
from knightwatch.tui.widgets.page import MOST
from tests.support.strategies import AnySearch, every_solver, makers, plain

PIECES = (Tone.PIECE, Tone.ALARM, Tone.BLACK, Tone.WHITE)


def content(board: Board) -> tuple[object, ...]:
    """Return the trail of a board or, if it has none, the squares with pieces."""
    if len(board.trail):
        return tuple(board.trail.tolist())
    kinds = [place for place, mark in enumerate(board.marks) if mark.tone in PIECES]
    return tuple(sorted(board.squares[np.isin(board.kinds, kinds)].tolist()))


@every_solver
@settings(max_examples=8)
@given(data=st.data())
def test_every_step_has_pages_that_agree_with_the_frame(
    puzzle: Puzzle, solver: type[AnySearch], data: st.DataObject
) -> None:
    search = data.draw(makers(puzzle, solver))()
    search.advance(data.draw(st.integers(0, 80), label="steps"))
    state, frame = plain(search.state), search.frame()
    pages = look_into(search, puzzle.parts(solver.name))
    assert plain(search.state) == state
    assert plain(search.frame()) == plain(frame)
    assert bool(pages) == bool(search.done)
    assert len({page.title for page in pages}) == len(pages)
    for page in pages:
        assert page.title
        assert page.sentence.endswith(".")
        assert 1 <= len(page.pictures) <= MOST
        assert len({len(row) for row in page.table}) <= 1
        assert not page.rows or page.rows[0].cells
        for row in page.rows:
            assert len(row.cells) <= len(page.rows[0].cells)
            assert all(mark is None or (mark.name and mark.sign and mark.ascii) for mark in row.marks)
    if pages:
        assert content(frame.board) in [content(picture.board) for page in pages for picture in page.pictures]
