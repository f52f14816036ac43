"""What moves on a board between two moments: a knight that glides, a dead end that flashes, a wave along a whole walk.

A motion is a few stills, each drawn on top of the board as it is afterwards.
"""

from dataclasses import dataclass

import numpy as np

from knightwatch.engine.core.frame import Board, Tone

STILL_SECONDS = 0.05
SLOW_SECONDS = 0.22
"""How long a board must have been seen for the next step to be a motion: no pace beyond four steps a second is."""
GLIDE, FLASH, WAVE = 3, 4, 14
"""Stills of each motion."""

Glide = tuple[int, int, float]
"""The squares between which a knight is, and how much of the way it has gone."""


@dataclass(frozen=True)
class Still:
    """One picture of a motion."""

    lit: frozenset[int] = frozenset()
    """Squares in another tone."""
    tone: Tone = Tone.GOOD
    glide: Glide | None = None


def motion(before: Board, after: Board, slow: bool) -> list[Still]:
    """Return what moves between two boards; only at a slow pace a single step is looked at."""
    if (before.rows, before.cols) != (after.rows, after.cols) or not len(before.trail) or len(after.trail) < 2:
        return []
    if whole(after):
        return [] if whole(before) else wave(after)
    if not slow or len(after.trail) != len(before.trail) + 1 or not np.array_equal(before.trail, after.trail[:-1]):
        return []
    here, there = after.trail[-2:].tolist()
    stills = [Still(glide=(here, there, (k + 1) / (GLIDE + 1))) for k in range(GLIDE)] if ridden(after, there) else []
    if any(links.tone is Tone.ALARM for links in after.links):
        stills += [Still(frozenset({there}), Tone.ALARM)] * FLASH
    return stills


def wave(board: Board) -> list[Still]:
    """Return a wave that runs along the trail."""
    parts = np.array_split(board.trail, WAVE)
    return [Still(frozenset(part.tolist())) for part in parts]


def whole(board: Board) -> bool:
    """Tell whether a trail visits all squares that are there, and nothing is left to be done."""
    squares = board.rows * board.cols - len(board.squares)
    if len(board.trail) != squares:
        return False
    holes = [kind for kind, mark in enumerate(board.marks) if mark.tone is Tone.HOLE]
    return bool(np.isin(board.kinds, holes).all()) and len(np.unique(board.trail)) == squares


def ridden(board: Board, square: int) -> bool:
    """Tell whether a piece stands on a square."""
    kinds = board.kinds[board.squares == square].tolist()
    return any(board.marks[kind].tone is Tone.PIECE for kind in kinds)
