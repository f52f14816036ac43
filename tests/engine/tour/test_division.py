"""Dividing a board into parts: they cover it, have sides with tours, and the odd part contains the start."""

from itertools import pairwise

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from knightwatch.engine.tour.division import LEAST, UNDIVIDED, board_parts

sides = st.integers(LEAST, 120)


@given(rows=sides, cols=sides, data=st.data())
def test_parts_cover_the_board_with_the_start_in_the_odd_part(rows: int, cols: int, data: st.DataObject) -> None:
    start = data.draw(st.tuples(st.integers(0, rows - 1), st.integers(0, cols - 1)))
    parts, covered = board_parts(rows, cols, start), np.zeros((rows, cols), int)
    for part in parts:
        assert LEAST <= min(part.height, part.width) <= max(part.height, part.width) <= UNDIVIDED
        covered[part.top : part.top + part.height, part.left : part.left + part.width] += 1
    assert (covered == 1).all()
    odd = [part for part in parts if part.height * part.width % 2]
    assert len(odd) == rows * cols % 2
    for top, left, height, width in odd:
        assert top <= start[0] < top + height
        assert left <= start[1] < left + width
        assert (top + left) % 2 == 0  # its squares have the same colours as on a board of its own
    for before, after in pairwise(parts):
        apart = abs(before.top - after.top), abs(before.left - after.left)
        assert 0 in apart
        assert max(apart) <= UNDIVIDED
