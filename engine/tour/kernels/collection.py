"""Collecting tours, compiled: see engine.tour.solvers.collection."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.compiled.kernel import kernel
from engine.tour.counters import MOST_SQUARES, CollectionCounter
from engine.tour.kernels.squares import Counters, Walk, joined

Keys = NDArray[np.uint64]
Images = NDArray[np.uint32]
Paths = NDArray[np.uint32]


@kernel
def key_of(path: Walk, image: Walk) -> Any:
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
def full(tour_counts: Counters, tour_keys: Keys, tour_paths: Paths) -> bool:
    """Tell whether another tour might find no room: then it is time for `make_room`."""
    distinct, (room, squares) = tour_counts[CollectionCounter.DISTINCT], tour_paths.shape
    more = distinct >= room and (room == 0 or (room + 1) * squares <= MOST_SQUARES)
    return bool(2 * (distinct + 1) > len(tour_keys) or more)


@kernel
def collect(
    path: Walk,
    offsets: Walk,
    images: Images,
    tour_counts: Counters,
    tour_starts: Counters,
    tour_keys: Keys,
    tour_shapes: Keys,
    tour_paths: Paths,
) -> bool:
    """Add a tour to the collection, which has room for it; tell whether it is a new one."""
    tour_counts[CollectionCounter.FOUND] += 1
    if not added(key_of(path, images[0]), tour_keys):
        return False
    place = tour_counts[CollectionCounter.DISTINCT]
    if place < len(tour_paths):
        for i in range(len(path)):
            tour_paths[place, i] = path[i]
    tour_counts[CollectionCounter.DISTINCT] += 1
    tour_starts[path[0]] += 1
    if len(path) > 2 and joined(path[len(path) - 1], path[0], offsets):
        tour_counts[CollectionCounter.CLOSED] += 1
    shape = key_of(path, images[0])
    for s in range(1, len(images)):
        shape = min(shape, key_of(path, images[s]))
    if added(shape, tour_shapes):
        tour_counts[CollectionCounter.SHAPES] += 1
    return True
