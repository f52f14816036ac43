"""The lines on the visible part of a board: the trail, and links between squares."""

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.core.frame import Board, Tone
from knightwatch.tui.braille import SquareCanvas, trail_lines
from knightwatch.tui.widgets.board.scale import SHADES, Scale

LEVELS = 4
"""Levels of a link's weight: brighter with each level, and thicker from half of them on."""
ROOMY = 4, 8
"""Heights of a cell from which on lines are two and three dots thick."""
INKS = [
    (None, 0),
    *((Tone.HEAT, level) for level in range(LEVELS)),
    *((None, shade) for shade in range(SHADES)),
    *((tone, level) for tone in Tone if tone is not Tone.HEAT for level in range(LEVELS)),
]
"""The meaning of each ink: tone and level of links, or shade of the trail, which lies between heat and other links."""
TRAIL = 1 + LEVELS
"""The ink of the trail's first shade."""


class Lines:
    """The lines on a part of a board, as characters."""

    def __init__(self, board: Board, scale: Scale, rows: range, cols: range, ascii_only: bool, trail: bool) -> None:
        height = int(scale.height)
        thick = 1 + sum(height >= roomy for roomy in ROOMY)
        self._top = rows.start * height
        self._canvas = SquareCanvas(rows, cols, scale.width, height, ascii_only)
        if trail:
            pairs, places = trail_lines(board.trail, board.ring, board.cols)
            shades = np.minimum(places * SHADES // (board.rows * board.cols), SHADES - 1)
            self._canvas.join(pairs, board.cols, TRAIL + shades, thick)
        for links in board.links:
            if links.tone is Tone.HEAT and trail and len(board.trail):
                continue  # the strongest moves would hide the walk: its squares show their heat
            levels = np.minimum((links.weights * LEVELS).astype(np.int64), LEVELS - 1)
            for level in np.unique(levels).tolist():
                pairs = links.pairs[levels == level]
                inks = np.full(len(pairs), INKS.index((links.tone, level)))
                self._canvas.join(pairs, board.cols, inks, thick + (level >= LEVELS // 2))

    def line(self, y: int) -> tuple[str, bytes]:
        """Return the characters and inks of one line, counted on the whole board."""
        signs, dots = self._canvas.signs, self._canvas.dots[y - self._top]
        return "".join([signs[bits] for bits in dots.tolist()]), self._canvas.inks[y - self._top].tobytes()

    def differ(self, other: "Lines | None") -> NDArray[np.bool_]:
        """Return which characters differ from those of `other` on the same cells; all, if it is None."""
        if other is None:
            return np.ones(self._canvas.dots.shape, bool)
        changed: NDArray[np.bool_] = self._canvas.dots != other._canvas.dots
        changed |= self._canvas.inks != other._canvas.inks
        return changed
