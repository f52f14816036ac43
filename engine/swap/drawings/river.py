"""The puzzle of files as a real board: each move from file to file becomes a knight's move.

A step of one file goes two ranks up or down, a step of two files one rank. Two knights are never on the same file, so a
knight may choose up or down: it stays as near to its own rank as it can, and ends there if possible.
"""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from knightwatch.engine.boards import square_name
from knightwatch.engine.core.frame import Board, Links
from knightwatch.engine.core.page import Page
from knightwatch.engine.swap.notation import MISSING
from knightwatch.engine.swap.problem import KINDS, LEFT, MARKS, SwapProblem, last_move
from knightwatch.engine.swap.refutations import EMPTY

RANKS = 8
HOME = 3
"""The first row of the knights, from the top: the fifth rank, as published."""
AWAY = 1000
"""The cost per rank of ending away from home; being away during the trip costs 1 per rank and move."""


def rows_of(files: Sequence[int]) -> list[int]:
    """Return the rows of a knight on its trip through files, the first included."""
    best: dict[int, tuple[int, list[int]]] = {HOME: (0, [HOME])}
    for here, there in pairwise(files):
        climb = 3 - abs(there - here)
        ways: dict[int, tuple[int, list[int]]] = {}
        for row, (cost, path) in best.items():
            for to in (row - climb, row + climb):
                if 0 <= to < RANKS:
                    way = cost + abs(to - HOME), [*path, to]
                    ways[to] = min(ways.get(to, way), way)
        best = ways
    return min(best.values(), key=lambda way: way[0] + AWAY * abs(way[1][-1] - HOME))[1]


class Crossing:
    """A sequence of moves between files, shown on the real board."""

    def __init__(self, problem: SwapProblem, positions: Sequence[str]) -> None:
        """Take the positions from start to goal, each as one row of letters."""
        self._positions = positions
        self._cols = problem.free.shape[1]
        steps = [_step(before, after) for before, after in pairwise(positions)]
        trips = {file: [file] for file, letter in enumerate(positions[0]) if letter not in (EMPTY, MISSING)}
        knights = dict(trips)
        moved = []
        for here, there in steps:
            trip = knights[there] = knights.pop(here)
            trip.append(there)
            moved.append(trip)
        rows = {id(trip): iter(rows_of(trip)) for trip in trips.values()}
        self._rows = [{file: next(rows[id(trip)]) for file, trip in trips.items()}]
        """For each position: the row of the knight on each file."""
        self.moves: list[tuple[int, int] | None] = [None]
        """For each position: the two squares of the move that led to it."""
        for (here, there), trip in zip(steps, moved, strict=True):
            at = dict(self._rows[-1])
            left = at.pop(here)
            at[there] = next(rows[id(trip)])
            self._rows.append(at)
            self.moves.append((left * self._cols + here, at[there] * self._cols + there))

    def page(self, place: int) -> Page:
        """Return the page of a position: its board and the move that led to it."""
        move, words = self.moves[place], ""
        if move:
            here, there = (square_name(square // self._cols, square % self._cols, RANKS) for square in move)
            words = f"On the full board: {here} to {there}."
        return Page.single("", self.board(place), words, move)

    def board(self, place: int) -> Board:
        """Return the board of a position."""
        text = self._positions[place]
        missing = [row * self._cols + file for row in range(RANKS) for file, x in enumerate(text) if x == MISSING]
        marks = dict.fromkeys(missing, KINDS[MISSING])
        marks |= {row * self._cols + file: KINDS[text[file]] for file, row in self._rows[place].items()}
        links: tuple[Links, ...] = ()
        if move := self.moves[place]:
            marks[move[0]] = MARKS.index(LEFT)
            links = (last_move(move),)
        squares = np.array(sorted(marks), np.int64)
        kinds = np.array([marks[square] for square in squares.tolist()], np.uint8)
        return Board(RANKS, self._cols, MARKS, squares, kinds, links=links)


def _step(before: str, after: str) -> tuple[int, int]:
    """Return the files from which and to which the move between two positions goes."""
    changed = [file for file, (old, new) in enumerate(zip(before, after, strict=True)) if old != new]
    here, there = sorted(changed, key=lambda file: after[file] != EMPTY)
    return here, there
