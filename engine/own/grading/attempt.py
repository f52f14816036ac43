"""One run of a user's solver in a process of its own, within limits of steps, seconds and memory.

Whatever the file does, the run ends: a watchdog kills the process if the run goes on long after its deadline.
"""

import random
import time
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass
from threading import Event, Thread
from typing import Any

from knightwatch.engine.core.frame import Status
from knightwatch.engine.core.run import Run
from knightwatch.engine.own.grading.assignment import Exercise
from knightwatch.engine.own.search import SLOW, OwnSearch
from knightwatch.engine.plans.plan import Plan
from knightwatch.engine.plans.result import result

BUSY = 4
"""Seconds of the clock for each second of the processor: a busy machine must not fail a right solver."""
GRACE = 15.0
"""Seconds after the deadline at which the watchdog kills: the loop that drives the run is stuck in a replay."""
LINE_SECONDS = 1.0
"""Seconds to wait for the name of the running line."""
CUTS = 12
"""Parts of a run whose steps are split."""


@dataclass(frozen=True)
class Attempt:
    """How one run of a solver ended."""

    seed: int
    status: Status
    reason: str
    how: str
    """How the generator ended: ended, claim, failed; empty if it did not end."""
    line: int
    """The author's line that failed, or that ran at the deadline; 0 if unknown."""
    late: bool
    """Whether the run reached its deadline."""
    steps: int
    seconds: float
    answer: dict[str, Any]

    @property
    def fingerprint(self) -> tuple[Any, ...]:
        """What must be the same in every run with the same seed."""
        return self.status, self.how, self.steps, self.answer


class Watchdog:
    """A thread that kills the solver's process if a run goes on too long, again and again, until it is stopped."""

    def __init__(self, search: OwnSearch, seconds: float) -> None:
        self.bit = False
        """Whether it has killed a process."""
        self._search = search
        self._stopped = Event()
        self._thread = Thread(target=self._watch, args=(seconds,), daemon=True)
        self._thread.start()

    def _watch(self, seconds: float) -> None:
        while not self._stopped.wait(seconds):
            self.bit, seconds = True, 1.0
            self._search.kill()

    def stop(self) -> None:
        """Stop watching."""
        self._stopped.set()
        self._thread.join()


def own_plan(exercise: Exercise, solver: type[OwnSearch], seed: int) -> Plan:
    """Return the plan of a run. Raise BadInput if the solver lacks a setting of the test."""
    case = exercise.case
    limits = {"max_steps": case.steps + 1, "max_megabytes": case.megabytes}
    # One step more: a generator may end after its last allowed step.
    declared = solver.settings_type(**case.settings, **limits)
    return Plan(exercise.puzzle, solver, exercise.problem, declared, seed)


def attempt(plan: Plan, seconds: float, cuts: Sequence[int] = ()) -> Generator[None, None, Attempt]:
    """Run a solver; yield every fraction of a second; return how it ended.

    The run stops at each step of `cuts`, where a picture of it is made, before it continues.
    """
    search = plan.search()
    assert isinstance(search, OwnSearch)
    run, deadline = Run(search, by_processor=True), time.monotonic() + BUSY * seconds
    watchdog = Watchdog(search, BUSY * seconds + GRACE)
    try:
        for _ in _slices(run, cuts):
            if run.seconds > seconds or time.monotonic() > deadline:
                break
            yield
        late = watchdog.bit or run.status is Status.RUNNING
        line = (yield from _running_line(search)) if late else 0
        end = search.ending or {"how": "", "line": line}
        answer = {} if late else search.answer()
        return Attempt(
            plan.seed, run.status, run.reason, str(end["how"]), int(end["line"]), late, search.done, run.seconds, answer
        )
    finally:
        watchdog.stop()
        search.close()


def _slices(run: Run, cuts: Sequence[int]) -> Iterator[None]:
    for cut in cuts:
        yield from run.slices(cut)
        if run.status is Status.RUNNING:
            run.frame()
    yield from run.slices()


def _running_line(search: OwnSearch) -> Generator[None, None, int]:
    """Return the author's line that runs now, if a step is slow; 0 if unknown."""
    deadline = time.monotonic() + LINE_SECONDS
    while search.driver.seconds_busy > SLOW / 2 and time.monotonic() < deadline:
        if line := search.driver.running_line():
            return line
        yield
        search.driver.wait(LINE_SECONDS / 20)
    return 0


def cut_steps(attempt: Attempt) -> list[int]:
    """Return steps at which to interrupt a second run: the first ones, and some at random."""
    chosen = random.Random(attempt.seed)
    later = [chosen.randint(1, attempt.steps) for _ in range(CUTS)] if attempt.steps else []
    return sorted({step for step in (1, 2, 3, *later) if step <= attempt.steps})


def built_in_run(plan: Plan) -> Generator[None, None, dict[str, Any]]:
    """Run a built-in solver; return its result as a JSON object."""
    run = Run(plan.search())
    for _ in run.slices():
        yield
    return result(plan, run) | {"steps": run.search.done, "unit": plan.solver.unit}
