"""Base class of the solvers with one walk: `auto`, `backtrack` and `warnsdorff`.

The state has `path`, the squares of the walk; `ways`, the number of ways on from each square; `best`, the longest walk
so far; and `counters`. Squares are numbered on the board with its border. A solver may add arrays and counters.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import gcd
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from knightwatch.engine.boards import BORDER, MOVES, Squares, adjacent, degrees, padded, unpadded
from knightwatch.engine.compiled.trace import CAPACITY, Merge, trace
from knightwatch.engine.core.answers import as_lists
from knightwatch.engine.core.declaration import Settings
from knightwatch.engine.core.frame import Board, Curve, Figure, Kind, Links, Mark, Tone
from knightwatch.engine.core.search import Search, State
from knightwatch.engine.tour.kernels.squares import VISITED, Offsets, Ways
from knightwatch.engine.tour.kernels.walk import Walk, WalkCounter
from knightwatch.engine.tour.problem import CANDIDATES, DEAD_END, KNIGHT, TourProblem
from knightwatch.engine.tour.properties import properties
from knightwatch.engine.tour.solvers.bordered import Bordered
from knightwatch.engine.tour.solvers.walk_rules import visits_once, ways_after


class TourSettings(Settings):
    """Limits of a tour search."""

    max_states: int = Field(10_000_000, ge=0, le=10**9, description="squares entered before giving up")
    max_seconds: float | None = Field(15, ge=0, le=1e9, description="seconds of searching before giving up")


def fresh_ways(free: NDArray[np.bool_]) -> Ways:
    """Return the ways on from each square of an empty board, numbered with the border."""
    wide = np.pad(free, BORDER)
    return (degrees(wide) + np.where(wide, np.uint8(0), VISITED)).ravel()


def walk_of(state: State) -> Walk:
    """Return the arrays of the walk, as kernels take them."""
    return Walk(*(state[name] for name in Walk._fields))


def scattered(squares: Squares, seed: int) -> Squares:
    """Return the squares in an order that the seed chooses: a random first one, then in equal strides."""
    n = len(squares)
    first, stride = (int(word) for word in np.random.SeedSequence(seed).generate_state(2, np.uint64))
    while gcd(stride, n) > 1:
        stride += 1
    return squares[(first % n + np.arange(n) * (stride % n)) % n]


def ways_on(path: NDArray[np.uint32], ways: Ways, offsets: Offsets, grown: bool) -> Curve:
    """Return a curve: the number of free neighbours when the walk was on each square. Long walks are sampled.

    The first square of the walk is 1, as on the board.
    `ways` may or may not contain the walk. With `grown`, each square of the walk was one step of the search.
    """
    depth, squares = len(path), path.astype(np.int64)
    when = np.where(ways < VISITED, depth, -1)
    when[squares] = np.arange(depth)
    places = np.arange(0, depth, -(-depth // CAPACITY))
    around = squares[places, None] + offsets.view(np.int32).astype(np.int64)
    free = (when[around] > places[:, None]).sum(axis=1).astype(float)
    steps = places if grown else None
    return Curve("ways on from each square", places + 1, free, Kind.LEVELS, "ways on", "squares of the walk", steps)


LARGEST = 4096
"""Squares of the largest tour whose symmetries and sums are computed."""
NEXT_MOVE = "the next move"
"""The name of the line to the next square."""

S = TypeVar("S", bound=TourSettings)


class TourSearch(Bordered, Search[TourProblem, S], Generic[S]):
    """A search with one walk, which grows, shrinks or is rotated."""

    def __init__(self, problem: TourProblem, settings: S, seed: int) -> None:
        super().__init__(problem, settings, seed)
        self.measure()

    @property
    def limit(self) -> int:
        return self.settings.max_states

    def whole_effort(self) -> float:
        return 2e-5 * min(self.problem.squares, self.limit)

    def starts(self) -> NDArray[np.uint32]:
        """Return the possible starts of the walk, in an order that the seed chooses."""
        problem = self.problem
        squares = scattered(problem.possible_starts, self.seed)
        # A closed tour passes through every square, so one start is enough.
        return padded(squares[:1] if problem.closed else squares, problem.cols).astype(np.uint32)

    def walk_state(self, places: int) -> State:
        """Return the arrays of an empty walk, with room for `places` counters."""
        problem = self.problem
        points, extent = trace(Merge.MOST, Merge.LEAST)
        return {
            "path": np.zeros(problem.squares, np.uint32),
            "ways": fresh_ways(problem.free),
            "best": np.zeros(problem.squares, np.uint32),
            "counters": np.zeros(places, np.int64),
            "points": points,
            "extent": extent,
        }

    def rules(self, state: State) -> Iterator[bool]:
        fresh, counters, n = fresh_ways(self.problem.free), state["counters"], self.problem.squares
        depth, best = int(counters[WalkCounter.DEPTH]), int(counters[WalkCounter.BEST])
        yield 1 <= depth <= n and best <= n
        yield visits_once(state["path"][:depth], fresh, self.offsets)
        yield visits_once(state["best"][:best], fresh, self.offsets)

    def growing(self, state: State) -> Iterator[bool]:
        """Yield the conditions for a walk that goes on."""
        depth, best, shared = (int(state["counters"][place]) for place in list(WalkCounter)[:3])
        yield shared <= min(depth, best)
        yield bool((state["path"][:shared] == state["best"][:shared]).all())
        ways = ways_after(state["path"][:depth], fresh_ways(self.problem.free), self.offsets)
        yield bool((state["ways"] == ways).all())

    def found(self) -> bool:
        if self.counter(WalkCounter.DEPTH) < self.problem.squares:
            return False
        return not self.problem.closed or self.returns

    @property
    def returns(self) -> bool:
        """Whether a move leads from the last square of a complete walk to its first."""
        ends = unpadded(self.state["path"][[-1, 0]], self.problem.cols)
        return self.problem.squares > 2 and adjacent(int(ends[0]), int(ends[1]), self.problem.cols)

    def answer(self) -> dict[str, Any]:
        return as_lists(self.raw_answer())

    def raw_answer(self) -> dict[str, Any]:
        if not self.ready:
            return {"path": [], "squares": 0, "closed": False}
        trail = self.trail
        if self.counter(WalkCounter.BEST) > len(trail):
            trail = unpadded(self.state["best"][: self.counter(WalkCounter.BEST)], self.problem.cols)
        return self.problem.walk_answer(trail)

    def attained(self) -> float:
        return max(self.counter(WalkCounter.DEPTH), self.counter(WalkCounter.BEST))

    def counter(self, place: int) -> int:
        """Return the value of a counter."""
        return int(self.state["counters"][place])

    @property
    def trail(self) -> Squares:
        """The squares of the walk."""
        return unpadded(self.state["path"][: self.counter(WalkCounter.DEPTH)], self.problem.cols)

    def candidates(self, square: int) -> list[tuple[int, int]]:
        """Return the free neighbours of a square, each with its number of ways on."""
        around, ways = [self.after(square, k) for k in range(len(MOVES))], self.state["ways"]
        return [(there, int(ways[there])) for there in around if ways[there] < VISITED]

    def completed(self) -> str:
        """Say that the tour is complete."""
        if self.problem.squares == 1:
            return "The knight stands on the only square."
        back = ", and the last leads back to the first" if self.returns else ""
        return f"All {self.problem.squares:,} squares are visited{back}."

    def kind_figure(self) -> tuple[Figure, ...]:
        """Return the kind of the tour as a figure; nothing before a tour is found, or on very large boards."""
        problem = self.problem
        if not self.found() or problem.squares > LARGEST:
            return ()
        about = "closed or open; magic: equal sums of rows and columns; symmetric: the same when rotated or reflected"
        words = properties(self.trail, problem.free)
        short = [word for word in words if "symmetry" not in word] + ["symmetric"] * any("symmetry" in w for w in words)
        return (Figure("tour", ", ".join(short), about),)

    def onward(self) -> Curve:
        """Return the ways on along the walk. If the walk never shrank, each square is one step of the search."""
        depth = self.counter(WalkCounter.DEPTH)
        return ways_on(self.state["path"][:depth], self.state["ways"], self.offsets, depth == self.done + 1)

    def next_square(self) -> int | None:
        """Return the next square of the walk; None if it is not known."""
        return None

    def board(self, tried: Sequence[int] = ()) -> Board:
        """Return the board with the walk, the candidates for its next square, and the candidates that failed."""
        if self.found():
            return self.problem.walk(self.trail)
        trail, cols, chosen = self.trail, self.problem.cols, self.next_square()
        ahead = self.candidates(int(self.state["path"][len(trail) - 1]))
        marks: list[tuple[Mark, Squares]] = [
            (CANDIDATES[ways], unpadded(np.array([square], np.uint32), cols))
            for square, ways in ahead
            if square not in tried
        ]
        dead_ends = unpadded(np.array(tried, np.uint32), cols)
        board = self.problem.walk(trail, [*marks, (DEAD_END, dead_ends), (KNIGHT, trail[-1:])])
        if not ahead and len(trail) > 1:
            return replace(board, links=(Links.equal("into a dead end", Tone.ALARM, trail[-2:]),))
        if chosen is None:
            return board
        move = trail[-1], unpadded(np.array([chosen], np.uint32), cols)[0]
        return replace(board, links=(Links.equal(NEXT_MOVE, Tone.HINT, move),))
