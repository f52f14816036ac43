"""Properties of tours: closed, magic, symmetric."""

from itertools import pairwise

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from knightwatch.engine.tour.properties import closed, magic, numbered, sums, symmetries
from tests.models.tour import Square, Squares, around, full, is_tour, tour

BOARDS: list[tuple[int, int, Squares, bool]] = [
    (3, 4, full(3, 4), False),
    (5, 5, full(5, 5), False),
    (3, 10, full(3, 10), True),
    (3, 3, full(3, 3) - {(1, 1)}, True),
    (5, 5, full(5, 5) - {(0, 0)}, True),
    (1, 1, full(1, 1), False),
]


def numbers(squares: list[Square], cols: int) -> NDArray[np.int64]:
    """Return the numbers of squares."""
    return np.array([row * cols + col for row, col in squares], np.int64)


def rotated(walk: NDArray[np.int64], rows: int, cols: int) -> NDArray[np.int64]:
    """Return a walk rotated clockwise by 90 degrees, on a board of `cols` rows and `rows` columns."""
    return walk % cols * rows + rows - 1 - walk // cols


def mirrored(walk: NDArray[np.int64], cols: int) -> NDArray[np.int64]:
    """Return a walk with left and right exchanged."""
    return walk + cols - 1 - 2 * (walk % cols)


def is_one(walk: NDArray[np.int64], rows: int, cols: int, board: Squares, ring: bool) -> bool:
    """Return whether a walk of square numbers is a tour."""
    assert all(0 <= square < rows * cols for square in walk)
    return is_tour([divmod(int(square), cols) for square in walk], board, None, ring)


def example(place: int) -> tuple[NDArray[np.int64], int, int, Squares, bool]:
    """Return a tour found by brute force, with its board."""
    rows, cols, board, ring = BOARDS[place]
    found = next(each for start in sorted(board) if (each := tour(board, start, ring)))
    return numbers(found, cols), rows, cols, board, ring


examples = st.integers(0, len(BOARDS) - 1).map(example)


@given(examples)
def test_rotation_and_reflection_keep_a_tour_closed_or_open(
    case: tuple[NDArray[np.int64], int, int, Squares, bool],
) -> None:
    walk, rows, cols, board, ring = case
    leads_back = ring or (len(walk) > 2 and is_one(walk, rows, cols, board, True))
    assert closed(walk, cols) == closed(walk[::-1], cols) == closed(mirrored(walk, cols), cols) == leads_back
    assert closed(rotated(walk, rows, cols), rows) == leads_back


def test_squares_are_numbered_in_order_and_holes_are_zero() -> None:
    walk = numbers([(0, 0), (1, 2), (2, 0), (0, 1), (2, 2), (1, 0), (0, 2), (2, 1)], 3)
    assert numbered(walk, 3, 3).tolist() == [[1, 4, 7], [6, 0, 2], [3, 8, 5]]
    assert closed(walk, 3)
    assert not closed(walk[:-1], 3)
    assert not closed(walk[:2], 3)


def test_a_magic_tour_needs_a_square_board_and_equal_sums() -> None:
    square = np.array([[2, 7, 6], [9, 5, 1], [4, 3, 8]])
    assert magic(np.argsort(square, axis=None), 3, 3) == "magic"
    assert magic(np.argsort(square[:, [1, 0, 2]], axis=None), 3, 3) == "semi-magic"
    assert magic(np.argsort(square[[0, 1, 2], ::-1].T, axis=None), 3, 3) == "magic"
    assert magic(np.arange(9), 3, 3) == ""
    assert magic(np.arange(1), 1, 1) == ""
    for place in range(len(BOARDS)):
        walk, rows, cols, _, _ = example(place)
        assert magic(walk, rows, cols) == ""
    assert sums(np.arange(6), 2, 3) == ([6, 15], [5, 7, 9], [])


def test_the_closed_tour_around_a_hole_has_all_symmetries() -> None:
    walk, rows, cols, _, _ = example(3)
    names = ["half turn", "left to right", "top to bottom", "quarter turn", "diagonal", "other diagonal"]
    assert symmetries(walk, rows, cols) == names


def half(path: list[Square], left: set[Square], n: int) -> list[Square] | None:
    """Return half of a closed tour such that the other half is the first half rotated by 180 degrees."""
    if not left:
        opposite = (n - 1 - path[0][0], n - 1 - path[0][1])
        return path if opposite in around({opposite}, path[-1]) else None
    for there in sorted(around(left, path[-1]), key=lambda square: len(around(left, square))):
        visited = {there, (n - 1 - there[0], n - 1 - there[1])}
        if found := half([*path, there], left - visited, n):
            return found
    return None


def test_two_rotated_halves_have_only_half_turn_symmetry() -> None:
    part = half([(0, 0)], set(full(6, 6)) - {(0, 0), (5, 5)}, 6)
    assert part
    ring = numbers(part + [(5 - row, 5 - col) for row, col in part], 6)
    assert is_one(ring, 6, 6, full(6, 6), True)
    assert "half turn" in symmetries(ring, 6, 6)
    assert symmetries(np.roll(ring[::-1], 7), 6, 6) == symmetries(ring, 6, 6)
    assert not {"left to right", "top to bottom", "diagonal", "other diagonal"} & set(symmetries(ring, 6, 6))


@given(examples)
def test_a_symmetry_keeps_the_set_of_moves(
    case: tuple[NDArray[np.int64], int, int, Squares, bool],
) -> None:
    walk, rows, cols, _, _ = case

    def moves(walk: NDArray[np.int64], cols: int) -> set[frozenset[Square]]:
        squares = [divmod(int(square), cols) for square in walk]
        legs = list(pairwise(squares))
        return {frozenset(leg) for leg in [*legs, *([(squares[-1], squares[0])] if closed(walk, cols) else [])]}

    drawn = moves(walk, cols)
    upside = rotated(rotated(walk, rows, cols), cols, rows)
    names = symmetries(walk, rows, cols)
    assert ("left to right" in names) == (moves(mirrored(walk, cols), cols) == drawn)
    assert ("half turn" in names) == (moves(upside, cols) == drawn)
    assert ("top to bottom" in names) == (moves(mirrored(upside, cols), cols) == drawn)
    if rows == cols:
        quarter = rotated(walk, rows, cols)
        assert ("quarter turn" in names) == (moves(quarter, cols) == drawn)
        other, main = (moves(mirrored(each, cols), cols) for each in (rotated(upside, rows, cols), quarter))
        assert ({"diagonal", "other diagonal"} <= set(names)) == (other == main == drawn)


def test_an_open_walk_can_be_symmetric() -> None:
    assert symmetries(numbers([(0, 0), (1, 2)], 3), 2, 3) == ["half turn"]
    assert symmetries(numbers([(0, 0), (1, 2), (2, 0)], 3), 3, 3) == ["top to bottom"]
    assert symmetries(numbers([(1, 2), (0, 0), (2, 1)], 3), 3, 3) == ["diagonal"]
    assert symmetries(numbers([(1, 0), (0, 2), (2, 1)], 3), 3, 3) == ["other diagonal"]
    assert symmetries(numbers([(0, 0), (1, 2), (2, 0), (0, 1)], 3), 3, 3) == []
