"""N-queens by hand: one queen a column, put, moved and removed square by square."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

import numpy as np

from knightwatch.engine.boards import file_name, square_name
from knightwatch.engine.byhand.play import Advice, Play, Position
from knightwatch.engine.core.frame import Board, Figure, Links, Mark, Tone
from knightwatch.engine.queens.completion import LARGEST, TimeIsUp, completions
from knightwatch.engine.queens.problem import QueensProblem

GOOD = Mark("a good square", "+", "+", Tone.GOOD)


class QueensPlay(Play[QueensProblem]):
    """A row for each column; -1 where the column is empty."""

    how = "Choosing a square puts that column's queen there, or takes it away."
    won = "a solution"

    def start(self, board: Board) -> Position:
        rows = np.full(self.problem.n, -1, np.int64)
        rows[board.squares % board.cols] = board.squares // board.cols
        return rows

    def change(self, row: int, col: int) -> str:
        square = square_name(row, col, self.problem.n)
        if self.position[col] == row:
            self.position[col] = -1
            return f"The queen of {square} is gone."
        self.position[col] = row
        attackers = [x for x in np.flatnonzero(self.position >= 0) if x != col and self._attack(col, int(x))]
        if not attackers:
            return f"A queen stands on {square}, and none attacks it."
        names = ", ".join(square_name(int(self.position[x]), int(x), self.problem.n) for x in attackers[:4])
        return f"A queen stands on {square}, attacked from {names}{' and others' if len(attackers) > 4 else ''}."

    def board(self) -> Board:
        board = self.problem.placement(self.position)
        if not self.hinted:
            return board
        squares = np.append(board.squares, self.hinted[-1])
        kinds = np.append(board.kinds, np.uint8(len(board.marks)))
        links = (*board.links, *((Links.equal("the hint", Tone.GOOD, self.hinted),) if len(self.hinted) > 1 else ()))
        return replace(board, marks=(*board.marks, GOOD), squares=squares, kinds=kinds, links=links)

    def advising(self, position: Position, until: float) -> Iterator[Advice | None]:
        n, standing = self.problem.n, {int(x): int(position[x]) for x in np.flatnonzero(position >= 0)}
        if self.problem.refutation():
            yield Advice(False)
            return
        possible, missing = None if n > LARGEST else False, n - len(standing)
        try:
            # First all queens stay; then, if nothing comes of that, as few as can be have to go.
            for moved in range(len(standing) + 1 if n <= LARGEST else 0):
                for gone in combinations(standing, moved):
                    kept = {x: y for x, y in standing.items() if x not in gone}
                    for found in completions(n, kept, until):
                        if found is None:
                            yield None
                            continue
                        yield self._found(found, standing, gone, missing)
                        return
        except TimeIsUp:
            possible = None if moved == 0 else False
            missing += moved
        yield Advice(possible, missing)

    def _found(self, found: dict[int, int], standing: dict[int, int], gone: tuple[int, ...], missing: int) -> Advice:
        """Return advice for a solution that was found when some queens had to go."""
        n, moves = self.problem.n, missing + len(gone)
        for col in gone:
            return Advice(False, moves, (standing[col] * n + col, found[col] * n + col))
        for col in found:
            if col not in standing:
                return Advice(True, moves, (found[col] * n + col,))
        return Advice(True, 0)

    def hint_words(self, advice: Advice) -> str:
        row, col = divmod(advice.next[-1], self.problem.n)
        square = square_name(row, col, self.problem.n)
        if len(advice.next) > 1:
            return f"Hint: not all queens can stay; the one of column {file_name(col)} has to go, for one to {square}."
        return f"Hint: {square}; a solution is possible with a queen there."

    def figures(self) -> tuple[Figure, ...]:
        board = self.board()
        return (
            Figure("placed", f"{len(board.squares)} of {self.problem.n}", "queens on the board"),
            Figure("attacked", f"{int(board.kinds.sum())}", "queens that another one attacks"),
        )

    def solved(self) -> bool:
        return self.problem.solves({"queens": self.position.tolist()})

    def _attack(self, a: int, b: int) -> bool:
        return abs(int(self.position[a] - self.position[b])) in (0, abs(a - b))
