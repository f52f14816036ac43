"""Collecting tours, compiled: see knightwatch.engine.tour.solvers.collection."""

from typing import Any

import numpy as np

from knightwatch.engine.compiled.kernel import kernel
from knightwatch.engine.tour.counters import MOST_SQUARES
from knightwatch.engine.tour.counters import CollectionCounter as Counter
from knightwatch.engine.tour.kernels.squares import joined
from knightwatch.engine.tour.records import Collection, Keys, Offsets, Path, Paths


@kernel
def key_of(path: Path, image: Path) -> Any:
    """Return a number that is as good as different for every order of squares, as an image shows them; never 0."""
    key = np.uint64(0x9E3779B97F4A7C15)
    for square in path:
        # The finalizer of splitmix64 (Steele, Lea and Flood, 2014), square by square.
        key += np.uint64(image[square]) * np.uint64(0xD1342543DE82EF95)
        key = (key ^ (key >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        key = (key ^ (key >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        key ^= key >> np.uint64(31)
    return max(key, np.uint64(1))


@kernel
def added(key: Any, table: Keys) -> bool:
    """Put a key into a table; tell whether it was not there."""
    mask = np.uint64(len(table) - 1)
    place = key & mask
    while table[place] != np.uint64(0):
        if table[place] == key:
            return False
        place = (place + np.uint64(1)) & mask
    table[place] = key
    return True


@kernel
def refilled(table: Keys, larger: Keys) -> Keys:
    """Return a larger table with the keys of another."""
    for key in table:
        if key != np.uint64(0):
            added(key, larger)
    return larger


@kernel
def full(collection: Collection) -> bool:
    """Tell whether another tour might find no room: then it is time for `make_room`."""
    distinct, (room, squares) = collection.tour_counts[Counter.DISTINCT], collection.tour_paths.shape
    more = distinct >= room and (room == 0 or (room + 1) * squares <= MOST_SQUARES)
    return bool(2 * (distinct + 1) > len(collection.tour_keys) or more)


@kernel
def collect(path: Path, collection: Collection, offsets: Offsets, images: Paths) -> bool:
    """Add a tour to the collection, which has room for it; tell whether it is a new one."""
    counts, paths = collection.tour_counts, collection.tour_paths
    counts[Counter.FOUND] += 1
    if not added(key_of(path, images[0]), collection.tour_keys):
        return False
    place = counts[Counter.DISTINCT]
    if place < len(paths):
        for i in range(len(path)):
            paths[place, i] = path[i]
    counts[Counter.DISTINCT] += 1
    collection.tour_starts[path[0]] += 1
    if len(path) > 2 and joined(path[len(path) - 1], path[0], offsets):
        counts[Counter.CLOSED] += 1
    shape = key_of(path, images[0])
    for s in range(1, len(images)):
        shape = min(shape, key_of(path, images[s]))
    if added(shape, collection.tour_shapes):
        counts[Counter.SHAPES] += 1
    return True
