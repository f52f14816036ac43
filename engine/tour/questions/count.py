"""Counting tours exactly: closed ones, open ones, and open ones from each start, beside the published numbers.

Each number is a job of its own for the dynamic programme over a layers. Starts that are mirror images of each other
share a job, and in the end the numbers of all starts have to add up to the number of all tours. A start makes for fewer
states: where there are too many of them without one, that sum is the number of all tours.
"""

import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from engine.boards import square_name
from engine.compiled.tiers import Tier
from engine.core.errors import BadInput
from engine.core.inquiry import Inquiry
from engine.core.pace import SLICE
from engine.core.search import State
from engine.core.words import aligned
from engine.tour.exact.order import WIDEST, Layout, layout
from engine.tour.kernels import layers
from engine.tour.kernels.layers import At, Outcome
from engine.tour.questions.known_counts import published

if TYPE_CHECKING:
    from engine.plans.plan import Plan

LARGEST_GRID = 12
"""Rows and columns up to which the numbers of all starts are printed."""

CONVENTION = (
    "Open tours are all paths through the board, also those that could be closed;\n"
    "each closed tour makes twice as many directed paths as there are squares.\n"
    "Directed: a tour and its reverse are two; undirected: they are one."
)

REASONS = {
    Outcome.TOO_MANY: "there are more states at once than fit into 1 GiB; ask for an estimate instead",
    Outcome.OVERFLOW: "a number does not fit into 64 bits; ask for an estimate instead",
}


class Count(Inquiry):
    """The exact numbers of tours on a board: closed ones and, unless `closed`, open ones, from the start if given."""

    def __init__(self, free: NDArray[np.bool_], start: int | None, closed: bool) -> None:
        self.free, self.start = free, start
        self.squares = int(free.sum())
        width = layout(free).width
        if width > WIDEST:
            raise BadInput(
                f"a board of {free.shape[0]} x {free.shape[1]} is too wide to count its tours exactly, which takes a "
                f"board with a side of at most 7; ask for an estimate instead"
            )
        self.orbits = orbits(free)
        starts = [] if closed else [start] if start is not None else np.unique(self.orbits[free]).tolist()
        self.jobs: list[tuple[str, int | None]] = [("closed", None)]
        if not closed and start is None:
            self.jobs.append(("open", None))
        self.jobs += [("start", square) for square in starts]
        self.state: State = {
            "done": np.zeros(1, np.int64),
            "numbers": np.zeros(len(self.jobs), np.uint64),
            "failed": np.zeros(len(self.jobs), np.bool_),
            "expanded": np.zeros(1, np.int64),
            "seconds": np.zeros(1),
        }
        self._begin()

    def _begin(self) -> None:
        """Begin the next job, if there is one left."""
        if self.done < len(self.jobs):
            self.state |= layers.begin_count(self._plan())

    def _plan(self) -> Layout:
        return layout(self.free, self.jobs[self.done][1])

    @property
    def done(self) -> int:
        """How many jobs are done."""
        return int(self.state["done"][0])

    @property
    def reason(self) -> str:
        """Why the rest cannot be counted; empty if it can."""
        if self.done == len(self.jobs) or self._skips:
            return ""
        return REASONS.get(self._outcome, "")

    @property
    def _outcome(self) -> Outcome:
        """How the present job stands."""
        return Outcome(int(self.state["count_at"][At.OUTCOME]))

    @property
    def _skips(self) -> bool:
        """Whether the present job failed, but others will make up for it."""
        return self._outcome is Outcome.TOO_MANY and self.jobs[self.done][0] == "open"

    def slices(self) -> Iterator[None]:
        tier = Tier(patience=0)
        budget = 1000
        while self.done < len(self.jobs) and not self.reason:
            plan, closed = self._plan(), self.jobs[self.done][0] == "closed"
            while self._outcome is Outcome.RUNNING:
                begun = time.perf_counter()
                self.state["expanded"] += layers.advance_count(self.state, plan, closed, budget, tier)
                spent = time.perf_counter() - begun
                self.state["seconds"] += spent
                budget = max(1, int(budget * min(2.0, SLICE / max(spent, 1e-9))))
                yield
            if not self.reason:
                self.state["numbers"][self.done] = layers.counted(self.state)
                self.state["failed"][self.done] = self._skips
                self.state["done"] += 1
                self._begin()
        self._confirm()

    def _confirm(self) -> None:
        """Check that the numbers of the starts add up."""
        total, paths = self.number("open"), self._paths()
        if total is not None and paths is not None and paths != total * self._ways:
            raise AssertionError(f"{paths} tours from all starts, but {total} undirected ones")

    def _paths(self) -> int | None:
        """Return the number of directed open tours from all starts, once all are known."""
        if self.done < len(self.jobs) or self.start is not None:
            return None
        return sum(number or 0 for row in self.starts() or [] for number in row)

    @property
    def _ways(self) -> int:
        """Directions of a tour."""
        return 1 if self.squares == 1 else 2

    def save(self) -> State:
        """Return a copy of all that changes."""
        return {name: array.copy() for name, array in self.state.items()}

    def load(self, state: State) -> None:
        """Go to where this or an equal count was saved."""
        self.state = {name: array.copy() for name, array in state.items()}

    def number(self, kind: str) -> int | None:
        """Return the undirected number of closed or of open tours, once it is known."""
        for place, (name, _) in enumerate(self.jobs[: self.done]):
            if name == kind and not self.state["failed"][place]:
                return int(self.state["numbers"][place])
            if name == kind:
                paths = self._paths()
                return None if paths is None else paths // self._ways
        return None

    def starts(self) -> list[list[int | None]] | None:
        """Return the number of directed open tours from each square, as far as it is known; None for holes."""
        jobs = self.jobs[: self.done]
        known = {square: int(self.state["numbers"][i]) for i, (_, square) in enumerate(jobs) if square is not None}
        if not known:
            return None
        if self.start is not None:
            orbits = np.where(np.arange(self.free.size).reshape(self.free.shape) == self.start, self.start, -1)
        else:
            orbits = np.where(self.free, self.orbits, -1)
        return [[known.get(square) for square in row] for row in orbits.tolist()]

    def progress(self) -> tuple[int, int, str]:
        step = int(self.state["count_at"][At.STEP]) if self.done < len(self.jobs) else 0
        return self.done * self.squares + min(step, self.squares), len(self.jobs) * self.squares, "layers"

    def answer(self) -> dict[str, Any]:
        rows, cols = self.free.shape
        known = published(rows, cols) if self.free.all() else None
        return {
            "question": "count",
            "rows": rows,
            "cols": cols,
            "squares": self.squares,
            "start": None if self.start is None else list(divmod(self.start, cols)),
            "complete": self.done == len(self.jobs),
            "reason": self.reason or None,
            "closed": self._directions(self.number("closed"), 2),
            "open": self._directions(self.number("open"), self._ways),
            "starts": self.starts(),
            "published": None
            if known is None
            else {"closed": self._directions(known.closed, 2), "open": self._directions(known.open, 2)},
            "states": int(self.state["expanded"][0]),
            "seconds": round(float(self.state["seconds"][0]), 6),
        }

    def _directions(self, undirected: int | None, ways: int) -> dict[str, int] | None:
        return None if undirected is None else {"directed": ways * undirected, "undirected": undirected}

    def text(self) -> str:
        answer = self.answer()
        rows, cols = self.free.shape
        missing = rows * cols - self.squares
        lines = [f"Numbers of tours on {rows} x {cols}" + (f", {missing:,} squares missing" if missing else ""), ""]
        table = [["", "counted", "published"]]
        for kind in dict.fromkeys(name for name, _ in self.jobs if name != "start"):
            for way in ("undirected", "directed"):
                numbers = (answer[kind], (answer["published"] or {}).get(kind))
                table.append([f"{kind}, {way}", *("-" if pair is None else f"{pair[way]:,}" for pair in numbers)])
        if self.start is not None and len(self.jobs) > 1:
            found = "-" if self.done < len(self.jobs) else f"{int(self.state['numbers'][-1]):,}"
            row, col = divmod(self.start, cols)
            table.append([f"open, from {square_name(row, col, rows)}", found, "-"])
        lines += aligned(table, left=1)
        starts = answer["starts"]
        if starts and self.start is None and max(rows, cols) <= LARGEST_GRID:
            signs = np.where(self.free, "?", ".").tolist()
            pairs = [zip(*both, strict=True) for both in zip(starts, signs, strict=True)]
            cells = [[sign if number is None else f"{number:,}" for number, sign in row] for row in pairs]
            unknown = " (?: not counted yet)" if any("?" in row for row in cells) else ""
            lines += ["", f"Directed open tours from each start square{unknown}", "", *aligned(cells)]
        lines += ["", CONVENTION]
        if not answer["complete"]:
            why = answer["reason"] or "{:,} of {:,} {} done".format(*self.progress())
            lines += ["", f"Not complete: {why}"]
        lines += ["", f"{answer['states']:,} states in {answer['seconds']:.3f} s"]
        return "\n".join(lines) + "\n"


def orbits(free: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Return for each square the first one that it is an image of, under the symmetries of the board with its holes."""
    numbers = np.arange(free.size).reshape(free.shape)
    first = numbers.copy()
    for turns in range(4):
        for mirrored in (False, True):
            image, moved = (np.rot90(np.fliplr(a) if mirrored else a, turns) for a in (free, numbers))
            if image.shape == free.shape and np.array_equal(image, free):
                first = np.minimum(first, moved)
    return first


def count(plan: "Plan", _: str = "") -> Count:
    """Return the inquiry about the numbers of tours."""
    from engine.tour.problem import TourProblem

    assert isinstance(plan.problem, TourProblem)
    return Count(plan.problem.free, plan.problem.first, plan.problem.closed)
