"""Cutting boards into parts: all of the board, sides that have tours, and an odd part around the start."""

from itertools import pairwise

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from knightwatch.engine.tour.cuts import LEAST, UNCUT, parts

sides = st.integers(LEAST, 120)


@given(rows=sides, cols=sides, data=st.data())
def test_parts_cover_the_board_once_and_only_the_one_around_the_start_is_odd(
    rows: int, cols: int, data: st.DataObject
) -> None:
    start = data.draw(st.tuples(st.integers(0, rows - 1), st.integers(0, cols - 1)))
    cut, covered = parts(rows, cols, start), np.zeros((rows, cols), int)
    for part in cut:
        assert LEAST <= min(part.height, part.width) <= max(part.height, part.width) <= UNCUT
        covered[part.top : part.top + part.height, part.left : part.left + part.width] += 1
    assert (covered == 1).all()
    odd = [part for part in cut if part.height * part.width % 2]
    assert len(odd) == rows * cols % 2
    for top, left, height, width in odd:
        assert top <= start[0] < top + height
        assert left <= start[1] < left + width
        assert (top + left) % 2 == 0  # so that its colours are those of the board
    for before, after in pairwise(cut):
        apart = abs(before.top - after.top), abs(before.left - after.left)
        assert 0 in apart
        assert max(apart) <= UNCUT
