"""Count attacking pairs, for solvers. QueensProblem.solves checks answers without this module."""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from knightwatch.engine.compiled.kernel import kernel, stands_in_for


@kernel
def evaluate(pop: NDArray[Any], stale: NDArray[np.bool_], fitness: NDArray[np.int64]) -> None:
    """Set the fitness of each stale individual: its pairs of queens on one diagonal."""
    size, n = pop.shape
    diagonals = np.empty(4 * n, np.int32)
    for i in range(size):
        if not stale[i]:
            continue
        for d in range(4 * n):
            diagonals[d] = 0
        pairs = 0
        for x in range(n):
            y = pop[i, x]
            # Rising diagonals first, then falling ones. Unsigned: see knightwatch.engine.queens.kernels.evolve.
            rising, falling = np.uint64(x + y), np.uint64(3 * n + x - y)
            pairs += diagonals[rising] + diagonals[falling]
            diagonals[rising] += 1
            diagonals[falling] += 1
        fitness[i] = pairs


@stands_in_for(evaluate)
def evaluate_at_once(pop: NDArray[Any], stale: NDArray[np.bool_], fitness: NDArray[np.int64]) -> None:
    """Set the fitness of all stale individuals; `fitness` may be longer than `pop`."""
    fitness[: len(pop)][stale] = diagonal_attacks(pop[stale])


def diagonal_attacks(pop: NDArray[Any]) -> NDArray[np.int64]:
    """Return the number of attacking pairs of each individual."""
    size, n = pop.shape
    own, columns, rows = np.arange(size)[:, None] * 4 * n, np.arange(n), pop.astype(np.int64)
    diagonals = np.concatenate([own + columns + rows, own + 3 * n + columns - rows], axis=1)
    queens = np.bincount(diagonals.ravel(), minlength=size * 4 * n).reshape(size, 4 * n)
    # With c queens, a diagonal has c * (c - 1) / 2 pairs; all c together are 2 * n.
    pairs: NDArray[np.int64] = (np.einsum("ij,ij->i", queens, queens) - 2 * n) // 2
    return pairs


def all_attacks(queens: ArrayLike) -> int:
    """Return the number of attacking pairs of a whole placement, a queen in each column, on any rows."""
    rows = np.asarray(queens, np.int64)
    x = np.arange(len(rows))
    counts = [np.bincount(line) for line in (rows, x + rows, x - rows + len(rows))]
    return int(sum((each * (each - 1) // 2).sum() for each in counts))
