"""Solvers that users write, for tests."""

import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from textwrap import dedent
from typing import Any

from knightwatch.engine.core.frame import Status
from knightwatch.engine.core.run import Run
from knightwatch.engine.own.search import OwnSearch
from knightwatch.engine.plans.catalog import puzzle
from knightwatch.engine.plans.plan import Plan
from knightwatch.engine.store.runs import usual_path
from knightwatch.engine.store.saving import RunSaver

COUNT = """
    '''Counts up.'''

    def solve(problem, random, most: int = 100):
        for k in range(most):
            yield [k % problem.n], f"row {k % problem.n}"
"""
"""A queens solver whose step k shows row k - 1, modulo n."""

WALK = """
    '''Depth-first search in plain Python.'''
    from knightwatch import Step

    def solve(problem, random, greedy: bool = False):
        path = [problem.start or (0, 0)]
        stack = [problem.neighbours(path[0])]
        while len(path) < problem.size:
            random.random()
            here = [s for s in stack[-1] if s not in path]
            if here:
                path.append(here[random.randrange(len(here))])
                stack[-1].remove(path[-1])
                stack.append(problem.neighbours(path[-1]))
                print("to", problem.name(path[-1]))
                yield path, f"to {problem.name(path[-1])}"
            else:
                path.pop()
                stack.pop()
                yield Step(path, "back", figures={"depth": len(path)}, milestone=True)
"""

TRAP = """
    from pathlib import Path
    Path({mark!r}).touch()

    def solve(problem, random):
        for k in range(20):
            yield [k % problem.n]
"""
"""A queens solver that leaves a file behind if its code runs."""


def write(path: Path, text: str) -> Path:
    """Write the source of a solver."""
    path.write_text(dedent(text).lstrip("\n"))
    return path


def trap(folder: Path) -> tuple[Path, Path]:
    """Write a solver; return its path, and the path of a file that exists once its code has run."""
    mark = folder / "has run"
    return write(folder / "trap.py", TRAP.format(mark=str(mark))), mark


def save_own_run(plan: Plan, moment: int) -> None:
    """Save a run of a user's solver that is paused at a step."""
    run, saver = Run(plan.search()), RunSaver(plan, usual_path())
    list(run.slices(until=moment))
    saver.keep(run)
    saver.close()
    run.search.close()


def run_to_end(search: OwnSearch) -> Run:
    """Run a search to its end."""
    run = Run(search)
    for _ in run.slices():
        pass
    return run


def reach(search: OwnSearch, moment: int) -> None:
    """Advance a search to a step or to its end, however slow the machine is."""
    while search.done < moment and search.status is Status.RUNNING:
        search.advance(moment - search.done)


def until(condition: Callable[[], object], seconds: float = 60) -> None:
    """Wait for a condition."""
    deadline, pause = time.monotonic() + seconds, threading.Event()
    while not condition():
        assert time.monotonic() < deadline, "the condition did not come true"
        pause.wait(0.01)


def marked(mark: str) -> set[int]:
    """Return the processes with a mark in their environment, without this process and zombies."""
    found = set()
    for path in Path("/proc").glob("[0-9]*"):
        with suppress(OSError, IndexError):
            state = (path / "stat").read_text(errors="replace").rpartition(")")[2].split()[0]
            if state != "Z" and path.name != str(os.getpid()) and mark.encode() in (path / "environ").read_bytes():
                found.add(int(path.name))
    return found


def hosts() -> set[int]:
    """Return the processes of solvers that this process has started and not ended."""
    found = set()
    for path in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            parent = (path / "stat").read_text().rpartition(")")[2].split()[1]
            if parent == str(os.getpid()) and b"knightwatch.engine.own.host" in (path / "cmdline").read_bytes():
                found.add(int(path.name))
    return found


def own_plan(name: str, path: Path, **values: Any) -> Plan:
    """Return the plan of a solver in a file."""
    given = {option: str(value) for option, value in values.items()}
    return Plan.read(puzzle(name), {"seed": "1"} | given | {"solver": str(path)})


@contextmanager
def own_search(name: str, path: Path, **values: Any) -> Iterator[OwnSearch]:
    """Yield a search with a solver in a file; end its process afterwards."""
    search = own_plan(name, path, **values).search()
    assert isinstance(search, OwnSearch)
    try:
        yield search
    finally:
        search.close()
