"""Divide a board into parts for the solver `divide`: sides of 5 to 11 squares, mostly 6 and 8.

A part with an even number of squares has a closed tour. A board with an odd number of squares has one odd part. The
tour begins in the odd part, whose own tour is open.
"""

from typing import NamedTuple

LEAST = 5
"""The shortest side of a board that can be divided."""
ODD = (7, 9, 11, 5)
"""Odd sides of parts, best first. Side 5 is last because such parts have few tours."""
UNDIVIDED = 11
"""The longest side that is not divided."""


class BoardPart(NamedTuple):
    """A rectangle of the board."""

    top: int
    left: int
    height: int
    width: int


def even_sides(length: int) -> list[int] | None:
    """Return even sides from 6 to 10 with the sum `length`; None if there are none."""
    if length in (0, 10):
        return [length] if length else []
    sixes = next((n for n in range(4) if (length - 6 * n) % 8 == 0 and length >= 6 * n), None)
    return None if sixes is None else [8] * ((length - 6 * sixes) // 8) + [6] * sixes


def sides(length: int, inside: int = 0) -> list[int]:
    """Return the sides of the parts along one side of the board.

    If `length` is odd, exactly one side is odd, and the row or column `inside` lies in it.
    """
    if length <= UNDIVIDED:
        return [length]
    if length % 2 == 0:
        even = even_sides(length)
        assert even
        return even
    for odd in ODD:
        for first in range(0, length - odd + 1, 2):
            before, after = even_sides(first), even_sides(length - first - odd)
            if first <= inside < first + odd and before is not None and after is not None:
                return [*before, odd, *after]
    raise AssertionError(f"{length} cannot be divided with an odd part around {inside}")


def equal_side(length: int) -> int | None:
    """Return the side of equal parts along one side of the board; None if there is none from 5 to 11."""
    if length <= UNDIVIDED:
        return length
    return next((side for side in (8, 6, 10, *ODD) if length % side == 0), None)


def equal_parts(rows: int, cols: int) -> list[BoardPart]:
    """Return equal parts of a board in the order of `board_parts`; empty if its sides have no such divisors."""
    height, width = equal_side(rows), equal_side(cols)
    if height is None or width is None:
        return []
    return _in_order([height] * (rows // height), [width] * (cols // width))


def board_parts(rows: int, cols: int, start: tuple[int, int] = (0, 0)) -> list[BoardPart]:
    """Return the parts of a board. Rows of parts run left to right, then right to left, so neighbours touch."""
    return _in_order(sides(rows, start[0]), sides(cols, start[1]))


def _in_order(heights: list[int], widths: list[int]) -> list[BoardPart]:
    """Return the parts with these sides, row by row, every second row from right to left."""
    parts, top = list[BoardPart](), 0
    for band, height in enumerate(heights):
        left, row = 0, list[BoardPart]()
        for width in widths:
            row.append(BoardPart(top, left, height, width))
            left += width
        parts += row[:: -1 if band % 2 else 1]
        top += height
    return parts
