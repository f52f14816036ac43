"""Results: the JSON object of a run, which is printed, written to files and compared."""

from typing import Any

from knightwatch.engine.core.frame import Status, Verdict
from knightwatch.engine.core.run import Run
from knightwatch.engine.plans.plan import Plan


def result(plan: Plan, run: Run, everything: bool = False, raw: bool = False) -> dict[str, Any]:
    """Return the JSON object of a run; with `everything`, add all collected answers.

    A run that was stopped before the end counts as given up. With `raw`, long lists are arrays.
    """
    verdict, answer = run.verdict, run.search.raw_answer() if raw else run.search.answer()
    if verdict.status is Status.RUNNING:
        verdict = Verdict(Status.GAVE_UP, "stopped before the end")
    return {
        "puzzle": plan.puzzle.name,
        "solver": plan.solver.name,
        "status": str(verdict.status),
        "reason": verdict.reason,
        "seed": plan.seed,
        "settings": plan.problem.listed() | plan.settings.listed(),
        "work": run.search.work(),
        "seconds": round(run.seconds, 6),
        "prepare_seconds": round(run.prepare_seconds, 6),
        **answer,
        **plan.problem.convention(answer),
        **(run.search.gallery().answers() if everything else {}),
    }
