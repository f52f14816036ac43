"""Sweeps from Python: many runs over values of settings, in parallel processes."""

from collections.abc import Iterable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from knightwatch.engine.core.declaration import written
from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.inquiry import Diagram
from knightwatch.engine.core.words import quoted
from knightwatch.engine.lab.sweeps.axis import Axis
from knightwatch.engine.lab.sweeps.experiment import opened
from knightwatch.engine.lab.sweeps.sweep import Sweep
from knightwatch.engine.library.planning import Solver, plan_of
from knightwatch.engine.pictures.notebook import sweep_html
from knightwatch.engine.queens.problem import QueensProblem
from knightwatch.engine.swap.problem import SwapProblem
from knightwatch.engine.tour.problem import TourProblem


@dataclass(frozen=True)
class SweepResult:
    """The runs of a sweep and their figures."""

    title: str
    cells: tuple[dict[str, Any], ...]
    """For each combination of values: `at` has the values, the other fields are those of the JSON result."""
    runs: tuple[dict[str, Any], ...] = field(repr=False)
    """A record for each run: values, seed, status, steps, counters and seconds."""
    json: dict[str, Any] = field(repr=False)
    """The object that `knightwatch sweep --json` prints."""
    text: str = field(repr=False)
    """The table that `knightwatch sweep` prints."""
    table: tuple[tuple[str, ...], ...] = field(repr=False)
    """The same table as texts, names of columns first, best cell first."""
    diagram: Diagram | None = field(repr=False, compare=False)

    def __str__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        return sweep_html(self.title, self.table, self.diagram, self.json["notes"])


def sweep(
    problem: TourProblem | SwapProblem | QueensProblem,
    *,
    vary: Mapping[str, Iterable[Any]],
    solver: Solver | None = None,
    repeat: int = 20,
    workers: int | None = None,
    store: str | PathLike[str] | None = None,
    **settings: Any,
) -> SweepResult:
    """Run a solver `repeat` times for each combination of values, and return the figures.

    `vary` maps settings, or fields of the problem, to their values. Each run has a seed of its own, which follows from
    its values: the same sweep gives the same runs. With a `store`, a file, finished runs are kept there, and the same
    sweep goes on after an interruption. Raise BadInput for a wrong value.
    """
    if callable(solver):
        raise BadInput("solver is a function, but a sweep runs in other processes: write it to a .py file")
    plan = plan_of(problem, solver, 0, settings)
    values = {name: value for name, value in plan.values().items() if name != "seed"}
    axes = [_axis(name, each) for name, each in vary.items()]
    planned = Sweep.read(plan.puzzle, values, axes, repeat)
    with ExitStack() as stack:
        folder = stack.enter_context(TemporaryDirectory()) if store is None else ""
        path = Path(store) if store is not None else Path(folder, "sweep.sqlite")
        experiment = stack.enter_context(opened(planned, path, workers))
        for _ in experiment.slices():
            pass
        head, *records = experiment.records()
        answer = experiment.answer()
        rows = tuple(experiment.rows())
        runs = tuple(dict(zip(head, record, strict=True)) for record in records)
        return SweepResult(
            experiment.title(),
            tuple(answer["cells"]),
            runs,
            {"puzzle": plan.puzzle.name} | answer,
            experiment.text(),
            rows,
            experiment.diagram(),
        )


def _axis(name: str, values: Any) -> Axis:
    """Return an axis; raise BadInput unless it has a list of values, or another iterable."""
    listed = isinstance(values, Iterable) and not isinstance(values, str)
    given = tuple(map(written, values)) if listed else ()
    if not given:
        word = "empty" if listed else quoted(str(values))
        raise BadInput(f"vary {name} is {word}, but must be a list of values, as {{{name!r}: [1, 2]}}")
    return Axis(name, given)
