"""Small sweeps, and a pool that runs every job at once in this process."""

from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any

from knightwatch.engine.lab.sweeps.axis import Axis
from knightwatch.engine.lab.sweeps.experiment import Experiment
from knightwatch.engine.lab.sweeps.sweep import Sweep
from knightwatch.engine.plans.catalog import puzzle
from knightwatch.engine.pool import Pool
from knightwatch.engine.store.outcomes import RunOutcome

VARIED = ("n=8,12", "trials=5,40")
Bare = dict[tuple[tuple[str, ...], int], tuple[str, int, dict[str, int]]]


class Inline(Executor):
    """Runs each job before `submit` returns, and counts the jobs."""

    def __init__(self) -> None:
        self.given = 0

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> "Future[Any]":
        self.given += 1
        future: Future[Any] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


def inline() -> Pool:
    return Pool(Inline(), 1, "this process")


def sweep(*varied: str, solver: str = "min-conflicts", of: str = "queens", repeat: int = 5, **values: Any) -> Sweep:
    axes = [Axis.read(text) for text in varied or VARIED]
    return Sweep.read(puzzle(of), {"solver": solver} | values, axes, repeat)


def drive(experiment: Experiment) -> Experiment:
    for _ in experiment.slices():
        pass
    return experiment


def bare(experiment: Experiment) -> Bare:
    """Return the outcomes without what depends on the time and place of the runs."""

    def plain(outcome: RunOutcome) -> tuple[str, int, dict[str, int]]:
        return str(outcome.status), outcome.steps, outcome.work

    cells = zip(experiment.sweep.cells, experiment.outcomes, strict=True)
    return {(cell.axis_values, at): plain(outcome) for cell, known in cells for at, outcome in known.items()}
