"""Sheets: rows of characters, each with the name of the ink that it is written in."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import groupby

BRAILLE = range(0x2800, 0x2900)
"""Characters that can be laid over each other: their dots are the bits of their number."""


class Ink(StrEnum):
    """What a character's colour is to say."""

    NONE = ""
    FIRST = "first"
    SECOND = "second"
    THIRD = "third"
    FOURTH = "fourth"
    GOOD = "good"
    """What came out best."""
    NAME = "name"
    AXIS = "axis"
    EVENT = "event"
    HERE = "here"
    """The moment on show."""
    HEAT = "heat"
    """A paper whose shade is a digit from 0 to 9, which is added to the name."""


CURVES = (Ink.FIRST, Ink.SECOND, Ink.THIRD, Ink.FOURTH)
"""The inks of curves, in their order."""


class Sheet:
    """A rectangle of characters; what is written beyond its edges is lost."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self._rows = [[(" ", "")] * width for _ in range(height)]

    def put(self, x: int, y: int, sign: str, ink: str) -> None:
        """Write one character; dots are added to those that are there."""
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
        """Write rows of characters over what is there, except for their blanks."""
        for line, row in enumerate(rows, y):
            for place, sign in enumerate(row, x):
                if sign != " ":
                    self.put(place, line, sign, ink)

    def blank(self, x: int, y: int) -> bool:
        """Tell whether nothing is written in a place."""
        return self._rows[y][x][0] == " "

    def sign(self, x: int, y: int) -> str:
        """Return what is written in a place."""
        return self._rows[y][x][0]

    def lines(self) -> Iterator[list[tuple[str, str]]]:
        """Yield for each line its texts, each with its ink."""
        for row in self._rows:
            yield [("".join(sign for sign, _ in run), ink) for ink, run in groupby(row, lambda cell: cell[1])]

    def __str__(self) -> str:
        return "\n".join("".join(sign for sign, _ in row) for row in self._rows)


@dataclass(frozen=True)
class ChartPicture:
    """A chart, and which moment each of its columns stands for."""

    sheet: Sheet
    moments: tuple[int | None, ...]
    """One for each column: what a click there asks for."""
    cells: Mapping[tuple[int, int], int] = field(default_factory=dict)
    """Of a heat map, by column and line of the sheet, which cell is there: column by column, from the lowest."""


def blank(width: int, height: int) -> ChartPicture:
    """Return a picture of nothing."""
    return ChartPicture(Sheet(width, height), (None,) * width)
