"""Results: what a run came to, as the one object that is printed, written and compared."""

from typing import Any

from knightwatch.engine.core.frame import Status
from knightwatch.engine.core.run import Run
from knightwatch.engine.plans.plan import Plan


def result(plan: Plan, run: Run, everything: bool = False) -> dict[str, Any]:
    """Return the JSON object of a run, with `everything` all answers collected too.

    A run that was stopped before the end counts as given up.
    """
    stopped = run.status is Status.RUNNING
    return {
        "puzzle": plan.puzzle.name,
        "solver": plan.solver.name,
        "status": str(Status.GAVE_UP if stopped else run.status),
        "reason": "stopped before the end" if stopped else run.reason,
        "seed": plan.seed,
        "settings": plan.problem.listed() | plan.settings.listed(),
        "work": run.search.work(),
        "seconds": round(run.seconds, 6),
        "prepare_seconds": round(run.prepare_seconds, 6),
        **run.search.answer(),
        **(run.search.collected() if everything else {}),
    }
