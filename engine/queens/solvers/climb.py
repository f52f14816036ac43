"""Solver `climb`: hill climbing on complete placements, after Russell and Norvig, chapter 4.

Every queen has its column and may stand on any row. A step moves one queen so that fewer pairs attack each other. The
search is stuck where no such move exists, and begins again at random.
"""

from collections.abc import Iterator
from enum import StrEnum

import numpy as np
from pydantic import Field

from knightwatch.engine.boards import file_name, square_name
from knightwatch.engine.compiled.rng import generator
from knightwatch.engine.compiled.trace import Merge, trace
from knightwatch.engine.core.curves import curves
from knightwatch.engine.core.declaration import Settings
from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.frame import Board, Figure, Frame, Kind, Status
from knightwatch.engine.core.search import State
from knightwatch.engine.core.state_rules import within
from knightwatch.engine.core.words import counted_noun
from knightwatch.engine.queens.kernels import climb as kernels
from knightwatch.engine.queens.kernels.climb import ClimbCounter as Counter
from knightwatch.engine.queens.kernels.climb import ClimbOutcome, ClimbState
from knightwatch.engine.queens.neighbourhood import LARGEST, compared, neighbourhood
from knightwatch.engine.queens.problem import QueensProblem
from knightwatch.engine.queens.solvers.complete import CompleteSearch

MAX_N = 1000
"""The largest board: a step judges up to n (n - 1) placements, which must fit into a slice of time."""


class Choice(StrEnum):
    """Which better neighbour the search takes: the best of all, or the first in random order."""

    STEEPEST = "steepest"
    FIRST_CHOICE = "first-choice"


class ClimbSettings(Settings):
    """Parameters of `climb`."""

    choice: Choice = Field(Choice.STEEPEST, description="take the best of all moves, or the first better one")
    sideways: int = Field(0, ge=0, le=1_000_000, description="moves in a row that may leave the attacks equal")
    restarts: int = Field(1000, ge=0, le=1_000_000, description="new random placements when stuck, before giving up")
    iterations: int = Field(1_000_000, ge=0, le=1_000_000_000, description="iterations before giving up")


class Climb(CompleteSearch[ClimbSettings]):
    """A placement that loses attacks move by move, until it is solved or stuck."""

    name = "climb"
    summary = "hill climbing: move the queen that leaves the fewest attacks; when stuck, restart if restarts are left"
    unit = "iteration"
    milestone = "local minimum"
    settings_type = ClimbSettings

    @classmethod
    def check(cls, problem: QueensProblem, settings: ClimbSettings) -> None:  # noqa: ARG003
        if problem.n > MAX_N:
            raise BadInput(f"n is {problem.n:,}, but must be at most {MAX_N:,} for climb")

    @property
    def limit(self) -> int:
        return self.settings.iterations

    def begin(self) -> State:
        points, extent = trace(Merge.MEAN, Merge.LEAST)
        state = self.placements() | {
            "counters": np.zeros(len(Counter), np.int64),
            "points": points,
            "extent": extent,
            "rng": generator(self.seed),
        }
        self.tier(kernels.first_placement)(_arrays(state))
        return state

    def effort(self) -> float:
        return 1e-6 * self.problem.n**2

    def step(self, budget: int, halt: bool) -> None:
        s = self.settings
        first_choice = s.choice is Choice.FIRST_CHOICE
        clock = self.state["clock"]
        self.tier(kernels.steps)(_arrays(self.state), first_choice, s.sideways, s.restarts, clock, budget, halt)

    def rules(self, state: State) -> Iterator[bool]:
        yield from super().rules(state)
        n, counters = self.problem.n, state["counters"]
        yield within(counters[[Counter.COLUMN, Counter.FROM]], 0, n - 1)
        yield counters[Counter.OUTCOME] <= max(ClimbOutcome)
        yield counters[Counter.EQUAL] <= n * n

    def end(self) -> tuple[Status, str] | None:
        stuck = self.counter(Counter.OUTCOME) == ClimbOutcome.STUCK
        if not stuck or self.counter(Counter.RESTARTS) < self.settings.restarts:
            return None
        attacks = counted_noun(self.counter(Counter.ATTACKS), "attack")
        again = f" after {counted_noun(self.settings.restarts, 'restart')}" if self.settings.restarts else ""
        return Status.GAVE_UP, f"stuck in a local minimum with {attacks}{again}"

    def work(self) -> dict[str, int]:
        counters = {
            "judged": Counter.JUDGED,
            "moves": Counter.ALL_MOVES,
            "restarts": Counter.RESTARTS,
            "last_climb_moves": Counter.MOVES,
        }
        return {"iterations": self.done} | {name: self.counter(c) if self.ready else 0 for name, c in counters.items()}

    def common_work(self) -> int:
        return self.work()["judged"]

    def spending(self) -> str:
        moves = counted_noun(self.counter(Counter.ALL_MOVES), "move")
        return f"{moves} and {counted_noun(self.counter(Counter.RESTARTS), 'restart')}"

    def frame(self) -> Frame:
        if not self.ready:
            return self.blank()
        return Frame(
            self.done,
            self.verdict,
            self.picture(),
            tuple(self._figures()),
            curves(self.state["points"], self.state["extent"], "attacks", "best ever", kind=Kind.COUNT),
            self._sentence(),
        )

    def _figures(self) -> Iterator[Figure]:
        n, sideways = self.problem.n, self.settings.sideways
        yield Figure("attacks", f"{self.counter(Counter.ATTACKS):,}", "attacking pairs of this placement")
        yield Figure("best ever", f"{self.counter(Counter.BEST):,}", "fewest attacking pairs so far")
        if n <= LARGEST:
            better = f"{compared(self.state['queens'])[0]:,} of {n * (n - 1):,}"
            yield Figure("better", better, "moves of one queen that leave fewer attacks")
        yield Figure("moves", f"{self.counter(Counter.MOVES):,}", "moves since the last start")
        if sideways:
            used = f"{self.counter(Counter.SIDEWAYS):,} of {sideways:,}"
            yield Figure("sideways", used, "sideways moves in a row")
        yield Figure("stuck", "{:,} of {:,}".format(*self.stuck_starts), "starts that ended in a local minimum")
        yield Figure("judged", f"{self.counter(Counter.JUDGED):,}", "placements judged")

    @property
    def stuck_starts(self) -> tuple[int, int]:
        """Starts that ended in a local minimum, and all starts."""
        restarts = self.counter(Counter.RESTARTS)
        return restarts + (self.counter(Counter.OUTCOME) == ClimbOutcome.STUCK), restarts + 1

    def picture(self) -> Board:
        """Return the neighbourhood of the placement or, at a solution, the placement alone."""
        queens = self.state["queens"]
        return self.problem.placement(queens) if self.found() else neighbourhood(self.problem, queens)

    def _sentence(self) -> str:
        n, attacks, earlier = self.problem.n, self.counter(Counter.ATTACKS), self.counter(Counter.EARLIER)
        col, equal = self.counter(Counter.COLUMN), self.counter(Counter.EQUAL)
        first_choice = self.settings.choice is Choice.FIRST_CHOICE
        head, pairs = f"Iteration {self.done:,}: ", counted_noun(attacks, "attack")
        square = square_name(int(self.state["queens"][col]), col, n)
        match self.counter(Counter.OUTCOME):
            case ClimbOutcome.STARTED:
                return f"Random rows: {pairs}. Each number counts the attacks if the queen of its column stood there."
            case ClimbOutcome.RESTARTED:
                return f"{head}restart {self.counter(Counter.RESTARTS):,}, with a random row for each queen: {pairs}."
            case ClimbOutcome.BETTER if first_choice:
                tried = f"random neighbour {equal:,} is the first better one"
                return f"{head}{tried}: the queen of {file_name(col)} goes to {square}, from {earlier:,} to {pairs}."
            case ClimbOutcome.BETTER:
                ties = f"one of {equal:,} best squares" if equal > 1 else "the best square"
                return f"{head}the queen of {file_name(col)} goes to {square}, {ties}: from {earlier:,} to {pairs}."
            case ClimbOutcome.SIDEWAYS:
                used = f"{self.counter(Counter.SIDEWAYS):,} of {self.settings.sideways:,} sideways moves in a row"
                return f"{head}no move is better, but {square} is equal: still {pairs} ({used})."
        return f"{head}{self._stuck(pairs)}"

    def _stuck(self, pairs: str) -> str:
        """Say why the search is stuck."""
        n = self.problem.n
        why = f"none of the {n * (n - 1):,} moves leaves fewer than {pairs}"
        used = ", and the sideways moves are used up" if self.settings.sideways else ""
        where = "The" if self.end() else "Stuck in a local minimum: the"  # at the end, the reason says where
        return f"{why}{used}. {where} way to a solution begins with {self.way_out()} move."

    def way_out(self) -> str:
        """Name the kind of move that leads out of a local minimum."""
        return "an equal or a worse" if self.has_equal_moves() else "a worse"

    def has_equal_moves(self) -> bool:
        """Return whether a move of one queen leaves equally many attacks."""
        return compared(self.state["queens"])[1] > 0


def _arrays(state: State) -> ClimbState:
    """Return the state as the kernels take it."""
    return ClimbState(*(state[name] for name in ClimbState._fields))
