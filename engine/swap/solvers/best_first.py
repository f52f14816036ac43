"""Solver `best-first`: A* whose lower bound h is the cheapest assignment of knights to goal squares.

It stores only the positions that it sees, so it can search boards whose positions no table could hold. The bound is
admissible and consistent (see kernels.assignment): the first path to the goal is a shortest one, and no position is
expanded twice.
"""

from dataclasses import replace
from math import comb

import numpy as np

from knightwatch.engine.compiled.tiers import interpret
from knightwatch.engine.compiled.trace import Merge, trace
from knightwatch.engine.core.curves import curves
from knightwatch.engine.core.frame import Board, Figure, Frame, Links, Tone
from knightwatch.engine.core.search import State
from knightwatch.engine.core.words import counted_noun
from knightwatch.engine.swap.dense_numbers import binomials
from knightwatch.engine.swap.kernels import assignment
from knightwatch.engine.swap.kernels import best_first as kernels
from knightwatch.engine.swap.kernels.assignment import Bounds
from knightwatch.engine.swap.kernels.best_first import BestFirstCounter as Counter
from knightwatch.engine.swap.kernels.best_first import Buckets, Nodes
from knightwatch.engine.swap.pair_numbers import rank_of
from knightwatch.engine.swap.refutations import BLACK, WHITE
from knightwatch.engine.swap.solvers.base import SwapSearch

FIRST_NODES = 4096
FIRST_BUCKETS = 256
MOST_ASSIGNED = 16
"""With more knights of a colour, frames do not show the assignment: it would take too long."""
FAINT = 0.3
"""The weight of the lines of the assignment."""
MOST_BUCKETS = 1 << 15
"""One bucket for each f that fits into a cost."""


class BestFirst(SwapSearch):
    """Nodes for the positions seen, and buckets of the open ones."""

    name = "best-first"
    summary = "A*: expands the lowest f = g + h first; the same answers, fewer positions, larger boards"
    milestone = "higher bound"
    tables = 0

    def begin(self) -> State:
        state = self._empty(FIRST_NODES + self.positions.max_moves)
        fits = self.positions.numbers < 1 << 63 and self.fits(sum(array.nbytes for array in state.values()))
        state["counters"][Counter.FULL] = not fits
        if fits:
            self._first(state)
        return state

    def fits(self, more: int = 0) -> bool:
        return super().fits(more + np.uint16().nbytes * sum(self._sets()))

    def _empty(self, room: int) -> State:
        kinds = {"position": np.uint64, "parent": np.uint32, "cost": np.uint16}
        waiting = {"waiting": np.uint32, "waiting_cost": np.uint16, "below": np.uint32}
        state: State = {name: np.zeros(room, kind) for name, kind in (kinds | waiting).items()}
        tables = {"slots": np.zeros(_slots(room), np.uint32), "tops": np.zeros(FIRST_BUCKETS, np.uint32)}
        points, extent = trace(Merge.MEAN, Merge.LEAST)
        return state | tables | {"counters": np.zeros(len(Counter), np.int64), "points": points, "extent": extent}

    def _sets(self) -> list[int]:
        """Return the number of black sets and of white sets."""
        return [comb(len(self.problem.graph), knights) for knights in self.positions.knights]

    def _first(self, state: State) -> None:
        """Make the start the only open node; its f is its bound."""
        problem, (start, goal) = self.problem, self.ends
        letters = np.array(list(problem.letters(problem.goal)))
        distances, choose = problem.graph.distances, binomials(len(problem.graph), max(self.positions.knights))
        black, white = (
            Bounds(np.zeros(sets, np.uint16), distances, np.flatnonzero(letters == colour), choose)
            for sets, colour in zip(self._sets(), (BLACK, WHITE), strict=True)
        )
        self.bounds = black, white
        here = problem.letters(problem.from_)
        ranks = (rank_of(v for v, letter in enumerate(here) if letter == colour) for colour in (BLACK, WHITE))
        h = sum(interpret(assignment.bound, bounds, rank) for bounds, rank in zip(self.bounds, ranks, strict=True))
        self._first_h = h
        state["tops"] = np.zeros(h + FIRST_BUCKETS, np.uint32)
        state["counters"][[Counter.NODES, Counter.F]] = 1, h
        state["position"][0] = start
        nodes, buckets = _records(state)
        self.tier(kernels.rehash)(nodes, 1)
        self.tier(kernels.push)(buckets, state["counters"], np.int64(0), np.int64(0), np.int64(h))
        self.tier(kernels.pop_stale)(nodes, buckets, state["counters"], np.uint64(goal))

    def expand(self, budget: int, halt: bool) -> None:
        state = self.state
        self.tier(kernels.expand)(
            self.positions.set_pairs,
            self.positions.dense,
            self.positions.max_moves,
            self.bounds,
            *_records(state),
            state["counters"],
            state["points"],
            state["extent"],
            state["clock"],
            np.uint64(self.ends[1]),
            budget,
            halt,
        )

    def make_room(self) -> bool:
        state, max_moves = self.state, self.positions.max_moves
        nodes, entries = (self.counter(place) + max_moves for place in (Counter.NODES, Counter.ENTRIES))
        needed = dict.fromkeys(Nodes._fields, nodes) | dict.fromkeys(Buckets._fields, entries)
        needed |= {"slots": 2 * nodes, "tops": self.counter(Counter.F) + 3}
        too_small = [name for name, room in needed.items() if len(state[name]) < room]
        if not self.fits(2 * sum(state[name].nbytes for name in too_small)) or len(state["tops"]) >= MOST_BUCKETS:
            return False
        for name in too_small:
            state[name] = np.concatenate([state[name], np.zeros_like(state[name])])
        if "slots" in too_small:
            state["slots"][:] = 0
            self.tier(kernels.rehash)(_records(state)[0], self.counter(Counter.NODES))
        return True

    def has_more(self) -> bool:
        return self.counter(Counter.NEXT) > 0

    def visited(self) -> tuple[int, str, str]:
        return self.counter(Counter.NODES), "start", "goal"

    @property
    def lower_bound(self) -> int:
        return self.counter(Counter.F)

    def sequence(self) -> list[int]:
        node, path = int(self.state["waiting"][self.counter(Counter.NEXT) - 1]), list[int]()
        while not path or path[-1] != self.ends[0]:
            path.append(int(self.state["position"][node]))
            node = int(self.state["parent"][node])
        return path[::-1]

    def work(self) -> dict[str, int]:
        return {"positions": self.counter(Counter.NODES) if self.ready else 0, "expanded": self.done}

    def spending(self) -> str:
        if not self.found():
            return f"{counted_noun(self.work()['positions'], 'position')} reached"
        moves = counted_noun(len(self.sequence()) - 1, "move")
        return f"its estimate h of the moves left is {self._first_h} of {moves} at the start"

    def frame(self) -> Frame:
        if not self.ready:
            return self.blank()
        seen = self.counter(Counter.NODES)
        return Frame(
            self.done,
            self.verdict,
            self._with_assignment(self.shown_board()),
            (
                self.moves_figure(),
                Figure("expanded", f"{self.done:,}", "positions whose moves were tried"),
                Figure("open", f"{seen - self.done:,}", "positions seen but not expanded"),
                *self.reached_figures(seen),
            ),
            curves(self.state["points"], self.state["extent"], "moves made", "f = g + h", of="moves"),
            self.sentence(),
        )

    def _with_assignment(self, board: Board) -> Board:
        """Return the board with a line from each knight to the goal square that h assigns to it."""
        if self.found() or self.full or max(self.positions.knights) > MOST_ASSIGNED:
            return board
        position = self.counter(Counter.LAST) if self.done else self.ends[0]
        letters = np.array(list(self.positions.letters(position)))
        pairs = []
        for bounds, colour in zip(self.bounds, (BLACK, WHITE), strict=True):
            knights = np.flatnonzero(letters == colour)
            costs = bounds.distances[np.ix_(knights, bounds.goal)]
            pairs.append(np.stack([knights[interpret(assignment.assigned, costs)], bounds.goal], axis=1))
        joined = np.concatenate(pairs)
        ways = self.problem.squares[joined[joined[:, 0] != joined[:, 1]]]
        return replace(board, links=(Links.equal("goal square that h assigns to each knight", Tone.HINT, ways, FAINT),))

    def start_words(self) -> str:
        return f"A*. Lower bound h: {counted_noun(self.counter(Counter.F), 'move')}, as if no knight blocked another."

    def goal_words(self) -> str:
        return "By A*, the goal has the lowest f"

    def fewest_words(self) -> str:
        return "No open position has a lower f = g + h, and h is never more than the moves left."

    def next_words(self) -> str:
        return f"By A*, the next position has the lowest f = g + h: {counted_noun(self.counter(Counter.F), 'move')}."


def _records(state: State) -> tuple[Nodes, Buckets]:
    """Return the nodes and the buckets as the kernels take them."""
    return Nodes(*(state[name] for name in Nodes._fields)), Buckets(*(state[name] for name in Buckets._fields))


def _slots(nodes: int) -> int:
    """Return the size of the hash table: a power of two, more than twice the number of nodes."""
    return 1 << (2 * nodes).bit_length()
