"""An explicit construction: one solution for every n from 4 on, without any search.

After Hoffman, Loessi and Moore (1969), who count columns and rows from 1.
"""

puzzle = "queens"


def solve(problem, random):
    n, rows = problem.n, []
    for column in range(1, n + 1):
        row = row_of(n, column)
        rows.append(n - row)  # row 1 is at the bottom
        yield rows, f"The formula gives row {row} for column {column}."  # -> placed
    return rows


def row_of(n, column):
    """Return the row of a column's queen, both from 1."""
    even = n - n % 2
    half = even // 2
    if column > even:
        return n  # the last queen of an odd board, in the corner
    if even % 6 != 2:
        return 2 * column if column <= half else 2 * (column - half) - 1  # even rows first, then odd rows
    if column <= half:
        return 1 + (2 * (column - 1) + half - 1) % even
    return even - (2 * (even - column) + half - 1) % even
