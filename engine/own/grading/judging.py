"""Verdicts about runs: right or wrong by the checker of the problem, within the limits, and the same when repeated."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from knightwatch.engine.core.frame import Status
from knightwatch.engine.core.words import counted_noun
from knightwatch.engine.own.grading.assignment import Exercise, Expected
from knightwatch.engine.own.grading.attempt import Attempt


class Fault(StrEnum):
    """Why a test failed."""

    UNUSABLE = "unusable file"
    ERROR = "error"
    MEMORY = "too much memory"
    SECONDS = "too slow"
    STEPS = "too many steps"
    WRONG = "wrong answer"
    MOVES = "too many moves"
    CLAIM = "wrong claim"
    NO_CLAIM = "no claim"
    REPEAT = "not repeatable"
    SPLIT = "depends on pauses"


ADVICE = {
    Fault.UNUSABLE: "Correct the file, then grade it again.",
    Fault.ERROR: "Correct the line that failed. Stepping back shows the variables before it.",
    Fault.MEMORY: "Keep less: yield and forget, and store no copy of every step.",
    Fault.SECONDS: "Look for a loop that never ends, or choose a faster method.",
    Fault.STEPS: "Yield less often, or choose a method that needs fewer steps.",
    Fault.WRONG: "Step back from the end to the first wrong step.",
    Fault.MOVES: "Look for a shorter way: breadth-first search finds the fewest moves.",
    Fault.CLAIM: "Check which possibilities the search leaves out.",
    Fault.NO_CLAIM: "If nothing is left to try, return Impossible(reason), imported from knightwatch.",
    Fault.REPEAT: "Take random numbers only from the parameter random. Do not use the time or files.",
    Fault.SPLIT: "Do not measure time between two yields, and yield no object that changes when it is read.",
}
"""For each fault, the next thing to try."""


@dataclass(frozen=True)
class Truth:
    """Whether a problem has a solution, and how knightwatch knows."""

    expected: Expected | None
    """None: unknown."""
    reason: str = ""


@dataclass(frozen=True)
class Complaint:
    """A fault with a clause about it."""

    fault: Fault
    reason: str
    attempt: Attempt | None = None
    """The run that failed."""


def complaint(exercise: Exercise, attempt: Attempt, truth: Truth, name: str) -> Complaint | None:
    """Return the first fault of a run; None if it passes. `name` is the name of the solver's file."""
    case = exercise.case
    where = f"{name} line {attempt.line}" if attempt.line else name

    def wrong(fault: Fault, reason: str) -> Complaint:
        return Complaint(fault, reason, attempt)

    expected = truth.expected or case.expect
    none = "; the problem has no solution" if expected is Expected.IMPOSSIBLE else ""
    if attempt.late:
        doing = f"{where} was running" if attempt.line else f"{name} had done {counted_noun(attempt.steps, 'step')}"
        return wrong(Fault.SECONDS, f"no end within {case.seconds:g} s; {doing}{none}")
    if attempt.status is Status.FAILED:
        memory = "MemoryError" in attempt.reason
        limit = f" (the limit is {case.megabytes:,} MB)" if memory else ""
        return wrong(Fault.MEMORY if memory else Fault.ERROR, f"{attempt.reason}{limit}")
    if attempt.steps > case.steps:
        return wrong(Fault.STEPS, f"no end within {counted_noun(case.steps, 'step')}{none}")
    if attempt.status is Status.SOLVED:
        moves = len(attempt.answer.get("moves", ()))
        if case.moves is not None and moves > case.moves:
            return wrong(
                Fault.MOVES, f"the answer has {counted_noun(moves, 'move')}, but at most {case.moves:,} are allowed"
            )
        return None
    if attempt.how == "claim":
        return _about_claim(expected, attempt, truth, name)
    if expected is Expected.IMPOSSIBLE:
        return wrong(Fault.NO_CLAIM, f"there is no solution, but {name} ended without saying so")
    return wrong(Fault.WRONG, attempt.reason)


def _about_claim(expected: Expected | None, attempt: Attempt, truth: Truth, name: str) -> Complaint | None:
    if expected is Expected.IMPOSSIBLE:
        return None
    if expected is None:
        reason = f"{name} claims that there is no solution, but knightwatch can neither prove nor refute it"
    else:
        reason = f"{name} claims that there is no solution, but {truth.reason or 'the test has one'}"
    return Complaint(Fault.CLAIM, reason, attempt)


def difference(first: Attempt, again: Attempt) -> str:
    """Say in a clause how two runs differ; empty if they are the same."""
    if first.fingerprint == again.fingerprint:
        return ""
    if again.late:
        return f"the first run ended after {counted_noun(first.steps, 'step')}, the second did not end in time"
    if first.steps != again.steps:
        return f"the first run took {counted_noun(first.steps, 'step')}, the second {again.steps:,}"
    if (first.status, first.how) != (again.status, again.how):
        return f"the first run ended as {_ending(first)}, the second as {_ending(again)}"
    return "two runs found different answers"


def _ending(attempt: Attempt) -> str:
    return "a claim" if attempt.how == "claim" else str(attempt.status)


def truth_from(results: list[dict[str, Any]], theorem: str) -> Truth:
    """Return what the theorem or the results of built-in solvers say."""
    if theorem:
        return Truth(Expected.IMPOSSIBLE, theorem)
    for found in results:
        if found["status"] == Status.SOLVED:
            return Truth(Expected.SOLVED, f"{found['solver']} solves it")
        if found["status"] == Status.IMPOSSIBLE:
            return Truth(Expected.IMPOSSIBLE, str(found["reason"]))
    return Truth(None)
