"""The tours that a search collects: their number, the number of different ones, and the first ones as paths.

Two tours are equal if they visit the same squares in the same order. They have the same shape if a rotation or
reflection of the board, holes included, turns one into the other. A 64-bit hash of each tour tells them apart, so a
hash table is enough to count them.
"""

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.boards import Squares, padded, unpadded
from knightwatch.engine.compiled.tiers import Tier
from knightwatch.engine.core.search import State
from knightwatch.engine.tour.kernels.collection import MOST_SQUARES, Collection, CollectionCounter, rehash
from knightwatch.engine.tour.problem import TourProblem

FIRST_ROOM = 1 << 10
"""Places of a new hash table. A table that is half full doubles."""


def collection(problem: TourProblem, cells: int) -> State:
    """Return the arrays of an empty collection, for a board with `cells` squares including its border."""
    return {
        "tour_counts": np.zeros(len(CollectionCounter), np.int64),
        "tour_starts": np.zeros(cells, np.int64),
        "tour_keys": np.zeros(FIRST_ROOM, np.uint64),
        "tour_shapes": np.zeros(FIRST_ROOM, np.uint64),
        "tour_paths": np.zeros((0, problem.squares), np.uint32),
    }


def collection_of(state: State) -> Collection:
    """Return the arrays of the collection, as kernels take them."""
    return Collection(*(state[name] for name in Collection._fields))


def make_room(state: State, tier: Tier) -> None:
    """Double the hash tables if they are half full, and enlarge the array of paths if it is full."""
    distinct = int(state["tour_counts"][CollectionCounter.DISTINCT])
    if 2 * (distinct + 1) > len(state["tour_keys"]):
        for name in ("tour_keys", "tour_shapes"):
            state[name] = tier(rehash)(state[name], np.zeros(2 * len(state[name]), np.uint64))
    paths = state["tour_paths"]
    room, most = len(paths), most_paths(paths.shape[1])
    if room <= distinct and room < most:
        more = np.zeros((min(max(16, room), most - room), paths.shape[1]), np.uint32)
        state["tour_paths"] = np.concatenate([paths, more])


def most_paths(squares: int) -> int:
    """Return how many tours of this size are stored."""
    return max(1, MOST_SQUARES // squares)


def images(problem: TourProblem) -> NDArray[np.uint32]:
    """Return for each symmetry of the board the image of each square, numbered with the border."""
    rows, cols = problem.rows, problem.cols
    grid = np.arange(rows * cols).reshape(rows, cols)
    rotated = [np.rot90(grid, k) for k in range(4)]
    symmetries = []
    for image in (*rotated, *(np.fliplr(each) for each in rotated)):
        if image.shape == grid.shape and np.array_equal(problem.free.ravel()[image.ravel()], problem.free.ravel()):
            image_of = np.zeros((rows + 4) * (cols + 4), np.uint32)
            image_of[padded(grid.ravel(), cols)] = padded(image.ravel(), cols)
            symmetries.append(image_of)
    return np.array(symmetries)


def stored(state: State) -> int:
    """Return the number of stored tours."""
    return min(int(state["tour_counts"][CollectionCounter.DISTINCT]), len(state["tour_paths"]))


def tour(state: State, place: int, cols: int) -> Squares:
    """Return a stored tour by its index."""
    return unpadded(state["tour_paths"][place], cols)
