"""A knight's tour by hand: move the knight square by square, or take moves back."""

import time
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

import numpy as np
from numpy.typing import ArrayLike

from knightwatch.engine.boards import adjacent, neighbours
from knightwatch.engine.byhand.play import Advice, Play, Position
from knightwatch.engine.core.frame import Board, Figure, Links, Mark, Tone
from knightwatch.engine.core.words import counted_noun
from knightwatch.engine.tour.completion import search_completion
from knightwatch.engine.tour.lost import Reason
from knightwatch.engine.tour.problem import CANDIDATES, GOOD, KNIGHT, TourProblem


class TourPlay(Play[TourProblem]):
    """A walk of the user; the position is the array of its squares."""

    won = "a tour"

    def __init__(self, problem: TourProblem, board: Board) -> None:
        super().__init__(problem, board)
        if not len(self.position):
            self.how = "Choose any square to begin, then a marked square; choose the last one again to take it back."
        elif self.solved():
            self.how = "This tour is complete; choose the last square to take its move back."
        elif self._ahead():
            self.how = f"The knight stands on {self._here}. Choose a marked square."
        else:
            self.how = f"The knight stands on {self._here} and cannot go on; choose it to take its move back."

    @property
    def _here(self) -> str:
        """The name of the knight's square."""
        return self.problem.name(int(self.position[-1]))

    def start(self, board: Board) -> Position:
        trail, cols, first = board.trail, board.cols, self.problem.first
        walked = all(adjacent(int(a), int(b), cols) for a, b in pairwise(trail))
        if first is not None and (not walked or first not in trail[:1]):
            return np.array([first])
        if not walked:  # the squares on the board of a search need not be a walk
            return trail[:0]
        firsts = np.unique(trail, return_index=True)[1]
        repeats = np.setdiff1d(np.arange(len(trail)), firsts)
        return trail[: repeats[0]].copy() if len(repeats) else trail.copy()

    def change(self, row: int, col: int) -> str:
        square, name = row * self.problem.cols + col, self.problem.name
        if not self.problem.free[row, col]:
            return f"{name(square)} is a hole."
        if len(self.position) == 0:
            self.position = np.array([square])
            return f"The knight stands on {name(square)}. {self._ways_on()}"
        last = int(self.position[-1])
        if square == last:
            if len(self.position) == 1 and self.problem.first is not None:
                return f"The tour begins on {name(square)}: the knight stays there. Choose a marked square."
            self.position = self.position[:-1]
            return f"The knight steps back from {name(square)}."
        if square in self.position:
            return f"{name(square)} was visited before."
        if not adjacent(last, square, self.problem.cols):
            return f"{name(square)} is not a knight's move from {name(last)}."
        self.position = np.append(self.position, square)
        return f"The knight goes to {name(square)}. {self._ways_on()}"

    def _ahead(self) -> dict[int, int]:
        """Return the free squares a knight's move away, each with its number of ways on."""
        if len(self.position) == 0:
            return {}
        problem, visited = self.problem, set(self.position.tolist())

        def free(square: int) -> list[int]:
            around = neighbours(square, problem.rows, problem.cols)
            return [there for there in around if problem.free.flat[there] and there not in visited]

        return {there: len(free(there)) for there in free(int(self.position[-1]))}

    def _ways_on(self) -> str:
        ahead = len(self._ahead())
        if len(self.position) == self.problem.squares:
            return "All squares are visited."
        return f"{counted_noun(ahead, 'way')} on." if ahead else "Dead end."

    def board(self) -> Board:
        marks: list[tuple[Mark, ArrayLike]] = [(CANDIDATES[ways], [square]) for square, ways in self._ahead().items()]
        why = Reason("", self.advice.proof, self.advice.needed, self.advice.second) if self.advice else Reason("")
        board = self.problem.walk(self.position, [*marks, *why.marks(), (KNIGHT, self.position[-1:])])
        board = replace(board, links=why.links(self.problem.cols))
        if len(self.hinted) == 1:  # a start
            return self.problem.walk(self.position, [(GOOD, self.hinted)])
        return replace(board, links=(Links.equal("the hint", Tone.GOOD, self.hinted),)) if self.hinted else board

    def earlier(self) -> list[Position]:
        """Return all shorter beginnings of the walk, the longest first, including moves of the search."""
        return [self.position[:length] for length in range(len(self.position) - 1, 0, -1)]

    def advising(self, position: Position, until: float) -> Iterator[Advice | None]:
        problem, left = self.problem, self.problem.squares - len(position)
        begun = position if len(position) else problem.possible_starts[:1]
        if problem.refusal and len(position) <= 1:
            yield Advice(False, why=problem.refusal.reason, proof=tuple(problem.refusal.squares.tolist()))
            return
        for found in search_completion(problem, begun, max(0.0, until - time.perf_counter())):
            if found is None:
                yield None
                continue
            way: tuple[int, ...] = ()
            if found.possible and left:
                way = (int(begun[-1]), found.way[0]) if len(position) else (int(begun[0]),)
            reason = found.reason or Reason("")
            moves = left if found.possible else None
            yield Advice(found.possible, moves, way, reason.words, reason.squares, reason.necks, reason.second)

    def hint_words(self, advice: Advice) -> str:
        name = self.problem.name(advice.next[-1])
        return f"Hint: {'go to' if len(self.position) else 'begin on'} {name}; a tour is possible from there."

    def cursor(self) -> tuple[int, int]:
        here = int(self.position[-1]) if len(self.position) else self.problem.first or 0
        return divmod(here, self.problem.cols)

    def figures(self) -> tuple[Figure, ...]:
        return (
            Figure("visited", f"{len(self.position)} of {self.problem.squares}", "squares in the walk"),
            Figure("ways on", f"{len(self._ahead())}", "free squares a knight's move away"),
        )

    def clear(self) -> str:
        sentence = super().clear()
        return f"The knight is back on {self._here}." if len(self.position) else sentence

    def is_stuck(self) -> bool:
        return 0 < len(self.position) < self.problem.squares and not self._ahead()

    def solved(self) -> bool:
        cols = self.problem.cols
        return self.problem.solves({"path": [divmod(int(square), cols) for square in self.position]})
