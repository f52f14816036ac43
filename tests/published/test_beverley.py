"""The semi-magic tour of William Beverley (1848): all rows and columns add up to 260."""

import numpy as np

from knightwatch.engine.tour.properties import magic, sums
from tests.models.tour import full, is_tour

BEVERLEY = """
     1 48 31 50 33 16 63 18
    30 51 46  3 62 19 14 35
    47  2 49 32 15 34 17 64
    52 29  4 45 20 61 36 13
     5 44 25 56  9 40 21 60
    28 53  8 41 24 57 12 37
    43  6 55 26 39 10 59 22
    54 27 42  7 58 23 38 11
"""
"""As printed in 1848."""


def test_the_tour_of_beverley_has_rows_and_columns_of_260() -> None:
    grid = np.array(BEVERLEY.split(), np.int64).reshape(8, 8)
    walk = np.argsort(grid, axis=None)
    assert is_tour([divmod(int(square), 8) for square in walk], full(8, 8), None, False)
    across, down, diagonals = sums(walk, 8, 8)
    assert across == down == [260] * 8
    assert diagonals == [sum(grid[i, i] for i in range(8)), sum(grid[i, 7 - i] for i in range(8))]
    assert sorted(diagonals) == [210, 282]
    assert [int(grid[r : r + 4, c : c + 4].sum()) for r in (0, 4) for c in (0, 4)] == [520] * 4
    assert magic(walk, 8, 8) == "semi-magic"
    for changed in (np.rot90(grid), np.fliplr(grid), 65 - grid):
        assert magic(np.argsort(changed, axis=None), 8, 8) == "semi-magic"
