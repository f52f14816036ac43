"""The bordered board of every tour solver: offsets of moves, and names of squares."""

import numpy as np

from knightwatch.engine.boards import BORDER, move_offsets
from knightwatch.engine.tour.kernels.squares import Offsets
from knightwatch.engine.tour.problem import TourProblem


class Bordered:
    """A solver whose squares are numbered on the board with its border."""

    problem: TourProblem
    offsets: Offsets

    def measure(self) -> None:
        """Compute the offsets of the eight moves."""
        self.offsets = move_offsets(self.problem.cols)

    @property
    def width(self) -> int:
        """The number of columns of the board with its border."""
        return self.problem.cols + 2 * BORDER

    def after(self, square: int, k: int) -> int:
        """Return the square that move `k` leads to."""
        return square + int(self.offsets.view(np.int32)[k])

    def name_of(self, square: int) -> str:
        """Return the name of a square."""
        row, col = divmod(square, self.width)
        return self.problem.name((row - BORDER) * self.problem.cols + col - BORDER)
