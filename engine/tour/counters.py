"""What solvers of tours and their kernels both know: places in arrays of counters, and codes.

A search's counters are one array of its state, whose places each solver names. Solvers of one kind begin with the same
places, so that what they share can read those.
"""

from enum import IntEnum
from math import prod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.evolution import Coded, Selection

TAKEN = np.uint8(64)
"""Added to the ways of a square that is not free."""
MOST_SQUARES = 4_000_000
"""Squares in all tours that are kept to look at, a first one always: 62,500 tours of 8 x 8. More are only counted."""


class WalkCounter(IntEnum):
    """What every search counts that has one walk, which grows."""

    DEPTH = 0
    """Squares of the walk."""
    BEST = 1
    """Squares of the longest walk kept in `best`."""
    SHARED = 2
    """How many first squares of `path` and `best` are the same for sure."""
    START = 3
    """Which of the possible starts the walk began from."""


class AutoCounter(IntEnum):
    """What `auto` counts: what every WalkCounter does, and more."""

    DEPTH = WalkCounter.DEPTH
    BEST = WalkCounter.BEST
    SHARED = WalkCounter.SHARED
    START = WalkCounter.START
    TRIES = 4
    """Walks given up."""
    ROTATIONS = 5
    """Rotations of all walks."""
    ROTATIONS_NOW = 6
    """Rotations of this walk."""
    PIVOT = 7
    """The place in the walk after which the last rotation reversed it."""
    STEP = 8
    """What the last step did: an AutoStep."""
    DECISION = 9
    """How far the exact decision is: a Decision."""


class AutoStep(IntEnum):
    """What a step of `auto` may do."""

    NOTHING = 0
    WENT = 1
    ROTATED = 2
    BEGAN = 3


class Decision(IntEnum):
    """How far the exact decision of `auto` is."""

    NOT_YET = 0
    NOW = 1
    NO_TOUR = 2
    FOUND = 3
    TOO_LARGE = 4


class BacktrackCounter(IntEnum):
    """What `backtrack` and `warnsdorff` count: what every WalkCounter does, and more."""

    DEPTH = WalkCounter.DEPTH
    BEST = WalkCounter.BEST
    SHARED = WalkCounter.SHARED
    START = WalkCounter.START
    BACKTRACKS = 4
    """Steps back, one square each."""
    BACKED = 5
    """Steps back in the last step."""
    DEAD = 6
    """Whether the walk came to a dead end that it does not leave."""
    EXHAUSTED = 7
    """Whether every way from every start has been tried."""


class DivideCounter(IntEnum):
    """What `divide` counts."""

    LAID = 0
    """Parts that have a tour of their own."""
    JOINED = 1
    SQUARES = 2
    """Squares of the parts that are joined."""
    LAST = 3
    """The part of the last step."""
    JOINING = 4
    """Whether that step joined it."""
    STUCK = 5
    """Whether a part could not be joined."""
    HERE = 6
    """Four places for the last exchange: the squares of a move of the part, and of a move of the rest."""
    HERE_END = 9


class CollectionCounter(IntEnum):
    """Places in `tour_counts`, which every search has that collects tours."""

    FOUND = 0
    """Tours found, each time."""
    DISTINCT = 1
    """Different tours."""
    SHAPES = 2
    """Tours that differ by more than a turn or reflection of the board."""
    CLOSED = 3
    """Different tours that are closed."""


class GeneticCounter(IntEnum):
    """What `genetic` counts."""

    RECORD = 0
    """The best fitness in any generation."""
    FIRST = 1
    """The best fitness of the first generation."""
    EARLIER = 2
    """The best fitness of the generation before."""
    MUTATED = 3
    """Children that were mutated in the last generation."""
    KEPT = 4
    """Walks of the generation before that took the places of worse ones."""
    EVALUATIONS = 5
    LOOKED = 6
    """Walks of the last generation that were looked at for tours."""
    LONGEST = 7
    """Squares of the longest beginning of any walk that has no repeat."""


class GeneticSummary(IntEnum):
    """Places in the summary of `genetic`: the fitness of the present generation, which is what its curves show."""

    BEST = 0
    MEAN = 1


class WalkSelection(Coded):
    """How parents of walks are chosen: the first five as everywhere (see engine.evolution), others as in the thesis."""

    TOURNAMENT = Selection.TOURNAMENT.value, Selection.TOURNAMENT.code
    ROULETTE = Selection.ROULETTE.value, Selection.ROULETTE.code
    UNIVERSAL = Selection.UNIVERSAL.value, Selection.UNIVERSAL.code
    COMMA = Selection.COMMA.value, Selection.COMMA.code
    PLUS = Selection.PLUS.value, Selection.PLUS.code
    PROPORTIONAL = "proportional", 5
    RANDOM_COMMA = "random-comma", 6
    RANDOM_PLUS = "random-plus", 7


class Survival(Coded):
    """Who is in the next generation of `genetic`."""

    CHILD = "child", 0
    BETTER_PARENT = "better-parent", 1
    TWO_CHILDREN = "two-children", 2


class SamplingCounter(IntEnum):
    """What every search counts whose every step is a walk; `ants` counts no more."""

    MOVES = 0
    """Moves of the last walk."""
    NEWS = 1
    """What that walk is: one of News."""
    LONGEST = 2
    """Squares of the longest walk."""


class News(IntEnum):
    """What a walk may be."""

    NO_TOUR = 0
    KNOWN = 1
    """A tour that was found before."""
    NEW = 2


class RepairCounter(IntEnum):
    """What `repair` counts: what every SamplingCounter does, and more; an evaluation is the last one."""

    MOVES = SamplingCounter.MOVES
    NEWS = SamplingCounter.NEWS
    LONGEST = SamplingCounter.LONGEST
    REPAIRED = 3
    """Moves replaced by the rule."""
    BRED = 4
    """Whether the chromosome was a child, not a random one."""
    ONE = 5
    """The first child's first parent, the second child's second."""
    OTHER = 6
    ONE_MOVES = 7
    OTHER_MOVES = 8
    CUT = 9
    """Moves before the cut; all of them where the parents were not crossed."""
    FLIPPED = 10
    """Bits flipped by mutation, or genes drawn anew."""
    REPLACED = 11
    """Individuals that children took the places of, at the end of a generation, or copies at its beginning."""
    BEST = 12
    """The best fitness of the population."""
    TOTAL = 13
    """The fitness of the population, added up."""
    TOURS = 14
    """Tours of this iteration."""
    MOST_TOURS = 15
    """Tours of the iteration that has most."""
    FAILED = 16
    """Iterations that ended without a tour."""
    SUCCESSES = 17
    """Iterations with a tour."""
    GENERATIONS = 18
    """Generations bred up to the first tour of those, added up."""
    REPAIRS = 19
    """Moves replaced by the rule in all evaluations."""


class Replacement(Coded):
    """How a generation of `repair` is renewed."""

    CHILDREN = "children", 0
    COPIES = "copies", 1


class GeneMutation(Coded):
    """What mutation of `repair` changes."""

    BITS = "bits", 0
    GENE = "gene", 1


class Change(IntEnum):
    """What a link does to the ends of paths, when tours are counted exactly: see `engine.tour.exact.matchings`."""

    NOTHING = 0
    MOVE = 1
    JOIN = 2
    PAIR = 3


MOST_POINTS = 20
"""Ends of paths that there can be at most."""
MATCHINGS = np.array([0 if k % 2 else prod(range(1, k, 2)) for k in range(MOST_POINTS + 1)], np.int64)
"""By the number of points, in how many ways they can be matched in pairs."""


class Maps(NamedTuple):
    """Images of the ranks of matchings under all changes of the points."""

    images: NDArray[np.int32]
    """Tables, one behind the other."""
    place: NDArray[np.int64]
    """By change, k, i and j: where in `images` the table begins; -1 where there is none."""
