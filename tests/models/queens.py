"""Queens counted a second time, two by two."""

from collections.abc import Sequence
from itertools import combinations


def attack(a: tuple[int, int], b: tuple[int, int]) -> bool:
    """Tell whether two queens, each a column and a row, attack each other."""
    return a[0] == b[0] or a[1] == b[1] or abs(a[0] - b[0]) == abs(a[1] - b[1])


def pairs(queens: Sequence[int]) -> int:
    """Return the number of attacking pairs of queens, given by their rows from the first column on."""
    return sum(attack(a, b) for a, b in combinations(enumerate(queens), 2))
