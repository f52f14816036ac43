"""Forms: a solver and fields derived from declarations, checked while they are typed."""

from abc import abstractmethod
from collections.abc import Sequence
from typing import Generic

from pydantic.fields import FieldInfo
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import Button, Input, Label, Select, Static

from knightwatch.engine.core.declaration import allowed, choices, default, kind, option
from knightwatch.tui.screens.base.dialog import Dialog, Result
from knightwatch.tui.textual_internals import SelectOverlay

AROUND_FIELDS = 8
"""Lines of a form beside its fields: border, solver, words about the field at hand, and buttons."""
LEAST_FIELDS = 4


class Picker(Select[str], inherit_bindings=False):
    """A choice of names; the arrow keys go past it, as they do in a field that is typed."""

    BINDINGS = [Binding("enter,space", "show_overlay", "Choose", show=False)]


class Scrolled(VerticalScroll, inherit_bindings=False):
    """What scrolls to the field at hand; the arrow keys are for fields."""


class Field(Horizontal):
    """One line of the form: name, value, and what it means."""

    def __init__(self, name: str, declared: FieldInfo, value: str, several: bool = False) -> None:
        """Offer a value or, if `several`, room for a list of values."""
        super().__init__(classes="field")
        self.field = name
        self._declared = declared
        self._value = value or default(declared)
        self._several = several
        self._marked: bool | None = None
        """Whether it is marked as wrong; None until it is said what it means."""

    def compose(self) -> ComposeResult:
        """Lay out the line."""
        yield Label(option(self.field), classes="name")
        names = ["yes", "no"] if kind(self._declared) is bool else choices(self._declared)
        if names and not self._several:
            yield Picker([(n, n) for n in names], value=self._value, allow_blank=False, compact=True)
        else:
            entry = Input(self._value, compact=True)
            entry.cursor_blink = False
            yield entry
        yield Label("", classes="says", markup=False)

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
        """Show what the field means or, where the value is wrong, what is allowed; most keys change neither."""
        if wrong == self._marked:
            return
        self._marked = wrong
        self.set_class(wrong, "wrong")
        words = allowed(self._declared) if wrong else self._declared.description or ""
        self.query_one(".says", Label).update(f"{'x' if wrong else ' '} {words}")


class Form(Dialog[Result | None], Generic[Result]):
    """A form; it returns what was made with it, or None."""

    # Before the field at hand has them, so that what is typed right after them is for the next field.
    BINDINGS = [
        Binding("down,tab", "turn(1)", "Next", show=False, priority=True, tooltip="the next field"),
        Binding("up,shift+tab", "turn(-1)", "Back", show=False, priority=True, tooltip="the field before"),
    ]

    def __init__(self, title: str, apply: str, does: str, solvers: Sequence[tuple[str, str]], solver: str) -> None:
        """Offer solvers, each by words and its name; `apply` is what the button says, `does` what it does."""
        super().__init__()
        self._title, self._apply, self._does = title, apply, does
        self._solvers = solvers
        self.solver = solver

    @abstractmethod
    def fields(self) -> Sequence[Field]:
        """Return the fields of the solver that is chosen, with the values to begin with."""

    @abstractmethod
    def keep(self) -> None:
        """Keep what was typed, for the fields of another solver."""

    @abstractmethod
    def faults(self) -> tuple[dict[str, str], str]:
        """Return what is wrong, for each field at fault a sentence, and what to say where nothing is."""

    @abstractmethod
    def action_apply(self) -> None:
        """Do what the form is for."""

    def compose(self) -> ComposeResult:
        """Lay out the form."""
        with Scrolled(classes="page", can_focus=False) as page:
            page.border_title = self._title
            page.border_subtitle = (
                f"{'up down' if self.app.has_class('-ascii') else '↑ ↓'} fields, enter or F5 {self._does}, esc cancels"
            )
            with Horizontal(classes="field"):
                yield Label("solver", classes="name")
                yield Picker(self._solvers, value=self.solver, allow_blank=False, compact=True, id="solver")
            yield Scrolled(id="fields", can_focus=False)
            yield Static("", id="about", markup=False)
            with Horizontal(id="buttons"):
                yield Button(self._apply, id="apply", variant="primary", compact=True)
                yield Button("Cancel", id="cancel", compact=True)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Leave the arrow keys to a list of choices that is open."""
        return action != "turn" or not isinstance(self.focused, SelectOverlay)

    def action_turn(self, by: int) -> None:
        """Go to the next field, or to the one before."""
        if by > 0:
            self.focus_next()
        else:
            self.focus_previous()

    async def on_mount(self) -> None:
        """Fill the form."""
        await self._lay_fields()
        self.query_one("#fields Input", Input).focus()

    def on_resize(self) -> None:
        """Let the fields scroll, and not what is said about them."""
        self.query_one("#fields").styles.max_height = max(LEAST_FIELDS, int(0.95 * self.size.height) - AROUND_FIELDS)

    async def _lay_fields(self) -> None:
        fields = self.query_one("#fields")
        await fields.remove_children()
        await fields.mount_all(self.fields())
        self.check()

    @property
    def laid_out(self) -> Sequence[Field]:
        """The fields that there are now."""
        return self.query_one("#fields").query_children(Field).nodes

    def check(self) -> bool:
        """Mark what is wrong and say it; else say what there is to say, and what the field at hand is about."""
        wrong, words = self.faults()
        about = words
        for field in self.laid_out:
            field.mark(field.field in wrong)
            if field.entry.has_focus:
                about = wrong.get(field.field, f"{words} {field.words}".lstrip())
        if wrong and about not in wrong.values():
            about = next(iter(wrong.values()))
        shown = self.query_one("#about", Static)
        shown.update(about)
        shown.set_class(bool(wrong), "fault")
        self.query_one("#apply", Button).disabled = bool(wrong)
        return not wrong

    def on_descendant_focus(self) -> None:
        """Say what the field at hand is about."""
        self.check()

    async def on_select_changed(self, event: Select.Changed) -> None:
        """Check the value; another solver brings other fields."""
        if event.select.id != "solver":
            self.check()
        elif event.value != self.solver:
            self.keep()
            self.solver = str(event.value)
            await self._lay_fields()

    def on_input_changed(self) -> None:
        """Check what is typed."""
        self.check()

    def on_input_submitted(self) -> None:
        """Do what the form is for; enter is pressed in a field."""
        self.action_apply()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Do what the button says."""
        if event.button.id == "apply":
            self.action_apply()
        else:
            self.dismiss(None)
