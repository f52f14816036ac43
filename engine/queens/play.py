"""N-queens by hand: put, move and remove one queen per column."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

import numpy as np

from knightwatch.engine.boards import file_name, square_name
from knightwatch.engine.byhand.play import Advice, Play, Position
from knightwatch.engine.core.frame import Board, Figure, Links, Mark, Tone
from knightwatch.engine.queens.completion import LARGEST, TimeIsUp, completions
from knightwatch.engine.queens.free_rows import EMPTY, free_squares
from knightwatch.engine.queens.lost import QueensReason, why_lost
from knightwatch.engine.queens.problem import QueensProblem

GOOD = Mark("a good square", "+", "+", Tone.GOOD)


def _marked(board: Board, mark: Mark, squares: tuple[int, ...]) -> Board:
    """Return a board with a mark below its pieces."""
    kinds = np.append(np.zeros(len(squares), np.uint8), board.kinds + 1).astype(np.uint8)
    return replace(board, marks=(mark, *board.marks), squares=np.append(squares, board.squares), kinds=kinds)


class QueensPlay(Play[QueensProblem]):
    """The position is a row for each column; -1 is an empty column."""

    how = "Choose a square to put the queen of its column there; choose it again to remove the queen."
    won = "a solution"

    def start(self, board: Board) -> Position:
        rows = np.full(self.problem.n, -1, np.int64)
        rows[board.squares % board.cols] = board.squares // board.cols
        return rows

    def change(self, row: int, col: int) -> str:
        square = square_name(row, col, self.problem.n)
        if self.position[col] == row:
            self.position[col] = -1
            return f"The queen on {square} is removed."
        self.position[col] = row
        attackers = [x for x in np.flatnonzero(self.position >= 0) if x != col and self._attack(col, int(x))]
        if not attackers:
            return f"Queen on {square}: no queen attacks it."
        names = ", ".join(square_name(int(self.position[x]), int(x), self.problem.n) for x in attackers[:4])
        return f"Queen on {square}, attacked from {names}{' and others' if len(attackers) > 4 else ''}."

    def board(self) -> Board:
        board = self.problem.placement(self.position)
        if self.advice and self.advice.proof:
            board = _marked(board, EMPTY, self.advice.proof)
        if not self.hinted:
            return board
        squares = np.append(board.squares, self.hinted[-1])
        kinds = np.append(board.kinds, np.uint8(len(board.marks)))
        links = (*board.links, *((Links.equal("the hint", Tone.GOOD, self.hinted),) if len(self.hinted) > 1 else ()))
        return replace(board, marks=(*board.marks, GOOD), squares=squares, kinds=kinds, links=links)

    def advising(self, position: Position, until: float) -> Iterator[Advice | None]:
        for advice in self._searching(position, until):
            yield self._explained(advice, position) if advice and advice.possible is False else advice

    def _explained(self, advice: Advice, position: Position) -> Advice:
        """Return an advice with the reason why no solution has the placed queens."""
        if theorem := self.problem.refutation():
            return replace(advice, why=theorem)
        reason = why_lost(position.tolist())
        if reason is None:
            reason = QueensReason("by exhaustion: all places of the other queens were tried")
        return replace(advice, why=reason.words, proof=reason.squares)

    def _searching(self, position: Position, until: float) -> Iterator[Advice | None]:
        n, placed = self.problem.n, {int(x): int(position[x]) for x in np.flatnonzero(position >= 0)}
        if self.problem.refutation():
            yield Advice(False)
            return
        possible, missing = None if n > LARGEST else False, n - len(placed)
        try:
            # First keep all queens; then remove one, two, and so on, until a solution exists.
            for moved in range(len(placed) + 1 if n <= LARGEST else 0):
                for removed in combinations(placed, moved):
                    kept = {x: y for x, y in placed.items() if x not in removed}
                    for solution in completions(n, kept, until):
                        if solution is None:
                            yield None
                            continue
                        yield self._advice_for(solution, placed, removed, missing)
                        return
        except TimeIsUp:
            possible = None if moved == 0 else False
            missing += moved
        yield Advice(possible, missing)

    def _advice_for(
        self, solution: dict[int, int], placed: dict[int, int], removed: tuple[int, ...], missing: int
    ) -> Advice:
        """Return the first move towards a solution that needs some placed queens removed."""
        n, moves = self.problem.n, missing + len(removed)
        for col in removed:
            return Advice(False, moves, (placed[col] * n + col, solution[col] * n + col))
        free = free_squares([placed.get(x, -1) for x in range(n)]).sum(axis=0)
        for col in sorted(solution.keys() - placed.keys(), key=lambda x: (free[x], x)):  # first-fail
            return Advice(True, moves, (solution[col] * n + col,))
        return Advice(True, 0)

    def hint_words(self, advice: Advice) -> str:
        row, col = divmod(advice.next[-1], self.problem.n)
        square = square_name(row, col, self.problem.n)
        if len(advice.next) > 1:
            why = advice.why or "no solution has all these queens"
            return f"Hint: {why}. Move the queen of column {file_name(col)} to {square}."
        free = int(free_squares(self.position)[:, col].sum())
        rows = "1 free row" if free == 1 else f"{free} free rows"
        return f"Hint: {square}. Column {file_name(col)} has only {rows}, and a solution has a queen there."

    def figures(self) -> tuple[Figure, ...]:
        board = self.problem.placement(self.position)
        return (
            Figure("placed", f"{len(board.squares)} of {self.problem.n}", "queens on the board"),
            Figure("attacked", f"{int(board.kinds.sum())}", "queens that another queen attacks"),
            *self._tightest(),
        )

    def _tightest(self) -> tuple[Figure, ...]:
        """Return the open column with the fewest free rows, as a figure."""
        columns = np.flatnonzero(self.position < 0)
        if not len(columns) or self.problem.n > LARGEST:
            return ()
        free = free_squares(self.position)[:, columns].sum(axis=0)
        col, rows = file_name(int(columns[free.argmin()])), int(free.min())
        return (Figure("fewest rows", f"{col}: {rows}", "the open column with the fewest free rows: fill it next"),)

    def solved(self) -> bool:
        return self.problem.solves({"queens": self.position.tolist()})

    def _attack(self, a: int, b: int) -> bool:
        return abs(int(self.position[a] - self.position[b])) in (0, abs(a - b))
