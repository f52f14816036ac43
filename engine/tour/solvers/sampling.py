"""Base class of `ants` and `repair`, which make one walk in each step.

A walk goes from a start until it is stuck or complete. The state has the last walk (`path`), the longest walk (`best`),
the result of the last walk (in `counters`), and the arrays of the curves and of the collection of tours.
"""

from abc import abstractmethod
from collections.abc import Iterator
from typing import Generic, TypeVar

import numpy as np

from knightwatch.engine.boards import Squares, padded, unpadded
from knightwatch.engine.compiled.rng import generator
from knightwatch.engine.compiled.trace import Merge, trace
from knightwatch.engine.core.frame import Board, Curve
from knightwatch.engine.core.search import State
from knightwatch.engine.tour.kernels.collection import collect
from knightwatch.engine.tour.kernels.sampling import Sample, SamplingConstants, SamplingCounter, WalkResult
from knightwatch.engine.tour.problem import KNIGHT
from knightwatch.engine.tour.solvers.base import fresh_ways, ways_on
from knightwatch.engine.tour.solvers.collecting import CollectingSearch, CollectingSettings
from knightwatch.engine.tour.solvers.collection import collection, collection_of, images, make_room, stored, tour
from knightwatch.engine.tour.solvers.walk_rules import visits_once

COMPLETE = {
    WalkResult.NO_TOUR: "no move leads back to the start",
    WalkResult.KNOWN: "a known tour",
    WalkResult.NEW: "a new tour",
}
"""Results of a walk over all squares."""

S = TypeVar("S", bound=CollectingSettings)


class SamplingSearch(CollectingSearch[S], Generic[S]):
    """A search that makes one walk in each step."""

    @abstractmethod
    def starts(self) -> Squares:
        """Return the starts of the walks, in order."""

    @abstractmethod
    def send(self, budget: int, halt: bool) -> bool:
        """Make up to `budget` walks; return True if it stopped only because the collection is full."""

    @abstractmethod
    def announced(self) -> str:
        """Say what the first step will do."""

    @abstractmethod
    def last_step(self) -> str:
        """Say what the last step did, and why."""

    def walk_state(self, places: int, *merges: Merge) -> State:
        """Return the arrays of the state before the first walk, with room for `places` counters."""
        problem, n = self.problem, self.problem.squares
        starts = padded(self.starts(), problem.cols).astype(np.uint32)
        self.constants = SamplingConstants(
            starts=starts,
            ways=fresh_ways(problem.free),
            offsets=self.offsets,
            images=images(problem),
            closed=problem.closed,
            tours=self.settings.tours,
        )
        points, extent = trace(*merges)
        path, collected = np.zeros(n, np.uint32), collection(problem, len(self.constants.ways))
        path[0] = starts[0]
        if n == 1:
            make_room(collected, self.tier)
            self.tier(collect)(path, collection_of(collected), self.offsets, self.constants.images)
        return collected | {
            "path": path,
            "best": np.zeros(n, np.uint32),
            "counters": np.zeros(places, np.int64),
            "points": points,
            "extent": extent,
            "rng": generator(self.seed),
        }

    def rules(self, state: State) -> Iterator[bool]:
        yield from super().rules(state)
        counters, fresh, n = state["counters"], self.constants.ways, self.problem.squares
        moves, longest = int(counters[SamplingCounter.MOVES]), int(counters[SamplingCounter.LONGEST])
        yield moves < n and longest <= n and counters[SamplingCounter.RESULT] <= max(WalkResult)
        yield visits_once(state["path"][: moves + 1], fresh, self.offsets)
        yield visits_once(state["best"][:longest], fresh, self.offsets)

    def step(self, budget: int, halt: bool) -> None:
        end = self.done + budget
        while self.send(end - self.done, halt):
            make_room(self.state, self.tier)

    def sample(self) -> Sample:
        """Return the arrays that every walk changes, as kernels take them."""
        return Sample(*(self.state[name] for name in Sample._fields))

    def best(self) -> Squares:
        return unpadded(self.state["best"][: self.counter(SamplingCounter.LONGEST)], self.problem.cols)

    def walk(self) -> Squares:
        """Return the squares of the last walk; before the first walk, its start."""
        return unpadded(self.state["path"][: self.counter(SamplingCounter.MOVES) + 1], self.problem.cols)

    def onward(self) -> Curve:
        """Return the number of ways on along the last walk."""
        path = self.state["path"][: self.counter(SamplingCounter.MOVES) + 1]
        return ways_on(path, self.constants.ways, self.offsets, grown=False)

    def board(self) -> Board:
        """Return the board with the last walk and the knight; at the end of the search, with the last tour."""
        if self.found():
            return self.problem.walk(tour(self.state, stored(self.state) - 1, self.problem.cols))
        walk = self.walk()
        return self.problem.walk(walk, [(KNIGHT, walk[-1:])])

    def sentence(self) -> str:
        """Say what the last step did; before the first step, what it will do."""
        if self.done:
            return self.last_step()
        return "The knight stands on the only square." if self.found() else self.announced()

    def outcome(self) -> str:
        """Say how the last walk ended, without a full stop."""
        moves, total = self.counter(SamplingCounter.MOVES), self.problem.squares - 1
        where = self.problem.name(int(self.walk()[-1]))
        if moves < total:
            return f"dead end on {where} after {moves:,} of {total:,} moves"
        result = WalkResult(self.counter(SamplingCounter.RESULT))
        return f"all {total + 1:,} squares, the last is {where}: {COMPLETE[result]}"
