"""A knight's tour by hand: the knight goes square by square, and back."""

import time
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

import numpy as np

from knightwatch.engine.boards import adjacent, neighbours
from knightwatch.engine.byhand.play import Advice, Play, Position
from knightwatch.engine.core.frame import Board, Figure, Links, Tone
from knightwatch.engine.core.words import counted_noun
from knightwatch.engine.tour.outlook import outlooks
from knightwatch.engine.tour.problem import CANDIDATES, GOOD, KNIGHT, TourProblem


class TourPlay(Play[TourProblem]):
    """The squares of the walk, in their order."""

    how = "Choosing a square puts the knight there, first anywhere, then by its moves; choosing it again steps back."

    won = "a tour"

    def start(self, board: Board) -> Position:
        trail, cols = board.trail, board.cols
        walked = all(adjacent(int(a), int(b), cols) for a, b in pairwise(trail))
        if not walked:  # a search may show other orders of squares than walks
            return trail[:0]
        firsts = np.unique(trail, return_index=True)[1]
        again = np.setdiff1d(np.arange(len(trail)), firsts)
        return trail[: again[0]].copy() if len(again) else trail.copy()  # and walks that repeat themselves

    def change(self, row: int, col: int) -> str:
        square, name = row * self.problem.cols + col, self.problem.name
        if not self.problem.free[row, col]:
            return f"{name(square)} is not there."
        if len(self.position) == 0:
            first = self.problem.first
            if first is not None and first != square:
                return f"The tour has to begin on {name(first)}."
            self.position = np.array([square])
            return f"The knight stands on {name(square)}. {self._outlook()}"
        last = int(self.position[-1])
        if square == last:
            self.position = self.position[:-1]
            return f"The knight steps back from {name(square)}."
        if square in self.position:
            return f"The knight was on {name(square)} already."
        if not adjacent(last, square, self.problem.cols):
            return f"{name(square)} is no knight's move from {name(last)}."
        self.position = np.append(self.position, square)
        return f"The knight goes to {name(square)}. {self._outlook()}"

    def _ahead(self) -> dict[int, int]:
        """Return the free squares next to the knight, each with its ways on."""
        if len(self.position) == 0:
            return {}
        problem, visited = self.problem, set(self.position.tolist())

        def free(square: int) -> list[int]:
            around = neighbours(square, problem.rows, problem.cols)
            return [there for there in around if problem.free.flat[there] and there not in visited]

        return {there: len(free(there)) for there in free(int(self.position[-1]))}

    def _outlook(self) -> str:
        ahead = len(self._ahead())
        if len(self.position) == self.problem.squares:
            return "All squares are visited."
        return f"{counted_noun(ahead, 'way')} on." if ahead else "That is a dead end."

    def board(self) -> Board:
        marks = [(CANDIDATES[ways], [square]) for square, ways in self._ahead().items()]
        board = self.problem.walk(self.position, [*marks, (KNIGHT, self.position[-1:])])
        if len(self.hinted) == 1:  # where to begin
            return self.problem.walk(self.position, [(GOOD, self.hinted)])
        return replace(board, links=(Links.equal("the hint", Tone.GOOD, self.hinted),)) if self.hinted else board

    def earlier(self) -> list[Position]:
        """Return the beginnings of the walk, which may be older than what was done by hand."""
        return [self.position[:length] for length in range(len(self.position) - 1, 0, -1)]

    def advising(self, position: Position, until: float) -> Iterator[Advice | None]:
        problem, left = self.problem, self.problem.squares - len(position)
        begun = position if len(position) else problem.beginnings[:1]
        if problem.refutation() and not len(position):
            yield Advice(False)
            return
        for found in outlooks(problem, begun, max(0.0, until - time.perf_counter())):
            if found is None:
                yield None
                continue
            way: tuple[int, ...] = ()
            if found.possible and left:
                way = (int(begun[-1]), found.way[0]) if len(position) else (int(begun[0]),)
            yield Advice(found.possible, left if found.possible else None, way)

    def hint_words(self, advice: Advice) -> str:
        name = self.problem.name(advice.next[-1])
        return f"Hint: {'go to' if len(self.position) else 'begin on'} {name}; a tour is possible from there."

    def cursor(self) -> tuple[int, int]:
        here = int(self.position[-1]) if len(self.position) else self.problem.first or 0
        return divmod(here, self.problem.cols)

    def figures(self) -> tuple[Figure, ...]:
        return (
            Figure("visited", f"{len(self.position)} of {self.problem.squares}", "squares of the walk"),
            Figure("ways on", f"{len(self._ahead())}", "free squares a knight's move away"),
        )

    def stuck(self) -> bool:
        return 0 < len(self.position) < self.problem.squares and not self._ahead()

    def solved(self) -> bool:
        cols = self.problem.cols
        return self.problem.solves({"path": [divmod(int(square), cols) for square in self.position]})
