"""Tours that a search collects: how many, how many of them different, and the first of them to look at.

Two tours are the same if they visit the same squares in the same order. Up to the symmetry of the board they are the
same if a turn or reflection of the board, holes included, makes one of the other. Tours are told apart by numbers of
64 bits made from them, so that a table of those numbers is all that has to be kept.
"""

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.boards import Squares, padded, unpadded
from knightwatch.engine.compiled.tiers import Tier
from knightwatch.engine.core.search import State
from knightwatch.engine.tour.kernels.collection import MOST_SQUARES, Collection, CollectionCounter, rehash
from knightwatch.engine.tour.problem import TourProblem

FIRST_ROOM = 1 << 10
"""Places of a table at first; there are twice as many whenever it is half full."""


def collection(problem: TourProblem, cells: int) -> State:
    """Return the arrays of an empty collection, for a board that has so many cells with its border."""
    return {
        "tour_counts": np.zeros(len(CollectionCounter), np.int64),
        "tour_starts": np.zeros(cells, np.int64),
        "tour_keys": np.zeros(FIRST_ROOM, np.uint64),
        "tour_shapes": np.zeros(FIRST_ROOM, np.uint64),
        "tour_paths": np.zeros((0, problem.squares), np.uint32),
    }


def collection_of(state: State) -> Collection:
    """Return the arrays of a collection as kernels take them."""
    return Collection(*(state[name] for name in Collection._fields))


def make_room(state: State, tier: Tier) -> None:
    """Make the tables larger if they are half full, and paths too; a kernel stops where there is no room left."""
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
    """Return how many tours of so many squares are kept."""
    return max(1, MOST_SQUARES // squares)


def images(problem: TourProblem) -> NDArray[np.uint32]:
    """Return for each symmetry of the board where it takes the squares, all numbered with the border."""
    rows, cols = problem.rows, problem.cols
    grid = np.arange(rows * cols).reshape(rows, cols)
    turned = [np.rot90(grid, k) for k in range(4)]
    found = []
    for image in (*turned, *(np.fliplr(each) for each in turned)):
        if image.shape == grid.shape and np.array_equal(problem.free.ravel()[image.ravel()], problem.free.ravel()):
            image_of = np.zeros((rows + 4) * (cols + 4), np.uint32)
            image_of[padded(grid.ravel(), cols)] = padded(image.ravel(), cols)
            found.append(image_of)
    return np.array(found)


def kept(state: State) -> int:
    """Return how many tours can be looked at."""
    return min(int(state["tour_counts"][CollectionCounter.DISTINCT]), len(state["tour_paths"]))


def tour(state: State, place: int, cols: int) -> Squares:
    """Return one of the tours kept."""
    return unpadded(state["tour_paths"][place], cols)
