"""The form for a sweep: the settings of any solver, where a field may hold several values and so becomes an axis."""

import math
from collections.abc import Callable
from contextlib import ExitStack

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import Button, Input, Label, Select, Static

from engine.catalog import PUZZLES, puzzle_of
from engine.errors import BadInput
from engine.lab.axis import Axis
from engine.lab.experiment import Experiment, opened
from engine.lab.sweep import Repetition, Sweep
from engine.plan import declaration
from engine.search import count
from engine.settings import option
from engine.store.outcomes import usual_path
from tui.screens.dialog import Dialog
from tui.screens.settings import Field

Ready = tuple[Experiment, Callable[[], None]]
"""An experiment, and what closes it."""
FIRST = "evolve"
EXAMPLE = {"n": "8,12,16,20", "pm": "0.1:0.5:0.2"}
"""What the form begins with, so that it shows how values are written."""
HOW = "Several values, as 2,3,5 or 0.1:0.5:0.1, make an axis."
MOST_CHECKED = 2000
"""Cells up to which a sweep is read while it is typed."""


class SweepForm(Dialog[Ready | None]):
    """Solver, repetitions and every setting; it returns the experiment that was opened, or None."""

    BINDINGS = [
        Binding("f5", "apply", "Begin", tooltip="begin the sweep"),
        Binding("escape", "dismiss(None)", "Cancel", tooltip="back"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._solver = FIRST
        self._given = dict(EXAMPLE)

    def compose(self) -> ComposeResult:
        """Lay out the form."""
        with VerticalScroll(classes="page", can_focus=False) as page:
            page.border_title = "A sweep"
            page.border_subtitle = "enter or F5 begins, esc cancels"
            with Horizontal(classes="field"):
                yield Label("solver", classes="name")
                names = [(f"{s.name} ({p.name})", s.name) for p in PUZZLES for s in p.solvers]
                yield Select(names, value=self._solver, allow_blank=False, compact=True, id="solver")
            yield VerticalScroll(id="fields", can_focus=False)
            yield Static("", id="about", markup=False)
            with Horizontal(id="buttons"):
                yield Button("Begin", id="apply", variant="primary", compact=True)
                yield Button("Cancel", id="cancel", compact=True)

    async def on_mount(self) -> None:
        """Fill the form."""
        await self._lay_fields()
        self.query_one("#fields Input", Input).focus()

    async def _lay_fields(self) -> None:
        puzzle = puzzle_of(self._solver)
        fields = self.query_one("#fields")
        await fields.remove_children()
        declared = Repetition.model_fields | declaration(puzzle, puzzle.solver(self._solver))
        await fields.mount_all(
            Field(name, field, self._given.get(name, ""), several=name not in ("repeat", "seed"))
            for name, field in declared.items()
        )
        self._check()

    def _changed(self) -> dict[str, str]:
        """Return what was typed in the place of a default."""
        return {field.field: field.typed for field in self.query(Field) if field.typed != field.usual}

    def _described(self) -> tuple[dict[str, str], list[Axis]]:
        """Return the values that are fixed and the axes; raises BadInput where a text cannot be understood."""
        puzzle = puzzle_of(self._solver)
        fields = declaration(puzzle, puzzle.solver(self._solver))
        values, axes = {"solver": self._solver}, []
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
        return Sweep.read(puzzle_of(self._solver), *self._described(), self._changed().get("repeat"))

    def _check(self) -> bool:
        """Mark what is wrong and say it; else say what the sweep is, and what the field at hand is about."""
        wrong = ""
        try:
            cells = math.prod(len(axis.values) for axis in self._described()[1])
            words = f"{count(cells, 'cell')}."
            if cells <= MOST_CHECKED:
                words = f"{count(cells, 'cell')}, {count(self._sweep().runs, 'run')}."
        except BadInput as error:
            wrong = words = f"{error}."
        for field in self.query(Field):
            name = option(field.field)
            field.mark(wrong.startswith((f"{name} is ", f"vary {name} ", f"vary {name}=")))
            if field.entry.has_focus and not wrong:
                words = f"{words} {field.words}"
        about = self.query_one("#about", Static)
        about.update(words if wrong else f"{HOW} {words}")
        about.set_class(bool(wrong), "fault")
        self.query_one("#apply", Button).disabled = bool(wrong)
        return not wrong

    def on_descendant_focus(self) -> None:
        """Say what the field at hand is about."""
        self._check()

    async def on_select_changed(self, event: Select.Changed) -> None:
        """Lay out the fields of another solver."""
        if event.value != self._solver:
            self._given |= self._changed()
            self._solver = str(event.value)
            await self._lay_fields()

    def on_input_changed(self) -> None:
        """Check what is typed."""
        self._check()

    def on_input_submitted(self) -> None:
        """Enter in a field begins the sweep."""
        self.action_apply()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Do what the button says."""
        if event.button.id == "apply":
            self.action_apply()
        else:
            self.dismiss(None)

    def action_apply(self) -> None:
        """Open the sweep, or say why that cannot be done."""
        if not self._check():
            return
        with ExitStack() as stack:
            try:
                experiment = stack.enter_context(opened(self._sweep(), usual_path()))
            except BadInput as error:
                self.query_one("#about", Static).update(f"{error}.")
                return
            leave = stack.pop_all().close
        self.dismiss((experiment, leave))
