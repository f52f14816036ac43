"""Check walks, ways and collected tours of a state from a file; see knightwatch.engine.core.state_rules."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.core.search import State
from knightwatch.engine.core.state_rules import LARGE, within
from knightwatch.engine.tour.kernels.collection import CollectionCounter
from knightwatch.engine.tour.kernels.squares import VISITED, Offsets, Path, Paths, Ways
from knightwatch.engine.tour.solvers.collection import stored


def signed(offsets: Offsets) -> NDArray[np.int64]:
    """Return what each move adds to a square, as signed numbers."""
    return offsets.view(np.int32).astype(np.int64)


def are_walks(paths: Paths, fresh: Ways, offsets: Offsets) -> bool:
    """Return whether each row is a walk over free squares, a knight's move from one to the next; it may repeat them."""
    if not within(paths, 0, len(fresh) - 1) or not (fresh[paths] < VISITED).all():
        return False
    return bool(np.isin(np.diff(paths.astype(np.int64), axis=1), signed(offsets)).all())


def different_squares(paths: Paths) -> NDArray[np.int64]:
    """Return the number of different squares in each row."""
    count: NDArray[np.int64] = (np.diff(np.sort(paths, axis=1), axis=1) > 0).sum(axis=1) + (paths.shape[1] > 0)
    return count


def visits_once(path: Path, fresh: Ways, offsets: Offsets) -> bool:
    """Return whether a path is a walk that repeats no square."""
    return are_walks(path[None], fresh, offsets) and len(np.unique(path)) == len(path)


def ways_after(path: Path, fresh: Ways, offsets: Offsets) -> Ways:
    """Return the ways on from each square after a walk that repeats no square."""
    ways = fresh.copy()
    ways[path] += VISITED
    around = path.astype(np.int64)[:, None] + signed(offsets)
    return ways - np.bincount(around.ravel(), minlength=len(ways)).astype(np.uint8)


def collection_rules(state: State, fresh: Ways, offsets: Offsets) -> Iterator[bool]:
    """Yield the conditions for the collected tours."""
    counts, keys, shapes = state["tour_counts"], state["tour_keys"], state["tour_shapes"]
    found, distinct, different_shapes, closed = (int(counts[place]) for place in CollectionCounter)
    yield 0 <= max(closed, different_shapes) <= distinct <= found <= LARGE and min(closed, different_shapes) >= 0
    yield len(keys) == len(shapes) and len(keys).bit_count() == 1 and 2 * distinct <= len(keys)
    yield np.count_nonzero(keys) == distinct and np.count_nonzero(shapes) == different_shapes
    starts, paths = state["tour_starts"], state["tour_paths"]
    yield within(starts, 0, distinct) and starts.sum() == distinct and not starts[fresh >= VISITED].any()
    yield paths.shape[1] == np.count_nonzero(fresh < VISITED)
    tours = paths[: stored(state)]
    yield are_walks(tours, fresh, offsets) and bool((different_squares(tours) == paths.shape[1]).all())
    yield bool(len(tours)) or not distinct
