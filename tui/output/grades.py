"""Grades as text for students, as JUnit XML and as results for Gradescope. Only the latter show hidden tests."""

import json
from dataclasses import replace
from textwrap import fill
from xml.etree import ElementTree

from knightwatch.engine.core.words import counted_noun, one_line
from knightwatch.engine.own.grading.grading import Graded, Grading
from knightwatch.engine.own.grading.judging import ADVICE, Complaint
from knightwatch.engine.own.solver_file import SolverFile
from knightwatch.engine.own.sources import search_class
from knightwatch.engine.plans.plan import Plan
from knightwatch.tui.output.command_line import plan_command

INDENT = " " * 8
WIDTH = 79


def as_text(grading: Grading) -> str:
    """Return the grades for a student: a line for each test, what to do next, and the points."""
    lines = []
    for each in grading.graded:
        word = "passed" if each.passed else "failed"
        lines.append(_wrapped(f"{word}  {each.exercise.shown_name} ({_points(each)}): {_shown(each)}"))
        if each.complaint:
            lines += [f"{INDENT}{line}" for line in _next(grading, each, each.complaint)]
    passed, total = sum(each.passed for each in grading.graded), len(grading.assignment.exercises)
    stopped = "" if grading.complete else f"Stopped after {counted_noun(len(grading.graded), 'test')}. "
    points = f"{grading.points:g} of {_counted(grading.assignment.points)}"
    lines += ["", f"{stopped}{grading.name}: {passed} of {counted_noun(total, 'test')} passed, {points}."]
    return "\n".join(lines) + "\n"


def _wrapped(line: str) -> str:
    return fill(line, WIDTH, subsequent_indent=INDENT, break_long_words=False, break_on_hyphens=False)


def _points(graded: Graded) -> str:
    of = graded.exercise.case.points
    return _counted(of) if graded.passed else f"0 of {_counted(of)}"


def _counted(points: float) -> str:
    return f"{points:g} point{'' if points == 1 else 's'}"


def _shown(graded: Graded) -> str:
    """Return what a student may see: of a hidden test, only the kind of its fault."""
    if graded.exercise.case.hidden:
        return str(graded.complaint.fault) if graded.complaint else "hidden"
    return _details(graded)


def _details(graded: Graded) -> str:
    if graded.complaint:
        return f"{graded.complaint.fault}: {one_line(graded.complaint.reason)}"
    steps, built_in = sorted(attempt.steps for attempt in graded.attempts), graded.built_in
    most = counted_noun(steps[-1], "step")
    counted = most if steps[0] == steps[-1] else f"{steps[0]:,} to {most}"
    seconds = max(attempt.seconds for attempt in graded.attempts)
    work = counted_noun(built_in["steps"], built_in["unit"])
    return f"{counted}, {seconds:.3f} s ({built_in['solver']}: {work}, {built_in['seconds']:.3f} s)"


def _next(grading: Grading, graded: Graded, complaint: Complaint) -> list[str]:
    """Return the lines that say what to do next."""
    lines = [ADVICE[complaint.fault]]
    if graded.exercise.case.hidden:
        return [*lines, "The test is hidden: your lecturer sees its problem."]
    if complaint.attempt and isinstance(grading.file, SolverFile):
        file = replace(grading.file, path=grading.path)  # as the user typed it
        exercise, seed = graded.exercise, complaint.attempt.seed
        solver = search_class(exercise.puzzle, file)
        plan = Plan(exercise.puzzle, solver, exercise.problem, solver.settings_type(**exercise.case.settings), seed)
        lines.append(f"Open this step: {plan_command(plan, complaint.attempt.steps)}")
    return lines


def as_junit(grading: Grading) -> str:
    """Return the grades as JUnit XML. A student may read it: hidden tests show no details."""
    failures = sum(not each.passed for each in grading.graded)
    suite = ElementTree.Element(
        "testsuite", name=grading.name, tests=str(len(grading.graded)), failures=str(failures), errors="0"
    )
    for each in grading.graded:
        seconds = 0.0 if each.exercise.case.hidden else sum(attempt.seconds for attempt in each.attempts)
        case = ElementTree.SubElement(
            suite, "testcase", classname=grading.name, name=each.exercise.shown_name, time=f"{seconds:.6f}"
        )
        if each.complaint:
            failure = ElementTree.SubElement(case, "failure", type=str(each.complaint.fault), message=_shown(each))
            failure.text = "\n".join(_next(grading, each, each.complaint))
    ElementTree.indent(suite)
    return ElementTree.tostring(suite, encoding="unicode", xml_declaration=True) + "\n"


def as_gradescope(grading: Grading) -> str:
    """Return the grades as results.json of Gradescope, which shows hidden tests to instructors only."""
    tests = [
        {
            "name": each.exercise.name,
            "score": each.points,
            "max_score": each.exercise.case.points,
            "status": "passed" if each.passed else "failed",
            "output": "\n".join(
                [_details(each), *(_next(grading, each, each.complaint) if each.complaint else [])],
            ),
            "visibility": "hidden" if each.exercise.case.hidden else "visible",
        }
        for each in grading.graded
    ]
    return json.dumps({"score": grading.points, "tests": tests}, indent=1) + "\n"
