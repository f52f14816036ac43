"""What solvers of n-queens and their kernels both know: places in arrays of the state, and records of arrays."""

from enum import IntEnum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.core.trace import Extent, Points


class EvolveCounter(IntEnum):
    """Places in the counters of `evolve`."""

    CROSSED = 0
    """With MUTATED and KEPT: pairs crossed, individuals mutated and old ones kept in the last generation."""
    MUTATED = 1
    KEPT = 2
    EARLIER = 3
    """The best fitness of the generation before."""
    RECORD = 4
    """The best fitness so far."""
    FIRST = 5
    """The best fitness of the first generation."""


class EvolveSummary(IntEnum):
    """Places in the summary of `evolve`: the fitness of the present generation; the first two are its curves."""

    BEST = 0
    MEAN = 1
    WORST = 2


class Population(NamedTuple):
    """The state of `evolve`."""

    pop: NDArray[np.int32]
    """One row an individual: the row of the queen in each column."""
    fitness: NDArray[np.int64]
    champion: NDArray[np.int32]
    """The best individual so far."""
    summary: NDArray[np.float64]
    counters: NDArray[np.int64]
    points: Points
    extent: Extent
    rng: NDArray[np.uint64]


class Operators(NamedTuple):
    """How `evolve` breeds: codes of operators, and their parameters."""

    selection: int
    k: int
    mu: int
    plus: bool
    crossover: int
    section: int
    pc: float
    mutation: int
    pm: float
    decay: bool
    elite: int


class MinConflictsCounter(IntEnum):
    """Places in the counters of `min-conflicts`."""

    PLACED = 0
    """Queens on the board: those of the first columns."""
    TAIL = 1
    """The first column that was filled without asking; n while queens are being placed."""
    REPAIRING = 2
    """The column to repair."""
    FAILED = 3
    """Trials in a row that failed."""
    TRIED = 4
    """Trials since the last start."""
    ATTACKS = 5
    SWAPS = 6
    RESTARTS = 7
    OUTCOME = 8
    """What the last trial came to: a TrialOutcome."""
    COLUMN = 9
    """With ROW and PARTNER: what the last trial was about."""
    ROW = 10
    PARTNER = 11


class TrialOutcome(IntEnum):
    """What a trial of `min-conflicts` came to."""

    NOTHING = 0
    TAKEN = 1
    PLACED = 2
    FILLED = 3
    REFUSED = 4
    SWAPPED = 5
    RESTARTED = 6
