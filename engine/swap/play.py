"""Knights that change places by hand: choose a knight, choose its square, and see whether the move was good."""

import time
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from knightwatch.engine.byhand.play import Advice, Play, Position
from knightwatch.engine.core.frame import Board, Figure, Links, Mark, Status, Tone
from knightwatch.engine.core.run import Run
from knightwatch.engine.core.words import counted_noun
from knightwatch.engine.swap.positions import Positions
from knightwatch.engine.swap.problem import KINDS, SwapProblem, last_move
from knightwatch.engine.swap.refutations import BLACK, EMPTY, WHITE
from knightwatch.engine.swap.solvers.base import SwapSettings
from knightwatch.engine.swap.solvers.best_first import BestFirst
from knightwatch.engine.swap.solvers.distances import Distances

WAY = Mark("move of the chosen knight", "+", "+", Tone.HINT)
COLOURS = {BLACK: "black", WHITE: "white"}


class CoachSearch(BestFirst):
    """A* that starts at once: with little memory for pairs, it computes moves instead of listing them first."""

    pair_memory = 1 << 20


class SwapPlay(Play[SwapProblem]):
    """The position is the code of a letter for each vertex."""

    how = "Choose a knight, then an empty square one move away."
    won = "the goal"

    def __init__(self, problem: SwapProblem, board: Board) -> None:
        super().__init__(problem, board)
        self._chosen: int | None = None
        """The vertex of the chosen knight."""
        self._distances = Distances(problem)

    def start(self, board: Board) -> Position:
        letters = np.full(board.rows * board.cols, ord(EMPTY))
        for letter in COLOURS:
            letters[board.squares[board.kinds == KINDS[letter]]] = ord(letter)
        return letters[self.problem.squares]

    def preparing(self) -> Iterator[None]:
        if not self.problem.refutation():
            yield from self._distances.slices()

    def change(self, row: int, col: int) -> str:
        problem, square = self.problem, row * self.problem.free.shape[1] + col
        if not problem.free[row, col]:
            return "That square is missing."
        vertex = int(np.searchsorted(problem.squares, square))
        name, letter = problem.name(vertex), self._letters()[vertex]
        if letter != EMPTY:
            self._chosen = None if self._chosen == vertex else vertex
            if self._chosen is None:
                return "No knight is chosen."
            ways = [there for there in problem.graph.ways[vertex] if self._letters()[there] == EMPTY]
            where = f"can go to {', '.join(map(problem.name, ways))}" if ways else "cannot move: choose another"
            return f"The {COLOURS[letter]} knight on {name} {where}."
        if self._chosen is None:
            return f"{name} is empty: choose a knight first."
        here = self._chosen
        if vertex not in problem.graph.ways[here]:
            return f"{name} is not one move from {problem.name(here)}."
        before, colour = self._distance(), COLOURS[self._letters()[here]]
        moved = self.position.copy()
        moved[[here, vertex]] = moved[[vertex, here]]
        self.position, self._chosen = moved, None
        return f"The {colour} knight goes from {problem.name(here)} to {name}{self._judged(before)}."

    def _judged(self, before: int | None) -> str:
        """Return a clause that judges the last move, if the distances are known."""
        after = self._distance()
        if before is None or after is None:
            return ""
        judgement = {-1: "a good move", 0: "no nearer"}.get(after - before, "a step back")
        return f", {judgement}: {counted_noun(after, 'move')} to the goal"

    def advising(self, position: Position, until: float) -> Iterator[Advice | None]:
        letters = "".join(map(chr, position))
        text = self.problem.text(letters)
        if self.problem.refutation():
            yield Advice(False)
            return
        if self._distances.known:
            yield self._by_table(self._distances.positions.number(text))
            return
        # The table is not ready or too large: A* needs memory only for the positions that it sees.
        search = CoachSearch(SwapProblem(from_=text, to=self.problem.goal, moves=self.problem.moves), SwapSettings(), 0)
        run = Run(search)
        for _ in run.slices():
            yield None
            if time.perf_counter() > until:
                break
        if run.status is Status.IMPOSSIBLE:
            yield Advice(False)
        elif run.status is Status.SOLVED:
            yield self._move(search.positions, search.sequence())
        else:
            yield Advice(None, search.lower_bound if search.ready and not search.full else None)

    def _by_table(self, number: int) -> Advice:
        """Return the advice of the distance table for a position."""
        if self._distances.distance(number) is None:
            return Advice(False)
        return self._move(self._distances.positions, self._distances.path(number))

    def _move(self, positions: Positions, sequence: list[int]) -> Advice:
        """Return the first move of a shortest sequence as advice."""
        if len(sequence) < 2:
            return Advice(True, 0)
        here, there = self.problem.squares[list(positions.move(*sequence[:2]))].tolist()
        return Advice(True, len(sequence) - 1, (here, there))

    @property
    def advice(self) -> Advice | None:
        """The advice for the position: from the distance table, if it is complete, else from the coach."""
        known = self._distances.known and not self.problem.refutation()
        return self._by_table(self._number()) if known else super().advice

    def coached(self) -> tuple[Figure, ...]:
        """Return the coach's figures; none if the distance table is complete."""
        return () if self._distances.known else super().coached()

    def hint_words(self, advice: Advice) -> str:
        """Choose the knight of the hint and return the hint as a sentence."""
        here, there = (int(np.searchsorted(self.problem.squares, square)) for square in advice.next)
        self._chosen = here
        name, colour = self.problem.name, COLOURS[self._letters()[here]]
        rest = counted_noun((advice.moves or 1) - 1, "move")
        return f"Hint: the {colour} knight from {name(here)} to {name(there)}, then {rest} to the goal."

    def board(self) -> Board:
        board = self.problem.position(self.problem.text(self._letters()))
        if self._chosen is None:
            return replace(board, links=self._last_move())
        free = [there for there in self.problem.graph.ways[self._chosen] if self._letters()[there] == EMPTY]
        squares = np.append(board.squares, self.problem.squares[free])
        kinds = np.append(board.kinds, np.full(len(free), len(board.marks), np.uint8))
        links = (Links.equal("the hint", Tone.GOOD, self.hinted),) if self.hinted else ()
        return replace(board, marks=(*board.marks, WAY), squares=squares, kinds=kinds, links=links)

    def _last_move(self) -> tuple[Links, ...]:
        """Return the line of the last move, if there was one."""
        changed = np.flatnonzero(self._past[-1] != self.position) if self._past else np.empty(0, np.int64)
        if len(changed) != 2 or EMPTY not in (letters := [self._letters()[vertex] for vertex in changed]):
            return ()
        here, there = self.problem.squares[changed if letters[0] == EMPTY else changed[::-1]].tolist()
        return (last_move((here, there)),)

    def figures(self) -> tuple[Figure, ...]:
        return (Figure("to go", self._known(), "fewest moves to the goal"),)

    def solved(self) -> bool:
        return self.problem.text(self._letters()) == self.problem.goal

    def clear(self) -> str:
        super().clear()
        self._chosen = None
        return "The knights are back at the start."

    def undo(self) -> str:
        self._chosen = None
        return super().undo()

    def _known(self) -> str:
        """Return the distance to the goal in words."""
        if self.problem.refutation():
            return "cannot be reached"
        if fault := self._distances.fault:
            return f"not known: {fault}"
        if not self._distances.known:
            return f"counting, {self._distances.fraction:.0%}"
        distance = self._distance()
        return "cannot be reached" if distance is None else counted_noun(distance, "move")

    def _letters(self) -> str:
        return "".join(map(chr, self.position))

    def _number(self) -> int:
        return self._distances.positions.number(self.problem.text(self._letters()))

    def _distance(self) -> int | None:
        return self._distances.distance(self._number()) if self._distances.known else None
