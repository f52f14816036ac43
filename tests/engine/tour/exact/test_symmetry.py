"""Symmetric closed tours, compared with enumeration, with walks, and with published classes."""

from collections.abc import Callable, Iterator
from functools import cache

import numpy as np
import pytest

from knightwatch.engine.counting.threads import Threads
from knightwatch.engine.tour.exact.half_count import HalfCount
from knightwatch.engine.tour.exact.symmetry import SymmetricTourCount, Symmetry, classes, quarter_turned, with_even_rows
from knightwatch.engine.tour.exact.tour_count import TourCount
from knightwatch.engine.tour.questions.known_counts import published
from tests.models.tour import Square, around, full

Tour = frozenset[frozenset[Square]]
"""The moves of a closed tour."""


def closed_tours(rows: int, cols: int) -> Iterator[Tour]:
    """Yield all closed tours by trying all paths; stop a path at a square that cannot be left."""
    squares = full(rows, cols)
    home = min(squares)

    def ways(path: list[Square], left: frozenset[Square]) -> Iterator[Tour]:
        if not left and path[-1] in around(squares, home):
            yield frozenset(frozenset(move) for move in zip(path, [*path[1:], home], strict=True))
        for there in around(left, path[-1]):
            rest = left - {there}
            if all(len(around(rest | {there, home}, square)) > 1 for square in around(rest, path[-1])):
                yield from ways([*path, there], rest)

    yield from set(ways([home], squares - {home}))


def fixed(tours: list[Tour], image: Callable[[Square], Square]) -> int:
    return sum(frozenset(frozenset(map(image, move)) for move in tour) == tour for tour in tours)


@cache
def threads() -> Threads:
    return Threads(2)


def number(rows: int, cols: int, what: Symmetry, known: HalfCount | None = None) -> int | None:
    here = with_even_rows(np.ones((rows, cols), np.bool_))
    assert here
    tour_count = SymmetricTourCount(here, what, threads(), known)
    for _ in (*tour_count.reach(), *tour_count.work()):
        pass
    return tour_count.number


@pytest.mark.parametrize("size", [(5, 6), (3, 10), (3, 12)], ids=str)
def test_symmetric_tours_agree_with_enumeration(size: tuple[int, int]) -> None:
    (rows, cols), tours = size, list(closed_tours(*size))
    turn, flip, known = Symmetry.HALF_TURN, Symmetry.FLIP, published(rows, cols)
    assert known
    assert len(tours) == known.closed
    assert number(rows, cols, turn) == fixed(tours, lambda square: (rows - 1 - square[0], cols - 1 - square[1]))
    assert number(rows, cols, flip) == fixed(tours, lambda square: (square[0], cols - 1 - square[1]))
    assert fixed(tours, lambda square: (rows - 1 - square[0], square[1])) == 0


def walked(rows: int, cols: int, image: Callable[[Square], Square]) -> int:
    """Count symmetric closed tours by walks over half of the squares, one of each pair of images.

    A symmetry that moves every square may rotate the cycle by half its length: then a walk ends at the image of its
    first square. Or it reflects the cycle: then a walk leads from one move that is its own image to the other.
    """
    squares = full(rows, cols)

    @cache
    def ways(tip: Square, left: frozenset[Square], home: Square | None) -> int:
        if not left:
            return int((home or image(tip)) in around(squares, tip))
        return sum(ways(there, left - {there, image(there)}, home) for there in around(left, tip))

    def begun(square: Square, home: Square | None) -> int:
        return ways(square, squares - {square, image(square)}, home)

    turned = begun((0, 0), image((0, 0)))
    reflected = sum(begun(square, None) for square in squares if image(square) in around(squares, square))
    return turned // 2 + reflected // 4


@pytest.mark.parametrize("size", [(5, 6), (3, 10), (6, 6)], ids=str)
def test_symmetric_tours_agree_with_walks_over_half_the_squares(size: tuple[int, int]) -> None:
    rows, cols = size
    for what, image in (
        (Symmetry.HALF_TURN, lambda square: (rows - 1 - square[0], cols - 1 - square[1])),
        (Symmetry.FLIP, lambda square: (square[0], cols - 1 - square[1])),
    ):
        assert number(rows, cols, what) == walked(rows, cols, image)


def test_6_x_6_has_the_published_number_of_classes() -> None:
    assert (number(6, 6, Symmetry.FLIP), quarter_turned(6)) == (0, 10)
    half_turn = number(6, 6, Symmetry.HALF_TURN)
    assert half_turn is not None
    assert classes(9_862, half_turn, 0, 10, square=True) == 1_245


def test_symmetric_counts_can_reuse_the_half_of_closed_tours() -> None:
    here = with_even_rows(np.ones((5, 6), np.bool_))
    assert here
    closed = TourCount(here, True, None, threads())
    for _ in (*closed.reach(), *closed.work()):
        pass
    for what in Symmetry:
        assert number(5, 6, what, closed.top) == number(5, 6, what)


@pytest.mark.parametrize("size", [(5, 5), (2, 8), (7, 9), (9, 8)], ids=str)
def test_boards_without_even_rows_are_left_out(size: tuple[int, int]) -> None:
    assert with_even_rows(np.ones(size, np.bool_)) is None
