"""The end of a walk, shared by the kernels of `ants` and `repair`, which make one walk in each step."""

from enum import IntEnum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.compiled.kernel import kernel
from knightwatch.engine.compiled.trace import Extent, Points
from knightwatch.engine.tour.kernels.collection import Collection, collect
from knightwatch.engine.tour.kernels.squares import Counters, Offsets, Path, Paths, Ways, copy_walk, is_move


class SamplingCounter(IntEnum):
    """The first counters of `ants` and `repair`, which make one walk in each step. `ants` has no others."""

    MOVES = 0
    """Moves of the last walk."""
    RESULT = 1
    """Result of the last walk: a WalkResult."""
    LONGEST = 2
    """Squares in the longest walk."""


class WalkResult(IntEnum):
    """Results of a walk."""

    NO_TOUR = 0
    KNOWN = 1
    """A tour that was found before."""
    NEW = 2
    """A new tour."""


class Sample(NamedTuple):
    """The last walk, the longest walk and the counters."""

    path: Path
    best: Path
    counters: Counters
    points: Points
    extent: Extent
    rng: NDArray[np.uint64]


class SamplingConstants(NamedTuple):
    """The board of `ants` and `repair`. A walk changes `ways` and restores them at its end."""

    starts: Path
    ways: Ways
    offsets: Offsets
    images: Paths
    """For each symmetry of the board, the image of each square."""
    closed: bool
    tours: int
    """Different tours to find before the search is solved."""


@kernel
def finish_walk(moves: int, sample: Sample, collection: Collection, constants: SamplingConstants) -> None:
    """Record the result of a walk of `moves` moves: store it if it is the longest, collect it if it is a tour."""
    path, counters = sample.path, sample.counters
    counters[SamplingCounter.MOVES] = moves
    if moves + 1 > counters[SamplingCounter.LONGEST]:
        copy_walk(path, sample.best, 0, moves + 1)
        counters[SamplingCounter.LONGEST] = moves + 1
    most = len(path) - 1
    if moves < most or (constants.closed and (most == 1 or not is_move(path[moves], path[0], constants.offsets))):
        counters[SamplingCounter.RESULT] = WalkResult.NO_TOUR
    elif collect(path, collection, constants.offsets, constants.images):
        counters[SamplingCounter.RESULT] = WalkResult.NEW
    else:
        counters[SamplingCounter.RESULT] = WalkResult.KNOWN
