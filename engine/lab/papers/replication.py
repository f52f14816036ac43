"""Replications: the parts of a paper, run one after the other, with each published figure beside ours.

A replication is an inquiry made of inquiries. Runs are stored one by one, as for every sweep. So an interrupted
replication resumes, and the full form reuses the runs of the short one. Questions are asked again each time.
"""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from math import log10
from pathlib import Path
from statistics import mean
from textwrap import wrap
from typing import Any

import numpy as np

from knightwatch.engine.core.frame import Curve
from knightwatch.engine.core.frame import Kind as CurveKind
from knightwatch.engine.core.inquiry import Diagram, Inquiry, Subinquiry
from knightwatch.engine.core.words import aligned, counted_noun
from knightwatch.engine.lab.papers.declaration import Paper, PaperFigure, PaperQuestion, PaperTable
from knightwatch.engine.lab.papers.statistic import Aggregate, IntervalEstimate
from knightwatch.engine.lab.races.words import short as seconds
from knightwatch.engine.lab.sweeps.experiment import Experiment
from knightwatch.engine.lab.sweeps.finding import short
from knightwatch.engine.lab.sweeps.sweep import Sweep
from knightwatch.engine.plans.catalog import puzzle
from knightwatch.engine.pool import Pool, processes
from knightwatch.engine.store.outcomes import RunOutcome, Store

LEGEND = (
    "Ours: successes with a 95 % interval (Wilson), means with a 95 % interval (Student), medians with quartiles. "
    "× marks a lower bound: some runs gave up."
)
HEAD = ("part", "row", "column", "statistic", "published", "value", "low", "high", "runs")


def swept(table: PaperTable, full: bool) -> Sweep:
    """Return the sweep that makes the figures of a table: each plan once, even if several figures use it."""
    figures = table.chosen(full)
    sweep = Sweep.from_cells(puzzle(table.puzzle), [figure.values for figure in figures], table.repeat[full])
    return replace(sweep, cells=tuple({cell.identity: cell for cell in sweep.cells}.values()))


@contextmanager
def opened(
    paper: Paper, full: bool, path: Path, workers: object = None, again: bool = False
) -> Iterator["Replication"]:
    """Open the store, claim all sweeps of a paper and open a pool; `again` forgets the stored runs.

    Raises BadInput if this fails.
    """
    sweeps = {s.identity: s for s in (swept(part, full) for part in paper.parts(full) if isinstance(part, PaperTable))}
    with Store(path) as store, ExitStack() as claims, processes(workers) as pool:
        for sweep in sweeps.values():
            claims.enter_context(store.claimed(sweep))
            if again:
                store.forget(sweep)
        yield Replication(paper, full, store, pool)


class ReplicatedTable(Inquiry):
    """A table of a paper, and the experiment that makes its figures."""

    def __init__(self, table: PaperTable, full: bool, experiment: Experiment) -> None:
        self.declared = table
        self.experiment = experiment
        self.figures = table.chosen(full)
        self._rows = list(dict.fromkeys(figure.row for figure in self.figures))
        self._columns = list(dict.fromkeys(figure.column for figure in self.figures))
        places = {cell.identity: place for place, cell in enumerate(experiment.sweep.cells)}
        each = Sweep.from_cells(puzzle(table.puzzle), [figure.values for figure in self.figures], 1)
        self._places = [places[cell.identity] for cell in each.cells]

    def slices(self) -> Iterator[None]:
        yield from self.experiment.slices()

    def progress(self) -> tuple[int, int, str]:
        return self.experiment.progress()

    def doing(self) -> str:
        return self.experiment.doing()

    def known(self) -> list[tuple[PaperFigure, list[RunOutcome]]]:
        """Return each figure with its runs so far."""
        outcomes = self.experiment.outcomes
        return [(f, list(outcomes[at].values())) for f, at in zip(self.figures, self._places, strict=True)]

    def answer(self) -> dict[str, Any]:
        return {
            "question": "figures",
            "complete": self.experiment.complete,
            "repeat": self.experiment.sweep.repeat,
            "figures": [self._figure(figure, runs) for figure, runs in self.known()],
        }

    def _figure(self, figure: PaperFigure, runs: Sequence[RunOutcome]) -> dict[str, Any]:
        estimate, statistic = figure.statistic.estimate(runs), figure.statistic
        value, low, high = estimate or (None, None, None)
        of = "" if statistic.kind is Aggregate.SUCCESS else f" {statistic.field}"
        return {
            "row": figure.row,
            "column": figure.column or None,
            "statistic": f"{statistic.kind}{of}",
            "published": figure.published,
            "value": value,
            "low": low,
            "high": high,
            "runs": len(runs),
            "solved": sum(run.solved for run in runs),
        }

    def table(self) -> list[list[str]]:
        given = {figure.column for figure in self.figures if figure.published is not None}
        head, ours = [self.declared.rows], {(f.row, f.column): (f, runs) for f, runs in self.known()}
        for column in self._columns:
            name = f"{column}, " if column else ""
            head += [f"{name}published", f"{name}ours"] if column in given else [column or "ours"]
        rows = [head]
        for row in self._rows:
            cells = [row]
            for column in self._columns:
                figure, runs = ours.get((row, column), (None, []))
                if column in given:
                    cells.append(_published_words(figure))
                cells.append(figure.statistic.words(runs) if figure else "")
            rows.append(cells)
        return rows

    def diagram(self) -> Diagram | None:
        table = self.declared
        if not table.chart:
            return None
        curves = []
        for column in self._columns:
            mine = [(self._rows.index(f.row), f, runs) for f, runs in self.known() if f.column == column]
            printed = [(at, f.published) for at, f, _ in mine if isinstance(f.published, int | float)]
            found = [(at, f.statistic.estimate(runs)) for at, f, runs in mine]
            name = column or "ours"
            if printed:
                exactly = [(at, IntervalEstimate(value, value, value)) for at, value in printed]
                curves.append(
                    replace(self._curve(f"{name}, published" if column else "published", exactly), interval=None)
                )
            curves.append(self._curve(name, [(at, estimate) for at, estimate in found if estimate]))
        top = 100 if self._shares else None
        return Diagram(table.chart, tuple(self._rows), tuple(curves), top, table.rows)

    @property
    def _shares(self) -> bool:
        """Whether all figures are success rates."""
        return all(figure.statistic.kind is Aggregate.SUCCESS for figure in self.figures)

    def _curve(self, name: str, points: Sequence[tuple[int, IntervalEstimate]]) -> Curve:
        kind = CurveKind.PERCENT if self._shares else CurveKind.LINE
        if self.declared.log:
            points = [(at, _log(estimate)) for at, estimate in points if estimate.value > 0]
        scale = 100 if self._shares else 1
        value, low, high = (np.array([scale * estimate[place] for _, estimate in points]) for place in range(3))
        return Curve(name, np.array([at for at, _ in points], np.int64), value, kind, interval=(low, high))

    def text(self) -> str:
        sweep = self.experiment.sweep
        missing = sweep.runs - self.experiment.done
        lines = [*aligned(self.table()), "", f"Our figures: {counted_noun(sweep.repeat, 'run')} each."]
        if missing:
            lines.append(f"{counted_noun(missing, 'run')} of {sweep.runs:,} not done yet.")
        return "\n".join([*lines, *wrap(self.differing(), 100), *wrap(self.why(), 100), *sweep.notes()]) + "\n"

    def differing(self) -> str:
        """Return a sentence that names the figures whose interval excludes the published one; empty without any."""
        if not self.experiment.complete:
            return ""
        names = [_name(figure) for figure, runs in self.known() if figure.excluded_by(runs)]
        return (
            f"Ours differs from the published figure by more than its 95 % interval: {'; '.join(names)}."
            if names
            else ""
        )

    def why(self) -> str:
        """Return a sentence from the numbers: how many steps a run has, and what a step costs."""
        known = {_name(figure): runs for figure, runs in self.known() if runs}
        steps = {name: mean(run.steps for run in runs) for name, runs in known.items()}
        cost = {
            name: sum(run.seconds for run in runs) / total
            for name, runs in known.items()
            if (total := sum(run.steps for run in runs))
        }
        if len(known) < 2 or not cost or max(cost.values()) == 0:
            return ""
        few, many = min(steps, key=steps.__getitem__), max(steps, key=steps.__getitem__)
        cheap, dear = min(cost, key=cost.__getitem__), max(cost, key=cost.__getitem__)
        return (
            f"Steps of a run: from {short(steps[few])} ({few}) to {short(steps[many])} ({many}); one step takes from "
            f"{seconds(cost[cheap])} ({cheap}) to {seconds(cost[dear])} ({dear})."
        )

    def records(self) -> list[tuple[Any, ...]]:
        return [HEAD[1:], *(tuple(self._figure(f, runs)[name] for name in HEAD[1:]) for f, runs in self.known())]


class Replication(Inquiry):
    """All parts of a paper, one after the other."""

    kept = True

    def __init__(self, paper: Paper, full: bool, store: Store, pool: Pool) -> None:
        self.paper, self.full = paper, full
        self._experiments: dict[tuple[str, int], Experiment] = {}
        self._parts = [Subinquiry(p.title, self._inquiry(p, store, pool), _notes(p)) for p in paper.parts(full)]
        self.current = 0
        """The part in progress, or the last."""

    def _inquiry(self, part: PaperTable | PaperQuestion, store: Store, pool: Pool) -> Inquiry:
        if isinstance(part, PaperQuestion):
            return part.inquiry()
        sweep = swept(part, self.full)
        name = sweep.identity, sweep.repeat
        if name not in self._experiments:  # tables of the same runs share them
            self._experiments[name] = Experiment(sweep, store, pool)
        return ReplicatedTable(part, self.full, self._experiments[name])

    def slices(self) -> Iterator[None]:
        for self.current, part in enumerate(self._parts):  # noqa: B020
            yield from part.inquiry.slices()

    def subinquiries(self) -> Sequence[Subinquiry]:
        return self._parts

    def progress(self) -> tuple[int, int, str]:
        asked = [part.inquiry for part in self._parts if not isinstance(part.inquiry, ReplicatedTable)]
        pairs = [inquiry.progress()[:2] for inquiry in (*self._experiments.values(), *asked)]
        return sum(done for done, _ in pairs), sum(total for _, total in pairs), "steps"

    def doing(self) -> str:
        return self._parts[self.current].inquiry.doing()

    @property
    def complete(self) -> bool:
        """Whether all parts are complete."""
        return all(part.inquiry.answer()["complete"] for part in self._parts)

    def title(self) -> str:
        """Return a short title of this replication."""
        return f"{self.paper.title}, {'full' if self.full else 'short'} form"

    def answer(self) -> dict[str, Any]:
        return {
            "question": "paper",
            "paper": self.paper.name,
            "title": self.paper.title,
            "source": self.paper.source,
            "full": self.full,
            "complete": self.complete,
            "parts": [{"title": part.title, "note": part.note or None} | part.inquiry.answer() for part in self._parts],
        }

    def text(self) -> str:
        lines = [self.title(), f"Source: {self.paper.source}.", *wrap(LEGEND, 79)]
        if not self.complete:
            lines.append("Not complete: the same experiment resumes where it stopped.")
        return "\n".join(lines) + "\n"

    def records(self) -> list[tuple[Any, ...]]:
        rows: list[tuple[Any, ...]] = [HEAD]
        for part in self._parts:
            if isinstance(part.inquiry, ReplicatedTable):
                rows += [(part.title, *row) for row in part.inquiry.records()[1:]]
                continue
            head, *cells = part.inquiry.table() or [[""]]
            for row, *values in cells:
                rows += [
                    (part.title, row, name, "", "", value, "", "", "")
                    for name, value in zip(head[1:], values, strict=True)
                ]
        return rows


def _name(figure: PaperFigure) -> str:
    return f"{figure.row}, {figure.column}" if figure.column else figure.row


def _published_words(figure: PaperFigure | None) -> str:
    if figure is None or figure.published is None:
        return ""
    return figure.published if isinstance(figure.published, str) else short(figure.published)


def _notes(part: PaperTable | PaperQuestion) -> str:
    source = f"Published figures: {part.source}." if part.source else ""
    return " ".join(filter(None, (part.note, source)))


def _log(estimate: IntervalEstimate) -> IntervalEstimate:
    """Return the logarithms of an estimate; if its lower end is not positive, the interval begins at the value."""
    value, low, high = estimate
    return IntervalEstimate(log10(value), log10(low if low > 0 else value), log10(high))
