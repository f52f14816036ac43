"""Frames: the picture of one step of a search. A frame knows neither the solver nor the screen.

A board is sparse: a million queens take a million entries, not a million million squares. A mark is a kind of piece
or sign on a square. It has a sign, an ASCII sign and a tone, so that no meaning depends on colour alone; the screen
turns the tone into a colour. A trail is a walk over squares, numbered from 1 and coloured by time, below the marks.
Links are lines between two squares.
"""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from knightwatch.engine.core.drawn import Drawn
from knightwatch.engine.core.tree import SearchTree


class Status(StrEnum):
    """The states of a search."""

    RUNNING = "running"
    SOLVED = "solved"
    IMPOSSIBLE = "impossible"
    GAVE_UP = "gave-up"
    FAILED = "failed"
    """The code of a user's solver raised an exception, crashed, or yielded a value that cannot be drawn."""


class Verdict(NamedTuple):
    """The status of a search, and the reason if it ended without a solution."""

    status: Status
    reason: str = ""
    """A clause without a full stop; empty while the search runs or when it is solved."""


class Tone(StrEnum):
    """The meaning of a colour."""

    PIECE = "piece"
    BLACK = "black"
    """BLACK and WHITE: pieces of two colours."""
    WHITE = "white"
    ALARM = "alarm"
    HINT = "hint"
    """A square to look at, for example a possible next square."""
    GOOD = "good"
    HOLE = "hole"
    """A square that is not part of the board."""
    HEAT = "heat"
    """An amount, shown by the brightness of a line."""


@dataclass(frozen=True)
class Mark:
    """A kind of piece or sign on squares."""

    name: str
    sign: str
    """One or two characters, the piece first."""
    ascii: str
    tone: Tone


@dataclass(frozen=True)
class Links:
    """Lines with one meaning, each between two squares."""

    name: str
    tone: Tone
    pairs: NDArray[np.int64]
    """One line per row: its two squares."""
    weights: NDArray[np.float64]
    """For each line a number from 0 to 1. A higher weight makes the line brighter and thicker."""

    @classmethod
    def equal(cls, name: str, tone: Tone, pairs: ArrayLike, weight: float = 1.0) -> "Links":
        """Return lines that all have the same weight."""
        pairs = np.asarray(pairs, np.int64).reshape(-1, 2)
        return cls(name, tone, pairs, np.full(len(pairs), weight))


@dataclass(frozen=True)
class Board(Drawn):
    """A board and everything on it. A square is row * cols + column, counted from the top left."""

    rows: int
    cols: int
    marks: tuple[Mark, ...] = ()
    """The kinds of marks on this board. If one pixel covers several squares, it shows the last kind in this order."""
    squares: NDArray[np.int64] = field(default_factory=lambda: np.empty(0, np.int64))
    kinds: NDArray[np.uint8] = field(default_factory=lambda: np.empty(0, np.uint8))
    """For each of `squares`, the index of its mark."""
    trail: NDArray[np.int64] = field(default_factory=lambda: np.empty(0, np.int64))
    """Squares in the order of the visits."""
    ring: bool = False
    """Whether a line joins the last square of the trail to the first."""
    heat: NDArray[np.float64] = field(default_factory=lambda: np.empty(0))
    """A number from 0 to 1 for every square of the board; empty if the board shows no heat."""
    heat_name: str = ""
    """The meaning of the heat, which the board shows in tenths."""
    links: tuple[Links, ...] = ()


@dataclass(frozen=True)
class Drawing:
    """A graph with coordinates in the unit square, x to the right and y down."""

    places: tuple[tuple[float, float], ...]
    edges: tuple[tuple[int, int], ...]
    names: tuple[str, ...]
    squares: tuple[int, ...]
    """For each vertex its square of the board."""
    rings: tuple[tuple[int, ...], ...] = ()
    """The vertices of each ring, in order around it."""


@dataclass(frozen=True)
class Figure:
    """A named value, shown beside the board."""

    name: str
    value: str
    help: str


class Kind(StrEnum):
    """The kind of values of a curve; a chart chooses its scale by it."""

    LINE = "line"
    """Any numbers. Only the changes matter."""
    COUNT = "count"
    """A count. The chart includes 0."""
    PERCENT = "percent"
    """Percentages."""
    LEVELS = "levels"
    """One count per level, shown as bars from 0."""


@dataclass(frozen=True)
class Curve(Drawn):
    """A named series of points."""

    name: str
    steps: NDArray[np.int64]
    values: NDArray[np.float64]
    kind: Kind = Kind.LINE
    of: str = ""
    """What the values count, in the plural; empty if the name says it."""
    along: str = ""
    """What the steps count, if they are not the steps of the search."""
    moments: NDArray[np.int64] | None = None
    """If `along` is set: the step of the search at which each point began, if known."""
    interval: tuple[NDArray[np.float64], NDArray[np.float64]] | None = None
    """For estimates: the lower and upper ends of the confidence interval of each value."""
    here: int | None = None
    """For levels: the level where the search is now."""
    unfinished: bool = False
    """Whether the last point can still change."""
    best: bool = False
    """Whether this curve has the best result of all curves in the chart."""
    most: float | None = None
    """The highest possible value, if it is known."""


@dataclass(frozen=True)
class Event:
    """A step at which the search changed its method; the chart marks it."""

    step: int
    name: str


CONVERGED = 0.9
"""A population has converged if this share of it is equal."""
CONVERGING = 0.5
"""A population is converging if most individuals have the same value in this share of the genes."""


@dataclass(frozen=True)
class RankedPopulation:
    """A population, the best individual first."""

    kinds: NDArray[np.int64]
    """For each individual the number of its kind. Equal individuals share a kind; 0 is the most frequent kind."""
    fitness: NDArray[np.int64]
    of: str
    """What the fitness counts, in the plural."""
    agreed: int
    """The number of genes in which more than half of the individuals have the same value."""
    genes: int
    """The number of genes of an individual."""

    @property
    def different(self) -> int:
        """The number of different individuals."""
        return int(self.kinds.max()) + 1

    @property
    def diversity(self) -> float:
        """The number of different individuals as a share of the population."""
        return self.different / len(self.kinds)

    @property
    def converged(self) -> bool:
        """Whether nearly all individuals are equal."""
        return len(self.kinds) > 1 and self._copies >= CONVERGED * len(self.kinds)

    @property
    def _copies(self) -> int:
        """The number of individuals of the most frequent kind."""
        return int((self.kinds == 0).sum())

    @property
    def _equal(self) -> str:
        """A clause: how many individuals are equal."""
        copies, size = self._copies, len(self.kinds)
        return f"all {size:,} are equal" if copies == size else f"{copies:,} of {size:,} are equal"

    def verdict(self) -> str:
        """Return a line that says whether the population has converged, and by which numbers."""
        if self.converged:
            return f"converged: {self._equal}"
        agree = f"agree in {self.agreed:,} of {self.genes:,} genes"
        if self.agreed >= CONVERGING * self.genes:
            return f"converging: {agree}"
        return f"not converged: {agree}"

    def convergence(self, mutates: bool) -> str:
        """Return sentences that the population has converged, why, and what can help; empty if it has not."""
        if not self.converged:
            return ""
        hope = "Only mutation brings anything new." if mutates else "With pm 0, nothing new can appear."
        return f"Converged: {self._equal}, and crossing equal parents changes nothing. {hope}"


@dataclass(frozen=True)
class Code:
    """The source of a user's solver at one step."""

    name: str
    """The name of the file."""
    text: str
    line: int
    """The line of the last yield, from 1; 0 before the first one."""
    variables: tuple[tuple[str, str], ...] = ()
    """Local variables: names, and values as short texts."""
    console: tuple[str, ...] = ()
    """The newest lines that the solver has printed up to this step."""
    printed: int = 0
    """The number of lines that it has printed up to this step."""
    fault: str = ""
    """The traceback of the exception that ended the run; empty if none did."""
    note: str = ""
    """Why no line is marked, if the source is not at the step that is shown."""
    changed: tuple[str, ...] = ()
    """The variables that the step changed, if that is known."""
    ran: tuple[int, ...] = ()
    """The lines that ran in this step, ascending; empty if they were not recorded."""
    legend: str = ""
    """How the variables number rows, if the board numbers them in another way."""


@dataclass(frozen=True)
class Frame(Drawn):
    """The picture of one step of a search."""

    moment: int
    """The number of the step: units of work done."""
    verdict: Verdict
    board: Board
    figures: tuple[Figure, ...]
    curves: tuple[Curve, ...]
    sentence: str
    """What the last step did, and why."""
    events: tuple[Event, ...] = ()
    profile: Curve | None = None
    """A count per step, shown until one of the curves has something to show."""
    population: RankedPopulation | None = None
    """The population, if there is one."""
    code: Code | None = None
    """The source of the solver, if a user wrote it."""
    tree: SearchTree | None = None
    """The tree of a depth-first search."""
    next_move: str = ""
    """A sentence: what the next step will do, and why, if that is known."""

    @property
    def status(self) -> Status:
        """Running, solved, impossible or gave up."""
        return self.verdict.status

    @property
    def reason(self) -> str:
        """Why the search ended without a solution; empty otherwise."""
        return self.verdict.reason
