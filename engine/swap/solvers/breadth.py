"""Solvers `breadth` and `both-ends`: exhaustive search level by level, from the start or from both ends at once.

`breadth` is plain breadth-first search: it visits no position twice and finds the goal by the fewest moves. When no
position is left, there is no path. `both-ends` gives the same answers: it expands whole levels, always at the end with
fewer positions, until the two searches meet.
"""

from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.core.frame import Curve, Figure, Frame, Kind
from knightwatch.engine.core.search import State
from knightwatch.engine.core.words import counted_noun
from knightwatch.engine.swap.kernels import breadth as kernels
from knightwatch.engine.swap.kernels.breadth import BreadthCounter as Counter
from knightwatch.engine.swap.kernels.breadth import Levels
from knightwatch.engine.swap.positions import PER_BYTE
from knightwatch.engine.swap.solvers.base import SwapSearch

FIRST_ROOM = 4096
"""Room for positions in the first list of a level."""
FIRST_LEVELS = 64
LISTS = ("first", "second", "third")
TABLES = ("table", "other")
ENDS = ("start", "goal")


class Breadth(SwapSearch):
    """A table of reached positions and a level, at the start or at both ends."""

    name = "breadth"
    summary = "exhaustive, level by level from the start: the fewest moves, or a proof that there is no path"
    milestone = "level"
    tables = 1
    both: ClassVar[bool] = False

    def begin(self) -> State:
        positions = self.positions
        kind = np.uint32 if positions.numbers < 1 << 32 else np.uint64
        table, room = -(-positions.places // PER_BYTE), min(FIRST_ROOM, positions.arrangements) + positions.max_moves
        fits = self.fits(table * self.tables + room * len(LISTS) * kind().nbytes)
        state: State = {
            "counters": np.zeros(len(Counter), np.int64),
            "sizes": np.zeros((2, FIRST_LEVELS), np.int64),
            "table": np.zeros(table if fits else 0, np.uint8),
            "other": np.zeros(table if fits and self.both else 0, np.uint8),
        }
        state |= {name: np.zeros(room if fits else 0, kind) for name in LISTS}
        state["counters"][[Counter.FULL, Counter.LATER, Counter.THERE, Counter.REACHED]] = not fits, 1, 2, 1 + self.both
        state["counters"][Counter.MET] = self.ends[0] == self.ends[1]
        if fits:  # else the numbers may be too large for the array
            state["counters"][Counter.MEETING] = self.ends[0]
        state["sizes"][: 1 + self.both, 0] = 1
        for name, table_name, end in zip((LISTS[0], LISTS[2]), TABLES, self.ends, strict=True):
            if len(state[table_name]):
                state[name][0] = end
                self.tier(kernels.write_level)(state[table_name], np.uint64(positions.place(end)), 0)
        return state

    def expand(self, budget: int, halt: bool) -> None:
        state, positions, goal = self.state, self.positions, np.uint64(self.ends[1])
        tables, lists = (state["table"], state["other"]), (state["first"], state["second"], state["third"])
        levels = Levels(tables, lists, state["sizes"], state["counters"])
        self.tier(kernels.expand)(
            positions.set_pairs,
            positions.dense_places,
            positions.dense,
            positions.max_moves,
            levels,
            state["clock"],
            goal,
            self.both,
            budget,
            halt,
        )

    def make_room(self) -> bool:
        state, max_moves = self.state, self.positions.max_moves
        name = LISTS[self.counter(Counter.LATER)]
        if self.counter(Counter.FOUND) + max_moves > len(state[name]):
            room = len(state[name]) * 3 // 2 + max_moves
            if not self.fits(room * state[name].itemsize):
                return False
            state[name] = np.concatenate([state[name], np.zeros(room - len(state[name]), state[name].dtype)])
        if self._depth(self.counter(Counter.SIDE)) + 1 == state["sizes"].shape[1]:
            state["sizes"] = np.concatenate([state["sizes"], np.zeros_like(state["sizes"])], axis=1)
        return True

    def has_more(self) -> bool:
        return self._size() > 0

    def visited(self) -> tuple[int, str, str]:
        side = self.counter(Counter.SIDE)
        return int(self.state["sizes"][side].sum()), ENDS[side], ENDS[1 - side]

    @property
    def lower_bound(self) -> int:
        return self._depth(0) + self._depth(1) + 1

    def sequence(self) -> list[int]:
        if self.ends[0] == self.ends[1]:
            return [self.ends[0]]
        there, back = (self.path(end, self.counter(Counter.MEETING)) for end in range(2))
        return there[::-1] + back[1:]

    def path(self, end: int, position: int) -> list[int]:
        """Return the positions from a reached one back to an end, by the fewest moves."""
        path = [position]
        while path[-1] != self.ends[end]:
            before = (self.level_code(end, path[-1]) + 1) % 3 + 1  # the code of the level one move nearer
            path.append(next(p for p in self.positions.neighbours(path[-1]) if self.level_code(end, p) == before))
        return path

    def level_code(self, end: int, position: int) -> int:
        """Return the code of a position in an end's table: 0 if not reached, else its level modulo 3, plus 1."""
        return int(kernels.read_level(self.state[TABLES[end]], np.uint64(self.positions.place(position))))

    def reaches(self, position: int) -> bool:
        """Return whether a position was reached from the start."""
        return bool(self.level_code(0, position))

    def work(self) -> dict[str, int]:
        reached = self.counter(Counter.REACHED) if self.ready else 0
        return {"positions": reached, "expanded": self.done, "levels": self.milestones}

    def spending(self) -> str:
        levels = " + ".join(str(self._depth(end)) for end in range(1 + self.both))
        return f"{levels} levels, the widest {counted_noun(int(self.state['sizes'].max()), 'position')}"

    def _depth(self, end: int) -> int:
        """Return the depth of an end's level."""
        return int(self.state["counters"][Counter.DEPTH + end])

    def _size(self) -> int:
        """Return the number of positions of the current level."""
        side = self.counter(Counter.SIDE)
        return int(self.state["sizes"][side, self._depth(side)])

    def frame(self) -> Frame:
        if not self.ready:
            return self.blank()
        depths = f"{self._depth(0)} + {self._depth(1)}" if self.both else f"{self._depth(0)}"
        here = f"{self.counter(Counter.CURSOR):,} of {self._size():,}"
        return Frame(
            self.done,
            self.verdict,
            self.shown_board(),
            (
                self.moves_figure(),
                Figure("level", depths, "moves from the start" + ", and from the goal" * self.both),
                Figure("expanded", f"{self.done:,}", "positions whose moves were tried"),
                Figure("this level", here, "expanded positions of this level"),
                Figure("next level", f"{self.counter(Counter.FOUND):,}", "positions found for the next level"),
                *self.reached_figures(self.counter(Counter.REACHED)),
            ),
            self._curves(),
            self.sentence(),
        )

    def _curves(self) -> tuple[Curve, ...]:
        """Return the number of positions of each level; the next level has those found so far."""
        ends = [self.state["sizes"][end, : self._depth(end) + 1].astype(float) for end in range(1 + self.both)]
        side, growing = self.counter(Counter.SIDE), bool(self.counter(Counter.FOUND))
        if growing:
            ends[side] = np.append(ends[side], self.counter(Counter.FOUND))
        levels = np.arange(max(map(len, ends)))
        names = ("start", "goal") if self.both else ("positions",)
        begun = self._begun(len(levels))
        curves = []
        for end, (name, sizes) in enumerate(zip(names, ends, strict=True)):
            values = np.concatenate([sizes, np.full(len(levels) - len(sizes), np.nan)])
            unfinished = growing and end == side
            moments = begun[end]
            curves.append(
                Curve(name, levels, values, Kind.LEVELS, "positions", "level", moments, unfinished=unfinished)
            )
        return tuple(curves)

    def _begun(self, levels: int) -> NDArray[np.int64]:
        """Return for each end the step at which each level began; levels to come begin now."""
        sizes, begun = self.state["sizes"], np.full((1 + self.both, levels), self.done, np.int64)
        depths, side, step = [0, 0], 0, 0
        while True:
            begun[side, depths[side]] = step
            if side == self.counter(Counter.SIDE) and depths[side] == self._depth(side):
                return begun
            step += int(sizes[side, depths[side]])
            depths[side] += 1
            other = 1 - side
            if self.both and sizes[other, depths[other]] < sizes[side, depths[side]]:  # the same choice as begin_level
                side = other

    def start_words(self) -> str:
        ends = "start and goal are" if self.both else "the start is"
        return f"No position is expanded yet; only {ends} reached."

    def goal_words(self) -> str:
        if self.both:
            return "The two searches meet"
        return "It is the goal" if self.counter(Counter.FRESH) == 1 else "One of them is the goal"

    def fewest_words(self) -> str:
        there = counted_noun(self._depth(0), "move")
        if self.both:
            why = f"No position within {there} of the start is within {self._depth(1)} of the goal."
            return f"{why} {self._saved_words()}".rstrip()
        return f"All positions within {there} were reached, and the goal is not among them."

    def _saved_words(self) -> str:
        """Return sentences that say why two searches need fewer positions; nothing if one of them built no level."""
        depths = [self._depth(end) for end in range(2)]
        if not all(depths):
            return ""
        last = " and ".join(f"{self.state['sizes'][end, depth]:,}" for end, depth in enumerate(depths))
        levels = f"The last of the {depths[0]} + {depths[1]} levels have {last} positions."
        return f"{levels} One search must go {counted_noun(depths[1], 'level')} further."

    def next_words(self) -> str:
        if self.counter(Counter.CURSOR):
            return ""
        side = self.counter(Counter.SIDE)
        where = f"{counted_noun(self._depth(side), 'move')} from the {ENDS[side]}"
        return f"The level is complete. The next, {where}, has {counted_noun(self._size(), 'position')}."


class BothEnds(Breadth):
    """A table and a level at each end; the smaller level is expanded next."""

    name = "both-ends"
    summary = (
        "level by level from start and goal at once, until they meet: the same answers, "
        "from two searches of half the depth"
    )
    tables = 2
    both = True

    def sentence(self) -> str:
        """Return a sentence about the last step; at the end only the result, so that a small screen shows it all."""
        return self.solved_words() if self.done and self.found() else super().sentence()
