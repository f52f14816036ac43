"""The state that solvers with one growing walk share: `auto`, `backtrack` and `warnsdorff`."""

from enum import IntEnum
from typing import NamedTuple

from knightwatch.engine.compiled.trace import Extent, Points
from knightwatch.engine.tour.kernels.squares import Counters, Path, Ways


class WalkCounter(IntEnum):
    """The first counters of every solver with one growing walk."""

    DEPTH = 0
    """Squares in the walk."""
    BEST = 1
    """Squares in the longest walk, which `best` stores."""
    SHARED = 2
    """Length of a common beginning of `path` and `best`. Only the squares after it must be copied."""
    START = 3
    """Index of the start of this walk."""


class Walk(NamedTuple):
    """A growing walk and the longest one so far."""

    path: Path
    ways: Ways
    best: Path
    """The longest walk so far."""
    counters: Counters
    points: Points
    extent: Extent
