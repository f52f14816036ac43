"""Draw straight lines with characters: in braille, eight dots per character, or in ASCII.

A canvas stores for each character its dots, one bit each, and its ink: a number whose meaning the caller chooses.
Where lines cross, the highest ink wins. In ASCII a character is one dot, and its bits are the slopes of lines.
"""

from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

DOTS = np.array(((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80)), np.uint8)
"""The bits of a braille character, by row and column of the dots."""
SLOPES = "-|/\\"
"""The ASCII characters of lines, in the order of their bits."""
BRAILLE = " " + "".join(chr(0x2800 + bits) for bits in range(1, 256))
LETTERS = " " + "".join(SLOPES[bits.bit_length() - 1] if bits.bit_count() == 1 else "+" for bits in range(1, 16))

Ints = NDArray[np.int64]


class Canvas:
    """A rectangle of characters, empty at first."""

    def __init__(self, width: int, height: int, ascii_only: bool = False) -> None:
        self.dots = np.zeros((height, width), np.uint8)
        self.inks = np.zeros((height, width), np.uint8)
        self.signs = LETTERS if ascii_only else BRAILLE
        """The character for each value of the dots."""
        self._ascii = ascii_only

    @property
    def across(self) -> int:
        """Columns of dots in a character."""
        return 1 if self._ascii else 2

    @property
    def down(self) -> int:
        """Rows of dots in a character."""
        return 1 if self._ascii else 4

    def draw(self, x: ArrayLike, y: ArrayLike, right: int, down: int, inks: ArrayLike, thick: int = 1) -> None:
        """Draw lines of the same direction and length, in dots, from each point; clip them at the border.

        In braille a line is `thick` dots wide.
        """
        height, width = self.dots.shape
        over, under = line_dots(right, down)
        for shift in [0] if self._ascii else range(-((thick - 1) // 2), thick // 2 + 1):
            aside = (0, shift) if abs(right) >= abs(down) else (shift, 0)
            xs = np.add.outer(np.asarray(x, np.int64), over) + aside[0]
            ys = np.add.outer(np.asarray(y, np.int64), under) + aside[1]
            cols, rows = xs // self.across, ys // self.down
            inside = (cols >= 0) & (cols < width) & (rows >= 0) & (rows < height)
            places = (rows * width + cols)[inside]
            bits = self._bits(xs, ys, right, down)[inside]
            np.bitwise_or.at(self.dots.reshape(-1), places, bits)
            these = np.broadcast_to(np.asarray(inks, np.uint8)[..., None], xs.shape)[inside]
            np.maximum.at(self.inks.reshape(-1), places, these)

    def _bits(self, xs: Ints, ys: Ints, right: int, down: int) -> NDArray[np.uint8]:
        if self._ascii:
            return np.full(xs.shape, 1 << SLOPES.index(_letter(right, down)), np.uint8)
        bits: NDArray[np.uint8] = DOTS[ys % 4, xs % 2]
        return bits

    def lines(self) -> list[str]:
        """Return the drawing, line by line."""
        return ["".join(self.signs[bits] for bits in line) for line in self.dots.tolist()]


class SquareCanvas(Canvas):
    """A canvas over some rows and columns of a board; width and height are the characters of a square."""

    def __init__(self, rows: range, cols: range, width: int, height: int, ascii_only: bool) -> None:
        super().__init__(len(cols) * width, len(rows) * height, ascii_only)
        self._rows, self._cols = rows, cols
        self._wide, self._high = width * self.across, height * self.down
        """Columns and rows of dots in a square."""

    def join(self, pairs: Ints, board_cols: int, inks: Ints, thick: int = 1) -> None:
        """Draw a line between the centres of each pair of squares; lines outside the canvas cost almost nothing."""
        row = pairs // board_cols
        col = pairs - row * board_cols
        visible = (row.max(axis=1) >= self._rows.start) & (row.min(axis=1) < self._rows.stop)
        visible &= (col.max(axis=1) >= self._cols.start) & (col.min(axis=1) < self._cols.stop)
        row, col, inks = row[visible], col[visible], inks[visible]
        x = (col[:, 0] - self._cols.start) * self._wide + self._wide // 2
        y = (row[:, 0] - self._rows.start) * self._high + self._high // 2
        steps = np.stack([col[:, 1] - col[:, 0], row[:, 1] - row[:, 0]], axis=1)
        ways, which = np.unique(steps, axis=0, return_inverse=True)
        for number, (right, down) in enumerate(ways.tolist()):
            these = which.reshape(-1) == number
            self.draw(x[these], y[these], right * self._wide, down * self._high, inks[these], thick)


def trail_lines(trail: Ints, ring: bool, cols: int) -> tuple[Ints, Ints]:
    """Return the pairs of squares that a trail joins, and the place of each pair on the trail, from 1.

    Only knight's moves become lines: a trail may contain other steps.
    """
    pairs = np.stack([trail, np.append(trail[1:], trail[:1])], axis=1)
    places = np.arange(1, len(trail) + 1)
    if not ring:
        pairs, places = pairs[:-1], places[:-1]
    row = pairs // cols
    col = pairs - row * cols
    moves = np.abs((row[:, 1] - row[:, 0]) * (col[:, 1] - col[:, 0])) == 2
    return pairs[moves], places[moves]


@lru_cache(512)
def line_dots(right: int, down: int) -> tuple[Ints, Ints]:
    """Return the dots of a line, from the origin to its end; there is one dot for each step of the longer side.

    A line has the same dots from either end.
    """
    steps = max(abs(right), abs(down), 1)
    at = np.arange(steps + 1)
    over, under = ((2 * length * at + steps) // (2 * steps) for length in (right, down))
    return over, under


def _letter(right: int, down: int) -> str:
    """Return the character whose slope is nearest to a line's; characters are about twice as high as wide."""
    if abs(right) > 4 * abs(down):
        return "-"
    if 2 * abs(down) > 3 * abs(right):
        return "|"
    return "\\" if right * down > 0 else "/"
