"""The form for a sweep: the settings of any solver, where a field may hold several values and so becomes an axis."""

import math
from contextlib import ExitStack
from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import Button, Input, Label, Select, Static

from engine.catalog import PUZZLES, puzzle_of
from engine.errors import BadInput
from engine.lab.axis import Axis
from engine.lab.experiment import opened
from engine.lab.sweep import Repetition, Sweep
from engine.plan import declaration
from engine.search import count
from engine.settings import default, option
from engine.store.outcomes import usual_path
from tui.screens.dialog import Dialog
from tui.screens.settings import Field

if TYPE_CHECKING:
    from tui.app import Knightwatch

FIRST = "evolve"
EXAMPLE = {"n": "8,12,16,20", "pm": "0.1:0.5:0.2"}
"""What the form begins with, so that it shows how values are written."""
HOW = "Several values make an axis: 2,3,5 or 0.1:0.5:0.1 (from, to, step); 0,0;5,0 where values have commas."
MOST_CHECKED = 2000
"""Cells up to which a sweep is read while it is typed."""


class SweepForm(Dialog[None]):
    """Solver, repetitions and every setting; it opens the sweep that was made."""

    app: "Knightwatch"

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

    def _typed(self) -> dict[str, str]:
        return {field.field: str(field.entry.value) for field in self.query(Field)}

    def sweep(self) -> Sweep:
        """Return the sweep that the form describes; raises BadInput where it describes none."""
        puzzle = puzzle_of(self._solver)
        fields = declaration(puzzle, puzzle.solver(self._solver))
        typed = self._typed()
        values, axes = {"solver": self._solver}, []
        for name, text in typed.items():
            if name == "repeat" or text.strip() == default(fields[name]):
                continue
            axis = Axis.read(f"{option(name)}={text}") if name != "seed" else Axis(name, (text,))
            if len(axis.values) > 1:
                axes.append(axis)
            else:
                values[name] = axis.values[0]
        self._cells = math.prod(len(axis.values) for axis in axes)
        if self._cells > MOST_CHECKED and not self._whole:
            raise TooManyToCheck
        return Sweep.read(puzzle, values, axes, typed["repeat"])

    _cells = 0
    _whole = False
    """Whether a large sweep is read too."""

    def _check(self) -> bool:
        """Mark what is wrong and say it; else say what the sweep is, and what the field at hand is about."""
        wrong, words = "", ""
        try:
            sweep = self.sweep()
            words = f"{count(len(sweep.cells), 'cell')}, {count(sweep.runs, 'run')}."
        except TooManyToCheck:
            words = f"{count(self._cells, 'cell')}."
        except BadInput as error:
            wrong = str(error)
        for field in self.query(Field):
            name = option(field.field)
            field.mark(wrong.startswith((f"{name} is ", f"vary {name} ", f"vary {name}=")))
            if field.entry.has_focus:
                words = f"{words} {field.words}"
        about = self.query_one("#about", Static)
        about.update(f"{wrong}." if wrong else f"{words} {HOW}")
        about.set_class(bool(wrong), "fault")
        self.query_one("#apply", Button).disabled = bool(wrong)
        return not wrong

    def on_descendant_focus(self) -> None:
        """Say what the field at hand is about."""
        self._check()

    async def on_select_changed(self, event: Select.Changed) -> None:
        """Lay out the fields of another solver."""
        if event.value != self._solver:
            self._given |= self._typed()
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
                self._whole = True
                experiment = stack.enter_context(opened(self.sweep(), usual_path()))
            except BadInput as error:
                self.query_one("#about", Static).update(f"{error}.")
                return
            finally:
                self._whole = False
            leave = stack.pop_all().close
        app = self.app
        self.dismiss(None)
        app.open_experiment(experiment, leave)


class TooManyToCheck(Exception):
    """A sweep that is read only when it is begun."""
