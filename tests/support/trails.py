"""Boards with a trail: a knight's way, the marks around it, and any board at all."""

from collections.abc import Iterable

import numpy as np
from hypothesis import strategies as st

from engine.boards import neighbours
from engine.core.frame import Board, Mark, Tone
from tui.widgets.board.scale import Scale, shade

KNIGHT = Mark("knight", "♞", "N", Tone.PIECE)
HOLE = Mark("hole", " ", "#", Tone.HOLE)
NEXT = Mark("free, 3 ways on", "+3", "+3", Tone.HINT)
BACK = Mark("the way back", "✓", "v", Tone.GOOD)
DEAD = Mark("dead end", "×", "x", Tone.ALARM)
MARKS = (HOLE, NEXT, BACK, KNIGHT, DEAD)
LETTERS, SIGNS = "#+vNx", "#+✓♞×"


def marked(n: int, trail: Iterable[int], **squares: int) -> Board:
    """Return a board with a trail and some marks by the names above."""
    kinds = np.array([MARKS.index(globals()[name]) for name in squares], np.uint8)
    return Board(n, n, MARKS, np.array(list(squares.values()), np.int64), kinds, trail=np.array(list(trail), np.int64))


def wandering(n: int, steps: int, seed: int = 0) -> list[int]:
    """Return the way of a knight that never comes back to a square and prefers narrow ones."""
    rng, way = np.random.default_rng(seed), [0]
    seen = {0}
    while len(way) < steps:
        free = [to for to in neighbours(way[-1], n, n) if to not in seen]
        if not free:
            break
        way.append(min(free, key=lambda to: (len(set(neighbours(to, n, n)) - seen), rng.random())))
        seen.add(way[-1])
    return way


def step(n: int, way: list[int], length: int) -> Board:
    """Return what a search shows: the trail, the knight at its head and hints around it."""
    head, seen = way[length - 1], set(way[:length])
    hints = [to for to in neighbours(head, n, n) if to not in seen]
    kinds = [MARKS.index(KNIGHT)] + [MARKS.index(NEXT)] * len(hints)
    return Board(n, n, MARKS, np.array([head, *hints]), np.array(kinds, np.uint8), trail=np.array(way[:length]))


def cell_by_cell(board: Board, scale: Scale) -> list[list[int]]:
    """Return the grid of a board as it is described, square by square."""
    times, kinds = (np.zeros((scale.rows, scale.cols), int) for _ in range(2))
    for position, square in enumerate(board.trail.tolist()):
        row, col = (part // scale.covers for part in divmod(square, board.cols))
        times[row, col] = 1 + (position if scale.digits else shade(position, board.rows * board.cols))
    for square, kind in zip(board.squares.tolist(), board.kinds.tolist(), strict=True):
        row, col = (part // scale.covers for part in divmod(square, board.cols))
        kinds[row, col] = max(kinds[row, col], kind + 1)
    cells: list[list[int]] = (times * (len(board.marks) + 1) + kinds).tolist()
    return cells


@st.composite
def boards(draw: st.DrawFn) -> Board:
    rows, cols = draw(st.integers(1, 12)), draw(st.integers(1, 12))
    square = st.integers(0, rows * cols - 1)
    squares, way = draw(st.lists(square, max_size=20)), draw(st.lists(square, max_size=200))
    kinds = draw(st.lists(st.integers(0, len(MARKS) - 1), min_size=len(squares), max_size=len(squares)))
    return Board(
        rows, cols, MARKS, np.array(squares, np.int64), np.array(kinds, np.uint8), trail=np.array(way, np.int64)
    )
