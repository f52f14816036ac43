"""The collection of tours, compared with plain sets of tuples."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from knightwatch.engine.boards import move_offsets, padded
from knightwatch.engine.compiled.tiers import Tier
from knightwatch.engine.core.search import State
from knightwatch.engine.tour.kernels.collection import CollectionCounter, collect, is_full
from knightwatch.engine.tour.problem import TourProblem
from knightwatch.engine.tour.solvers.collection import (
    FIRST_ROOM,
    collection,
    collection_of,
    images,
    make_room,
    most_paths,
    stored,
    tour,
)
from tests.models.tour import Square, Squares, around, asked, is_tour, squares_of
from tests.models.tour import full as full_board

Path = tuple[Square, ...]
SHAPES = ((3, 3), (4, 4), (3, 5), (5, 3), (4, 5))


class Collected:
    """A collection with the board that it belongs to."""

    def __init__(self, problem: TourProblem) -> None:
        self.problem, self.cols = problem, problem.cols
        self.offsets = move_offsets(problem.cols)
        self.images = images(problem)
        self.state: State = collection(problem, (problem.rows + 4) * (problem.cols + 4))

    def add(self, path: Path) -> bool:
        """Add a tour; make room first if the collection is full."""
        return self.add_squares(np.array([row * self.cols + col for row, col in path]))

    def add_squares(self, squares: NDArray[np.int64]) -> bool:
        """Add a tour given by the numbers of its squares."""
        if is_full(collection_of(self.state)):
            make_room(self.state, Tier())
        path = padded(squares, self.cols).astype(np.uint32)
        return bool(collect(path, collection_of(self.state), self.offsets, self.images))

    def count(self, counter: CollectionCounter) -> int:
        """Return one of the counters."""
        return int(self.state["tour_counts"][counter])

    def stored(self) -> list[Path]:
        """Return the stored tours."""
        tours = [tour(self.state, place, self.cols) for place in range(stored(self.state))]
        return [tuple(divmod(int(square), self.cols) for square in squares) for squares in tours]


def images_of(path: Path, rows: int, cols: int) -> set[Path]:
    """Return all rotations and reflections of a path on a board of that size."""
    last_row, last_col = rows - 1, cols - 1
    ways: list[Any] = [lambda r, c: (r, c), lambda r, c: (last_row - r, c)]
    ways += [lambda r, c: (r, last_col - c), lambda r, c: (last_row - r, last_col - c)]
    if rows == cols:
        ways += [lambda r, c, way=way: way(c, r) for way in ways]
    return {tuple(way(row, col) for row, col in path) for way in ways}


def same(path: Path, board: Squares, rows: int, cols: int) -> frozenset[Path]:
    """Return the rotations and reflections of a path that keep the holes in place."""
    return frozenset(other for other in images_of(path, rows, cols) if set(other) == board)


def tours_of(board: Squares) -> list[Path]:
    """Return all tours of a small board, by brute force."""
    found: list[Path] = []

    def grow(path: Path) -> None:
        if len(path) == len(board):
            found.append(path)
        for there in around(board - set(path), path[-1]):
            grow((*path, there))

    for start in sorted(board):
        grow((start,))
    return found


@st.composite
def orders(draw: st.DrawFn) -> tuple[TourProblem, list[Path]]:
    """Return a board and orders of its squares, some repeated, some rotated. They need not be knight's walks."""
    rows, cols = draw(st.sampled_from(SHAPES))
    every = sorted(full_board(rows, cols))
    holes = draw(st.sets(st.sampled_from([(0, 0), (rows - 1, cols - 1), (rows // 2, cols // 2), (0, 1)]), max_size=3))
    board = [square for square in every if square not in holes]
    some = [tuple(order) for order in draw(st.lists(st.permutations(board), min_size=1, max_size=6))]
    more = [image for path in some for image in sorted(same(path, frozenset(board), rows, cols))]
    return asked(rows, cols, holes=holes), draw(st.lists(st.sampled_from([*some, *more]), max_size=25))


@given(drawn=orders())
def test_counts_agree_with_a_plain_set(drawn: tuple[TourProblem, list[Path]]) -> None:
    problem, paths = drawn
    collected, seen = Collected(problem), dict[Path, None]()
    for path in paths:
        assert collected.add(path) == (path not in seen)
        seen[path] = None
    assert collected.count(CollectionCounter.FOUND) == len(paths)
    assert collected.count(CollectionCounter.DISTINCT) == len(seen)
    assert collected.stored() == list(seen)
    for square in squares_of(problem):
        place = padded(np.array(square[0] * problem.cols + square[1]), problem.cols)
        assert collected.state["tour_starts"][place] == sum(path[0] == square for path in seen)


@given(drawn=orders())
def test_rotations_and_reflections_count_as_one_shape(drawn: tuple[TourProblem, list[Path]]) -> None:
    problem, paths = drawn
    collected = Collected(problem)
    for path in paths:
        collected.add(path)
    board = squares_of(problem)
    assert collected.count(CollectionCounter.SHAPES) == len(
        {same(path, board, problem.rows, problem.cols) for path in paths}
    )


@pytest.mark.parametrize(
    ("rows", "cols", "holes", "tours", "closed"),
    [
        (3, 4, (), 16, 0),
        (3, 3, ((1, 1),), 16, 16),
        (4, 5, (), 164, 0),
        (3, 7, (), 104, 0),
    ],
)
def test_all_tours_of_small_boards_agree_with_brute_force(
    rows: int, cols: int, holes: tuple[Square, ...], tours: int, closed: int
) -> None:
    problem = asked(rows, cols, holes=holes)
    board = squares_of(problem)
    every = tours_of(board)
    collected = Collected(problem)
    assert all(collected.add(path) for path in every)
    assert not any(collected.add(path) for path in every)
    assert collected.count(CollectionCounter.DISTINCT) == len(every) == tours
    assert (
        collected.count(CollectionCounter.CLOSED) == closed == sum(is_tour(path, board, None, True) for path in every)
    )
    assert collected.count(CollectionCounter.SHAPES) == len({same(path, board, rows, cols) for path in every})
    assert collected.stored() == every


@pytest.mark.parametrize(
    ("rows", "cols", "holes", "symmetries"),
    [(5, 5, (), 8), (4, 6, (), 4), (5, 5, ((2, 2),), 8), (5, 5, ((0, 0),), 2), (4, 6, ((0, 0),), 1), (1, 1, (), 8)],
)
def test_symmetries_keep_the_holes_in_place(rows: int, cols: int, holes: tuple[Square, ...], symmetries: int) -> None:
    problem = asked(rows, cols, holes=holes)
    found = images(problem)
    assert len(found) == symmetries
    free = padded(np.flatnonzero(problem.free), cols)
    assert found[0][free].tolist() == free.tolist()
    for image in found:
        assert sorted(image[free].tolist()) == free.tolist()


def test_tables_grow_when_half_full_and_keep_all_tours() -> None:
    collected = Collected(TourProblem(rows=4, cols=5))
    rng, squares = np.random.default_rng(1), sorted(full_board(4, 5))
    paths = [tuple(squares[i] for i in rng.permutation(20)) for _ in range(3 * FIRST_ROOM)]
    for path in paths:
        assert collected.add(path)
        for name in ("tour_keys", "tour_shapes"):
            table = collected.state[name]
            assert len(table) & (len(table) - 1) == 0
            assert 2 * np.count_nonzero(table) <= len(table)
    assert not any(collected.add(path) for path in paths)
    assert collected.count(CollectionCounter.DISTINCT) == len(paths)
    assert collected.stored() == paths


def test_make_room_changes_nothing_if_there_is_room() -> None:
    collected = Collected(TourProblem(rows=4, cols=5))
    collected.add(tuple(sorted(full_board(4, 5))))
    before = {name: array.copy() for name, array in collected.state.items()}
    make_room(collected.state, Tier())
    assert all(np.array_equal(before[name], collected.state[name]) for name in before)


@pytest.mark.parametrize(("side", "most"), [(8, 62_500), (1000, 4), (2100, 1)])
def test_memory_limits_the_number_of_stored_tours(side: int, most: int) -> None:
    assert most_paths(side * side) == most


def test_tours_beyond_the_storage_limit_are_still_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("knightwatch.engine.tour.solvers.collection.MOST_SQUARES", 4 * 64)
    collected = Collected(TourProblem(rows=8, cols=8))
    for begin in range(6):
        assert collected.add_squares(np.roll(np.arange(64), begin))
    assert (collected.count(CollectionCounter.DISTINCT), stored(collected.state)) == (6, 4)
    assert tour(collected.state, 3, 8)[:2].tolist() == [61, 62]
