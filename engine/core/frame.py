"""Frames: what a search shows of one moment, in terms that know neither solver nor screen.

A board is sparse, so that a million queens cost a million entries and not a million million squares. A mark
says what stands on a square: its sign, its ASCII sign and its tone, which the screen turns into a colour, so that no
meaning rests on colour alone. A trail is a walk over squares, numbered from 1 and coloured by time; marks lie on top.
Links are lines between squares that have something to do with each other.
"""

from dataclasses import dataclass, field
from enum import StrEnum

import numpy as np
from numpy.typing import ArrayLike, NDArray


class Status(StrEnum):
    """How a search stands."""

    RUNNING = "running"
    SOLVED = "solved"
    IMPOSSIBLE = "impossible"
    GAVE_UP = "gave-up"


class Tone(StrEnum):
    """What a mark's colour is to say."""

    PIECE = "piece"
    BLACK = "black"
    """With WHITE: a piece where there are two colours of them."""
    WHITE = "white"
    ALARM = "alarm"
    HINT = "hint"
    """Somewhere to look at: a square that may be next."""
    GOOD = "good"
    HOLE = "hole"
    """A square that is not there."""
    HEAT = "heat"
    """How much there is of something, for lines."""


@dataclass(frozen=True)
class Mark:
    """A kind of thing that stands on squares."""

    name: str
    sign: str
    """Up to two characters, the piece first."""
    ascii: str
    tone: Tone


@dataclass(frozen=True)
class Links:
    """Lines of one meaning between pairs of squares."""

    name: str
    tone: Tone
    pairs: NDArray[np.int64]
    """Two squares in each row."""
    weights: NDArray[np.float64]
    """For each pair a share from 0 to 1: the more, the brighter and thicker the line."""

    @classmethod
    def equal(cls, name: str, tone: Tone, pairs: ArrayLike, weight: float = 1.0) -> "Links":
        """Return lines of one weight."""
        pairs = np.asarray(pairs, np.int64).reshape(-1, 2)
        return cls(name, tone, pairs, np.full(len(pairs), weight))


@dataclass(frozen=True)
class Board:
    """A board and what stands on it; squares are row * cols + column, from the top left."""

    rows: int
    cols: int
    marks: tuple[Mark, ...] = ()
    """The kinds of marks on this board, the more alarming later: where a pixel covers many squares, the last wins."""
    squares: NDArray[np.int64] = field(default_factory=lambda: np.empty(0, np.int64))
    kinds: NDArray[np.uint8] = field(default_factory=lambda: np.empty(0, np.uint8))
    """For each of the squares, which of the marks stands there."""
    trail: NDArray[np.int64] = field(default_factory=lambda: np.empty(0, np.int64))
    """Squares in the order in which they were visited."""
    ring: bool = False
    """Whether the trail leads back from its last square to its first."""
    heat: NDArray[np.float64] = field(default_factory=lambda: np.empty(0))
    """A share from 0 to 1 for every square of the board; none where there is nothing of the kind to show."""
    heat_name: str = ""
    """What the heat's tenths tell."""
    links: tuple[Links, ...] = ()


@dataclass(frozen=True)
class Drawing:
    """A graph to be drawn in the unit square, x to the right and y down."""

    places: tuple[tuple[float, float], ...]
    edges: tuple[tuple[int, int], ...]
    names: tuple[str, ...]
    squares: tuple[int, ...]
    """The square of the board that each vertex stands for."""
    rings: tuple[tuple[int, ...], ...] = ()
    """Vertices that are laid out around rings."""


@dataclass(frozen=True)
class Figure:
    """A named value beside the board."""

    name: str
    value: str
    help: str


class Kind(StrEnum):
    """What the values of a curve are, and so what belongs into its picture."""

    LINE = "line"
    """Only their ups and downs tell."""
    COUNT = "count"
    """So many of something: none of it, 0, is worth seeing."""
    PERCENT = "percent"
    """Shares of a hundred."""
    LEVELS = "levels"
    """So many on each level: bars that stand on 0."""


@dataclass(frozen=True)
class Curve:
    """A named line of points."""

    name: str
    steps: NDArray[np.int64]
    values: NDArray[np.float64]
    kind: Kind = Kind.LINE
    of: str = ""
    """What is counted, in the plural; empty where the name says it."""
    along: str = ""
    """What the steps are, where they are not those of the search."""
    moments: NDArray[np.int64] | None = None
    """Of points along something else, the moments at which each of them began, where that is known."""
    interval: tuple[NDArray[np.float64], NDArray[np.float64]] | None = None
    """The lowest and the highest that the values may truly be, where they are estimates."""
    unfinished: bool = False
    """Whether the last point is still growing."""
    best: bool = False
    """Whether it is the one of all curves that came out best."""


@dataclass(frozen=True)
class Event:
    """A step at which something changed for good, to be seen in the curves."""

    step: int
    name: str


@dataclass(frozen=True)
class RankedPopulation:
    """A population, the best individual first."""

    kinds: NDArray[np.int64]
    """For each individual a number, the same for those that are the same: 0 are the most."""
    fitness: NDArray[np.int64]
    of: str
    """What the fitness counts, in the plural."""

    @property
    def different(self) -> int:
        """How many different individuals there are."""
        return int(self.kinds.max()) + 1

    @property
    def diversity(self) -> float:
        """How many of the individuals differ from each other, as a share of all."""
        return self.different / len(self.kinds)


@dataclass(frozen=True)
class Frame:
    """One moment of a search."""

    moment: int
    """Units of work done."""
    status: Status
    reason: str
    """A sentence, where the search has ended without success."""
    board: Board
    figures: tuple[Figure, ...]
    curves: tuple[Curve, ...]
    sentence: str
    """What the last step did, and why."""
    events: tuple[Event, ...] = ()
    profile: Curve | None = None
    """Something counted step by step, to be seen as long as no curve has anything to say."""
    population: RankedPopulation | None = None
    """The population, where there is one."""
