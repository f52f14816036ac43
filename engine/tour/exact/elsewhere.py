"""Parts of a join for other machines: some degrees of the window, and of both tables no more than these need."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.compiled.tiers import Source
from knightwatch.engine.tour.exact.crew import Crew
from knightwatch.engine.tour.exact.joint import Joint
from knightwatch.engine.tour.exact.reach import empty, marked, members, powers
from knightwatch.engine.tour.exact.tables import table
from knightwatch.engine.tour.kernels import degrees
from knightwatch.engine.tour.kernels.blocks import Counts, Ranks, Table
from knightwatch.engine.tour.kernels.degrees import Vectors

AHEAD = 4
"""So many parcels are under way to the cluster or wait there, so that few blocks are in memory twice."""


@dataclass(frozen=True)
class Blocks:
    """Some blocks of a table."""

    vectors: Vectors
    length: NDArray[np.int32]
    ranks: Ranks
    counts: Counts

    def table(self, slots: int, crew: Crew) -> Table:
        """Return the table that has these blocks."""
        return table(marked(self.vectors, slots, crew), self.length, self.ranks, self.counts, crew)


@dataclass(frozen=True)
class Parcel:
    """What it takes to join some degrees."""

    joint: Joint
    top: Blocks
    bottom: Blocks
    vectors: Vectors


def parcel(joint: Joint, top: Table, bottom: Table, vectors: Vectors, crew: Crew) -> Parcel:
    """Return what it takes to join some degrees elsewhere."""
    above = _blocks(top, vectors, joint.links[0], -1, joint.slots, crew)
    below = _blocks(bottom, vectors, joint.links[1], joint.full, joint.slots, crew)
    return Parcel(joint, above, below, vectors)


def _blocks(source: Table, vectors: Vectors, links: NDArray[np.int64], full: int, slots: int, crew: Crew) -> Blocks:
    """Return the blocks that some degrees come from; or, given a full window, those that complete them to it."""
    words = empty(slots)
    crew.call(degrees.origins, vectors, full, links, powers(slots), words)
    wanted = members(words & source.where.words, crew)
    places = np.empty(len(wanted), np.int64)
    crew.call(degrees.locate, wanted, source.where, places)
    first = source.first[places]
    length = source.first[places + 1] - first
    entries = np.repeat(first - (np.cumsum(length) - length), length) + np.arange(length.sum())
    return Blocks(wanted, length.astype(np.int32), source.ranks[entries], source.counts[entries])


def join(parcel: Parcel) -> tuple[int, bool]:
    """Return the number of tours of a parcel, and whether a count was too large."""
    crew, joint = Crew(1), parcel.joint
    crew.tier.source, crew.tier.patience = Source.HERE, 0
    top, bottom = (blocks.table(joint.slots, crew) for blocks in (parcel.top, parcel.bottom))
    return joint.number(top, bottom, parcel.vectors, joint.room(), crew)
