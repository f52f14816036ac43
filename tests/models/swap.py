"""Plain breadth-first search over positions as text: slow, short, and independent of the engine."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise
from typing import Any

from hypothesis import strategies as st

from knightwatch.engine.swap.problem import SwapProblem

Ways = Sequence[Sequence[int]]


def knight_ways(rows: list[str]) -> tuple[tuple[int, ...], ...]:
    """Return the knight's moves of each square that is not missing, in reading order."""
    squares = [(r, c) for r, row in enumerate(rows) for c, letter in enumerate(row) if letter != "#"]
    return tuple(tuple(k for k, (y, x) in enumerate(squares) if (r - y) ** 2 + (c - x) ** 2 == 5) for r, c in squares)


def file_ways(files: int) -> tuple[tuple[int, ...], ...]:
    """Return for each file the files at distance one or two."""
    return tuple(tuple(b for b in range(files) if abs(a - b) in (1, 2)) for a in range(files))


def after(position: str, here: int, there: int) -> str:
    letters = list(position)
    letters[here], letters[there] = letters[there], letters[here]
    return "".join(letters)


def moves(position: str, ways: Ways) -> list[str]:
    return [
        after(position, here, there)
        for here, letter in enumerate(position)
        if letter != "."
        for there in ways[here]
        if position[there] == "."
    ]


def distances(start: str, ways: Ways) -> dict[str, int]:
    """Return the fewest moves to each position that can be reached."""
    depths, level = {start: 0}, [start]
    for old in level:  # the list grows during the loop
        for new in moves(old, ways):
            if new not in depths:
                depths[new] = depths[old] + 1
                level.append(new)
    return depths


@st.composite
def boards(draw: st.DrawFn) -> tuple[str, str]:
    """Return a start and a goal: the same knights on the same small board, perhaps with holes."""
    rows, cols = draw(st.sampled_from([(3, 3), (3, 4), (4, 3), (2, 5), (1, 4), (2, 3)]))
    holes = draw(st.sets(st.integers(0, rows * cols - 1), max_size=2))
    squares = [square for square in range(rows * cols) if square not in holes]
    black = draw(st.integers(0, min(3, len(squares) - 1)))
    white = draw(st.integers(0 if black else 1, min(2, len(squares) - black)))
    letters = "B" * black + "W" * white + "." * (len(squares) - black - white)
    texts = []
    for _ in range(2):
        cells = ["#"] * (rows * cols)
        for square, letter in zip(squares, draw(st.permutations(letters)), strict=True):
            cells[square] = letter
        texts.append("/".join("".join(cells[r * cols : (r + 1) * cols]) for r in range(rows)))
    return texts[0], texts[1]


def squares(position: str) -> Iterator[tuple[tuple[int, int], str]]:
    """Yield the letter of each square, by row and column."""
    for row, letters in enumerate(position.split("/")):
        for col, letter in enumerate(letters):
            yield (row, col), letter


def changed(problem: SwapProblem, answer: dict[str, Any]) -> bool:
    """Return whether the moves are legal and lead from the start to the goal through the listed positions."""
    positions = answer["positions"]
    for (here, there), (before, after) in zip(answer["moves"], pairwise(positions), strict=True):
        old, new = (dict(squares(position)) for position in (before, after))
        if isinstance(here, str):
            here, there = [0, "abcdefgh".index(here)], [0, "abcdefgh".index(there)]
        (row, col), (to_row, to_col) = here, there
        apart = (row - to_row) ** 2 + (col - to_col) ** 2
        if apart not in ((1, 4) if problem.moves == "files" else (5,)):
            return False
        if old | {(row, col): ".", (to_row, to_col): old[row, col]} != new or old[to_row, to_col] != ".":
            return False
    return bool(positions[0] == problem.from_ and positions[-1] == problem.goal)


@cache
def fewest(problem: SwapProblem) -> int | None:
    """Return the fewest moves to the goal, or None if it cannot be reached; for small boards only."""
    rows = problem.from_.split("/")
    ways = file_ways(len(rows[0])) if problem.moves == "files" else knight_ways(rows)
    start, goal = (text.replace("/", "").replace("#", "") for text in (problem.from_, problem.goal))
    return distances(start, ways).get(goal)


star = st.permutations("BWW.").map(lambda on: "#{}##/###{}/{}#{}#".format(*on))
"""Three knights on a star of four squares: some goals are impossible there, but no theorem proves it."""


@st.composite
def problems(draw: st.DrawFn) -> SwapProblem:
    """Return a problem that plain search solves quickly."""
    start, goal = draw(boards() | st.tuples(star, star))
    files = "/" not in start and "#" not in start and draw(st.booleans())
    return SwapProblem(from_=start, to=goal, moves="files" if files else "knight")
