"""Solver `within-level`: the search that I. Herceg's thesis prints, with its comparisons counted.

The moves of a square come in the order of the printed dictionary, see `PRINTED_MOVES`.
There, two positions are equal only if the same number of moves led to them. So a position is recognised only within its
level, is expanded again two levels later, and is compared with the whole list. This explains the growth of the
published times; `breadth` is the search that the thesis describes. Without a path to the goal the printed search never
ends; this solver notices when a level has nothing new, and stops.
"""

from functools import cached_property, partial

import numpy as np

from knightwatch.engine.core.frame import Curve, Figure, Frame, Kind
from knightwatch.engine.core.search import State
from knightwatch.engine.core.words import counted_noun
from knightwatch.engine.swap.dense_numbers import DenseNumbering, padded_ways
from knightwatch.engine.swap.graph import Graph
from knightwatch.engine.swap.kernels import within_level as kernels
from knightwatch.engine.swap.kernels.within_level import Queue
from knightwatch.engine.swap.kernels.within_level import WithinLevelCounter as Counter
from knightwatch.engine.swap.positions import PER_BYTE
from knightwatch.engine.swap.problem import Moves, SwapProblem
from knightwatch.engine.swap.solvers.base import SwapSearch

FIRST_ROOM = 4096
"""Room for positions in the first list."""
FIRST_LEVELS = 64
PLACE = np.uint32
"""The type of an index in the list."""
PRINTED_MOVES = ((-2, -1), (-2, 1), (2, -1), (2, 1), (-1, -2), (1, -2), (-1, 2), (1, 2))
"""Knight's moves as rows down and columns to the right, in the order of the dictionary that the thesis prints."""


def printed_ways(problem: SwapProblem) -> tuple[tuple[int, ...], ...]:
    """Return the neighbours of each vertex in the printed order; files, which the thesis lacks, from left to right."""
    ways = problem.graph.ways
    if problem.moves is Moves.FILES:
        return ways
    cells = [divmod(square, problem.free.shape[1]) for square in problem.squares.tolist()]

    def order(here: int, there: int) -> int:
        (row, col), (to_row, to_col) = cells[here], cells[there]
        return PRINTED_MOVES.index((to_row - row, to_col - col))

    return tuple(tuple(sorted(near, key=partial(order, here))) for here, near in enumerate(ways))


class WithinLevel(SwapSearch):
    """One list of positions; those behind the cursor are the queue."""

    name = "within-level"
    summary = "as printed in the thesis: level by level, but a position is recognised only within its level"
    milestone = "level"
    tables = PLACE().nbytes * PER_BYTE
    pair_memory = 0  # the printed order of moves needs dense numbers
    new_words = "not yet in the next level"

    def begin(self) -> State:
        positions, bytes_each = self.positions, np.uint64().nbytes + PLACE().nbytes
        room = FIRST_ROOM + positions.max_moves
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

    @cached_property
    def printed_ways(self) -> tuple[tuple[int, ...], ...]:
        """The neighbours of each vertex in the printed order."""
        return printed_ways(self.problem)

    @cached_property
    def dense(self) -> DenseNumbering:
        """The numbering of the positions, with the moves of each vertex in the printed order."""
        dense = self.positions.dense
        assert dense
        ways, _ = padded_ways(Graph(self.printed_ways))
        return dense._replace(ways=ways)

    def expand(self, budget: int, halt: bool) -> None:
        state, positions = self.state, self.positions
        self.tier(kernels.expand)(
            self.dense,
            positions.max_moves,
            Queue(*(state[name] for name in Queue._fields)),
            state["clock"],
            np.uint64(self.ends[1]),
            budget,
            halt,
        )

    def make_room(self) -> bool:
        state = self.state
        if self.counter(Counter.LISTED) + self.positions.max_moves > len(state["positions"]):
            if not self.fits(2 * (state["positions"].nbytes + state["parents"].nbytes)):
                return False
            for name in ("positions", "parents"):
                state[name] = np.concatenate([state[name], np.zeros_like(state[name])])
        if self.counter(Counter.DEPTH) + 1 == len(state["sizes"]):
            state["sizes"] = np.concatenate([state["sizes"], np.zeros_like(state["sizes"])])
        return True

    def has_more(self) -> bool:
        return self.counter(Counter.CURSOR) < self.counter(Counter.LISTED) and not self.counter(Counter.REPEATING)

    def visited(self) -> tuple[int, str, str]:
        return int(np.count_nonzero(self.state["places"])), "start", "goal"

    @property
    def lower_bound(self) -> int:
        return self.counter(Counter.DEPTH)  # a position is tested when it is expanded, not when it is found

    def sequence(self) -> list[int]:
        place, backwards = max(0, self.counter(Counter.CURSOR) - 1), list[int]()
        while place:
            backwards.append(int(self.state["positions"][place]))
            place = int(self.state["parents"][place])
        return [self.ends[0], *reversed(backwards)]

    def work(self) -> dict[str, int]:
        listed, compared = map(self.counter, (Counter.LISTED, Counter.COMPARISONS)) if self.ready else (0, 0)
        return {"positions": listed, "expanded": self.done, "levels": self.milestones, "comparisons": compared}

    def spending(self) -> str:
        comparisons = f"{self.work()['comparisons']:,} comparisons in the printed program"
        return f"{comparisons}; many positions are expanded repeatedly"

    def frame(self) -> Frame:
        if not self.ready:
            return self.blank()
        work, depth = self.work(), self.counter(Counter.DEPTH)
        sizes, fresh = self.state["sizes"][: depth + 1], work["positions"] - self.counter(Counter.LEVEL_END)
        here = self.done - int(sizes[:-1].sum())
        return Frame(
            self.done,
            self.verdict,
            self.shown_board(),
            (
                self.moves_figure(),
                Figure("level", f"{depth}", "moves from the start"),
                Figure("expanded", f"{self.done:,}", "positions whose moves were tried, with repetitions"),
                Figure("this level", f"{here:,} of {sizes[-1]:,}", "expanded positions of this level"),
                Figure("next level", f"{fresh:,}", "positions found for the next level"),
                Figure("listed", f"{work['positions']:,}", "positions of all levels, with repetitions"),
                Figure("comparisons", f"{work['comparisons']:,}", "of two positions, in the printed program"),
            ),
            (self._curve(sizes, fresh),),
            self.sentence(),
        )

    def _curve(self, sizes: "np.ndarray[tuple[int], np.dtype[np.int64]]", fresh: int) -> Curve:
        """Return the number of positions of each level; the next level has those found so far."""
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

    def start_words(self) -> str:
        return "No position is expanded yet; only the start is listed."

    def goal_words(self) -> str:
        return "The next position of the list is the goal"

    def fewest_words(self) -> str:
        before = counted_noun(self.counter(Counter.DEPTH) - 1, "move")
        return f"All positions within {before} were expanded, and the goal is not among them."

    def sentence(self) -> str:
        if self.done and self.found():
            return self.solved_words()
        return super().sentence()

    def next_words(self) -> str:
        depth = self.counter(Counter.DEPTH)
        size = int(self.state["sizes"][depth])
        if self.counter(Counter.CURSOR) + size != self.counter(Counter.LEVEL_END):
            return ""
        where = f"{counted_noun(depth, 'move')} from the start"
        return f"The level is complete. The next, {where}, has {counted_noun(size, 'position')}."
