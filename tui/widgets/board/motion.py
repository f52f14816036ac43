"""Animations between two boards: a knight glides, a dead end flashes, a wave runs along a complete tour.

A motion is a list of stills, each drawn over the new board.
"""

from dataclasses import dataclass

import numpy as np

from knightwatch.engine.core.frame import Board, Tone

STILL_SECONDS = 0.05
SLOW_SECONDS = 0.22
"""How long a board must be visible before the next step is animated: only up to four steps per second."""
GLIDE, FLASH, WAVE = 3, 4, 14
"""Number of stills in each motion."""

Glide = tuple[int, int, float]
"""The squares that a knight moves between, and the share of the way it has covered."""


@dataclass(frozen=True)
class Still:
    """One picture of a motion."""

    lit: frozenset[int] = frozenset()
    """Squares to draw in `tone`."""
    tone: Tone = Tone.GOOD
    glide: Glide | None = None


def motion(before: Board, after: Board, slow: bool) -> list[Still]:
    """Return the motion between two boards; single steps move only at a slow pace."""
    if (before.rows, before.cols) != (after.rows, after.cols) or not len(before.trail) or len(after.trail) < 2:
        return []
    if is_complete(after):
        return [] if is_complete(before) else wave(after)
    if not slow or len(after.trail) != len(before.trail) + 1 or not np.array_equal(before.trail, after.trail[:-1]):
        return []
    here, there = after.trail[-2:].tolist()
    stills = (
        [Still(glide=(here, there, (k + 1) / (GLIDE + 1))) for k in range(GLIDE)] if has_piece(after, there) else []
    )
    if any(links.tone is Tone.ALARM for links in after.links):
        stills += [Still(frozenset({there}), Tone.ALARM)] * FLASH
    return stills


def wave(board: Board) -> list[Still]:
    """Return a wave along the trail."""
    parts = np.array_split(board.trail, WAVE)
    return [Still(frozenset(part.tolist())) for part in parts]


def is_complete(board: Board) -> bool:
    """Tell whether the trail visits every square except holes, and no other marks remain."""
    squares = board.rows * board.cols - len(board.squares)
    if len(board.trail) != squares:
        return False
    holes = [kind for kind, mark in enumerate(board.marks) if mark.tone is Tone.HOLE]
    return bool(np.isin(board.kinds, holes).all()) and len(np.unique(board.trail)) == squares


def has_piece(board: Board, square: int) -> bool:
    """Tell whether a square has a piece."""
    kinds = board.kinds[board.squares == square].tolist()
    return any(board.marks[kind].tone is Tone.PIECE for kind in kinds)
