"""Runs from many starts: the survey that `ten` also makes, and the map of all starts."""

from abc import abstractmethod
from bisect import bisect_left
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.boards import Squares
from knightwatch.engine.core.frame import Board, Mark, Status, Tone
from knightwatch.engine.core.inquiry import Inquiry
from knightwatch.engine.core.run import Run
from knightwatch.engine.core.search import Problem, Search
from knightwatch.engine.core.words import counted_noun
from knightwatch.engine.plans.plan import Plan
from knightwatch.engine.tour.problem import HOLE, TourProblem

FOUND = Mark("tour found", "✓", "o", Tone.GOOD)
NONE = Mark("no tour (proved)", "-", "-", Tone.HINT)
GAVE_UP = Mark("gave up", "×", "x", Tone.ALARM)
FAILED = Mark("failed", "!", "!", Tone.ALARM)
MARKS = {Status.SOLVED: FOUND, Status.IMPOSSIBLE: NONE, Status.GAVE_UP: GAVE_UP, Status.FAILED: FAILED}

Maker = Callable[[TourProblem], Search[Any, Any]]


@dataclass(frozen=True)
class Trial:
    """The result of a run from one start."""

    start: int
    status: Status
    states: int
    seconds: float
    path: NDArray[np.uint32] | None = field(default=None, compare=False)
    """The squares of the tour, if it was found and is kept."""
    reason: str = ""
    """Why the run ended without a tour; empty if it found one."""


class Survey(Inquiry):
    """Runs from each start by each of some methods, one after the other. Each run gives a Trial."""

    def __init__(self, plan: Plan, starts: Squares, methods: dict[str, Maker]) -> None:
        self.plan = plan
        self.problem = started(plan.problem, None)
        self.starts: list[int] = starts.tolist()
        self.methods = methods
        self.trials: list[Trial] = []
        """The finished trials: in the order of the starts, and for each start in the order of the methods.

        Another thread may append to the list. Copy it to read it twice.
        """

    def slices(self) -> Iterator[None]:
        jobs = [(start, make) for start in self.starts for make in self.methods.values()]
        for start, make in jobs[len(self.trials) :]:
            run = Run(make(started(self.problem, start)))
            try:
                yield from run.slices()
                path = self.kept_path(start, run)
            finally:
                run.search.close()
            self.trials.append(Trial(start, run.status, run.search.done, run.seconds, path, run.search.reason))
            yield

    def kept_path(self, start: int, run: Run) -> NDArray[np.uint32] | None:  # noqa: ARG002
        """Return the squares of the tour that a run found, if the survey keeps them."""
        return None

    def progress(self) -> tuple[int, int, str]:
        return len(self.trials), len(self.starts) * len(self.methods), "runs"

    def by(self, method: str) -> list[Trial]:
        """Return the trials of one method."""
        return self.trials[list(self.methods).index(method) :: len(self.methods)]

    def answer(self) -> dict[str, Any]:
        done, total, _ = self.progress()
        return {
            "complete": done == total,
            "seed": self.plan.seed,
            "settings": self.problem.listed() | self.plan.settings.listed(),
            "methods": {method: [self.named(trial) for trial in self.by(method)] for method in self.methods},
        }

    @abstractmethod
    def unused(self) -> str:
        """Say which values of the plan are ignored, in a sentence; empty if none is."""

    def unused_start(self) -> list[str]:
        """Return the ignored start in words; an empty list if the plan has no start."""
        assert isinstance(self.plan.problem, TourProblem)
        first = self.plan.problem.first
        return [] if first is None else [f"start {self.problem.name(first)}"]

    def notes(self) -> list[str]:
        """Return lines about ignored values and unfinished runs."""
        done, total, unit = self.progress()
        missing = f"Not complete: {done:,} of {total:,} {unit} done." if done < total else ""
        return [words for words in (self.unused(), missing) if words]

    def named(self, trial: Trial) -> dict[str, Any]:
        """Return the JSON object of a trial."""
        return {
            "start": list(divmod(trial.start, self.problem.cols)),
            "status": str(trial.status),
            "states": trial.states,
            "seconds": round(trial.seconds, 6),
        }


class Availability(Survey):
    """The map of starts: from which the solver of a plan finds a tour."""

    def __init__(self, plan: Plan) -> None:
        assert isinstance(plan.problem, TourProblem)
        make: Maker = lambda problem: plan.solver(problem, plan.settings, plan.seed)  # noqa: E731
        super().__init__(plan, np.flatnonzero(plan.problem.free), {plan.solver.name: make})

    def run_from(self, start: int) -> Plan:
        """Return the plan of the run that starts on a square."""
        return replace(self.plan, problem=started(self.problem, start))

    def trial_from(self, start: int) -> Trial | None:
        """Return the trial from a square; None if it has not run yet."""
        place = bisect_left(self.starts, start)  # the starts are sorted
        return self.trials[place] if place < len(self.trials) and self.starts[place] == start else None

    def found(self) -> dict[Status, int]:
        """Return the number of runs with each status."""
        statuses = [trial.status for trial in self.trials]
        return {status: statuses.count(status) for status in MARKS}

    def marks(self) -> dict[Status, Mark]:
        """Return the mark of each status; only a solver of the user can fail."""
        failed = any(trial.status is Status.FAILED for trial in self.trials)
        return {status: mark for status, mark in MARKS.items() if failed or status is not Status.FAILED}

    def board(self) -> Board:
        trials, marks = self.trials[:], self.marks()  # copied first: a later failure has no mark
        holes = np.flatnonzero(~self.problem.free)
        places = {status: place for place, status in enumerate(marks, 1)}
        squares = np.array([trial.start for trial in trials], np.int64)
        kinds = np.array([places[trial.status] for trial in trials], np.uint8)
        return Board(
            self.problem.rows,
            self.problem.cols,
            (HOLE, *marks.values()),
            np.concatenate([holes, squares]),
            np.concatenate([np.zeros(len(holes), np.uint8), kinds]),
        )

    def answer(self) -> dict[str, Any]:
        counts = {str(status): number for status, number in self.found().items()}
        return {"question": "map", "solver": self.plan.solver.name, **super().answer(), "counts": counts}

    def unused(self) -> str:
        return "".join(f"The map tries every square, so it ignores {start}." for start in self.unused_start())

    def text(self) -> str:
        found = self.found()
        solved = f"{found[Status.SOLVED]:,} of {counted_noun(sum(found.values()), 'start')}"
        lines = [f"{mark.sign}  {found[status]:>7,}  {mark.name}" for status, mark in self.marks().items()]
        head = f"{self.problem.title()} by {self.plan.solver.name}: found from {solved}"
        return "\n".join([head, *lines, *self.notes()]) + "\n"


def availability(plan: Plan, _: str = "") -> Availability:
    """Return the map of all starts."""
    return Availability(plan)


def started(problem: Problem, start: int | None) -> TourProblem:
    """Return the problem with another start, or without one."""
    assert isinstance(problem, TourProblem)
    given = None if start is None else problem.name(start)
    return TourProblem(**(problem.model_dump() | {"start": given}))
