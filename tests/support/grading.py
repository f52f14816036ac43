"""Grade solvers in tests."""

import os
import select
from pathlib import Path
from textwrap import dedent

from knightwatch.engine.own.grading.assignment import Assignment
from knightwatch.engine.own.grading.grading import Graded, Grading
from knightwatch.engine.own.solver_file import read_solver_file
from tests.support.own import write


def graded(folder: Path, solver: str, tests: str) -> Grading:
    """Return the grades of a solver by tests, both as text."""
    path = write(folder / "mine.py", solver)
    grading = Grading(path, read_solver_file(path), Assignment.parse(dedent(tests)))
    for _ in grading.slices():
        pass
    return grading


def grade_one(folder: Path, solver: str, test: str = "problem = { n = 4 }", puzzle: str = "queens") -> Graded:
    """Return the grade of a solver by one test, given as lines of a TOML table."""
    (only,) = graded(folder, solver, f'puzzle = "{puzzle}"\n[[test]]\n{dedent(test)}').graded
    return only


def ended(pid: int) -> bool:
    """Wait for the end of a process that a solver started; return whether it came."""
    try:
        end = os.pidfd_open(pid)
    except ProcessLookupError:
        return True
    try:
        return bool(select.select([end], [], [], 60.0)[0])
    finally:
        os.close(end)
