"""Whether a walk can still become a tour, decided exactly or not at all, and after which move it no longer could.

What is left of a board is the same puzzle again: from the last square of the walk over all that are free. Rules settle
much of it at once. A search over what is left, which steps back from squares that can no longer be reached, finds a way
or tries everything; where it takes too long, `auto` has a try, whose exact programme can prove that there is no way.
"""

import time
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.boards import MOVES, Squares, square_names
from knightwatch.engine.core.frame import Status
from knightwatch.engine.core.run import Run
from knightwatch.engine.tour.problem import TourProblem
from knightwatch.engine.tour.refutations import refusal
from knightwatch.engine.tour.solvers.auto import Auto, AutoSettings

SECONDS = 1.0
"""How long a question may take before it is called not decided."""
LOOK_UP = 64
"""Squares that are entered before the clock is looked at."""
MOST_KNOWN = 200_000
"""Situations known to be hopeless that are kept."""
LARGEST = 1024
"""Squares of a board up to which questions are asked."""


@dataclass(frozen=True)
class Outlook:
    """What can become of a walk."""

    possible: bool | None
    """Whether it can become a tour; None where that is not decided."""
    way: tuple[int, ...] = ()
    """The squares that would complete it, where it can."""


UNDECIDED = Outlook(None)
HOPELESS = Outlook(False)


class Remainder:
    """The squares that a walk has left, and a search over them."""

    def __init__(self, problem: TourProblem, path: Squares) -> None:
        self._problem, self._path = problem, path
        self._rows, self._cols = problem.rows, problem.cols
        free = problem.free.ravel().copy()
        free[path] = False
        self.left = frozenset(np.flatnonzero(free).tolist())
        self._around = {square: self._neighbours(square) for square in (*self.left, *map(int, path[-1:]))}
        self._home = frozenset(self._neighbours(int(path[0]))) if problem.closed and len(path) else None
        """The squares that a closed tour may end on."""

    def _neighbours(self, square: int) -> list[int]:
        row, col = divmod(square, self._cols)
        ways = ((row + down, col + right) for down, right in MOVES)
        around = (r * self._cols + c for r, c in ways if 0 <= r < self._rows and 0 <= c < self._cols)
        return [there for there in around if there in self.left]

    def search(self, until: float) -> Iterator[Outlook | None]:
        """Search from the walk's end; yield now and then, and in the end what was found, nothing if time was up."""
        here, entered = int(self._path[-1]), 0
        left, around = set(self.left), self._around
        degree = {square: len(around[square]) for square in left}
        way: list[int] = []
        known, mask = set[tuple[int, int]](), sum(1 << square for square in left)
        stack = [self._ordered(here, left, degree)]
        while stack:
            entered += 1
            if entered % LOOK_UP == 0:
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
                    yield Outlook(True, tuple(way))
                    return
                hopeful = (mask, here) not in known and self._hopeful(here, left, degree)
                stack.append(self._ordered(here, left, degree) if hopeful else [])
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
        yield HOPELESS

    def _ordered(self, here: int, left: set[int], degree: dict[int, int]) -> list[int]:
        """Return the squares that can be next, the one with the fewest ways on last, which is tried first."""
        return sorted((near for near in self._around[here] if near in left), key=lambda near: -degree[near])

    def _hopeful(self, here: int, left: set[int], degree: dict[int, int]) -> bool:
        """Tell whether every square that is left can still be reached, and at most one has to be the last."""
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


def outlooks(problem: TourProblem, path: Squares, seconds: float = SECONDS) -> Iterator[Outlook | None]:
    """Find out what can become of a walk: yield None some fifty times a second, and in the end the outlook."""
    if not len(path) or problem.squares > LARGEST:
        yield UNDECIDED
        return
    if len(path) == problem.squares:
        yield Outlook(problem.ring(path) or not problem.closed)
        return
    rest = problem.free.copy()
    rest.flat[path[:-1]] = False
    if refusal(rest, int(path[-1]), closed=False):
        yield HOPELESS
        return
    begun = time.perf_counter()
    for found in Remainder(problem, path).search(begun + seconds / (1 if problem.closed else 2)):
        yield found
        if found:
            return
    if not problem.closed:
        for found in _by_auto(rest, int(path[-1]), begun + seconds):
            yield found
            if found:
                return
    yield UNDECIDED


def _by_auto(rest: NDArray[np.bool_], start: int, until: float) -> Iterator[Outlook | None]:
    """Let `auto` look for a tour of what is left, or prove that there is none; yield nothing if time was up."""
    rows, cols = rest.shape
    holes = square_names(np.flatnonzero(~rest), rows, cols) or None
    problem = TourProblem(rows=rows, cols=cols, start=f"{start // cols},{start % cols}", holes=holes)
    run = Run(Auto(problem, AutoSettings(), 0))
    for _ in run.slices():
        yield None
        if time.perf_counter() > until:
            break
    if run.status is Status.SOLVED:
        yield Outlook(True, tuple(row * cols + col for row, col in run.search.answer()["path"][1:]))
    elif run.status is Status.IMPOSSIBLE:
        yield HOPELESS


def decided(problem: TourProblem, path: Squares, seconds: float = SECONDS) -> Outlook:
    """Find out what can become of a walk, at once."""
    return next(found for found in outlooks(problem, path, seconds) if found)


@dataclass(frozen=True)
class Loss:
    """Where a walk was lost."""

    kept: int
    """Squares after which a tour was possible, the most that are known; 0 where not even that is."""
    gone: int
    """Squares after which none was, the fewest that are known."""

    @property
    def exact(self) -> bool:
        """Whether it is known which move lost."""
        return self.gone == self.kept + 1


def losses(problem: TourProblem, path: Squares, seconds: float = 2 * SECONDS) -> Iterator[Loss | None]:
    """Find out where a walk that cannot become a tour was lost; yield None now and then, and in the end what is known.

    What was lost once stays lost, so that halving leads there; what is not decided is left out from either side.
    """
    until = time.perf_counter() + seconds
    loss = Loss(0, len(path))
    skipped = set[int]()
    while not loss.exact and time.perf_counter() < until:
        between = [length for length in range(loss.kept + 1, loss.gone) if length not in skipped]
        if not between:
            break
        length, outlook = between[len(between) // 2], UNDECIDED
        for found in outlooks(problem, path[:length], min(SECONDS / 4, until - time.perf_counter())):
            outlook = found or outlook
            yield None
        if outlook.possible:
            loss = Loss(length, loss.gone)
        elif outlook.possible is None:
            skipped.add(length)
        else:
            loss = Loss(loss.kept, length)
    yield loss


def told(problem: TourProblem, path: Squares, loss: Loss) -> str:
    """Say where a walk was lost."""
    if loss.exact and loss.kept:
        where = problem.name(int(path[loss.gone - 1]))
        before = problem.name(int(path[loss.kept - 1]))
        return (
            f"It was lost with square {loss.gone:,}, {where}: up to {before}, square {loss.kept:,}, a tour was "
            "possible, and then none."
        )
    if loss.exact:
        return f"It was lost from the start: there is no tour from {problem.name(int(path[0]))}."
    return f"It was lost with one of the squares {loss.kept + 1:,} to {loss.gone:,}; with which is not decided."
