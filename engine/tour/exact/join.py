"""The join of two halves: the number of tours that their tables make together."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.counting.threads import Threads
from knightwatch.engine.tour.exact.degree_sets import powers
from knightwatch.engine.tour.exact.matchings import rank_maps
from knightwatch.engine.tour.kernels import join as kernels
from knightwatch.engine.tour.kernels.blocks import Table
from knightwatch.engine.tour.kernels.degrees import Vectors
from knightwatch.engine.tour.kernels.join import JoinBuffers, Seam

DENSE_BLOCKS = 5
"""Dense blocks in the buffers of one thread: see `JoinBuffers`."""


@dataclass(frozen=True)
class HalfJoin:
    """How two halves fit together."""

    links: tuple[NDArray[np.int64], NDArray[np.int64]]
    """Pairs of slots that may be linked within the window, by the upper half and by the lower one."""
    slots: int
    full: int
    """The degree vector of a window whose squares all have two links."""
    same: bool
    """Whether both halves share one table. Then each pair of vectors is joined once."""
    weights: NDArray[np.int64]
    """How often a tour counts, by the number of links that Z has in the upper half."""
    points: int
    """The largest number of points in a block."""
    modulus: int
    """Counts must be smaller. Larger ones are reduced, and reported as too large."""

    def buffers(self) -> JoinBuffers:
        """Return buffers for one thread."""
        return kernels.join_buffers(self.points)

    def number(
        self, top: Table, bottom: Table, vectors: Vectors, buffers: JoinBuffers, threads: Threads
    ) -> tuple[int, bool]:
        """Return the number of tours with these vectors in the upper half, and whether a count was too large."""
        seam = Seam(*self.links, self.full, self.same, self.weights, powers(self.slots))
        sums = np.zeros(kernels.SUMS, np.int64)
        maps = rank_maps(self.points)
        large = threads.call(kernels.join, top, bottom, vectors, seam, maps, buffers, self.modulus, sums)
        return kernels.number(sums.tolist()), large
