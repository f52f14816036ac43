"""Solver `min-conflicts`: local search with diagonal counters, after Sosič and Gu (1994).

The initial search places queens column by column where nothing attacks them. The final search repairs the few that are
left by swaps. Its time grows almost linearly, up to a million queens: the standard that evolution is compared with.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
from pydantic import Field

from knightwatch.engine.boards import file_name, square_name
from knightwatch.engine.compiled.rng import generator
from knightwatch.engine.compiled.trace import Merge, trace
from knightwatch.engine.core.answers import as_lists
from knightwatch.engine.core.clock import DONE
from knightwatch.engine.core.curves import curves
from knightwatch.engine.core.declaration import Settings
from knightwatch.engine.core.frame import Board, Figure, Frame, Kind, Mark, Tone
from knightwatch.engine.core.search import Search, State
from knightwatch.engine.core.state_rules import are_permutations, within
from knightwatch.engine.core.words import counted_noun
from knightwatch.engine.queens.kernels import min_conflicts as kernels
from knightwatch.engine.queens.kernels.attacks import all_attacks
from knightwatch.engine.queens.kernels.min_conflicts import MinConflictsCounter as Counter
from knightwatch.engine.queens.kernels.min_conflicts import TrialOutcome
from knightwatch.engine.queens.problem import QueensProblem

TRIED = Mark("tried: a placed queen attacks it", "×", "x", Tone.ALARM)


class MinConflictsSettings(Settings):
    """Parameters of `min-conflicts`."""

    trials: int = Field(100_000_000, ge=0, le=1_000_000_000, description="trials before giving up")


class MinConflicts(Search[QueensProblem, MinConflictsSettings]):
    """A permutation whose first queens are placed, and counters of its diagonals."""

    name = "min-conflicts"
    summary = "local search: place queens unattacked, then repair the rest by swaps"
    unit = "trial"
    milestone = "success"
    settings_type = MinConflictsSettings

    @property
    def limit(self) -> int:
        return self.settings.trials

    def begin(self) -> State:
        n = self.problem.n
        points, extent = trace(Merge.MOST, Merge.LEAST)
        state: State = {
            "queens": np.arange(n, dtype=np.int32),
            "rising": np.empty(2 * n, np.int8),
            "falling": np.empty(2 * n, np.int8),
            "counters": np.zeros(len(Counter), np.int64),
            "points": points,
            "extent": extent,
            "rng": generator(self.seed),
        }
        self.tier(kernels.first_trial)(_arrays(state))
        return state

    def effort(self) -> float:
        return 8e-6 * self.problem.n

    def whole_effort(self) -> float:
        return self.effort() + 3e-5 * min(self.problem.n, self.limit)

    def step(self, budget: int, halt: bool) -> None:
        self.tier(kernels.trials)(_arrays(self.state), self.state["clock"], budget, halt)

    def rules(self, state: State) -> Iterator[bool]:
        n, counters, queens = self.problem.n, state["counters"], state["queens"]
        placed, attacks = counters[Counter.PLACED], counters[Counter.ATTACKS]
        yield are_permutations(queens, n)
        yield within(counters[[Counter.PLACED, Counter.TAIL, Counter.REPAIRING]], 0, n)
        yield within(counters[[Counter.COLUMN, Counter.ROW, Counter.PARTNER]], 0, n - 1)
        yield within(counters[[Counter.TRIED, Counter.SWAPS, Counter.RESTARTS]], 0, state["clock"][DONE])
        yield counters[Counter.FAILED] <= kernels.PATIENCE and counters[Counter.OUTCOME] <= max(TrialOutcome)
        counted = placed if n > 1 else 0  # a queen alone on its board is on no diagonal
        columns, rows, most = np.arange(counted), queens[:counted], 1 if placed < n else kernels.MAX_TAIL + 1
        pairs = 0
        for name, of_queens in (("rising", columns + rows), ("falling", n + columns - rows)):
            diagonals = np.bincount(of_queens, minlength=2 * n)
            yield bool((state[name] == diagonals).all()) and diagonals.max() <= most
            pairs += int((diagonals * (diagonals - 1) // 2).sum())
        yield attacks == pairs
        yield attacks == 0 or counters[Counter.REPAIRING] < n

    def found(self) -> bool:
        return self._counter(Counter.PLACED) == self.problem.n and self._counter(Counter.ATTACKS) == 0

    def answer(self) -> dict[str, Any]:
        return as_lists(self.raw_answer())

    def raw_answer(self) -> dict[str, Any]:
        if not self.ready:
            return {"queens": None, "attacks": None}
        return {"queens": self.state["queens"], "attacks": all_attacks(self.state["queens"])}

    def attained(self) -> float:
        return self._counter(Counter.ATTACKS) + self.problem.n - self._counter(Counter.PLACED)

    def work(self) -> dict[str, int]:
        return {"trials": self.done, "restarts": self._counter(Counter.RESTARTS) if self.ready else 0}

    def spending(self) -> str:
        swaps = counted_noun(self._counter(Counter.SWAPS), "swap")
        starts = counted_noun(self.work()["restarts"] + 1, "start")
        return f"a trial checks the diagonals of one or two queens; {starts}, {swaps} since the last start"

    def frame(self) -> Frame:
        if not self.ready:
            return self.blank()
        n, placed = self.problem.n, self._counter(Counter.PLACED)
        return Frame(
            self.done,
            self.verdict,
            self._board(placed),
            (
                Figure("trial", f"{self.done:,}", "squares and swaps tried"),
                Figure("placed", f"{placed:,} of {n:,}", "queens on the board"),
                Figure("attacks", f"{self._counter(Counter.ATTACKS):,}", "attacking pairs among the placed queens"),
                Figure("swaps", f"{self._counter(Counter.SWAPS):,}", "accepted swaps since the last start"),
                Figure("restarts", f"{self._counter(Counter.RESTARTS):,}", "times the search was stuck and restarted"),
            ),
            curves(self.state["points"], self.state["extent"], "attacks", "unplaced", kind=Kind.COUNT),
            self._sentence(),
        )

    def _board(self, placed: int) -> Board:
        """Return the placed queens, and a mark on the square that the last trial tried in vain."""
        board = self.problem.placement(self.state["queens"][:placed])
        if self._counter(Counter.OUTCOME) != TrialOutcome.TAKEN:
            return board
        square = self._counter(Counter.ROW) * self.problem.n + self._counter(Counter.COLUMN)
        squares, kinds = np.append(board.squares, square), np.append(board.kinds, np.uint8(len(board.marks)))
        return replace(board, marks=(*board.marks, TRIED), squares=squares, kinds=kinds)

    def _counter(self, place: Counter) -> int:
        return int(self.state["counters"][place])

    def _sentence(self) -> str:
        n, col = self.problem.n, self._counter(Counter.COLUMN)
        square = square_name(self._counter(Counter.ROW), col, n)
        attacks = counted_noun(self._counter(Counter.ATTACKS), "attack")
        head = f"Trial {self.done:,}: "
        match self._counter(Counter.OUTCOME):
            case TrialOutcome.NOTHING if n == 1:
                return "One queen on one square: solved."
            case TrialOutcome.NOTHING:
                return f"No queen is placed yet; the {n:,} rows are in random order."
            case TrialOutcome.TAKEN:
                return f"{head}a placed queen attacks {square}, so the next trial takes another row for this column."
            case TrialOutcome.PLACED:
                return f"{head}nothing attacks {square}, so a queen goes there."
            case TrialOutcome.FILLED:
                left = counted_noun(n - self._counter(Counter.TAIL), "queen")
                return f"{head}the last {left} took the rows that were left: {attacks} to repair by swaps."
            case TrialOutcome.REFUSED:
                pair = f"{file_name(col)} and {file_name(self._counter(Counter.PARTNER))}"
                return f"{head}swapping the rows of columns {pair} would not reduce the attacks: refused."
            case TrialOutcome.SWAPPED:
                pair = f"{file_name(col)} and {file_name(self._counter(Counter.PARTNER))}"
                return f"{head}swapping the rows of columns {pair} reduces the attacks: done, {attacks} left."
        return f"{head}too many trials failed, so the search restarts with the rows in another random order."


def _arrays(state: State) -> kernels.MinConflictsState:
    """Return the state as the kernels take it."""
    return kernels.MinConflictsState(*(state[name] for name in kernels.MinConflictsState._fields))
