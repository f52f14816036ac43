"""Squares and their notation: a square is row * cols + column, from the top left; a1 is at the bottom left."""


def file_name(col: int) -> str:
    """Return the letters of a column: a to z, then aa, ab and so on."""
    letters = ""
    col += 1
    while col:
        col, rest = divmod(col - 1, 26)
        letters = chr(ord("a") + rest) + letters
    return letters


def square_name(row: int, col: int, rows: int) -> str:
    """Return a square in algebraic notation on a board of so many rows."""
    return f"{file_name(col)}{rows - row}"
