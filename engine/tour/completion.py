"""Decide whether a walk can still become a tour, and find the move that made it impossible.

The rest of the board is a tour problem again: from the last square of the walk over all free squares. Refutation rules
answer many cases at once. Then a depth-first search with pruning finds a completion or exhausts all of them. If it
takes too long, `auto` tries; its exact decision can prove that there is no tour. Without an answer in time: undecided.
"""

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.boards import MOVES, Squares, square_names
from knightwatch.engine.core.frame import Status
from knightwatch.engine.core.run import Run
from knightwatch.engine.core.words import capitalised, counted_noun
from knightwatch.engine.tour.lost import Reason, why_lost
from knightwatch.engine.tour.problem import TourProblem
from knightwatch.engine.tour.refutations import Refusal, refusal
from knightwatch.engine.tour.solvers.auto import Auto, AutoSettings

SECONDS = 1.0
"""Time limit of one question."""
CLOCK_INTERVAL = 64
"""Squares entered between two looks at the clock."""
MOST_KNOWN = 200_000
"""Positions without a completion that are remembered."""
LARGEST = 1024
"""Squares of the largest board for which the question is asked."""


@dataclass(frozen=True)
class Completion:
    """Whether a walk can become a tour."""

    possible: bool | None
    """None: not decided."""
    way: tuple[int, ...] = ()
    """The missing squares in order, if the walk can be completed."""
    reason: Reason | None = None
    """Why the walk cannot be completed, if it cannot."""


UNDECIDED = Completion(None)


class Remainder:
    """The squares that a walk has not visited, and a depth-first search over them."""

    def __init__(self, problem: TourProblem, path: Squares) -> None:
        self._problem, self._path = problem, path
        self._rows, self._cols = problem.rows, problem.cols
        free = problem.free.ravel().copy()
        free[path] = False
        self.left = frozenset(np.flatnonzero(free).tolist())
        self._around = {square: self._neighbours(square) for square in (*self.left, *map(int, path[-1:]))}
        self._home = frozenset(self._neighbours(int(path[0]))) if problem.closed and len(path) else None
        """The squares on which a closed tour can end."""

    def _neighbours(self, square: int) -> list[int]:
        row, col = divmod(square, self._cols)
        ways = ((row + down, col + right) for down, right in MOVES)
        around = (r * self._cols + c for r, c in ways if 0 <= r < self._rows and 0 <= c < self._cols)
        return [there for there in around if there in self.left]

    def search(self, until: float) -> Iterator[Completion | None]:
        """Search from the end of the walk. Yield None regularly, and the result last; no result after `until`."""
        here, entered = int(self._path[-1]), 0
        left, around = set(self.left), self._around
        degree = {square: len(around[square]) for square in left}
        way: list[int] = []
        known, mask = set[tuple[int, int]](), sum(1 << square for square in left)
        stack = [self._ordered(here, left, degree)]
        while stack:
            entered += 1
            if entered % CLOCK_INTERVAL == 0:
                yield None
                if time.perf_counter() > until:
                    return
            if stack[-1]:
                here = stack[-1].pop()
                way.append(here)
                left.discard(here)
                mask ^= 1 << here
                for near in around[here]:
                    degree[near] -= 1
                if not left and (self._home is None or here in self._home):
                    yield Completion(True, tuple(way))
                    return
                promising = (mask, here) not in known and self._is_promising(here, left, degree)
                stack.append(self._ordered(here, left, degree) if promising else [])
                continue
            stack.pop()
            if way:
                if len(known) < MOST_KNOWN:
                    known.add((mask, way[-1]))
                here = way.pop()
                left.add(here)
                mask ^= 1 << here
                for near in around[here]:
                    degree[near] += 1
        tried = f"by exhaustion ({counted_noun(entered, 'square')} tried)"
        yield Completion(False, reason=Reason(tried, exhausted=True))

    def _ordered(self, here: int, left: set[int], degree: dict[int, int]) -> list[int]:
        """Return the possible next squares; the one with the fewest ways on is last, and is tried first."""
        return sorted((near for near in self._around[here] if near in left), key=lambda near: -degree[near])

    def _is_promising(self, here: int, left: set[int], degree: dict[int, int]) -> bool:
        """Return False if a free square cannot be reached, or if two free squares must both be the last."""
        if not left:
            return False
        next_ones, ends = {near for near in self._around[here] if near in left}, 0
        if not next_ones or (self._home is not None and not self._home & left):
            return False
        for square in left:
            if degree[square] < 2:
                ways = degree[square] + (square in next_ones)
                ends += ways == 1
                if ways == 0 or ends > 1 or (ways == 1 and self._home is not None and square not in self._home):
                    return False
        reached, waiting = set(next_ones), list(next_ones)
        while waiting:
            for near in self._around[waiting.pop()]:
                if near in left and near not in reached:
                    reached.add(near)
                    waiting.append(near)
        return len(reached) == len(left)


def search_completion(problem: TourProblem, path: Squares, seconds: float = SECONDS) -> Iterator[Completion | None]:
    """Decide whether a walk can become a tour. Yield None about 50 times a second, and the Completion last."""
    if not len(path) or problem.squares > LARGEST:
        yield UNDECIDED
        return
    reason = why_lost(problem, path)
    rest = problem.free.copy()
    rest.flat[path[:-1]] = False
    refused = problem.refusal or refusal(rest, int(path[-1]), closed=False)
    if reason or refused:
        yield Completion(False, reason=reason or _reason(refused))
        return
    if len(path) == problem.squares:
        yield Completion(True)
        return
    begun = time.perf_counter()
    for completion in Remainder(problem, path).search(begun + seconds / (1 if problem.closed else 2)):
        yield completion
        if completion:
            return
    if not problem.closed:
        for completion in _by_auto(rest, int(path[-1]), begun + seconds):
            yield completion
            if completion:
                return
    yield UNDECIDED


def _by_auto(rest: NDArray[np.bool_], start: int, until: float) -> Iterator[Completion | None]:
    """Let `auto` find a tour of the rest or prove that there is none. Yield no Completion after `until`."""
    rows, cols = rest.shape
    holes = square_names(np.flatnonzero(~rest), rows, cols) or None
    problem = TourProblem(rows=rows, cols=cols, start=f"{start // cols},{start % cols}", holes=holes)
    run = Run(Auto(problem, AutoSettings(), 0))
    for _ in run.slices():
        yield None
        if time.perf_counter() > until:
            break
    if run.status is Status.SOLVED:
        yield Completion(True, tuple(row * cols + col for row, col in run.search.answer()["path"][1:]))
    elif run.status is Status.IMPOSSIBLE:
        yield Completion(False, reason=Reason("by an exact count of all ways on", exhausted=True))


def _reason(refused: Refusal | None) -> Reason | None:
    """Return the reason why a whole board has no tour."""
    return Reason(refused.reason, tuple(refused.squares.tolist())) if refused else None


def find_completion(problem: TourProblem, path: Squares, seconds: float = SECONDS) -> Completion:
    """Decide whether a walk can become a tour, without a pause."""
    return next(found for found in search_completion(problem, path, seconds) if found)


@dataclass(frozen=True)
class Loss:
    """The part of a walk that contains the losing move: the move after which no tour was possible."""

    possible: int
    """The longest beginning, in squares, that is known to allow a tour; 0 if none is known."""
    impossible: int
    """The shortest beginning, in squares, that is known not to allow a tour."""
    reason: Reason | None = None
    """Why that beginning does not allow a tour; None if that is not known."""

    @property
    def exact(self) -> bool:
        """Whether the losing move is known exactly."""
        return self.impossible == self.possible + 1


def search_loss(problem: TourProblem, path: Squares, seconds: float = 2 * SECONDS) -> Iterator[Loss | None]:
    """Find the losing move of a walk that cannot become a tour. Yield None regularly, and the Loss last.

    Once lost, a walk stays lost, so binary search finds the move. It skips lengths that it cannot decide in time.
    """
    until = time.perf_counter() + seconds
    loss = Loss(0, len(path), why_lost(problem, path))
    skipped = set[int]()
    while not loss.exact and time.perf_counter() < until:
        between = [length for length in range(loss.possible + 1, loss.impossible) if length not in skipped]
        if not between:
            break
        length, completion = between[len(between) // 2], UNDECIDED
        for found in search_completion(problem, path[:length], min(SECONDS / 4, until - time.perf_counter())):
            completion = found or completion
            yield None
        if completion.possible:
            loss = replace(loss, possible=length)
        elif completion.possible is None:
            skipped.add(length)
        else:
            loss = Loss(loss.possible, length, completion.reason)
    yield loss


def plain_reason(problem: TourProblem, path: Squares, loss: Loss) -> tuple[int, Reason] | None:
    """Return the length of the shortest lost beginning that a rule explains, and the rule's reason."""
    lengths = range(loss.impossible, len(path) + 1)
    found = ((length, why_lost(problem, path[:length])) for length in lengths)
    return next(((length, reason) for length, reason in found if reason), None)


def reason_sentence(problem: TourProblem, path: Squares, loss: Loss) -> str:
    """Say why the walk was lost; if only exhaustion shows it, also when a rule does."""
    if loss.reason is None:
        return ""
    if not loss.reason.exhausted:
        return f"Why: {loss.reason.words}."
    later = plain_reason(problem, path, loss)
    clearer = f" After square {later[0]:,} it is plain: {later[1].words}." if later else ""
    return f"{capitalised(loss.reason.words)}.{clearer}"


def loss_sentence(problem: TourProblem, path: Squares, loss: Loss) -> str:
    """Say which move lost the tour."""
    if loss.exact and loss.possible:
        square = problem.name(int(path[loss.impossible - 1]))
        before = problem.name(int(path[loss.possible - 1]))
        return (
            f"The losing move is {before}-{square}: a tour was possible after square {loss.possible:,}, "
            f"not after square {loss.impossible:,}."
        )
    if loss.exact:
        return f"The walk was lost from the start: there is no tour from {problem.name(int(path[0]))}."
    return f"The losing square is one of squares {loss.possible + 1:,} to {loss.impossible:,}: not decided which."
