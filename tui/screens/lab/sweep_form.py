"""The form for a sweep: the settings of any solver. A field with several values becomes an axis."""

import math
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from copy import copy
from pathlib import Path

from textual.binding import Binding
from textual.widgets import Select, Static

from knightwatch.engine.core.declaration import option
from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.words import counted_noun
from knightwatch.engine.lab.sweeps.axis import Axis
from knightwatch.engine.lab.sweeps.experiment import Experiment, opened
from knightwatch.engine.lab.sweeps.sweep import Repetition, Sweep
from knightwatch.engine.own.permission import files_allowed
from knightwatch.engine.plans.catalog import PUZZLES, puzzle
from knightwatch.engine.plans.plan import Plan, declaration
from knightwatch.engine.plans.puzzle import Puzzle
from knightwatch.engine.store.outcomes import usual_path
from knightwatch.tui.screens.base.form import Field, Form, Picker
from knightwatch.tui.screens.base.program import Program
from knightwatch.tui.screens.lab.typed_sweep import Typed

Ready = tuple[Experiment, Callable[[], None]]
"""An experiment, and a function that closes it."""
FILE = "a Python file"
"""The choice that asks for a file."""
HOW = "type several values as 2,3,5 or first:last:step"
SEED = "seeds of runs follow from solver, settings and repetition, and from this number if given"
MOST_CHECKED = 2000
"""Most cells for which the form counts the runs while the user types."""


EXAMPLE = Typed("queens.evolve", {"n": "8,12,16,20", "pm": "0.1:0.5:0.2"})
"""The first form of a program: an example of several values in a field."""


def first_values(plan: Plan | None, last: Typed | None) -> Typed:
    """Return the first values of a form: those of the last sweep, unless the form is opened from another plan."""
    if plan is None or (last and last.plan and last.plan.values() == plan.values()):
        return last or EXAMPLE
    return Typed.of(plan)


class SweepForm(Form[Ready]):
    """Solver, repetitions and every setting; it returns the opened experiment, or None."""

    app: Program

    BINDINGS = [
        Binding("f5", "apply", "Start", tooltip="start the sweep"),
        Binding("escape", "dismiss(None)", "Cancel", tooltip="go back"),
    ]

    def __init__(self, first: Typed = EXAMPLE) -> None:
        """Start with some values; raises BadInput if they name a solver that cannot be used."""
        solvers = [(f"{name} ({each.name})", f"{each.name}.{name}") for each in PUZZLES for name in each.solver_names]
        files = [(f"{FILE} ...", FILE)] if files_allowed() else []
        if first.solver not in dict(solvers).values():
            of, _, address = first.solver.partition(".")
            solvers.insert(0, (f"{Path(address).name} ({of})", first.solver))
        super().__init__(f"A sweep: {HOW}", "Start", "starts", [*solvers, *files], first.solver)
        self._first = first
        self._texts = dict(first.texts)
        self.fields()

    @property
    def _chosen(self) -> tuple[Puzzle, str]:
        """The puzzle and the solver."""
        name, _, solver = self.solver.partition(".")
        return puzzle(name), solver

    async def on_select_changed(self, event: Select.Changed) -> None:
        """Ask for a file if that is chosen. Textual calls the base class's handler after this one."""
        if event.value == FILE:
            from knightwatch.tui.screens.own_solver import OwnSolverForm

            event.prevent_default()
            with self.prevent(Select.Changed):
                self.query_one("#solver", Picker).value = self.solver
            self.app.push_screen(OwnSolverForm(), self._add_file)

    def _add_file(self, chosen: tuple[str, Path] | None) -> None:
        """Offer a file among the solvers, and choose it."""
        if chosen is None:
            return
        of, path = chosen
        try:
            puzzle(of).solver(str(path))
        except BadInput as error:
            self.query_one("#about", Static).update(f"{error}.")
            return
        added, picker = (f"{path.name} ({of})", f"{of}.{path}"), self.query_one("#solver", Picker)
        self._solvers = [added, *(each for each in self._solvers if each != added)]
        with self.prevent(Select.Changed):
            picker.set_options(self._solvers)
            picker.value = self.solver
        picker.value = added[1]

    def fields(self) -> Sequence[Field]:
        """Return repeat and all settings; a field may hold several values, except repeat and seed."""
        chosen, solver = self._chosen
        declared = Repetition.model_fields | declaration(chosen, chosen.solver(solver))
        seed = copy(declared["seed"])
        seed.description = SEED
        declared["seed"] = seed
        return [
            Field(name, field, self._texts.get(name, ""), several=name not in ("repeat", "seed"))
            for name, field in declared.items()
        ]

    def remember(self) -> None:
        """Remember the typed values, but no defaults: another solver has its own."""
        self._texts |= {field.field: "" for field in self.shown_fields} | self._changed()

    def _changed(self) -> dict[str, str]:
        """Return the values that differ from their defaults."""
        return {field.field: field.typed for field in self.shown_fields if field.typed != field.default}

    def _values_and_axes(self) -> tuple[dict[str, str], list[Axis]]:
        """Return the fixed values and the axes; raises BadInput if a text is not valid."""
        chosen, solver = self._chosen
        fields = declaration(chosen, chosen.solver(solver))
        values, axes = {"solver": solver}, []
        for name, text in self._changed().items():
            if name not in fields:
                continue
            axis = Axis.read(f"{option(name)}={text}")
            if len(axis.values) > 1 and name != "seed":
                axes.append(axis)
            else:
                values[name] = text if name == "seed" else axis.values[0]
        return values, axes

    def _sweep(self) -> Sweep:
        return Sweep.read(self._chosen[0], *self._values_and_axes(), self._changed().get("repeat"))

    def faults(self) -> tuple[dict[str, str], str]:
        """Return the errors, or the size of the sweep in words."""
        try:
            axes = self._values_and_axes()[1]
            cells = math.prod(len(axis.values) for axis in axes)
            sentence = counted_noun(cells, "cell")
            if cells <= MOST_CHECKED:
                sentence = f"{sentence}, {counted_noun(self._sweep().runs, 'run')}"
            sentence = f"{sentence}." if axes else f"{sentence}: type several values into a field."
        except BadInput as error:
            message = f"{error}."
            names = ((field.field, option(field.field)) for field in self.shown_fields)
            starts = ((field, (f"{name} is ", f"vary {name} ", f"vary {name}=")) for field, name in names)
            at_fault = next((field for field, prefixes in starts if message.startswith(prefixes)), "")
            return {at_fault: message}, ""
        return {}, sentence

    def about(self, field: Field) -> str:
        """Return the size of the sweep, and the help of a field."""
        return f"{self._sentence} {super().about(field)}"

    def action_apply(self) -> None:
        """Open the sweep and remember what is typed, or show the error."""
        if not self.validate():
            return
        try:
            opened_sweep = ready(self._sweep())
            self.remember()
            self.app.last_sweep = Typed(self.solver, self._texts, self._first.plan)
            self.dismiss(opened_sweep)
        except BadInput as error:
            self.query_one("#about", Static).update(f"{error}.")


def ready(sweep: Sweep) -> Ready:
    """Return the opened experiment of a sweep; raises BadInput if the store cannot be opened."""
    with ExitStack() as stack:
        experiment = stack.enter_context(opened(sweep, usual_path()))
        return experiment, stack.pop_all().close
