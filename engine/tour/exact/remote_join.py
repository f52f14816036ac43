"""Joins on other machines: a job carries some vectors and the blocks of both tables that these need."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.compiled.tiers import Source
from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.words import quoted
from knightwatch.engine.counting.threads import Threads
from knightwatch.engine.tour.exact.degree_sets import empty, members, powers, set_of
from knightwatch.engine.tour.exact.join import HalfJoin
from knightwatch.engine.tour.exact.tables import table
from knightwatch.engine.tour.kernels import degrees
from knightwatch.engine.tour.kernels.blocks import Counts, Ranks, Table
from knightwatch.engine.tour.kernels.degrees import Vectors

AHEAD = 4
"""Jobs submitted at a time, running or queued. Each copies blocks, so more would need more memory."""


@dataclass(frozen=True)
class TableBlocks:
    """Some blocks of a table."""

    vectors: Vectors
    length: NDArray[np.int32]
    ranks: Ranks
    counts: Counts

    def table(self, slots: int, threads: Threads) -> Table:
        """Return the table of these blocks."""
        return table(set_of(self.vectors, slots, threads), self.length, self.ranks, self.counts, threads)


@dataclass(frozen=True)
class JoinJob:
    """Everything that another machine needs to join some vectors."""

    join: HalfJoin
    top: TableBlocks
    bottom: TableBlocks
    vectors: Vectors


def join_job(join: HalfJoin, top: Table, bottom: Table, vectors: Vectors, threads: Threads) -> JoinJob:
    """Return the job that joins some vectors."""
    above = _blocks(top, vectors, join.links[0], -1, join.slots, threads)
    below = _blocks(bottom, vectors, join.links[1], join.full, join.slots, threads)
    return JoinJob(join, above, below, vectors)


def _blocks(
    source: Table, vectors: Vectors, links: NDArray[np.int64], full: int, slots: int, threads: Threads
) -> TableBlocks:
    """Return the blocks from which links make these vectors; with a full window, those of their complements."""
    words = empty(slots)
    threads.call(degrees.add_origins, vectors, full, links, powers(slots), words)
    needed = members(words & source.where.words, threads)
    places = np.empty(len(needed), np.int64)
    threads.call(degrees.write_ranks, needed, source.where, places)
    first = source.first[places]
    length = source.first[places + 1] - first
    entries = np.repeat(first - (np.cumsum(length) - length), length) + np.arange(length.sum())
    return TableBlocks(needed, length.astype(np.int32), source.ranks[entries], source.counts[entries])


def run_join_job(job: JoinJob) -> tuple[int, bool]:
    """Return the number of tours of a job, and whether a count was too large."""
    threads, join = Threads(1), job.join
    threads.tier.source, threads.tier.patience = Source.HERE, 0
    top, bottom = (blocks.table(join.slots, threads) for blocks in (job.top, job.bottom))
    return join.number(top, bottom, job.vectors, join.buffers(), threads)


def check_result(result: object) -> None:
    """Raise BadInput if a worker returned anything but a number of tours and whether a count was too large."""
    match result:
        case (int(number), bool()) if number >= 0 and not isinstance(number, bool):
            return
    raise BadInput(
        f"a worker of the cluster returned a bad result, {quoted(repr(result))}: "
        "check its installation and count again; a store has the finished parts"
    )
