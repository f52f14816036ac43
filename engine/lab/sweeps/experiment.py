"""Experiments: a sweep, the stored outcomes, and the runs that are still missing.

An experiment is an inquiry that works in slices. It stores each outcome when it arrives, and only then counts it. Runs
in progress are dropped when the user leaves, and done again the next time.
"""

import time
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import contextmanager
from itertools import chain, islice
from pathlib import Path
from textwrap import wrap
from typing import Any

import numpy as np

from knightwatch.engine.core.declaration import option
from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.frame import Curve, Kind
from knightwatch.engine.core.inquiry import Diagram, Grid, Inquiry
from knightwatch.engine.core.pace import SLICE
from knightwatch.engine.core.words import aligned, counted_noun, quoted
from knightwatch.engine.lab.intervals import CHANCE, fisher, rank_test
from knightwatch.engine.lab.sweeps.finding import Finding, Measure, TimeUnit
from knightwatch.engine.lab.sweeps.single_run import run_plan
from knightwatch.engine.lab.sweeps.sweep import Sweep
from knightwatch.engine.pool import Pool, cluster, processes
from knightwatch.engine.store.outcomes import RunOutcome, Store, checked

AHEAD = 3
"""Runs submitted for each worker, running or queued: enough to keep all busy, few enough to stop soon."""
MOST_CURVES = 8
LEAST_GRID = 3
"""Two axes with at least this many values each are drawn as a grid; fewer values are easier to compare as curves."""
LOOK_SECONDS = 1.0
"""Seconds without a result before checking whether a worker is left."""
ALONE_SECONDS = 30.0
"""Seconds to wait for a new worker after the last one is lost."""
TRIES = 3
"""How often a run is tried if its results are bad."""
NEARLY_ALL = 0.9
"""Share of successes from which success hardly tells cells apart."""
LEGEND = "Success: with its 95 % interval (Wilson). Steps and time: median and quartiles of the successful runs."
SHORT_LEGEND = "In brackets: the 95 % interval of success; the quartiles of steps and time"
LEAD = (
    "The best cell is compared with the next ones: success by Fisher's exact test, then the steps of successful runs "
    "by the rank test of Mann and Whitney. They clearly differ if p, the chance of such a difference, is below "
    f"{CHANCE:g}."
)
FITNESS = "Fitness (best and mean of the population): median and quartiles at the end of all runs."


@contextmanager
def opened(
    sweep: Sweep, path: Path, workers: object = None, scheduler: str | None = None, again: bool = False
) -> Iterator["Experiment"]:
    """Open the store, claim the sweep and open a pool; `again` forgets the stored runs.

    Raises BadInput if one of these fails.
    """
    if workers is not None and scheduler is not None:
        raise BadInput("workers and scheduler are both given: a sweep runs on one of them, so choose one")
    pool = processes(workers) if scheduler is None else cluster(scheduler)
    with Store(path) as store, store.claimed(sweep), pool as opened_pool:
        if again:
            store.forget(sweep)
        yield Experiment(sweep, store, opened_pool)


class Experiment(Inquiry):
    """A sweep, its stored outcomes, and a pool for the missing runs."""

    kept = True

    def __init__(self, sweep: Sweep, store: Store, pool: Pool) -> None:
        self.sweep = sweep
        self._store = store
        self._pool = pool
        store.enter(sweep)
        self.outcomes: list[dict[int, RunOutcome]]
        """For each cell: its outcomes by repetition."""
        self.done: int
        """The number of known runs."""
        self._load_outcomes()
        self.held = False
        """Whether new runs are held back for now."""
        self.fresh = 0
        """Runs done since the experiment was opened."""
        self.seconds = 0.0
        """The seconds spent on these."""
        self._findings: dict[int, Finding] = {}
        self._last_sign = self._last_check = 0.0
        """When a run last ended or a worker was found, and when the last check for workers was."""
        self._no_workers = False
        self.bad_results: dict[tuple[int, int], int] = {}
        """How many bad results the workers returned, by cell and repetition."""

    # Running.

    def _load_outcomes(self) -> None:
        """Load the known runs from the store."""
        self.outcomes = [self._store.outcomes(cell, self.sweep.repeat) for cell in self.sweep.cells]
        self.done = sum(map(len, self.outcomes))

    def slices(self) -> Iterator[None]:
        self._load_outcomes()  # other experiments may have stored some of its runs since
        if not self.complete:
            self._store.check_writable()
        waiting = self._missing()
        pending: dict[Future[RunOutcome | None], tuple[int, int]] = {}
        try:
            while not self.complete:
                begun = time.perf_counter()
                if not self.held:
                    for place, repetition in islice(waiting, AHEAD * self._pool.width - len(pending)):
                        cell = self.sweep.cells[place]
                        plan = cell.run(repetition)
                        future = self._pool.submit(run_plan, plan.puzzle.name, plan.values(), cell.source)
                        pending[future] = place, repetition
                if pending:
                    ended = wait(pending, SLICE, FIRST_COMPLETED).done
                    for future in ended:
                        run = pending.pop(future)
                        if outcome := checked(result := self._result(future)):
                            self._add_outcome(*run, outcome)
                        else:
                            self._note_bad_result(run, result)
                            waiting = chain([run], waiting)
                    self._check_workers(bool(ended))
                    self.seconds += time.perf_counter() - begun
                else:
                    time.sleep(SLICE)
                yield
        finally:
            for future in pending:
                future.cancel()

    def _note_bad_result(self, run: tuple[int, int], result: object) -> None:
        """Note a result that is no outcome; raise BadInput after `TRIES` of them for the same run."""
        self.bad_results[run] = self.bad_results.get(run, 0) + 1
        if self.bad_results[run] >= TRIES:
            raise BadInput(
                f"workers returned a bad result {TRIES} times for {self._run_words(run)}, the last was "
                f"{quoted(repr(result))}: check their installation; the same sweep resumes with the finished runs"
            )

    def _run_words(self, run: tuple[int, int]) -> str:
        place, repetition = run
        values = zip(self.sweep.axes, self.sweep.cells[place].axis_values, strict=False)
        where = ", ".join(f"{option(axis.name)} {value}" for axis, value in values)
        return f"repetition {repetition} of {where}" if where else f"repetition {repetition} of cell {place + 1}"

    def notes(self) -> list[str]:
        """Return sentences that help to read the figures, also about failed runs and bad results of workers."""
        failed = sum(self.finding(place).failed for place in range(len(self.sweep.cells)))
        why = f"{self.sweep.solver} raised an exception or yielded a wrong value"
        words = [f"{counted_noun(failed, 'run')} failed: {why}."] if failed else []
        return [*self._bad_words(), *words, *self.sweep.notes()]

    def _bad_words(self) -> list[str]:
        bad = self.bad_results.copy()  # another thread may add to them
        if not bad:
            return []
        first, more = self._run_words(next(iter(bad))), f" and {len(bad) - 1:,} more" if len(bad) > 1 else ""
        results = counted_noun(sum(bad.values()), "bad result")
        return [f"Workers returned {results}: {first}{more}. These were run again."]

    def _result(self, future: "Future[RunOutcome | None]") -> RunOutcome | None:
        try:
            return future.result()
        except self._pool.losses:
            raise BadInput(
                "a worker died or cannot be reached; finished runs are stored, and the same sweep resumes with them"
            ) from None

    def _check_workers(self, run_ended: bool) -> None:
        """Note if no worker is left, and raise BadInput after `ALONE_SECONDS`."""
        now = time.monotonic()
        if run_ended or self._last_sign == 0.0:
            self._last_sign = self._last_check = now
            self._no_workers = False
        elif now - self._last_check >= LOOK_SECONDS:
            try:
                self._no_workers = not self._pool.alive()
            except self._pool.losses:
                self._no_workers = True
            self._last_check = now
            if not self._no_workers:
                self._last_sign = now
        if self._no_workers and now - self._last_sign >= ALONE_SECONDS:
            raise BadInput(
                "the cluster has lost all workers; finished runs are stored, and the same sweep resumes with them"
            )

    def doing(self) -> str:
        return "waiting for workers: the cluster has lost all" if self._no_workers else ""

    def _missing(self) -> Iterator[tuple[int, int]]:
        """Yield the missing runs as cells and repetitions: every cell once, then every cell twice, and so on."""
        for repetition in range(self.sweep.repeat):
            for place, known in enumerate(self.outcomes):
                if repetition not in known:
                    yield place, repetition

    def _add_outcome(self, place: int, repetition: int, outcome: RunOutcome) -> None:
        self._store.add(self.sweep.cells[place], repetition, outcome)
        self.outcomes[place][repetition] = outcome
        self.done += 1
        self.fresh += 1

    # Results.

    @property
    def rate(self) -> float:
        """Runs a second; 0 if it is not known yet."""
        return self.fresh / self.seconds if self.fresh else 0.0

    @property
    def complete(self) -> bool:
        """Whether all runs are known."""
        return self.done == self.sweep.runs

    def progress(self) -> tuple[int, int, str]:
        return self.done, self.sweep.runs, "runs"

    def finding(self, place: int) -> Finding:
        """Return the summary of a cell's runs so far."""
        known = self._findings.get(place)
        if known is None or known.runs != len(self.outcomes[place]):
            known = self._findings[place] = Finding.summarise(self._known(place), self.sweep.fitness)
        return known

    @property
    def measures(self) -> tuple[Measure, ...]:
        """The measures that a chart can show."""
        return (Measure.SUCCESS, Measure.STEPS, Measure.SECONDS, *map(Measure, self.sweep.fitness))

    @property
    def legend(self) -> str:
        """What the figures of the table mean."""
        return f"{LEGEND} {FITNESS}" if self.sweep.fitness else LEGEND

    @property
    def short_legend(self) -> str:
        """What the brackets of the table mean."""
        return f"{SHORT_LEGEND}, and of fitness at the end." if self.sweep.fitness else f"{SHORT_LEGEND}."

    @property
    def time_unit(self) -> TimeUnit:
        """The unit in which all times are easy to read, in the table and in the chart."""
        return TimeUnit.of(found.seconds for found in map(self.finding, range(len(self.sweep.cells))))

    def ceiling_words(self, how: str = "") -> str:
        """Return what to do if nearly all runs of several cells succeeded; `how` says how to compare steps."""
        fractions = [self.finding(place).fraction for place in range(len(self.sweep.cells))]
        if not self.complete or len(fractions) < 2 or sum(fractions) < NEARLY_ALL * len(fractions):
            return ""
        many = "All" if min(fractions) == 1 else "Nearly all"
        unit = f"{self.sweep.unit}s"
        limited = option(unit) in map(option, type(self.sweep.cells[0].plan.settings).model_fields)
        limit = f"fewer {unit}" if limited else "a lower limit"
        return f"{many} runs succeeded: compare the {unit}{how}, or set {limit}."

    def ranked(self) -> list[int]:
        """Return the cells, best first: by success, then by the median steps of the successes, then by fitness."""

        def rank(place: int) -> tuple[float, ...]:
            found = self.finding(place)
            fitness = (figures.median for figures in found.fitness.values() if figures)
            return -found.fraction, found.steps.median if found.steps else np.inf, *fitness

        return sorted(range(len(self.sweep.cells)), key=rank)

    def best_sentence(self) -> str:
        """Return sentences about the best cell and its lead; empty if it is the only one, or if no run succeeded."""
        place, *others = self.ranked()
        found = self.finding(place)
        if not others or not found.solved:
            return ""
        _, success, steps, *_ = found.words(self.time_unit)
        best = "Best" if self.complete else "Best so far"
        sentence = f"{best}: {self._cell_words(place)}, with success {success} and {steps} {self.sweep.unit}s."
        return f"{sentence} {self._lead_words(place, others)}".rstrip()

    def _cell_words(self, place: int) -> str:
        values = zip(self.sweep.axes, self.sweep.cells[place].axis_values, strict=True)
        return ", ".join(f"{option(axis.name)} {value or '-'}" for axis, value in values)

    def _lead_words(self, place: int, others: Sequence[int]) -> str:
        """Say from which cells the best clearly differs; empty without runs, or without random numbers."""
        after = others[0]
        if not self.finding(after).runs or not any(self.sweep.cells[each].plan.seeded for each in (place, after)):
            return ""
        if clear := self._difference(place, after):
            return clear
        runs = f"with {counted_noun(self.sweep.repeat, 'run')}" if self.complete else "so far"
        later = next(filter(None, (self._difference(place, each) for each in others[1:])), "")
        return f"It does not clearly differ from {self._cell_words(after)} {runs}. {later}".rstrip()

    def _difference(self, place: int, after: int) -> str:
        """Say how a cell clearly differs from the best; empty if it does not."""
        best, other = self.finding(place), self.finding(after)
        name, units = self._cell_words(after), f"{self.sweep.unit}s"
        chance = fisher(best.solved, best.runs, other.solved, other.runs)
        if chance < CHANCE:
            return f"{name} succeeds less often ({_chance_words(chance)})."
        chance = rank_test(*([run.steps for run in self._known(each) if run.solved] for each in (place, after)))
        if chance >= CHANCE or not (best.steps and other.steps):
            return ""
        if best.steps.median <= other.steps.median:
            return f"{name} takes more {units} ({_chance_words(chance)})."
        return f"{name} does not clearly succeed less often, and takes fewer {units} ({_chance_words(chance)})."

    def _known(self, place: int) -> list[RunOutcome]:
        return list(self.outcomes[place].copy().values())  # another thread may add to them

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
            "notes": self.notes(),
            "complete": self.complete,
        }

    def records(self) -> list[tuple[Any, ...]]:
        sweep, outcomes = self.sweep, [known.copy() for known in self.outcomes]  # another thread may add to them
        counters = list(dict.fromkeys(n for known in outcomes for outcome in known.values() for n in outcome.work))
        axes = [option(axis.name) for axis in sweep.axes]
        ends = [f"end_{name}" for name in sweep.fitness]
        head = (*axes, "repetition", "seed", "status", "steps", *map(_counter, counters), *ends)
        """Return the names of the columns of `row`."""
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

    def row(self, place: int, unit: TimeUnit) -> tuple[str, ...]:
        """Return the values of a cell and its figures so far, in words, with times in a unit."""
        values = (value or "-" for value in self.sweep.cells[place].axis_values)
        return (*values, *self.finding(place).words(unit))

    def rows(self) -> list[tuple[str, ...]]:
        """Return the table: its head, and a row for each cell, best first."""
        unit = self.time_unit
        return [self.head(), *(self.row(place, unit) for place in self.ranked())]

    def title(self) -> str:
        """Return a short title of this experiment."""
        fixed = "".join(f", {option(name)} {value}" for name, value in self.sweep.fixed.items())
        cells = f"{counted_noun(len(self.sweep.cells), 'cell')} of {counted_noun(self.sweep.repeat, 'run')}"
        return f"{self.sweep.puzzle.title} by {self.sweep.solver}{fixed}: {cells}"

    def text(self) -> str:
        missing, best = self.sweep.runs - self.done, list(filter(None, [self.ceiling_words(), self.best_sentence()]))
        notes = wrap(self.legend, 110)
        if missing:
            notes.append(
                f"{counted_noun(missing, 'run')} of {self.sweep.runs:,} not done yet: the same sweep resumes with them."
            )
        return "\n".join([self.title(), "", *aligned(self.rows()), "", *best, *notes, *self.notes()]) + "\n"

    def median_run(self, place: int) -> int | None:
        """Return the repetition with the median steps among a cell's successes; without a success, its first."""
        known = self.outcomes[place].copy()  # another thread may add to them
        solved = sorted((at for at, outcome in known.items() if outcome.solved), key=lambda at: (known[at].steps, at))
        return solved[len(solved) // 2] if solved else min(known, default=None)

    def diagram(self, measure: Measure = Measure.SUCCESS) -> Diagram | None:
        """Return a measure against the first axis, with a curve for each combination of the other axes' values.

        Two axes with several values each make a grid instead.
        """
        sweep = self.sweep
        if not sweep.axes:
            return None
        first, *others = sweep.axes
        findings = [self.finding(place) for place in range(len(sweep.cells))]
        values = [finding.value(measure) for finding in findings]
        scale, unit = _scale(measure, sweep.unit, self.time_unit)
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


def _chance_words(chance: float) -> str:
    return f"p {chance:.1g}" if chance >= 0.001 else "p below 0.001"


def _counter(name: str) -> str:
    """Return the name of a counter's column; the prefix tells it from limits of the same name."""
    return f"work_{name}"


def _scale(measure: Measure, unit: str, time: TimeUnit) -> tuple[float, str]:
    """Return the factor and the unit of a measure's values."""
    match measure:
        case Measure.SUCCESS:
            return 100, "success in %"
        case Measure.STEPS:
            return 1, f"median {unit}s to success"
        case Measure.BEST | Measure.MEAN:
            return 1, f"{measure} fitness at the end, median"
    return time.factor, f"median {time.name} to success"
