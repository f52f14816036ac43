"""Words: numbers, tables and user input as parts of sentences."""

from collections.abc import Sequence


def counted_noun(number: int, noun: str) -> str:
    """Return a number with its noun, for example 1 step or 2,000 steps."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def capitalised(text: str) -> str:
    """Return a text with a capital first letter."""
    return text[:1].upper() + text[1:]


def one_line(text: str) -> str:
    """Return a text on one line, with ? for control characters."""
    return "".join(sign if sign.isprintable() else "?" for sign in " ".join(text.split()))


def printable(line: str) -> str:
    """Return a line with its spaces, with ? for control characters."""
    return "".join(sign if sign.isprintable() else "?" for sign in line.expandtabs())


def quoted(text: str, most: int = 60, marks: bool = False) -> str:
    """Return a text from the user on one line, cut after `most` characters; with `marks`, in quotation marks."""
    line = one_line(text)
    if not line:
        return "empty"
    cut = line if len(line) <= most else f"{line[:most]}..."
    return f'"{cut}"' if marks else cut


def aligned(rows: Sequence[Sequence[str]], left: int = 0) -> list[str]:
    """Return the lines of a table. The first `left` columns are flush left, the others flush right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            cell.ljust(width) if place < left else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]
