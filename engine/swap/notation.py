"""How squares are named and positions are written: letters, or the digits and numbers of the thesis."""

import re
from enum import StrEnum

from knightwatch.engine.core.declaration import Text
from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.words import quoted
from knightwatch.engine.swap.refutations import BLACK, EMPTY, WHITE

MISSING = "#"
LARGEST = 32
"""The most rows and columns of a board."""
POSITION = Text("rows of B, W, . (empty) and # (missing), separated by /; or digits, as 111222222000")
LETTERS, DIGITS = BLACK + WHITE + EMPTY, "102"
"""The letters of a position, and the digits of the thesis for them."""
THESIS_COLS = 3
"""The columns of the boards of the thesis, whose positions have no separators."""


class Names(StrEnum):
    """How squares are named."""

    ALGEBRAIC = "algebraic"
    NUMBERS = "numbers"
    FROM_ONE = "numbers-from-1"

    @property
    def first(self) -> int | None:
        """The number of the first square; None if squares have names."""
        return {Names.NUMBERS: 0, Names.FROM_ONE: 1}.get(self)


class Writing(StrEnum):
    """How positions are written."""

    LETTERS = "letters"
    DIGITS = "digits"


def digits(text: str) -> str:
    """Return a position, given as letters, as digits; on boards of three columns without separators, as printed.

    A board of one row ends with a separator, so that the digits can be read again.
    """
    written = text.translate(str.maketrans(LETTERS, DIGITS))
    if len(text.partition("/")[0]) == THESIS_COLS and MISSING not in text:
        return written.replace("/", "")
    return written if "/" in text else f"{written}/"


def _letters(text: str, name: str) -> str:
    """Return a position of digits as letters, and any other text as it is."""
    if not re.fullmatch("[012#/]*[012][012#/]*", text):
        return text
    if "/" not in text:
        if len(text) % THESIS_COLS:
            raise BadInput(
                f"{name} is {quoted(text)}: digits without / are rows of {THESIS_COLS}, but it has {len(text)} digits"
            )
        text = "/".join(text[row : row + THESIS_COLS] for row in range(0, len(text), THESIS_COLS))
    return text.translate(str.maketrans(DIGITS, LETTERS))


def read_rows(text: str, name: str) -> list[str]:
    """Return the rows of a position; raise BadInput, with the place of the error, if the text is not a position."""
    for line_break in ("\r\n", "\n", "\\n"):  # the last one as typed: a backslash and an n
        text = text.strip().replace(line_break, "/")
    rows = _letters(text, name).strip("/").upper().split("/")
    if not any(rows):
        raise BadInput(f"{name} is empty, but must be {POSITION.words}")
    for r, row in enumerate(rows, 1):
        for c, letter in enumerate(row, 1):
            if letter not in (BLACK, WHITE, EMPTY, MISSING):
                where = f"where row {r}, column {c} is {quoted(letter)}"
                raise BadInput(f"{name} has {quoted(text)}, {where}; it must be {POSITION.words}")
        if len(row) != len(rows[0]):
            raise BadInput(
                f"{name} has rows of different lengths: row 1 has {len(rows[0])} squares, row {r} has {len(row)}"
            )
    if max(len(rows), len(rows[0])) > LARGEST:
        raise BadInput(f"{name} has {len(rows)} x {len(rows[0])} squares, but must have at most {LARGEST} x {LARGEST}")
    if all(letter == MISSING for row in rows for letter in row):
        raise BadInput(f"{name} has no squares: all are missing")
    return rows
