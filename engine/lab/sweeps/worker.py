"""The work of a laboratory's worker: one run from its beginning to its end, in a process that does nothing else.

What goes to a worker and comes back is small and plain. Machine code is loaded by the first run that is worth it.
Seconds are the processor's, so that those of runs side by side do not tell of each other, or of what else goes on.
"""

import os
import signal
from collections.abc import Mapping
from importlib.metadata import version
from math import isfinite
from multiprocessing import connection, parent_process
from multiprocessing.synchronize import Event
from threading import Thread
from typing import Any

from knightwatch.engine.compiled.digest import digest
from knightwatch.engine.compiled.tiers import Source
from knightwatch.engine.core.run import Run
from knightwatch.engine.core.search import Search
from knightwatch.engine.plans.catalog import PUZZLES, puzzle
from knightwatch.engine.plans.plan import Plan
from knightwatch.engine.store.outcomes import RunOutcome

_stopping: list[Event] = []
"""In a process of a pool: what is set when nobody waits for the run any more."""


def become_worker(stopping: Event) -> None:
    """Make this process a worker: it stops when told, and ends when its parent ends, however that ends."""
    _stopping.append(stopping)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # interrupts are for the parent, also where this one is no copy
    Thread(target=_outlive_no_parent, daemon=True).start()


def _outlive_no_parent() -> None:
    parent = parent_process()
    assert parent is not None
    connection.wait([parent.sentinel])
    os._exit(1)


def package_version() -> str:
    """Return the version of knightwatch in the process that is asked, with a digest of its solvers' code."""
    solvers = (solver.__module__ for each in PUZZLES for solver in each.solvers)
    return f"{version('knightwatch')}, code {digest(*solvers)}"


def run_plan(puzzle_name: str, values: Mapping[str, str]) -> RunOutcome | None:
    """Return what the plan with these values comes to; None if nobody waits for it any more."""
    search = Plan.read(puzzle(puzzle_name), values).search()
    search.tier.source = Source.HERE  # nobody watches, and seconds are to be those of machine code, on a cluster too
    run = Run(search, by_processor=True)
    for _ in run.slices():
        if _stopping and _stopping[0].is_set():
            return None
    return RunOutcome(run.status, search.done, search.work(), run.seconds, run.prepare_seconds, ends(search))


def ends(search: Search[Any, Any]) -> dict[str, float]:
    """Return where the curves of a search end; its answer, which may be long, is not asked for."""
    last = {curve.name: float(curve.values[-1]) for curve in search.frame().curves if len(curve.values)}
    return {name: value for name, value in last.items() if isfinite(value)}
