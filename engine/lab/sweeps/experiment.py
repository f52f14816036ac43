"""Experiments: a sweep on its way, from what is stored to all of its runs.

An experiment is an inquiry, driven slice by slice. Each outcome is stored in the moment in which it arrives, and only
then counted; what is under way when somebody leaves is dropped, and done again the next time.
"""

import time
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from textwrap import wrap
from typing import Any

import numpy as np

from knightwatch.engine.core.declaration import option
from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.frame import Curve, Kind
from knightwatch.engine.core.inquiry import Diagram, Grid, Inquiry
from knightwatch.engine.core.pace import SLICE
from knightwatch.engine.core.words import aligned, counted_noun
from knightwatch.engine.lab.sweeps.finding import Finding, Measure
from knightwatch.engine.lab.sweeps.single_run import run_plan
from knightwatch.engine.lab.sweeps.sweep import Sweep
from knightwatch.engine.pool import Pool, cluster, processes
from knightwatch.engine.store.outcomes import RunOutcome, Store

AHEAD = 3
"""For each worker, so many runs are under way or wait for it: enough that none is idle, few enough to stop soon."""
MOST_CURVES = 8
LEAST_GRID = 3
"""Values of each of two axes from which they make a grid: two values are better compared as curves."""
LOOK_SECONDS = 1.0
"""How long no run may end before the workers are looked for."""
ALONE_SECONDS = 30.0
"""How long to wait for a worker where there is none any more."""
LEGEND = "Success with its 95 % interval (Wilson); of what successes took, the median and the quartiles."
FITNESS = "So of the fitness at the end of all runs, best and mean of the population, also of those that gave up."


@contextmanager
def opened(
    sweep: Sweep, path: Path, workers: object = None, scheduler: str | None = None, again: bool = False
) -> Iterator["Experiment"]:
    """Open the store, claim the sweep, and have somewhere to run it; `again` forgets what is stored of it.

    Raises BadInput where one of these cannot be done.
    """
    if workers is not None and scheduler is not None:
        raise BadInput("workers and scheduler are two ways to run a sweep: choose one")
    pool = processes(workers) if scheduler is None else cluster(scheduler)
    with Store(path) as store, store.claimed(sweep), pool as somewhere:
        if again:
            store.forget(sweep)
        yield Experiment(sweep, store, somewhere)


class Experiment(Inquiry):
    """A sweep, a store of what it came to, and somewhere to run the rest."""

    kept = True

    def __init__(self, sweep: Sweep, store: Store, pool: Pool) -> None:
        self.sweep = sweep
        self._store = store
        self._pool = pool
        store.enter(sweep)
        self.outcomes: list[dict[int, RunOutcome]]
        """For each cell, what its runs came to, by repetition."""
        self.done: int
        """How many runs are known."""
        self._recall()
        self.held = False
        """Whether no more runs are begun for now."""
        self.fresh = 0
        """Runs done since the experiment was opened."""
        self.seconds = 0.0
        """Spent on those."""
        self._findings: dict[int, Finding] = {}
        self._heard = self._looked = 0.0
        """When a run ended or a worker was there, and when one was last looked for."""
        self._alone = False

    # On its way.

    def _recall(self) -> None:
        """Look up which runs are known."""
        self.outcomes = [self._store.outcomes(cell, self.sweep.repeat) for cell in self.sweep.cells]
        self.done = sum(map(len, self.outcomes))

    def slices(self) -> Iterator[None]:
        self._recall()  # since it was made, other experiments may have done some of its runs
        if not self.complete:
            self._store.check_writable()
        waiting = self._missing()
        under_way: dict[Future[RunOutcome | None], tuple[int, int]] = {}
        try:
            while not self.complete:
                begun = time.perf_counter()
                if not self.held:
                    for place, repetition in islice(waiting, AHEAD * self._pool.width - len(under_way)):
                        plan = self.sweep.cells[place].run(repetition)
                        future = self._pool.executor.submit(run_plan, plan.puzzle.name, plan.values())
                        under_way[future] = place, repetition
                if under_way:
                    ended = wait(under_way, SLICE, FIRST_COMPLETED).done
                    for future in ended:
                        self._keep(*under_way.pop(future), self._result(future))
                    self._look_for_workers(bool(ended))
                    self.seconds += time.perf_counter() - begun
                else:
                    time.sleep(SLICE)
                yield
        finally:
            for future in under_way:
                future.cancel()

    def _result(self, future: "Future[RunOutcome | None]") -> RunOutcome | None:
        try:
            return future.result()
        except self._pool.losses:
            raise BadInput(
                "a worker has died or is out of reach; all that is stored is kept, and the same sweep goes on with it"
            ) from None

    def _look_for_workers(self, heard: bool) -> None:
        """Say so where nobody is left who could end a run, and complain after a while."""
        now = time.monotonic()
        if heard or self._heard == 0.0:
            self._heard = self._looked = now
            self._alone = False
        elif now - self._looked >= LOOK_SECONDS:
            try:
                self._alone = not self._pool.alive()
            except self._pool.losses:
                self._alone = True
            self._looked = now
            if not self._alone:
                self._heard = now
        if self._alone and now - self._heard >= ALONE_SECONDS:
            raise BadInput(
                "the cluster has no workers any more; all that is stored is kept, and the same sweep goes on with it"
            )

    def doing(self) -> str:
        return "waiting for workers: the cluster has none any more" if self._alone else ""

    def _missing(self) -> Iterator[tuple[int, int]]:
        """Return cells and repetitions that are not known: every cell once, every cell twice, and so on."""
        for repetition in range(self.sweep.repeat):
            for place, known in enumerate(self.outcomes):
                if repetition not in known:
                    yield place, repetition

    def _keep(self, place: int, repetition: int, outcome: RunOutcome | None) -> None:
        if outcome is not None:
            self._store.add(self.sweep.cells[place], repetition, outcome)
            self.outcomes[place][repetition] = outcome
            self.done += 1
            self.fresh += 1

    # What is known.

    @property
    def rate(self) -> float:
        """Runs a second, as far as it is known; 0 where it is not."""
        return self.fresh / self.seconds if self.fresh else 0.0

    @property
    def complete(self) -> bool:
        """Whether all runs are known."""
        return self.done == self.sweep.runs

    def progress(self) -> tuple[int, int, str]:
        return self.done, self.sweep.runs, "runs"

    def finding(self, place: int) -> Finding:
        """Return what the runs of a cell say by now."""
        known = self._findings.get(place)
        if known is None or known.runs != len(self.outcomes[place]):
            outcomes = list(self.outcomes[place].values())
            known = self._findings[place] = Finding.summarise(outcomes, self.sweep.fitness)
        return known

    @property
    def measures(self) -> tuple[Measure, ...]:
        """What a diagram can show."""
        return (Measure.SUCCESS, Measure.STEPS, Measure.SECONDS, *map(Measure, self.sweep.fitness))

    @property
    def legend(self) -> str:
        """What the figures of the table are."""
        return f"{LEGEND} {FITNESS}" if self.sweep.fitness else LEGEND

    def answer(self) -> dict[str, Any]:
        sweep, plan = self.sweep, self.sweep.cells[0].plan
        typed = [cell.plan.problem.listed() | cell.plan.settings.listed() for cell in sweep.cells]
        names = [axis.name.rstrip("_") for axis in sweep.axes]
        settings = {name: value for name, value in typed[0].items() if name not in names}
        return {
            "question": "sweep",
            "solver": sweep.solver,
            "settings": settings | ({"seed": plan.seed} if sweep.cells[0].seeded else {}),
            "axes": names,
            "repeat": sweep.repeat,
            "unit": sweep.unit,
            "cells": [
                {"at": {name: values[name] for name in names}} | self.finding(place).answer()
                for place, values in enumerate(typed)
            ],
            "notes": sweep.notes(),
            "complete": self.complete,
        }

    def records(self) -> list[tuple[Any, ...]]:
        sweep, outcomes = self.sweep, [known.copy() for known in self.outcomes]  # another thread may add to them
        counters = list(dict.fromkeys(n for known in outcomes for outcome in known.values() for n in outcome.work))
        axes = [option(axis.name) for axis in sweep.axes]
        ends = [f"end_{name}" for name in sweep.fitness]
        head = (*axes, "repetition", "seed", "status", "steps", *map(_counter, counters), *ends)
        rows: list[tuple[Any, ...]] = [(*head, "seconds", "prepare_seconds")]
        for cell, known in zip(sweep.cells, outcomes, strict=True):
            for repetition, outcome in sorted(known.items()):
                counts = (outcome.work.get(name, "") for name in counters)
                fitness = (outcome.ends.get(name, "") for name in sweep.fitness)
                facts = (repetition, cell.seed(repetition), outcome.status, outcome.steps, *counts, *fitness)
                rows.append((*cell.axis_values, *facts, f"{outcome.seconds:.6f}", f"{outcome.prepare_seconds:.6f}"))
        return rows

    def head(self) -> tuple[str, ...]:
        """Return the names of the columns of `rows`."""
        names = (option(axis.name) for axis in self.sweep.axes)
        return (*names, "runs", "success", f"{self.sweep.unit}s", "time", *self.sweep.fitness)

    def row(self, place: int) -> tuple[str, ...]:
        """Return a cell and what its runs say by now, in words."""
        values = (value or "-" for value in self.sweep.cells[place].axis_values)
        return (*values, *self.finding(place).words())

    def title(self) -> str:
        """Return a few words that name this experiment."""
        fixed = "".join(f", {option(name)} {value}" for name, value in self.sweep.fixed.items())
        cells = f"{counted_noun(len(self.sweep.cells), 'cell')} of {counted_noun(self.sweep.repeat, 'run')}"
        return f"{self.sweep.puzzle.title} by {self.sweep.solver}{fixed}: {cells}"

    def text(self) -> str:
        rows = [self.head(), *(self.row(place) for place in range(len(self.sweep.cells)))]
        missing = self.sweep.runs - self.done
        notes = wrap(self.legend, 110)
        if missing:
            notes.append(
                f"{counted_noun(missing, 'run')} of {self.sweep.runs:,} not done yet: the same sweep goes on with them."
            )
        return "\n".join([self.title(), "", *aligned(rows), "", *notes, *self.sweep.notes()]) + "\n"

    def median_run(self, place: int) -> int | None:
        """Return the repetition in the middle of a cell's successes, or its first where there is none."""
        known = self.outcomes[place].copy()  # another thread may add to them
        solved = sorted((at for at, outcome in known.items() if outcome.solved), key=lambda at: (known[at].steps, at))
        return solved[len(solved) // 2] if solved else min(known, default=None)

    def diagram(self, measure: Measure = Measure.SUCCESS) -> Diagram | None:
        """Return a measure against the first axis, a curve for each combination of the others' values.

        Where two are varied, each through several values, it is a grid of both.
        """
        sweep = self.sweep
        if not sweep.axes:
            return None
        first, *others = sweep.axes
        findings = [self.finding(place) for place in range(len(sweep.cells))]
        values = [finding.value(measure) for finding in findings]
        scale, unit = _scale(measure, sweep.unit, [value for value in values if value is not None])
        kind, top = (Kind.PERCENT, 100) if measure is Measure.SUCCESS else (Kind.COUNT, None)
        if measure in sweep.fitness:
            kind = Kind.LINE
        labels, across = tuple(value or "-" for value in first.values), option(first.name)
        if len(others) == 1 and min(len(axis.values) for axis in sweep.axes) >= LEAST_GRID:
            known = np.array([np.nan if value is None else scale * value for value in values])
            beside = tuple(value or "-" for value in others[0].values)
            grid = Grid(option(others[0].name), beside, known.reshape(len(labels), -1).T, kind)
            title = f"{unit}, against {across} and {option(others[0].name)}"
            return Diagram(title, labels, (), top, across, grid=grid)
        each = len(sweep.cells) // len(first.values)
        curves = []
        for offset in range(min(each, MOST_CURVES)):
            places = [at for at in range(len(first.values)) if values[at * each + offset] is not None]
            mine = [findings[at * each + offset] for at in places]
            chosen = zip(others, sweep.cells[offset].axis_values[1:], strict=True)
            name = " ".join(f"{option(axis.name)} {value or '-'}" for axis, value in chosen) or unit
            heights, low, high = (
                (
                    np.array([scale * figure for figure in figures])
                    for figures in zip(*(finding.spread(measure) for finding in mine), strict=True)
                )
                if mine
                else (np.empty(0),) * 3
            )
            curves.append(Curve(name, np.array(places, np.int64), heights, kind, unit, interval=(low, high)))
        left_out = f", {MOST_CURVES} of {each} curves" if each > MOST_CURVES else ""
        return Diagram(f"{unit}, against {across}{left_out}", labels, tuple(curves), top, across)


def _counter(name: str) -> str:
    """Return a counter's name for a column: some limits that can be varied have the same one."""
    return f"work_{name}"


def _scale(measure: Measure, unit: str, values: list[float]) -> tuple[float, str]:
    """Return by what to multiply the values of a measure, and what they are then, so that whole numbers tell."""
    match measure:
        case Measure.SUCCESS:
            return 100, "success in %"
        case Measure.STEPS:
            return 1, f"median {unit}s to success"
        case Measure.BEST | Measure.MEAN:
            return 1, f"{measure} fitness at the end, median"
    most = max(values, default=1)
    for factor, name in ((1, "seconds"), (1e3, "milliseconds")):
        if factor * most >= 3:
            return factor, f"median {name} to success"
    return 1e6, "median microseconds to success"
