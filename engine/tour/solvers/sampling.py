"""What solvers share whose every step is one walk: that of an ant, or that of a chromosome.

A walk goes from a start until no free square is a knight's move away. The state has the last walk (`path`), the longest
(`best`), what came of the last one (first in `counters`), the arrays of a trace and those of a collection of tours.
"""

from abc import abstractmethod
from typing import Generic, TypeVar

import numpy as np

from knightwatch.engine.boards import Squares, padded, unpadded
from knightwatch.engine.compiled.rng import generator
from knightwatch.engine.compiled.trace import Merge, trace
from knightwatch.engine.core.frame import Board, Curve
from knightwatch.engine.core.search import State
from knightwatch.engine.tour.kernels.collection import collect
from knightwatch.engine.tour.kernels.sampling import News, Sample, SamplingConstants, SamplingCounter
from knightwatch.engine.tour.problem import KNIGHT
from knightwatch.engine.tour.solvers.base import fresh_ways, ways_on
from knightwatch.engine.tour.solvers.collecting import CollectingSearch, CollectingSettings
from knightwatch.engine.tour.solvers.collection import collection, collection_of, images, kept, make_room, tour

COMPLETE = {
    News.NO_TOUR: "no way leads back to the start",
    News.KNOWN: "a tour found before",
    News.NEW: "a new tour",
}
"""What may come of a walk over all squares."""

S = TypeVar("S", bound=CollectingSettings)


class SamplingSearch(CollectingSearch[S], Generic[S]):
    """A search that makes one walk after the other."""

    @abstractmethod
    def starts(self) -> Squares:
        """Return the squares that walks begin from, in their order."""

    @abstractmethod
    def send(self, budget: int, halt: bool) -> bool:
        """Make walks, as `step` does; tell whether it stopped only because the collection has no room."""

    @abstractmethod
    def announced(self) -> str:
        """Say what will be done first."""

    @abstractmethod
    def told(self) -> str:
        """Say what the last step did, and why."""

    def walk_state(self, places: int, *merges: Merge) -> State:
        """Return the arrays of walks that have not begun, with so many counters and curves."""
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
        """Return the squares of the last walk; before the first, where it will begin."""
        return unpadded(self.state["path"][: self.counter(SamplingCounter.MOVES) + 1], self.problem.cols)

    def onward(self) -> Curve:
        """Return how many ways led on along the last walk."""
        path = self.state["path"][: self.counter(SamplingCounter.MOVES) + 1]
        return ways_on(path, self.constants.ways, self.offsets, grown=False)

    def drawn(self) -> Board:
        """Return a picture of the last walk, the knight at its end; once there are tours enough, of the last tour."""
        if self.found():
            return self.problem.walk(tour(self.state, kept(self.state) - 1, self.problem.cols))
        walk = self.walk()
        return self.problem.walk(walk, [(KNIGHT, walk[-1:])])

    def sentence(self) -> str:
        """Say what the last step did, or before it what will be done."""
        if self.done:
            return self.told()
        return "The knight stands on the only square." if self.found() else self.announced()

    def outcome(self) -> str:
        """Say what came of the last walk, without a full stop."""
        moves, total = self.counter(SamplingCounter.MOVES), self.problem.squares - 1
        where = self.problem.name(int(self.walk()[-1]))
        if moves < total:
            return f"a dead end on {where} after {moves:,} of {total:,} moves"
        return f"all {total + 1:,} squares, the last is {where}: {COMPLETE[News(self.counter(SamplingCounter.NEWS))]}"
