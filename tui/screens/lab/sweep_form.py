"""The form for a sweep: the settings of any solver, where a field may hold several values and so becomes an axis."""

import math
from collections.abc import Callable, Sequence
from contextlib import ExitStack

from textual.binding import Binding
from textual.widgets import Static

from knightwatch.engine.core.declaration import option
from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.words import counted_noun
from knightwatch.engine.lab.sweeps.axis import Axis
from knightwatch.engine.lab.sweeps.experiment import Experiment, opened
from knightwatch.engine.lab.sweeps.sweep import Repetition, Sweep
from knightwatch.engine.plans.catalog import PUZZLES, puzzle_of
from knightwatch.engine.plans.plan import declaration
from knightwatch.engine.store.outcomes import usual_path
from knightwatch.tui.screens.base.form import Field, Form

Ready = tuple[Experiment, Callable[[], None]]
"""An experiment, and what closes it."""
FIRST = "evolve"
EXAMPLE = {"n": "8,12,16,20", "pm": "0.1:0.5:0.2"}
"""What the form begins with, so that it shows how values are written."""
HOW = "Several values, as 2,3,5 or 0.1:0.5:0.1, make an axis."
MOST_CHECKED = 2000
"""Cells up to which a sweep is read while it is typed."""


class SweepForm(Form[Ready]):
    """Solver, repetitions and every setting; it returns the experiment that was opened, or None."""

    BINDINGS = [
        Binding("f5", "apply", "Begin", tooltip="begin the sweep"),
        Binding("escape", "dismiss(None)", "Cancel", tooltip="back"),
    ]

    def __init__(self) -> None:
        solvers = [(f"{solver.name} ({puzzle.name})", solver.name) for puzzle in PUZZLES for solver in puzzle.solvers]
        super().__init__("A sweep", "Begin", "begins", solvers, FIRST)
        self._given = dict(EXAMPLE)

    def fields(self) -> Sequence[Field]:
        """Return how often to repeat, and each value of a plan: all but that and the seed may be several."""
        puzzle = puzzle_of(self.solver)
        declared = Repetition.model_fields | declaration(puzzle, puzzle.solver(self.solver))
        return [
            Field(name, field, self._given.get(name, ""), several=name not in ("repeat", "seed"))
            for name, field in declared.items()
        ]

    def keep(self) -> None:
        """Keep what was typed."""
        self._given |= self._changed()

    def _changed(self) -> dict[str, str]:
        """Return what was typed in the place of a default."""
        return {field.field: field.typed for field in self.laid_out if field.typed != field.usual}

    def _described(self) -> tuple[dict[str, str], list[Axis]]:
        """Return the values that are fixed and the axes; raises BadInput where a text cannot be understood."""
        puzzle = puzzle_of(self.solver)
        fields = declaration(puzzle, puzzle.solver(self.solver))
        values, axes = {"solver": self.solver}, []
        for name, text in self._changed().items():
            if name not in fields:
                continue
            axis = Axis.read(f"{option(name)}={text}")
            if len(axis.values) > 1 and name != "seed":
                axes.append(axis)
            else:
                values[name] = text
        return values, axes

    def _sweep(self) -> Sweep:
        return Sweep.read(puzzle_of(self.solver), *self._described(), self._changed().get("repeat"))

    def faults(self) -> tuple[dict[str, str], str]:
        """Return what is wrong; where nothing is, say how large the sweep is."""
        try:
            cells = math.prod(len(axis.values) for axis in self._described()[1])
            words = f"{HOW} {counted_noun(cells, 'cell')}."
            if cells <= MOST_CHECKED:
                words = f"{HOW} {counted_noun(cells, 'cell')}, {counted_noun(self._sweep().runs, 'run')}."
        except BadInput as error:
            wrong = f"{error}."
            names = ((field.field, option(field.field)) for field in self.laid_out)
            starts = ((field, (f"{name} is ", f"vary {name} ", f"vary {name}=")) for field, name in names)
            at_fault = next((field for field, words in starts if wrong.startswith(words)), "")
            return {at_fault: wrong}, ""
        return {}, words

    def action_apply(self) -> None:
        """Open the sweep, or say why that cannot be done."""
        if not self.check():
            return
        with ExitStack() as stack:
            try:
                experiment = stack.enter_context(opened(self._sweep(), usual_path()))
            except BadInput as error:
                self.query_one("#about", Static).update(f"{error}.")
                return
            leave = stack.pop_all().close
        self.dismiss((experiment, leave))
