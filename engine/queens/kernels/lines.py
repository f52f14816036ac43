"""Complete placements with a queen in each column, on any row: counters of rows and diagonals, and changes in attacks.

`climb` and `anneal` move one queen within its column. The difference in attacks then needs six counters only.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.compiled.kernel import kernel
from knightwatch.engine.compiled.rng import Generator, below

Queens = NDArray[np.int32]
Lines = NDArray[np.int32]
"""Queens on each line: n rows, then 2n rising diagonals, then 2n falling diagonals."""


@kernel
def add_queen(x: int, y: int, change: int, lines: Lines) -> None:
    """Add `change` queens, 1 or -1, to the three lines of a square."""
    n = len(lines) // 5
    lines[y] += change
    lines[n + x + y] += change
    lines[4 * n + x - y] += change


@kernel
def queens_on_lines(x: int, y: int, lines: Lines) -> Any:
    """Return the queens on the three lines of a square. A queen on the square itself counts three times."""
    n = len(lines) // 5
    return lines[y] + lines[n + x + y] + lines[4 * n + x - y]


@kernel
def count_lines(queens: Queens, lines: Lines) -> int:
    """Set the counters of all lines; return the number of attacking pairs."""
    pairs = 0
    for line in range(len(lines)):
        lines[line] = 0
    for x in range(len(queens)):
        pairs += queens_on_lines(x, queens[x], lines)
        add_queen(x, queens[x], 1, lines)
    return int(pairs)


@kernel
def change_of_move(x: int, y: int, queens: Queens, lines: Lines) -> Any:
    """Return the change in attacks if the queen of column x moved to another row y."""
    return queens_on_lines(x, y, lines) - queens_on_lines(x, queens[x], lines) + 3


@kernel
def move_queen(x: int, y: int, queens: Queens, lines: Lines) -> None:
    """Move the queen of column x to row y."""
    add_queen(x, queens[x], -1, lines)
    add_queen(x, y, 1, lines)
    queens[x] = y


@kernel
def place_at_random(queens: Queens, rng: Generator) -> None:
    """Put the queen of each column on a random row."""
    for x in range(len(queens)):
        queens[x] = below(rng, len(queens))
