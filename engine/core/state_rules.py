"""Check a state from a file before kernels see it.

Kernels trust their arrays, and machine code checks no index: a forged state could crash the process. So a state must
have the names, types and shapes of the search's own first state, and each solver declares the ranges of all indexes
(`Search.rules`). Here is what all solvers share.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from knightwatch.engine.compiled.trace import INSIDE, LENGTH, MERGES, STRIDE
from knightwatch.engine.core.clock import DONE, MILESTONES

Arrays = Mapping[str, NDArray[Any]]

LARGE = 1 << 48
"""Larger than any counter, and far from an overflow."""


def within(values: ArrayLike, low: float, high: float) -> bool:
    """Return whether all values are at least `low` and at most `high`; NaN is not."""
    array = np.asarray(values)
    return bool(((array >= low) & (array <= high)).all())


def are_permutations(rows: NDArray[Any], n: int) -> bool:
    """Return whether each row has the numbers from 0 to n - 1, each once."""
    return bool((np.sort(rows, axis=-1) == np.arange(n)).all())


def has_layout(state: Arrays, first: Arrays, grows: tuple[str, ...]) -> bool:
    """Return whether a state has the names, types and shapes of the first state; some arrays may be longer."""
    if state.keys() != first.keys():
        return False
    for name, array in state.items():
        kind, shape = first[name].dtype, first[name].shape
        longer = array.ndim == len(shape) and all(a >= b for a, b in zip(array.shape, shape, strict=True))
        if array.dtype != kind or not (array.shape == shape or (name in grows and longer)):
            return False
    return True


def common_rules(state: Arrays, first: Arrays, limit: int) -> Iterator[bool]:
    """Yield the conditions for arrays that many solvers have: clock, counters, generator, trace, and numbers."""
    yield 0 <= state["clock"][DONE] <= limit
    yield 0 <= state["clock"][MILESTONES] <= LARGE
    yield bool((state.get("counters", np.zeros(1)) >= 0).all())
    yield bool(np.any(state.get("rng", 1)))  # a generator of zeros would draw nothing but zeros
    yield all(np.isfinite(array).all() for array in state.values() if array.dtype.kind == "f")
    if "extent" in state:
        extent, capacity = state["extent"], state["points"].shape[1]
        yield bool((extent[MERGES:] == first["extent"][MERGES:]).all())
        yield 0 <= extent[LENGTH] <= capacity
        yield 1 <= extent[INSIDE] <= extent[STRIDE] <= LARGE
