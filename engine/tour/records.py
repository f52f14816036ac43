"""Records of arrays that solvers of tours hand to their kernels, so that a kernel takes a few things and not forty.

Fields are named after the arrays of the state. Squares are numbered on the board with its border. A ground is what
stays as it is during a search.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.compiled.trace import Extent, Points

Path = NDArray[np.uint32]
"""Squares in the order of a walk."""
Paths = NDArray[np.uint32]
"""One row a path."""
Offsets = NDArray[np.uint32]
"""What a knight's move adds to a square, modulo 2**32."""
Ways = NDArray[np.uint8]
"""For each square how many free squares are a knight's move away, and TAKEN more where it is not free itself."""
Fitness = NDArray[np.int64]
Counters = NDArray[np.int64]
Keys = NDArray[np.uint64]


class Walk(NamedTuple):
    """A walk that grows."""

    path: Path
    ways: Ways
    best: Path
    """The longest walk so far."""
    counters: Counters
    points: Points
    extent: Extent


class AutoGround(NamedTuple):
    """What `auto` walks on."""

    fresh: Ways
    """The ways on while nobody has visited any square."""
    offsets: Offsets
    starts: Path
    far: NDArray[np.int32]
    """The distance of each square from the centre."""
    width: int
    closed: bool
    patience: int
    """Rotations of a walk before it is given up."""


class DivisionGround(NamedTuple):
    """The parts that `divide` has cut a board into, and a tour for each of their sizes; squares have no border here."""

    rows: int
    cols: int
    tops: NDArray[np.int64]
    lefts: NDArray[np.int64]
    kinds: NDArray[np.int64]
    """For each part, which of the sizes it has."""
    heights: NDArray[np.int64]
    widths: NDArray[np.int64]
    begins: NDArray[np.int64]
    """For each size, where in `tours` its tour begins, and where the last one ends."""
    tours: NDArray[np.int32]
    moves: NDArray[np.int64]
    open_part: int
    """The part whose tour is open; -1 where there is none."""


class Division(NamedTuple):
    """The state of `divide`."""

    links: NDArray[np.int32]
    """For each square the one before and the one after it in its tour; -1 is none."""
    counters: Counters
    points: Points
    extent: Extent


class BacktrackGround(NamedTuple):
    """What `backtrack` and `warnsdorff` walk on, and by which order."""

    offsets: Offsets
    starts: Path
    wall: NDArray[np.uint32]
    """The distance of each square from the wall."""
    by_ways: bool
    by_wall: bool
    closed: bool
    back: bool
    """Whether there is a way back from a dead end."""


class Collection(NamedTuple):
    """Tours that were found."""

    tour_counts: Counters
    tour_starts: Counters
    """How many different tours begin on each square."""
    tour_keys: Keys
    tour_shapes: Keys
    tour_paths: Paths


class Sample(NamedTuple):
    """The last of many walks, the longest, and what is counted of them all."""

    path: Path
    best: Path
    counters: Counters
    points: Points
    extent: Extent
    rng: NDArray[np.uint64]


class SamplingGround(NamedTuple):
    """What `ants` and `repair` walk on; a walk takes ways and gives them back."""

    starts: Path
    ways: Ways
    offsets: Offsets
    images: Paths
    """For each symmetry of the board where it takes each square."""
    closed: bool
    tours: int
    """How many different tours are enough."""


class Trails(NamedTuple):
    """What `ants` smell: a row for each square, a column for each move."""

    pheromone: NDArray[np.float64]
    deposits: NDArray[np.float64]
    """What the ants of this cycle leave."""


class Colony(NamedTuple):
    """Parameters of `ants`."""

    ants: int
    cycles: int
    evaporation: float
    alpha: float
    first: float


class Chromosomes(NamedTuple):
    """Individuals of `repair`: rows of moves."""

    genes: NDArray[np.uint8]
    fitness: Fitness
    """Moves made before the knight was stuck."""


class RepairOperators(NamedTuple):
    """How `repair` breeds."""

    generations: int
    iterations: int
    pc: float
    pm: float
    most_replaced: int
    replacement: int
    mutation: int
    way_back: bool
    """Whether a way back counts in the fitness."""
    evolve: bool


class Generation(NamedTuple):
    """Individuals of `genetic`: walks that may repeat squares."""

    walks: Paths
    fitness: Fitness
    """Different squares, and a closing move where that is asked for."""


class Breeding(NamedTuple):
    """How the last generation of `genetic` came about, and what was found in all."""

    children: Generation
    grown: Counters
    """The gene from which mutation grew each child anew; 0 is nowhere."""
    entrants: Paths
    """Who was drawn for the tournament of each pair of parents."""
    parents: Paths
    longest: Path
    """Begins with the longest walk without a repeat."""
    summary: NDArray[np.float64]
    counters: Counters
    points: Points
    extent: Extent
    rng: NDArray[np.uint64]


class GeneticGround(NamedTuple):
    """What the walks of `genetic` are made on."""

    fresh: Ways
    around: Paths
    """The neighbours of each square, as many as it has ways on at first."""
    offsets: Offsets
    images: Paths
    """For each symmetry of the board where it takes each square."""
    closed: bool
    goal: int
    """The fitness of a tour."""
    tours: int
    """How many different tours are enough."""


class GeneticOperators(NamedTuple):
    """How `genetic` breeds."""

    selection: int
    mu: int
    distinct: bool
    """Whether a pair is never one walk twice."""
    field: int
    pm: float
    falling: bool
    joins_after: int
    """Generations without Warnsdorff's rule."""
    survival: int
    elite: int
    protect: bool


class Probing(NamedTuple):
    """Probes of the number of tours, in batches."""

    path: Path
    rng: NDArray[np.uint64]
    clock: Counters
    tours: Counters
    """Probes that became tours."""
    largest: NDArray[np.float64]
    """The logarithm of the largest weight."""
    sums: NDArray[np.float64]
    """All weights, as multiples of the largest."""


class ProbingGround(NamedTuple):
    """What probes are made on; a probe takes ways and gives them back."""

    ways: Ways
    offsets: Offsets
    starts: Path
    closed: bool
