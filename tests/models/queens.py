"""N-queens in plain Python: attacks counted pair by pair, solutions found by trying all permutations."""

from collections.abc import Sequence
from functools import cache
from itertools import combinations, permutations
from typing import Any

from hypothesis import strategies as st

from knightwatch.engine.queens.problem import QueensProblem


def attack(a: tuple[int, int], b: tuple[int, int]) -> bool:
    """Return whether two queens, each a column and a row, attack each other."""
    return a[0] == b[0] or a[1] == b[1] or abs(a[0] - b[0]) == abs(a[1] - b[1])


def pairs(queens: Sequence[int]) -> int:
    """Return the number of attacking pairs; `queens` has the row of each column."""
    return sum(attack(a, b) for a, b in combinations(enumerate(queens), 2))


def peaceful(problem: QueensProblem, answer: dict[str, Any]) -> bool:
    """Return whether n queens are on the board and none attacks another."""
    queens = answer["queens"]
    return len(queens) == problem.n and all(y in range(problem.n) for y in queens) and pairs(queens) == 0


def stuck(problem: QueensProblem, answer: dict[str, Any]) -> bool:
    """Return whether no queen can move within its column so that fewer pairs attack each other."""
    queens, now = answer["queens"], pairs(answer["queens"])
    moves = ((x, y) for x in range(problem.n) for y in range(problem.n))
    return all(pairs([*queens[:x], y, *queens[x + 1 :]]) >= now for x, y in moves)


@cache
def placeable(problem: QueensProblem) -> bool:
    """Return whether some permutation of the rows is a solution; for small n only."""
    return any(pairs(rows) == 0 for rows in permutations(range(problem.n)))


problems = st.integers(1, 6).map(lambda n: QueensProblem(n=n))
