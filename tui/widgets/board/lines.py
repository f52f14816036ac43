"""The lines on a board: the trail from centre to centre, and links between squares, as far as they are in view."""

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.core.frame import Board, Tone
from knightwatch.tui.braille import SquareCanvas, walked
from knightwatch.tui.widgets.board.scale import SHADES, Scale

LEVELS = 4
"""Steps in which the weight of a link is told, by its brightness and, from half of them on, by its thickness."""
ROOMY = 4, 8
"""Lines of a cell from which on lines are two dots thick, and three, to be seen from afar."""
INKS = [
    (None, 0),
    *((Tone.HEAT, level) for level in range(LEVELS)),
    *((None, shade) for shade in range(SHADES)),
    *((tone, level) for tone in Tone if tone is not Tone.HEAT for level in range(LEVELS)),
]
"""What each ink stands for: tone and level of links, or the shade of a trail, which lies on heat but under the rest."""
TRAIL = 1 + LEVELS
"""The ink of a trail's first shade."""


class Lines:
    """The lines on some cells of a board, as characters."""

    def __init__(self, board: Board, scale: Scale, rows: range, cols: range, ascii_only: bool, trail: bool) -> None:
        height = int(scale.height)
        thick = 1 + sum(height >= roomy for roomy in ROOMY)
        self._top = rows.start * height
        self._canvas = SquareCanvas(rows, cols, scale.width, height, ascii_only)
        if trail:
            pairs, places = walked(board.trail, board.ring, board.cols)
            shades = np.minimum(places * SHADES // (board.rows * board.cols), SHADES - 1)
            self._canvas.join(pairs, board.cols, TRAIL + shades, thick)
        for links in board.links:
            levels = np.minimum((links.weights * LEVELS).astype(np.int64), LEVELS - 1)
            for level in np.unique(levels).tolist():
                pairs = links.pairs[levels == level]
                inks = np.full(len(pairs), INKS.index((links.tone, level)))
                self._canvas.join(pairs, board.cols, inks, thick + (level >= LEVELS // 2))

    def line(self, y: int) -> tuple[str, bytes]:
        """Return what is drawn on a line of the whole board, from the first of the cells on, and the inks."""
        signs, dots = self._canvas.signs, self._canvas.dots[y - self._top]
        return "".join([signs[bits] for bits in dots.tolist()]), self._canvas.inks[y - self._top].tobytes()

    def differ(self, other: "Lines | None") -> NDArray[np.bool_]:
        """Tell which characters are not as they are in other lines on the same cells; all, where there are none."""
        if other is None:
            return np.ones(self._canvas.dots.shape, bool)
        drawn: NDArray[np.bool_] = self._canvas.dots != other._canvas.dots
        drawn |= self._canvas.inks != other._canvas.inks
        return drawn
