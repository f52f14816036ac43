"""N-queens by hand: one queen a column, put, moved and removed square by square."""

import numpy as np

from engine.boards import square_name
from engine.byhand.play import Play, Position
from engine.core.frame import Board, Figure
from engine.queens.problem import QueensProblem


class QueensPlay(Play[QueensProblem]):
    """A row for each column; -1 where the column is empty."""

    how = "Choosing a square puts that column's queen there, or takes it away."

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
        return self.problem.placement(self.position)

    def figures(self) -> tuple[Figure, ...]:
        board = self.board()
        return (
            Figure("placed", f"{len(board.squares)} of {self.problem.n}", "queens on the board"),
            Figure("attacked", f"{int(board.kinds.sum())}", "queens that another one attacks"),
        )

    def solved(self) -> bool:
        return self.problem.check({"queens": self.position.tolist()})

    def _attack(self, a: int, b: int) -> bool:
        return abs(int(self.position[a] - self.position[b])) in (0, abs(a - b))
