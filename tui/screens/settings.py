"""The settings form: every field of a plan, derived from its declaration, checked while it is typed."""

from collections.abc import Iterator, Mapping
from typing import Any

from pydantic.fields import FieldInfo
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import Button, Input, Label, Select, Static

from engine.catalog import Puzzle
from engine.plan import Plan, declaration, faults
from engine.settings import allowed, choices, default, kind, option
from tui.screens.dialog import Dialog

AROUND_FIELDS = 8
"""Lines of the form beside its fields: border, solver, words about the field at hand, and buttons."""
LEAST_FIELDS = 4


class Field(Horizontal):
    """One line of the form: name, value, and what is allowed."""

    def __init__(self, name: str, declared: FieldInfo, value: str, several: bool = False) -> None:
        """Offer a value or, if `several`, room for a list of values."""
        super().__init__(classes="field")
        self.field = name
        self._declared = declared
        self._value = value or default(declared)
        self._several = several

    def compose(self) -> ComposeResult:
        """Lay out the line."""
        yield Label(option(self.field), classes="name")
        names = ["yes", "no"] if kind(self._declared) is bool else choices(self._declared)
        if names and not self._several:
            yield Select([(n, n) for n in names], value=self._value, allow_blank=False, compact=True)
        else:
            entry = Input(self._value, compact=True)
            entry.cursor_blink = False
            yield entry
        yield Label("", classes="says")

    @property
    def entry(self) -> Input | Select[str]:
        """Where the value is typed or chosen."""
        entry = self.query_one("Input, Select")
        assert isinstance(entry, Input | Select)
        return entry

    @property
    def typed(self) -> str:
        """What stands there."""
        return str(self.entry.value).strip()

    @property
    def usual(self) -> str:
        """What stands there where nobody has changed it."""
        return default(self._declared)

    @property
    def words(self) -> str:
        """What the field is about."""
        usual = default(self._declared)
        known = f"{option(self.field)}: {self._declared.description}; {allowed(self._declared)}"
        return f"{known}, usually {usual}." if usual else f"{known}."

    def mark(self, wrong: bool) -> None:
        """Show whether the value is wrong, beside what is allowed."""
        self.set_class(wrong, "wrong")
        words = "" if isinstance(self.entry, Select) else allowed(self._declared).removeprefix("a ")
        self.query_one(".says", Label).update(f"{'x' if wrong else ' '} {words}")


class SettingsScreen(Dialog[Plan | None]):
    """The form; it returns the plan that was made, or None."""

    BINDINGS = [
        Binding("f5", "apply", "Apply", tooltip="start anew with these settings"),
        Binding("escape", "dismiss(None)", "Cancel", tooltip="leave everything as it is"),
    ]

    def __init__(self, puzzle: Puzzle, values: Mapping[str, str]) -> None:
        super().__init__()
        self._puzzle = puzzle
        self._values = dict(values)

    def compose(self) -> ComposeResult:
        """Lay out the form."""
        with VerticalScroll(classes="page", can_focus=False) as page:
            page.border_title = f"{self._puzzle.title}: settings"
            page.border_subtitle = "enter or F5 applies and restarts, esc cancels"
            with Horizontal(classes="field"):
                yield Label("solver", classes="name")
                names = [(s.name, s.name) for s in self._puzzle.solvers]
                yield Select(names, value=self._values["solver"], allow_blank=False, compact=True, id="solver")
            yield VerticalScroll(id="fields", can_focus=False)
            yield Static("", id="about", markup=False)
            with Horizontal(id="buttons"):
                yield Button("Apply", id="apply", variant="primary", compact=True)
                yield Button("Cancel", id="cancel", compact=True)

    async def on_mount(self) -> None:
        """Fill the form."""
        await self._lay_fields()
        self.query_one("#fields Input", Input).focus()

    def on_resize(self) -> None:
        """Let the fields scroll, and not what is said about them."""
        self.query_one("#fields").styles.max_height = max(LEAST_FIELDS, int(0.95 * self.size.height) - AROUND_FIELDS)

    async def _lay_fields(self) -> None:
        solver = self._puzzle.solver(self._values["solver"])
        fields = self.query_one("#fields")
        await fields.remove_children()
        await fields.mount_all(
            Field(name, declared, self._values.get(name, ""))
            for name, declared in declaration(self._puzzle, solver).items()
        )
        self._check()

    def _fields(self) -> Iterator[Field]:
        yield from self.query(Field)

    def _given(self) -> dict[str, Any]:
        return {"solver": self._values["solver"]} | {f.field: str(f.entry.value) for f in self._fields()}

    def _check(self) -> bool:
        """Mark what is wrong and say it; else say what the field at hand is about."""
        wrong = faults(self._puzzle, self._given())
        words = self._puzzle.solver(self._values["solver"]).summary
        for field in self._fields():
            field.mark(field.field in wrong)
            if field.entry.has_focus:
                words = wrong.get(field.field, field.words)
        about = self.query_one("#about", Static)
        about.update(next(iter(wrong.values())) if wrong and words not in wrong.values() else words)
        about.set_class(bool(wrong), "fault")
        self.query_one("#apply", Button).disabled = bool(wrong)
        return not wrong

    def on_descendant_focus(self) -> None:
        """Say what the field at hand is about."""
        self._check()

    async def on_select_changed(self, event: Select.Changed) -> None:
        """Check the value; another solver brings other fields."""
        if event.select.id != "solver":
            self._check()
        elif event.value != self._values["solver"]:
            self._values |= self._given() | {"solver": str(event.value)}
            await self._lay_fields()

    def on_input_changed(self) -> None:
        """Check what is typed."""
        self._check()

    def on_input_submitted(self) -> None:
        """Enter in a field applies the form."""
        self.action_apply()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Do what the button says."""
        if event.button.id == "apply":
            self.action_apply()
        else:
            self.dismiss(None)

    def action_apply(self) -> None:
        """Return the plan, or go to the first field that is wrong."""
        if self._check():
            self.dismiss(Plan.read(self._puzzle, self._given()))
            return
        for field in self._fields():
            if field.has_class("wrong"):
                field.entry.focus()
                return
