"""Solver `within-level`: the search that I. Herceg's thesis prints, with its comparisons counted.

There, two positions are the same only if as many moves led to them, so that a position is recognised within its level
and never in another: the same ones are taken again and again, two levels later, and each is compared with all that was
listed before. That is why the published times grow as they do; `breadth` is what the thesis describes. Where there is
no way to the goal, the printed search has no end; this one sees that a level has nothing new, and ends.
"""

import numpy as np

from knightwatch.engine.core.frame import Curve, Figure, Frame, Kind
from knightwatch.engine.core.search import State
from knightwatch.engine.core.words import counted_noun
from knightwatch.engine.swap.kernels import within_level as kernels
from knightwatch.engine.swap.kernels.within_level import Queue
from knightwatch.engine.swap.kernels.within_level import WithinLevelCounter as Counter
from knightwatch.engine.swap.positions import PER_BYTE
from knightwatch.engine.swap.solvers.base import SwapSearch

FIRST_ROOM = 4096
"""Positions that the list has room for at first."""
FIRST_LEVELS = 64
PLACE = np.uint32
"""What a place in the list is written as."""


class WithinLevel(SwapSearch):
    """One list of positions, of which those behind the cursor are the queue."""

    name = "within-level"
    summary = "as printed in the thesis: level by level, but a position is recognised only within its level"
    milestone = "level"
    tables = PLACE().nbytes * PER_BYTE
    modest = 0  # the printed order of moves is found from positions numbered one by one
    fresh = "not in the next level yet"

    def begin(self) -> State:
        positions, bytes_each = self.positions, np.uint64().nbytes + PLACE().nbytes
        room = FIRST_ROOM + positions.most
        fits = self.fits(positions.numbers * PLACE().nbytes + room * bytes_each)
        state: State = {
            "counters": np.zeros(len(Counter), np.int64),
            "sizes": np.zeros(FIRST_LEVELS, np.int64),
            "places": np.zeros(positions.numbers if fits else 0, PLACE),
            "positions": np.zeros(room if fits else 0, np.uint64),
            "parents": np.zeros(room if fits else 0, PLACE),
        }
        state["counters"][[Counter.FULL, Counter.LISTED, Counter.LEVEL_END]] = not fits, 1, 1
        state["counters"][Counter.MET] = self.ends[0] == self.ends[1]
        state["sizes"][0] = 1
        if fits:
            state["positions"][0] = self.ends[0]
            state["places"][self.ends[0]] = 1
        return state

    def expand(self, budget: int, halt: bool) -> None:
        state, positions = self.state, self.positions
        assert positions.one_by_one
        self.tier(kernels.expand)(
            positions.one_by_one,
            positions.most,
            Queue(*(state[name] for name in Queue._fields)),
            state["clock"],
            np.uint64(self.ends[1]),
            budget,
            halt,
        )

    def make_room(self) -> bool:
        state = self.state
        if self.counter(Counter.LISTED) + self.positions.most > len(state["positions"]):
            if not self.fits(2 * (state["positions"].nbytes + state["parents"].nbytes)):
                return False
            for name in ("positions", "parents"):
                state[name] = np.concatenate([state[name], np.zeros_like(state[name])])
        if self.counter(Counter.DEPTH) + 1 == len(state["sizes"]):
            state["sizes"] = np.concatenate([state["sizes"], np.zeros_like(state["sizes"])])
        return True

    def left(self) -> bool:
        return self.counter(Counter.CURSOR) < self.counter(Counter.LISTED) and not self.counter(Counter.REPEATING)

    def exhausted(self) -> tuple[int, str, str]:
        return int(np.count_nonzero(self.state["places"])), "start", "goal"

    @property
    def lower_bound(self) -> int:
        return self.counter(Counter.DEPTH)  # a position is looked at when it is taken, not when it is found

    def sequence(self) -> list[int]:
        place, found = max(0, self.counter(Counter.CURSOR) - 1), list[int]()
        while place:
            found.append(int(self.state["positions"][place]))
            place = int(self.state["parents"][place])
        return [self.ends[0], *reversed(found)]

    def work(self) -> dict[str, int]:
        listed, compared = map(self.counter, (Counter.LISTED, Counter.COMPARISONS)) if self.ready else (0, 0)
        return {"positions": listed, "expanded": self.done, "levels": self.milestones, "comparisons": compared}

    def spending(self) -> str:
        seen = f"{self.done:,} of {counted_noun(self.work()['positions'], 'position')} expanded, many of them again"
        return f"{seen}, {self.work()['comparisons']:,} comparisons as printed"

    def frame(self) -> Frame:
        if not self.ready:
            return self.blank()
        work, depth = self.work(), self.counter(Counter.DEPTH)
        sizes, fresh = self.state["sizes"][: depth + 1], work["positions"] - self.counter(Counter.LEVEL_END)
        here = self.done - int(sizes[:-1].sum())
        return Frame(
            self.done,
            self.status,
            self.reason,
            self.drawn(),
            (
                self.fewest(),
                Figure("level", f"{depth}", "moves away from the start"),
                Figure("expanded", f"{here:,} of {sizes[-1]:,}", "positions of this level whose moves were tried"),
                Figure("next level", f"{fresh:,}", "positions found one move further"),
                Figure("listed", f"{work['positions']:,}", "positions of all levels, the same ones again and again"),
                Figure("comparisons", f"{work['comparisons']:,}", "of a position with one that was listed before"),
            ),
            (self._curve(sizes, fresh),),
            self.sentence(),
        )

    def _curve(self, sizes: "np.ndarray[tuple[int], np.dtype[np.int64]]", fresh: int) -> Curve:
        """Return how many positions each level has; the next one as far as it is found."""
        levels = np.append(sizes, fresh) if fresh else sizes.copy()
        begun = np.minimum(levels.cumsum() - levels, self.done)
        return Curve(
            "positions",
            np.arange(len(levels)),
            levels.astype(float),
            Kind.LEVELS,
            "positions",
            "level",
            begun,
            unfinished=fresh > 0,
        )

    def beginning(self) -> str:
        return "Nothing is expanded yet: only the start is listed."

    def meeting(self) -> str:
        return "The position that is taken from the list is the goal"

    def sentence(self) -> str:
        if self.done and self.found():
            return f"{self.meeting()}: {counted_noun(len(self.sequence()) - 1, 'move')}, and none fewer will do."
        return super().sentence()

    def outlook(self) -> str:
        depth = self.counter(Counter.DEPTH)
        size = int(self.state["sizes"][depth])
        if self.counter(Counter.CURSOR) + size != self.counter(Counter.LEVEL_END):
            return ""
        where = f"{counted_noun(depth, 'move')} from the start"
        return f"That was the last of its level. The next, {where}, has {counted_noun(size, 'position')}."
