"""Cutting a board into parts that have tours of their own: sides of 5 to 11 squares, mostly 6 and 8.

A part with an even number of squares has a closed tour. Where the board has an odd number of squares, so has one of its
parts: that in which the tour begins, and its tour is open.
"""

from typing import NamedTuple

LEAST = 5
"""The shortest side of a board that can be cut."""
ODD = (7, 9, 11, 5)
"""Odd sides of parts, the better ones first: 5 leaves few tours to choose from."""
UNCUT = 11
"""Sides that need not be cut."""


class BoardPart(NamedTuple):
    """A part of a board."""

    top: int
    left: int
    height: int
    width: int


def even_cuts(length: int) -> list[int] | None:
    """Return even sides, of 6 to 10, that add up to an even length; None where there are none."""
    if length in (0, 10):
        return [length] if length else []
    sixes = next((n for n in range(4) if (length - 6 * n) % 8 == 0 and length >= 6 * n), None)
    return None if sixes is None else [8] * ((length - 6 * sixes) // 8) + [6] * sixes


def cuts(length: int, inside: int = 0) -> list[int]:
    """Return sides that add up to a length, in their order; an odd one, where there is one, has a place inside it."""
    if length <= UNCUT:
        return [length]
    if length % 2 == 0:
        found = even_cuts(length)
        assert found
        return found
    for odd in ODD:
        for first in range(0, length - odd + 1, 2):
            before, after = even_cuts(first), even_cuts(length - first - odd)
            if first <= inside < first + odd and before is not None and after is not None:
                return [*before, odd, *after]
    raise AssertionError(f"{length} cannot be cut with an odd part around {inside}")


def parts(rows: int, cols: int, start: tuple[int, int] = (0, 0)) -> list[BoardPart]:
    """Return the parts of a board, row by row, to and fro, so that each adjoins the one before it."""
    heights, widths = cuts(rows, start[0]), cuts(cols, start[1])
    found, top = list[BoardPart](), 0
    for band, height in enumerate(heights):
        left, row = 0, list[BoardPart]()
        for width in widths:
            row.append(BoardPart(top, left, height, width))
            left += width
        found += row[:: -1 if band % 2 else 1]
        top += height
    return found
