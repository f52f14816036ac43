"""Sheets: rows of characters, each with the name of its ink."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import groupby

BRAILLE = range(0x2800, 0x2900)
"""Characters that can be combined: their dots are the bits of their code."""
BLANK = chr(BRAILLE.start)
"""A braille character without dots."""


class Ink(StrEnum):
    """The meaning of a character's colour."""

    NONE = ""
    FIRST = "first"
    SECOND = "second"
    THIRD = "third"
    FOURTH = "fourth"
    GOOD = "good"
    """The best result."""
    NAME = "name"
    AXIS = "axis"
    EVENT = "event"
    HERE = "here"
    """The current step."""
    HEAT = "heat"
    """A background with a shade from 0 to 9; the digit follows the name."""


CURVES = (Ink.FIRST, Ink.SECOND, Ink.THIRD, Ink.FOURTH)
"""The inks of the first, second, third and fourth curve."""


class Sheet:
    """A rectangle of characters; text outside its edges is dropped."""

    def __init__(self, width: int, height: int, coloured: bool = False) -> None:
        """Make an empty sheet; if it is `coloured`, only inks tell curves apart."""
        self.width, self.height, self.coloured = width, height, coloured
        self._rows = [[(" ", "")] * width for _ in range(height)]

    def put(self, x: int, y: int, sign: str, ink: str) -> None:
        """Write one character; braille dots are added to existing ones."""
        if not (0 <= x < self.width and 0 <= y < self.height):
            return
        there = self._rows[y][x][0]
        if ord(sign) in BRAILLE and ord(there) in BRAILLE:
            sign = chr(ord(sign) | ord(there))
        self._rows[y][x] = sign, ink

    def write(self, x: int, y: int, text: str, ink: str) -> None:
        """Write a text."""
        for place, sign in enumerate(text, x):
            self.put(place, y, sign, ink)

    def lay(self, x: int, y: int, rows: Sequence[str], ink: str) -> None:
        """Write rows of characters on top of others; blanks are transparent, and curves share places."""
        for line, row in enumerate(rows, y):
            for place, sign in enumerate(row, x):
                if sign != " " and not self._kept(place, line, sign, ink):
                    self.put(place, line, sign, ink)

    def _kept(self, x: int, y: int, sign: str, ink: str) -> bool:
        """Tell whether a place keeps the dots of another curve, and remove them if not.

        A place has only one ink. Where two curves share places in colour, they have every second one each.
        """
        if not self.coloured or not (0 <= x < self.width and 0 <= y < self.height) or ord(sign) not in BRAILLE:
            return False
        there, other = self._rows[y][x]
        if other == ink or ord(there) not in BRAILLE or there == BLANK:
            return False
        if x % 2:
            return True
        self._rows[y][x] = BLANK, ink
        return False

    def blank(self, x: int, y: int) -> bool:
        """Return whether a place is empty."""
        return self._rows[y][x][0] == " "

    def sign(self, x: int, y: int) -> str:
        """Return the character at a place."""
        return self._rows[y][x][0]

    def lines(self) -> Iterator[list[tuple[str, str]]]:
        """Yield each line as a list of texts with their inks."""
        for row in self._rows:
            yield [("".join(sign for sign, _ in run), ink) for ink, run in groupby(row, lambda cell: cell[1])]

    def __str__(self) -> str:
        return "\n".join("".join(sign for sign, _ in row) for row in self._rows)


@dataclass(frozen=True)
class ChartPicture:
    """A chart, and the step that each of its columns stands for."""

    sheet: Sheet
    moments: tuple[int | None, ...]
    """One for each column: the step that a click there opens."""
    cells: Mapping[tuple[int, int], int] = field(default_factory=dict)
    """In a heat map: the number of the cell at each column and line of the sheet, counted by columns from below."""


def blank(width: int, height: int) -> ChartPicture:
    """Return an empty chart."""
    return ChartPicture(Sheet(width, height), (None,) * width)
