"""The grades as a JSON object, for lecturers: it has everything, hidden tests included."""

from typing import Any

from knightwatch.engine.own.grading.assignment import Exercise
from knightwatch.engine.own.grading.attempt import Attempt
from knightwatch.engine.own.grading.grading import Graded, Grading
from knightwatch.engine.own.grading.judging import ADVICE


def grades(grading: Grading) -> dict[str, Any]:
    """Return the results of all tests so far."""
    return {
        "puzzle": grading.assignment.puzzle.name,
        "question": "grade",
        "solver": grading.name,
        "complete": grading.complete,
        "passed": grading.passed,
        "points": grading.points,
        "of": grading.assignment.points,
        "tests": [_test(each) for each in grading.graded],
    }


def _test(graded: Graded) -> dict[str, Any]:
    exercise, complaint = graded.exercise, graded.complaint
    failed = complaint.attempt if complaint else None
    return {
        "name": exercise.name,
        "hidden": exercise.case.hidden,
        "passed": graded.passed,
        "points": graded.points,
        "of": exercise.case.points,
        "fault": str(complaint.fault) if complaint else None,
        "reason": complaint.reason if complaint else "",
        "advice": ADVICE[complaint.fault] if complaint else "",
        "seed": failed.seed if failed else None,
        "line": failed.line or None if failed else None,
        "problem": exercise.problem.listed(),
        "settings": dict(exercise.case.settings),
        "expect": _expected(graded),
        "limits": _limits(exercise),
        "runs": [_run(attempt) for attempt in graded.attempts],
        "built_in": {name: graded.built_in[name] for name in ("solver", "status", "steps", "unit", "seconds")},
    }


def _expected(graded: Graded) -> str | None:
    expected = graded.exercise.case.expect or graded.truth.expected
    return str(expected) if expected else None


def _limits(exercise: Exercise) -> dict[str, Any]:
    case = exercise.case
    return {"steps": case.steps, "seconds": case.seconds, "megabytes": case.megabytes, "moves": case.moves}


def _run(attempt: Attempt) -> dict[str, Any]:
    return {
        "seed": attempt.seed,
        "status": str(attempt.status),
        "reason": attempt.reason,
        "claim": attempt.how == "claim",
        "steps": attempt.steps,
        "seconds": round(attempt.seconds, 6),
    }
