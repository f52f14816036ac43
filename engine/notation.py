"""Knight's moves and the names of squares. This module imports nothing: a solver's process needs it and starts fast."""

MOVES = ((2, 1), (-2, 1), (1, 2), (-1, 2), (2, -1), (-2, -1), (1, -2), (-1, -2))
"""Knight's moves as rows down and columns to the right, in the order of the published tours."""


def file_name(col: int) -> str:
    """Return the letters of a column: a to z, then aa, ab and so on."""
    letters = ""
    col += 1
    while col:
        col, rest = divmod(col - 1, 26)
        letters = chr(ord("a") + rest) + letters
    return letters


def file_number(letters: str) -> int:
    """Return the column that `file_name` names so."""
    col = -1
    for letter in letters:
        col = (col + 1) * 26 + ord(letter) - ord("a")
    return col


def square_name(row: int, col: int, rows: int) -> str:
    """Return a square in algebraic notation."""
    return f"{file_name(col)}{rows - row}"
