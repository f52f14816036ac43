"""The semi-magic tour of William Beverley (1848): all rows and columns add up to 260."""

import numpy as np

from knightwatch.engine.tour.properties import magic, sums
from tests.models.tour import full, is_tour

BEVERLEY = """
     1 30 47 52  5 28 43 54
    48 51  2 29 44 53  6 27
    31 46 49  4 25  8 55 42
    50  3 32 45 56 41 26  7
    33 62 15 20  9 24 39 58
    16 19 34 61 40 57 10 23
    63 14 17 36 21 12 59 38
    18 35 64 13 60 37 22 11
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
