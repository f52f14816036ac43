"""Two halves of a board put together: what it takes beside their tables, and the number of tours that comes out."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.tour.exact.crew import Crew
from knightwatch.engine.tour.exact.matchings import maps
from knightwatch.engine.tour.exact.reach import powers
from knightwatch.engine.tour.kernels import join as kernels
from knightwatch.engine.tour.kernels.blocks import MATCHINGS, Table
from knightwatch.engine.tour.kernels.degrees import Numbers, Vectors

ROOMS = 5
"""Blocks with all their places that a thread needs at a time."""


@dataclass(frozen=True)
class Joint:
    """How two halves fit together."""

    links: tuple[NDArray[np.int64], NDArray[np.int64]]
    """Pairs of slots that may be linked within the window, those of the upper half and those of the lower one."""
    slots: int
    full: int
    """Degrees of all squares of the window when each has both links."""
    same: bool
    """Whether both halves are one, so that each pair of degrees is taken once."""
    weights: NDArray[np.int64]
    """How often a tour counts, by the links that Z has in the upper half."""
    points: int
    """Points that there are at most in a block."""
    modulus: int
    """Counts have to be below; what is not is reduced."""

    def room(self) -> Numbers:
        """Return room for a thread."""
        return np.zeros(ROOMS * (int(MATCHINGS[self.points]) + 1), np.int64)

    def number(self, top: Table, bottom: Table, vectors: Vectors, room: Numbers, crew: Crew) -> tuple[int, bool]:
        """Return the number of tours with some degrees of the upper half, and whether a count was too large."""
        size, sums = len(room) // ROOMS, np.zeros(kernels.SUMS, np.int64)
        large = crew.call(
            kernels.join,
            top,
            bottom,
            vectors,
            *self.links,
            self.full,
            self.same,
            self.weights,
            powers(self.slots),
            maps(self.points),
            room[:size],
            room[size : 3 * size],
            room[3 * size : 4 * size],
            room[4 * size :],
            kernels.scratch(),
            self.modulus,
            sums,
        )
        return kernels.number(sums.tolist()), large
