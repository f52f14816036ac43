"""Visiting and leaving squares, and the array types that all tour kernels share.

Kernels number squares on a board with a border. Squares and offsets are unsigned: an offset backwards is added modulo
2**32. Without signs, numba does not check each index for negative values, which doubles the speed.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.compiled.kernel import kernel

Path = NDArray[np.uint32]
"""The squares of a walk, in order."""
Paths = NDArray[np.uint32]
"""One path in each row."""
Offsets = NDArray[np.uint32]
"""The eight knight's moves: what each adds to a square, modulo 2**32."""
Ways = NDArray[np.uint8]
"""For each square, the number of free squares one knight's move away; plus VISITED if the square itself is visited."""
Counters = NDArray[np.int64]

VISITED = np.uint8(64)
"""Added to the ways of a visited square."""


@kernel
def visit(square: Any, ways: Ways, offsets: Offsets) -> None:
    """Mark a free square as visited, and take one way from each of its neighbours."""
    ways[square] += VISITED
    for k in range(8):
        ways[np.uint32(square + offsets[k])] -= np.uint8(1)


@kernel
def leave(square: Any, ways: Ways, offsets: Offsets) -> None:
    """Undo `visit`."""
    ways[square] -= VISITED
    for k in range(8):
        ways[np.uint32(square + offsets[k])] += np.uint8(1)


@kernel
def is_move(a: Any, b: Any, offsets: Offsets) -> bool:
    """Return whether a knight's move leads from `a` to `b`."""
    move = False
    for k in range(8):
        move |= np.uint32(a + offsets[k]) == b
    return move


@kernel
def copy_walk(path: Path, best: Path, first: int, last: int) -> None:
    """Copy the squares from index `first` up to, but not including, `last`."""
    for d in range(first, last):
        best[d] = path[d]
