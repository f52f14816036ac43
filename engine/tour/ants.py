"""Solver `ants`: the ant colony of Hingston and Kendall (2005), which collects many tours.

Ants walk one after the other, each from a square of its own, and prefer moves with much pheromone. When all of a cycle
have walked, pheromone evaporates, and each ant adds to that of its moves the more, the longer it went. After a number
of cycles a new colony begins, which knows nothing of the last.
"""

from collections.abc import Iterator
from dataclasses import replace
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from engine.boards import BORDER, Squares, padded, unpadded
from engine.errors import BadInput
from engine.frame import Board, Figure, Frame
from engine.search import State
from engine.tour.collection import MOST_PATHS, Tally, collection, images, kept, make_room, tour
from engine.tour.collector import Collector, CollectorSettings
from engine.tour.problem import KNIGHT, TourProblem
from engine.tour.walk import fresh_ways
from engine.trace import Merge, curves, trace

MAX_SQUARES = 250_000
"""What keeps one ant, even a cycle's last, within a slice of time."""
HEAT_SPAN = 1e6
"""How many times the hottest square's pheromone may be that of one which is cold."""


class Place(IntEnum):
    """Places in `at`; what is said of an ant is said of the last."""

    MOVES = 0
    """Moves made."""
    NEWS = 1
    """0 where it is no tour, 1 where it is one found before, 2 where it is new."""
    LONGEST = 2
    """Squares of the longest walk, kept in `best`."""


class AntsSettings(CollectorSettings):
    """Parameters of `ants`; the defaults are the published ones."""

    ants: int | None = Field(
        None, ge=1, le=1_000_000, description="ants in a cycle, from the starts in turn; empty: as many as squares"
    )
    cycles: int = Field(27_000, ge=1, le=1_000_000_000, description="cycles before a new colony begins")
    evaporation: float = Field(0.75, ge=0, le=1, description="what each cycle multiplies pheromone by")
    alpha: float = Field(1, ge=0, le=10, description="a move is chosen in proportion to its pheromone to this power")
    first: float = Field(1e-6, ge=1e-12, le=1, description="pheromone of every move when a colony begins")
    evaluations: int = Field(10_000_000, ge=0, le=10**9, description="ants before giving up")


class Ants(Collector[AntsSettings]):
    """Pheromone for each move from each square, and the ants of a cycle that walk by it."""

    name = "ants"
    summary = "ant colony: random walks that prefer the moves of longer walks before them"
    unit = "ant"
    milestone = "new tour"
    settings_type = AntsSettings

    def __init__(self, problem: TourProblem, settings: AntsSettings, seed: int) -> None:
        super().__init__(problem, settings, seed)
        if problem.squares > MAX_SQUARES:
            raise BadInput(f"the board has {problem.squares:,} squares, but ants walk on at most {MAX_SQUARES:,}")
        self.ants = settings.ants or problem.squares

    @property
    def limit(self) -> int:
        return self.settings.evaluations

    def load_kernels(self) -> Iterator[None]:
        from engine.tour import trails

        self._kernels = trails
        return trails.compilations()

    def starts(self) -> NDArray[np.uint32]:
        """Return the squares that ants walk from in turn, numbered with the border."""
        problem = self.problem
        squares = np.flatnonzero(problem.free) if problem.first is None else np.array([problem.first])
        return padded(squares, problem.cols).astype(np.uint32)

    def begin(self) -> State:
        from engine.rng import generator
        from engine.tour.collecting import collect

        n = self.problem.squares
        self._starts, self._ways, self._images = self.starts(), fresh_ways(self.problem), images(self.problem)
        points, extent = trace(Merge.MOST, Merge.MOST)
        collected = collection(self.problem, len(self._ways))
        path = np.zeros(n, np.uint32)
        path[0] = self._starts[0]
        if n == 1:
            make_room(collected)
            collect(path, self.offsets, self._images, **collected)
        return collected | {
            "pheromone": np.full((len(self._ways), 8), self.settings.first),
            "deposits": np.zeros((len(self._ways), 8)),
            "path": path,
            "best": np.zeros(n, np.uint32),
            "at": np.zeros(len(Place), np.int64),
            "points": points,
            "extent": extent,
            "rng": generator(self.seed),
        }

    def step(self, budget: int, halt: bool) -> None:
        s, end = self.settings, self.done + budget
        while self._kernels.colony(
            **self.state,
            starts=self._starts,
            ways=self._ways,
            offsets=self.offsets,
            images=self._images,
            ants=self.ants,
            cycles=s.cycles,
            evaporation=s.evaporation,
            alpha=s.alpha,
            first=s.first,
            closed=self.problem.closed,
            most_paths=MOST_PATHS,
            tours=s.tours,
            budget=end - self.done,
            halt=halt,
        ):
            make_room(self.state)

    def count(self, place: Place) -> int:
        """Return a counter."""
        return int(self.state["at"][place])

    def best(self) -> Squares:
        return unpadded(self.state["best"][: self.count(Place.LONGEST)], self.problem.cols)

    def walk(self) -> Squares:
        """Return the squares of the last ant's walk; before the first, where it will begin."""
        return unpadded(self.state["path"][: self.count(Place.MOVES) + 1], self.problem.cols)

    def moment(self) -> tuple[int, int, int]:
        """Return the colony, the cycle in it and the place in that of the last ant, all from 0."""
        cycle, place = divmod(max(0, self.done - 1), self.ants)
        return *divmod(cycle, self.settings.cycles), place

    def work(self) -> dict[str, int]:
        return {"ants": self.done, "cycles": self.done // self.ants, **self.tours_work()}

    def heat(self) -> NDArray[np.float64]:
        """Return for each square how much pheromone its strongest move has, as a share on a logarithmic scale.

        1 is the most of all squares; 0 the least, or a millionth of the most where the least is even less.
        """
        problem = self.problem
        shape = (problem.rows + 2 * BORDER, problem.cols + 2 * BORDER)
        strongest = self.state["pheromone"].max(axis=1).reshape(shape)[BORDER:-BORDER, BORDER:-BORDER]
        most = strongest[problem.free].max()
        least = max(strongest[problem.free].min(), most / HEAT_SPAN)
        heat = np.zeros(strongest.shape)
        if least < most:
            heat = np.log(np.clip(strongest, least, most) / least) / np.log(most / least)
        return np.where(problem.free, heat, 0.0).ravel()

    def frame(self) -> Frame:
        if not self.ready:
            return self.blank()
        colony, cycle, place = self.moment()
        rate = f"{self.tally(Tally.DISTINCT) / self.done:.4f}" if self.done else "none yet"
        longest = f"{self.count(Place.LONGEST):,} of {self.problem.squares:,}"
        return Frame(
            self.done,
            self.status,
            self.reason,
            self._board(),
            (
                Figure("ant", f"{place + 1 if self.done else 0:,} of {self.ants:,}", "ants of this cycle so far"),
                Figure("cycle", f"{cycle + 1:,} of {self.settings.cycles:,}", "cycles of this colony"),
                Figure("colony", f"{colony + 1:,}", "colonies so far"),
                Figure("ants", f"{self.done:,}", "ants in all"),
                Figure("longest", longest, "squares of the longest walk so far"),
                *self.tours_figures(),
                Figure("per ant", rate, "different tours found for each ant"),
            ),
            curves(self.state["points"], self.state["extent"], "tours", "distinct"),
            self._sentence(),
        )

    def _board(self) -> Board:
        if self.found():
            return self.problem.walk(tour(self.state, kept(self.state) - 1, self.problem.cols))
        return replace(self.problem.walk([], [(KNIGHT, self.walk()[-1:])]), heat=self.heat())

    def _sentence(self) -> str:
        walk, total = self.walk(), self.problem.squares - 1
        start, where, made = self.problem.name(int(walk[0])), self.problem.name(int(walk[-1])), len(walk) - 1
        if not self.done:
            return f"All moves have the same pheromone; the first ant will begin on {start}."
        _, cycle, place = self.moment()
        head = f"Cycle {cycle + 1:,}, ant {place + 1:,}, from {start}: "
        if made < total:
            news = f"a dead end on {where} after {made:,} of {total:,} moves."
        else:
            kind = ("no way leads back to the start", "a tour found before", "a new tour")[self.count(Place.NEWS)]
            news = f"all squares, the last is {where}: {kind}."
        if place < self.ants - 1:
            return head + news
        kept_share = f"{self.settings.evaporation:.4g}"
        return f"{head}{news} The cycle ends: pheromone is multiplied by {kept_share}, and each ant adds to its moves."
