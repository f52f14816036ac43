"""Straight lines on a field of characters: in braille, eight dots to a character, or in ASCII."""

from collections.abc import Iterator

DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""The bits of a braille character, by line and column of their dots."""
BRAILLE = 0x2800

Spot = tuple[int, int]
"""A column and a line of characters."""


class Strokes:
    """Characters that lines have left their marks on."""

    def __init__(self, ascii_only: bool) -> None:
        self._ascii = ascii_only
        self._dots: dict[Spot, int] = {}
        self._letters: dict[Spot, str] = {}

    def draw(self, a: Spot, b: Spot) -> set[Spot]:
        """Draw a line from the middle of one character to that of another; return the characters that it goes over."""
        if self._ascii:
            letter = _letter(b[0] - a[0], b[1] - a[1])
            over = set(_points(a, b))
            for spot in over:
                self._letters[spot] = letter if self._letters.get(spot, letter) == letter else "+"
            return over
        over = set()
        for x, y in _points((2 * a[0] + 1, 4 * a[1] + 2), (2 * b[0] + 1, 4 * b[1] + 2)):
            spot = x // 2, y // 4
            self._dots[spot] = self._dots.get(spot, 0) | DOTS[y % 4][x % 2]
            over.add(spot)
        return over

    def character(self, spot: Spot) -> str:
        """Return what is drawn in a place; a blank, where nothing is."""
        if self._ascii:
            return self._letters.get(spot, " ")
        return chr(BRAILLE + self._dots[spot]) if spot in self._dots else " "


def _points(a: Spot, b: Spot) -> Iterator[Spot]:
    """Yield the points of a line between two points, as many as the longer of its two extents."""
    steps = max(abs(b[0] - a[0]), abs(b[1] - a[1]), 1)
    for step in range(steps + 1):
        yield a[0] + round((b[0] - a[0]) * step / steps), a[1] + round((b[1] - a[1]) * step / steps)


def _letter(right: int, down: int) -> str:
    """Return the character whose slope is nearest to that of a line; characters are about twice as high as wide."""
    if abs(right) > 4 * abs(down):
        return "-"
    if 2 * abs(down) > 3 * abs(right):
        return "|"
    return "\\" if right * down > 0 else "/"
