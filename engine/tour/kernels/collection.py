"""Collecting tours: hash keys tell tours apart, see knightwatch.engine.tour.solvers.collection."""

from enum import IntEnum
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.compiled.kernel import kernel
from knightwatch.engine.tour.kernels.squares import Counters, Offsets, Path, Paths, is_move

MOST_SQUARES = 4_000_000
"""Most squares of all stored tours together: 62,500 tours of 8 x 8. Further tours are only counted."""

Keys = NDArray[np.uint64]
"""A hash table of keys; 0 is an empty place."""


class CollectionCounter(IntEnum):
    """Places in `tour_counts`, an array of every solver that collects tours."""

    FOUND = 0
    """Tours found, repetitions included."""
    DISTINCT = 1
    """Different tours."""
    SHAPES = 2
    """Tours that differ by more than a rotation or reflection of the board."""
    CLOSED = 3
    """Different tours that are closed."""


class Collection(NamedTuple):
    """The tours found so far."""

    tour_counts: Counters
    tour_starts: Counters
    """For each square, the number of different tours that begin there."""
    tour_keys: Keys
    tour_shapes: Keys
    tour_paths: Paths


@kernel
def key_of(path: Path, image: Path) -> Any:
    """Return a 64-bit hash of the walk under a symmetry of the board. It is never 0, which marks an empty place."""
    key = np.uint64(0x9E3779B97F4A7C15)
    for square in path:
        # The finalizer of splitmix64 (Steele, Lea and Flood, 2014), once for each square.
        key += np.uint64(image[square]) * np.uint64(0xD1342543DE82EF95)
        key = (key ^ (key >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        key = (key ^ (key >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        key ^= key >> np.uint64(31)
    return max(key, np.uint64(1))


@kernel
def add_key(key: Any, table: Keys) -> bool:
    """Add a key to a hash table with linear probing; return False if it was there already."""
    mask = np.uint64(len(table) - 1)
    place = key & mask
    while table[place] != np.uint64(0):
        if table[place] == key:
            return False
        place = (place + np.uint64(1)) & mask
    table[place] = key
    return True


@kernel
def rehash(table: Keys, larger: Keys) -> Keys:
    """Copy all keys of a table into a larger one, and return that."""
    for key in table:
        if key != np.uint64(0):
            add_key(key, larger)
    return larger


@kernel
def is_full(collection: Collection) -> bool:
    """Return whether the tables may be too small for one more tour. Then the caller must call `make_room`."""
    distinct, (room, squares) = collection.tour_counts[CollectionCounter.DISTINCT], collection.tour_paths.shape
    more = distinct >= room and (room == 0 or (room + 1) * squares <= MOST_SQUARES)
    return bool(2 * (distinct + 1) > len(collection.tour_keys) or more)


@kernel
def collect(path: Path, collection: Collection, offsets: Offsets, images: Paths) -> bool:
    """Add a tour to the collection, which must have room; return whether the tour is new."""
    counts, paths = collection.tour_counts, collection.tour_paths
    counts[CollectionCounter.FOUND] += 1
    if not add_key(key_of(path, images[0]), collection.tour_keys):
        return False
    place = counts[CollectionCounter.DISTINCT]
    if place < len(paths):
        for i in range(len(path)):
            paths[place, i] = path[i]
    counts[CollectionCounter.DISTINCT] += 1
    collection.tour_starts[path[0]] += 1
    if len(path) > 2 and is_move(path[len(path) - 1], path[0], offsets):
        counts[CollectionCounter.CLOSED] += 1
    shape = key_of(path, images[0])
    for s in range(1, len(images)):
        shape = min(shape, key_of(path, images[s]))
    if add_key(shape, collection.tour_shapes):
        counts[CollectionCounter.SHAPES] += 1
    return True
