"""One run of an experiment, from start to end, inside a worker process.

The arguments and the outcome are small and picklable. Times are processor seconds, so parallel runs and other programs
do not distort them.
"""

from collections.abc import Mapping
from math import isfinite
from typing import Any

from knightwatch.engine.compiled.tiers import Source
from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.run import Run
from knightwatch.engine.core.search import Search
from knightwatch.engine.own.permission import REFUSAL, allowed_on_cluster
from knightwatch.engine.own.solver_file import SolverFile
from knightwatch.engine.own.sources import search_class
from knightwatch.engine.plans.catalog import puzzle
from knightwatch.engine.plans.plan import Plan
from knightwatch.engine.pool import on_cluster, stop_requested
from knightwatch.engine.store.outcomes import RunOutcome


def run_plan(puzzle_name: str, values: Mapping[str, str], source: SolverFile | None = None) -> RunOutcome | None:
    """Run the plan with these values and return its outcome; None if the parent asked to stop.

    `source` is the file of a user's solver, as it was when the sweep began. It is run only where that is allowed.
    """
    chosen = puzzle(puzzle_name)
    if source and on_cluster() and not allowed_on_cluster():
        raise BadInput(REFUSAL)
    search = Plan.read(chosen, values, search_class(chosen, source) if source else None).search()
    search.tier.source = Source.HERE  # compile in this process: measured times must be those of compiled code
    run = Run(search, by_processor=True)
    try:
        for _ in run.slices():
            if stop_requested():
                return None
        if run.exhausted:  # the outcome depends on this machine, so it must not be stored
            raise MemoryError
        return RunOutcome(run.status, search.done, search.work(), run.seconds, run.prepare_seconds, last_values(search))
    finally:
        search.close()


def last_values(search: Search[Any, Any]) -> dict[str, float]:
    """Return the last finite value of each curve of a search, by the curve's name."""
    last = {curve.name: float(curve.values[-1]) for curve in search.frame().curves if len(curve.values)}
    return {name: value for name, value in last.items() if isfinite(value)}
