"""One run of an experiment, from start to end, inside a worker process.

The arguments and the outcome are small and picklable. Times are processor seconds, so parallel runs and other programs
do not distort them.
"""

from collections.abc import Mapping
from math import isfinite
from typing import Any

from knightwatch.engine.compiled.tiers import Source
from knightwatch.engine.core.run import Run
from knightwatch.engine.core.search import Search
from knightwatch.engine.plans.catalog import puzzle
from knightwatch.engine.plans.plan import Plan
from knightwatch.engine.pool import stop_requested
from knightwatch.engine.store.outcomes import RunOutcome


def run_plan(puzzle_name: str, values: Mapping[str, str]) -> RunOutcome | None:
    """Run the plan with these values and return its outcome; None if the parent asked to stop."""
    search = Plan.read(puzzle(puzzle_name), values).search()
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
