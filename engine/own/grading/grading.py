"""Grading: every test of an assignment runs, each run in a process of its own; points, faults and figures result."""

from collections.abc import Generator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.words import one_line
from knightwatch.engine.own.grading.assignment import Assignment, Exercise
from knightwatch.engine.own.grading.attempt import Attempt, attempt, built_in_run, cut_steps, own_plan
from knightwatch.engine.own.grading.judging import Complaint, Fault, Truth, complaint, difference, truth_from
from knightwatch.engine.own.search import OwnSearch
from knightwatch.engine.own.solver_file import SolverFile
from knightwatch.engine.own.sources import search_class

DECIDERS = {"queens": "formula"}
"""The solver that decides a problem best, where it is not the default one."""
PATIENCE = 2
"""Times as many seconds for the second run: it stops often."""


@dataclass(frozen=True)
class Graded:
    """The result of one test."""

    exercise: Exercise
    complaint: Complaint | None
    attempts: tuple[Attempt, ...]
    """The runs, one for each seed, up to the first that failed."""
    built_in: dict[str, Any]
    """The result of the built-in solver."""
    truth: Truth

    @property
    def passed(self) -> bool:
        """Whether the test passed."""
        return self.complaint is None

    @property
    def points(self) -> float:
        """The points for it."""
        return self.exercise.case.points if self.passed else 0.0


@dataclass
class Grading:
    """A solver's file and the tests to run on it."""

    path: Path
    file: SolverFile | BadInput
    """The file, or why it cannot be used."""
    assignment: Assignment
    graded: list[Graded] = field(default_factory=list)

    @property
    def name(self) -> str:
        """The name of the solver's file."""
        return one_line(self.path.name)

    @property
    def complete(self) -> bool:
        """Whether all tests ran."""
        return len(self.graded) == len(self.assignment.exercises)

    @property
    def passed(self) -> bool:
        """Whether all tests ran and passed."""
        return self.complete and all(each.passed for each in self.graded)

    @property
    def points(self) -> float:
        """The points so far."""
        return sum(each.points for each in self.graded)

    @property
    def doing(self) -> str:
        """The test that runs now, by a name that a student may see."""
        total = len(self.assignment.exercises)
        if self.complete:
            return ""
        exercise = self.assignment.exercises[len(self.graded)]
        return f"test {exercise.number} of {total}: {exercise.shown_name}"

    def slices(self) -> Generator[None, None, None]:
        """Grade; yield every fraction of a second, so that the caller can show progress or stop."""
        for exercise in self.assignment.exercises[len(self.graded) :]:
            self.graded.append((yield from self._grade(exercise)))

    def _grade(self, exercise: Exercise) -> Generator[None, None, Graded]:
        yield
        results = [(yield from built_in_run(exercise.built_in(exercise.like)))]
        decider = DECIDERS.get(exercise.puzzle.name, exercise.puzzle.usual_solver)
        theorem = exercise.problem.refutation()
        truth = truth_from(results, theorem)
        if truth.expected is None and decider != exercise.like:
            results.append((yield from built_in_run(exercise.built_in(decider))))
            truth = truth_from(results, theorem)
        expect = exercise.case.expect
        if expect and truth.expected not in (None, expect):
            raise BadInput(
                f"test {exercise.number} ({exercise.shown_name}): expect is {expect}, but the problem is "
                f"{truth.expected}" + ("" if exercise.case.hidden else f": {truth.reason}")
            )
        attempts, fault = yield from self._attempts(exercise, truth)
        return Graded(exercise, fault, tuple(attempts), results[0], truth)

    def _attempts(
        self, exercise: Exercise, truth: Truth
    ) -> Generator[None, None, tuple[list[Attempt], Complaint | None]]:
        attempts: list[Attempt] = []
        try:
            solver = self._solver()
            plans = [own_plan(exercise, solver, seed) for seed in exercise.case.seeds]
        except BadInput as error:
            return attempts, Complaint(Fault.UNUSABLE, str(error))
        for plan in plans:
            first = yield from attempt(plan, exercise.case.seconds)
            attempts.append(first)
            fault = complaint(exercise, first, truth, self.name) or (yield from self._repeated(exercise, solver, first))
            if fault:
                return attempts, fault
        return attempts, None

    def _repeated(
        self, exercise: Exercise, solver: type[OwnSearch], first: Attempt
    ) -> Generator[None, None, Complaint | None]:
        """Run again with interruptions; if the result differs, once more without them to find the cause."""
        plan, seconds = own_plan(exercise, solver, first.seed), exercise.case.seconds * PATIENCE
        split = yield from attempt(plan, seconds, cut_steps(first))
        found = difference(first, split)
        if not found:
            return None
        again = yield from attempt(plan, seconds)
        if other := difference(first, again):
            return Complaint(Fault.REPEAT, f"not the same with the same seed {first.seed}: {other}", first)
        return Complaint(Fault.SPLIT, f"not the same when the run is paused: {found}", first)

    def _solver(self) -> type[OwnSearch]:
        if isinstance(self.file, BadInput):
            raise self.file
        return search_class(self.assignment.puzzle, self.file)
