"""Solvers `warnsdorff` and `backtrack`: depth-first search, after Krajkovič, "Euler's knight".

Both sort the free neighbours and go to the first. Warnsdorff's rule (1823) sorts by the number of ways on. `warnsdorff`
stops at a dead end. `backtrack` steps back from every dead end, until it has a tour or has tried every walk.
"""

from collections.abc import Iterator
from enum import StrEnum
from typing import Annotated

import numpy as np
from numpy.typing import NDArray
from pydantic import Field, field_validator

from knightwatch.engine.boards import BORDER
from knightwatch.engine.core.curves import curves
from knightwatch.engine.core.declaration import Text
from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.frame import Figure, Frame, Status
from knightwatch.engine.core.search import State
from knightwatch.engine.core.state_rules import within
from knightwatch.engine.core.tree import MOST_CHOICES, Branch, SearchTree
from knightwatch.engine.core.words import counted_noun, quoted
from knightwatch.engine.tour.kernels import backtrack as kernels
from knightwatch.engine.tour.kernels.backtrack import BacktrackConstants, Counter
from knightwatch.engine.tour.kernels.squares import VISITED
from knightwatch.engine.tour.problem import TourProblem
from knightwatch.engine.tour.solvers.base import S, TourSearch, TourSettings, fresh_ways, walk_of
from knightwatch.engine.tour.solvers.walk_rules import signed

USUAL_MOVES = "12345678"


class Order(StrEnum):
    """Which neighbour comes first: fewest ways on, nearest to the edge, both, or a fixed order of moves."""

    WARNSDORFF = "warnsdorff"
    WALL = "wall"
    WARNSDORFF_WALL = "warnsdorff+wall"
    FIXED = "fixed"


class RuleSettings(TourSettings):
    """Parameters of `warnsdorff`."""

    moves: Annotated[str, Text("the digits 1 to 8, each once")] = Field(
        USUAL_MOVES,
        description="order of moves on a tie, numbered as published: 1 two down and one right, 2 two up and one right, "
        "3 one down and two right, 4 one up and two right; 5 to 8 are the same to the left",
    )

    @field_validator("moves")
    @classmethod
    def _all_moves(cls, moves: str) -> str:
        if sorted(moves) != sorted(USUAL_MOVES):
            raise BadInput(f"moves is {quoted(moves)}, but must be the digits 1 to 8, each once, as {USUAL_MOVES}")
        return moves


class BacktrackSettings(RuleSettings):
    """Parameters of `backtrack`."""

    order: Order = Field(
        Order.WARNSDORFF_WALL,
        description="the neighbour to try first. warnsdorff: fewest ways on; wall: nearest to the edge; "
        "warnsdorff+wall: fewest ways on, then nearest to the edge; fixed: the order of moves",
    )


class DepthFirst(TourSearch[S]):
    """Depth-first search: a walk, and for each of its squares the untried moves (`pending`)."""

    unit = "state"
    milestone = "dead end"
    has_tree = True
    order: Order
    back: bool

    def __init__(self, problem: TourProblem, settings: S, seed: int) -> None:
        super().__init__(problem, settings, seed)
        assert isinstance(settings, RuleSettings)
        self.offsets = self.offsets[[int(digit) - 1 for digit in settings.moves]]

    @classmethod
    def seeded(cls, problem: TourProblem, settings: S) -> bool:  # noqa: ARG003
        return problem.first is None

    def begin(self) -> State:
        n = self.problem.squares
        state = self.walk_state(len(Counter)) | {
            "pending": np.zeros(n, np.uint32),
            "levels": np.zeros(n + 1, np.uint32),
        }
        self.constants = BacktrackConstants(
            offsets=self.offsets,
            starts=self.starts(),
            wall=self._distances(),
            by_ways=self.order in (Order.WARNSDORFF, Order.WARNSDORFF_WALL),
            by_wall=self.order in (Order.WALL, Order.WARNSDORFF_WALL),
            closed=self.problem.closed,
            back=self.back,
        )
        self.tier(kernels.first_square)(walk_of(state), state["pending"], state["levels"], self.constants)
        return state

    def step(self, budget: int, halt: bool) -> None:
        state = self.state
        stack = state["pending"], state["levels"]
        self.tier(kernels.states)(walk_of(state), *stack, self.constants, state["clock"], budget, halt)

    def rules(self, state: State) -> Iterator[bool]:
        yield from super().rules(state)
        yield from self.growing(state)
        counters = state["counters"]
        yield counters[Counter.DEAD] <= (not self.back) and counters[Counter.EXHAUSTED] <= self.back
        yield counters[Counter.START] < len(self.constants.starts) + counters[Counter.EXHAUSTED]
        yield bool(state["levels"][1 : counters[Counter.DEPTH] + 1].all()) and not state["levels"][0]
        yield from self._pending_rules(state)

    def _pending_rules(self, state: State) -> Iterator[bool]:
        """Yield the conditions for the untried moves: each leads to a square that the walk up to there has not."""
        depth = int(state["counters"][Counter.DEPTH])
        path, pending = state["path"][:depth].astype(np.int64), state["pending"][:depth].astype(np.int64)
        entered = np.where(fresh_ways(self.problem.free) < VISITED, depth, -1)
        entered[path] = np.arange(depth)
        while pending.any():
            places = np.flatnonzero(pending)
            moves = (pending[places] & 15) - 1
            yield within(moves, 0, len(self.offsets) - 1)
            yield bool((entered[path[places] + signed(self.offsets)[moves]] > places).all())
            pending >>= 4

    def _distances(self) -> NDArray[np.uint32]:
        """Return for each square its distance to the edge."""
        rows, cols = self.problem.rows, self.problem.cols
        down, right = np.arange(rows), np.arange(cols)
        distances = np.minimum.outer(np.minimum(down, rows - 1 - down), np.minimum(right, cols - 1 - right))
        return np.pad(distances, BORDER).astype(np.uint32).ravel()

    def work(self) -> dict[str, int]:
        return {"states": self.done, "backtracks": self.counter(Counter.BACKTRACKS) if self.ready else 0}

    def spending(self) -> str:
        back = counted_noun(self.counter(Counter.BACKTRACKS), "step")
        return f"{back} back on a board of {counted_noun(self.problem.squares, 'square')}"

    def tree(self) -> SearchTree:
        """Return the tree: a node is a walk, its level the number of squares."""
        depth, start = self.counter(Counter.DEPTH), self.counter(Counter.START)
        path = self.state["path"][:depth]
        choices = []
        for place in range(max(0, depth - MOST_CHOICES), depth):
            name = self.name_of(int(path[place]))
            if place:
                candidates, untried = self._candidates_at(place - 1)
                choices.append(Branch(name, len(candidates) - len(untried) - 1, len(untried)))
            else:
                choices.append(Branch(name, start, max(0, len(self.constants.starts) - start - 1)))
        return SearchTree(self.state["levels"].astype(np.int64), depth, tuple(choices), first=1)

    def _candidates_at(self, place: int) -> tuple[list[int], list[int]]:
        """Return the candidates at a square of the walk, given by its index, and those that are untried, in order."""
        state, depth = self.state, self.counter(Counter.DEPTH)
        here, waiting, untried = int(state["path"][place]), int(state["pending"][place]), []
        while waiting:
            untried.append(self.after(here, (waiting & 15) - 1))
            waiting >>= 4
        later = set(state["path"][place + 1 : depth].tolist())  # free when the walk was here
        around = (self.after(here, k) for k in range(8))
        return [square for square in around if state["ways"][square] < VISITED or square in later], untried

    def _failed(self, depth: int) -> list[int]:
        """Return the candidates that failed at a square of the walk, given by its index."""
        waiting = int(self.state["pending"][depth])
        untried = set()
        here = int(self.state["path"][depth])
        while waiting:
            untried.add(self.after(here, (waiting & 15) - 1))
            waiting >>= 4
        return [square for square, _ in self.candidates(here) if square not in untried]

    def next_square(self) -> int | None:
        depth = self.counter(Counter.DEPTH)
        waiting = int(self.state["pending"][depth - 1])
        return self.after(int(self.state["path"][depth - 1]), (waiting & 15) - 1) if waiting else None

    def frame(self) -> Frame:
        if not self.ready:
            return self.blank()
        depth = self.counter(Counter.DEPTH)
        longest = max(depth, self.counter(Counter.BEST))
        return Frame(
            self.done,
            self.verdict,
            self.board(self._failed(max(0, depth - 2))),
            (
                Figure("states", f"{self.done:,}", "squares entered after the start"),
                Figure("depth", f"{depth:,} of {self.problem.squares:,}", "squares in the present walk"),
                Figure("longest", f"{longest:,}", "squares in the longest walk so far"),
                Figure("backtracks", f"{self.counter(Counter.BACKTRACKS):,}", "steps back, one square each"),
                *self.kind_figure(),
            ),
            curves(
                self.state["points"],
                self.state["extent"],
                "depth",
                "least depth",
                of="squares",
                most=self.problem.squares,
            ),
            self._sentence(),
            profile=self.onward(),
            tree=self.tree(),
            next_move=self._next_move(),
        )

    def _next_move(self) -> str:
        """Say which candidate comes next, and why; at a dead end, how far the knight steps back."""
        chosen, depth = self.next_square(), self.counter(Counter.DEPTH)
        if self.found() or self.counter(Counter.EXHAUSTED):
            return ""
        if chosen is None:
            return self._step_back() if self.back else ""
        options = dict(self.candidates(int(self.state["path"][depth - 1])))
        why = self._why(options, chosen, again=False) if chosen in options else ""
        return f"Next move: {self.name_of(chosen)}, {why}." if why else ""

    def _step_back(self) -> str:
        """Say what comes after a dead end: the last square with an untried move, another start, or the end."""
        path, pending, depth = self.state["path"], self.state["pending"], self.counter(Counter.DEPTH)
        waiting = np.flatnonzero(pending[:depth])
        if not len(waiting):
            last = self.counter(Counter.START) + 1 == len(self.constants.starts)
            return "Next: the end, as every walk was tried." if last else "Next: another start."
        place = int(waiting[-1])
        here = int(path[place])
        then = self.name_of(self.after(here, (int(pending[place]) & 15) - 1))
        return f"Next: back {counted_noun(depth - 1 - place, 'square')} to {self.name_of(here)}, then {then}."

    def _sentence(self) -> str:
        path, depth = self.state["path"], self.counter(Counter.DEPTH)
        tip = self.name_of(int(path[depth - 1]))
        if self.found():
            return self.completed()
        if self.counter(Counter.EXHAUSTED):
            return "Every walk was tried."
        if depth == 1:
            return f"The knight stands on {tip}. {self._ending(1)}".rstrip()
        before, chosen = int(path[depth - 2]), int(path[depth - 1])
        options = dict(self.candidates(before)) | {chosen: int(self.state["ways"][chosen] - VISITED)}
        backed = self.counter(Counter.BACKED)
        failed = len(self._failed(depth - 2))
        head = f"Stepped back {counted_noun(backed, 'square')} to {self.name_of(before)}; " if backed else ""
        if backed and not failed:
            head = f"The previous start failed, so the knight begins on {self.name_of(before)}; "
        count = f"{failed} of {len(options)} candidates failed" if failed else counted_noun(len(options), "candidate")
        why = self._why(options, chosen, bool(failed))
        return f"{head}{count}; go to {tip}: {why}. {self._ending(depth)}".rstrip()

    def _why(self, options: dict[int, int], chosen: int, again: bool) -> str:
        """Say why this candidate was chosen; `again` if others failed before."""
        if len(options) == 1:
            return f"the only candidate, {counted_noun(options[chosen], 'way')} on"
        rest = " of the rest" if again else ""
        fewest = f"fewest ways on{rest} ({options[chosen]})"
        equal = [square for square, ways in options.items() if ways == options[chosen]]
        ties, distance = len(equal), int(self.constants.wall[chosen])
        match self.order:
            case Order.FIXED:
                return "next in the order of moves"
            case Order.WALL:
                return f"nearest to the edge{rest} (distance {distance}){self._first_of(list(options), chosen, again)}"
            case Order.WARNSDORFF_WALL if ties > 1 and not again:
                last = self._first_of(equal, chosen, again)
                return f"{fewest}, and of {ties} equal ones nearest to the edge (distance {distance}){last}"
            case Order.WARNSDORFF if ties > 1 and not again:
                return f"{fewest}, and of {ties} equal ones first in the order of moves"
        return fewest

    def _first_of(self, squares: list[int], chosen: int, again: bool) -> str:
        """Say that the order of moves decided, if several squares are as near to the edge; `again` as in `_why`."""
        wall = self.constants.wall
        near = sum(int(wall[square]) == int(wall[chosen]) for square in squares)
        return f", and of {near} such ones first in the order of moves" if near > 1 and not again else ""

    def _ending(self, depth: int) -> str:
        """Say that the walk has come to a dead end, or is complete but not closed."""
        if depth == self.problem.squares:
            return "All squares are visited, but no move leads from the last back to the first."
        if self.state["pending"][depth - 1]:
            return ""
        return "Dead end: no free square is a knight's move away."


class Warnsdorff(DepthFirst[RuleSettings]):
    """Warnsdorff's rule without backtracking."""

    name = "warnsdorff"
    summary = "Warnsdorff's rule alone: go to the square with the fewest ways on; never step back"
    settings_type = RuleSettings
    order = Order.WARNSDORFF
    back = False

    def end(self) -> tuple[Status, str] | None:
        if not self.counter(Counter.DEAD):
            return None
        depth, total = self.counter(Counter.DEPTH), self.problem.squares
        if depth == total:
            return Status.GAVE_UP, f"the rule visited all {total:,} squares, but no move leads back to the first"
        where = self.name_of(int(self.state["path"][depth - 1]))
        return Status.GAVE_UP, f"the rule reached a dead end on {where} after {depth:,} of {total:,} squares"


class Backtrack(DepthFirst[BacktrackSettings]):
    """Depth-first search with backtracking."""

    name = "backtrack"
    summary = "depth-first search: neighbours in a chosen order; at a dead end, back to the last untried move"
    settings_type = BacktrackSettings
    back = True

    def __init__(self, problem: TourProblem, settings: BacktrackSettings, seed: int) -> None:
        super().__init__(problem, settings, seed)
        self.order = settings.order

    def end(self) -> tuple[Status, str] | None:
        if not self.counter(Counter.EXHAUSTED):
            return None
        where = f"from {self.problem.name(self.problem.first)} " if self.problem.first is not None else ""
        return (
            Status.IMPOSSIBLE,
            f"every walk {where}was tried, {counted_noun(self.done, 'state')} in all, and none is a tour",
        )
