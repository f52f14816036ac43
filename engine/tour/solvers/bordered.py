"""What all solvers of tours know of their board: its border, its moves, and the names of its squares."""

import numpy as np

from knightwatch.engine.boards import BORDER, move_offsets
from knightwatch.engine.tour.kernels.squares import Offsets
from knightwatch.engine.tour.problem import TourProblem


class Bordered:
    """A board whose squares are numbered with its border."""

    problem: TourProblem
    offsets: Offsets

    def measure(self) -> None:
        """Work out what follows from the problem."""
        self.offsets = move_offsets(self.problem.cols)

    @property
    def width(self) -> int:
        """Columns of the board with its border."""
        return self.problem.cols + 2 * BORDER

    def after(self, square: int, k: int) -> int:
        """Return where a move leads from a square."""
        return square + int(self.offsets.view(np.int32)[k])

    def name_of(self, square: int) -> str:
        """Return the name of a square."""
        row, col = divmod(square, self.width)
        return self.problem.name((row - BORDER) * self.problem.cols + col - BORDER)
