"""A knight's tour by hand: the knight goes square by square, and back."""

from itertools import pairwise

import numpy as np

from engine.boards import adjacent, neighbours
from engine.byhand.play import Play, Position
from engine.core.frame import Board, Figure
from engine.core.words import counted_noun
from engine.tour.problem import CANDIDATES, KNIGHT, TourProblem


class TourPlay(Play[TourProblem]):
    """The squares of the walk, in their order."""

    how = "Choosing a square puts the knight there, first anywhere, then by its moves; choosing it again steps back."

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
        return self.problem.walk(self.position, [*marks, (KNIGHT, self.position[-1:])])

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
        return self.problem.check({"path": [divmod(int(square), cols) for square in self.position]})
