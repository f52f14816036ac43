"""All shortest solutions: their number, and as many of them as asked for.

The distance table of the goal says which moves lead nearer to it. From the start, only such moves are made: first the
sequences to each position are counted, level by level; then the first ones are listed, depth first.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import islice, pairwise
from typing import Any

from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.frame import Status
from knightwatch.engine.core.inquiry import Inquiry
from knightwatch.engine.core.words import counted_noun, quoted
from knightwatch.engine.plans.plan import Plan
from knightwatch.engine.swap.problem import Moves, SwapProblem
from knightwatch.engine.swap.solvers.base import SwapSettings
from knightwatch.engine.swap.solvers.distances import Distances

MOST_LISTED = 100_000
"""Most solutions that are listed."""
AT_ONCE = 50
"""Positions between two chances to stop."""


class Solutions(Inquiry):
    """The number of shortest solutions of a problem, and the first ones."""

    def __init__(self, problem: SwapProblem, settings: SwapSettings, wanted: int) -> None:
        self.problem = problem
        self.settings = settings
        self.wanted = wanted
        self.reason = problem.refutation()
        """Why there is no solution, or why it is not known."""
        self.number: int | None = 0 if self.reason else None
        """The number of shortest solutions, once it is known."""
        self.found: list[list[int]] = []
        """The listed solutions, as positions."""
        self.fewest: int | None = None
        self._distances = Distances(problem, settings)
        self.positions = self._distances.positions
        self._done = bool(self.reason)

    def slices(self) -> Iterator[None]:
        if self._done:
            return
        yield from self._distances.slices()
        start = self.positions.number(self.problem.from_)
        if not self._distances.known:
            self.reason = self._distances.fault
        elif (fewest := self._distances.distance(start)) is None:
            self.number, self.reason = 0, "no path leads from the start to the goal"
        else:
            yield from self._count(start, fewest)
            most = MOST_LISTED if self.everything else self.wanted
            for solution in islice(self._paths([start], fewest), most):
                self.found.append(solution)
                if len(self.found) % AT_ONCE == 0:
                    yield
            self.fewest = fewest
        self._done = True

    def _count(self, start: int, fewest: int) -> Iterator[None]:
        """Count the sequences to each position of each level."""
        level = Counter({start: 1})
        for _ in range(fewest):
            following: Counter[int] = Counter()
            for place, (position, ways) in enumerate(level.items(), 1):
                for there in self._distances.nearer(position):
                    following[there] += ways
                if place % AT_ONCE == 0:
                    yield
            level = following
            yield
        self.number = level.total()

    def _paths(self, path: list[int], left: int) -> Iterator[list[int]]:
        """Yield the sequences of positions from the last of `path` to the goal, `left` moves each."""
        if left == 0:
            yield path
            return
        for there in self._distances.nearer(path[-1]):
            yield from self._paths([*path, there], left - 1)

    def progress(self) -> tuple[int, int, str]:
        return int(self._done), 1, "counts"

    def status(self) -> Status:
        if self.number is None:
            return Status.GAVE_UP
        return Status.SOLVED if self.number else Status.IMPOSSIBLE

    def _moves(self, solution: list[int]) -> list[tuple[int, int]]:
        """Return the moves of a solution, as vertices."""
        return [self.positions.move(before, after) for before, after in pairwise(solution)]

    def words(self, solution: list[int]) -> str:
        """Return the moves of a solution as text, without numbers."""
        name = self.problem.name
        return " ".join(f"{name(here)}-{name(there)}" for here, there in self._moves(solution))

    def answer(self) -> dict[str, Any]:
        return {
            "question": "solutions",
            "complete": self.number is not None,
            "reason": self.reason or None,
            "moves": self.fewest,
            "solutions": self.number,
            "settings": self.problem.listed() | self.settings.listed(),
            "listed": [
                [[self._square(here), self._square(there)] for here, there in self._moves(each)] for each in self.found
            ],
        }

    def _square(self, vertex: int) -> str | list[int]:
        if self.problem.moves is Moves.FILES:
            return self.problem.name(vertex)
        return list(divmod(int(self.problem.squares[vertex]), self.problem.free.shape[1]))

    def table(self) -> list[list[str]]:
        return [["solution", "moves"], *([f"{k:,}", self.words(each)] for k, each in enumerate(self.found, 1))]

    def headline(self) -> str:
        """Return the number of solutions in a sentence."""
        if self.number is None:
            return f"The solutions are not counted: {self.reason}." if self.reason else "The solutions are not counted."
        if not self.number:
            return f"There is no solution: {self.reason}."
        assert self.fewest is not None
        verb = "is" if self.number == 1 else "are"
        return f"There {verb} {counted_noun(self.number, 'shortest solution')} of {counted_noun(self.fewest, 'move')}."

    def text(self) -> str:
        lines = [f"{self.problem.title()}: all shortest solutions", "", self.headline()]
        if self.found:
            lines += ["", *(f"{k:,}. {self.words(each)}" for k, each in enumerate(self.found, 1))]
        if self.number and self.number > len(self.found):
            lines += [
                "",
                f"{counted_noun(self.number - len(self.found), 'more solution')}: ask for more.",
            ]
        return "\n".join(lines) + "\n"


def solutions(plan: Plan, number: str) -> Solutions:
    """Return the inquiry about all shortest solutions. Raise BadInput if the number to list is wrong."""
    assert isinstance(plan.problem, SwapProblem)
    assert isinstance(plan.settings, SwapSettings)
    if not (number.isdecimal() and len(number) < 10 and int(number) <= MOST_LISTED):
        raise BadInput(
            f"solutions is {quoted(number)}, but must be a number from 0 to {MOST_LISTED:,}: how many to list"
        )
    return Solutions(plan.problem, plan.settings, int(number))
