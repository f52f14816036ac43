"""Forms: a solver and its settings, one field each, checked while the user types."""

from abc import abstractmethod
from collections.abc import Sequence
from typing import Generic

from pydantic.fields import FieldInfo
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import Button, Input, Label, Select, Static

from knightwatch.engine.core.declaration import allowed, choices, default, kind, option
from knightwatch.engine.core.errors import BadInput
from knightwatch.tui.screens.base.dialog import Dialog, Result
from knightwatch.tui.textual_internals import FindOverlay, SelectOverlay

AROUND_FIELDS = 5
"""Lines of a form without its fields and its help: border, solver, a margin and buttons."""
BESIDE_FIELDS = 4
"""Columns of a form beside its fields: border and padding."""
WIDEST = 100
"""Columns of the widest form."""
LEAST_FIELDS = 4
"""Lines for the fields at least; more fields scroll."""


class Picker(Select[str], inherit_bindings=False):
    """A list to choose from. The arrow keys move to the next field, as they do in a text field."""

    BINDINGS = [Binding("enter,space", "show_overlay", "Choose", show=False)]

    def compose(self) -> ComposeResult:
        """Lay out the choice and its list."""
        for part in super().compose():
            yield FindOverlay().data_bind(compact=Select.compact) if isinstance(part, SelectOverlay) else part


class Scrolled(VerticalScroll, inherit_bindings=False):
    """A container that scrolls to the focused field and leaves the arrow keys to the form."""


class Field(Horizontal):
    """One line of the form: name, value, and description or error."""

    def __init__(self, name: str, declared: FieldInfo, value: str, several: bool = False) -> None:
        """Make a field for one value or, if `several`, for a list of values."""
        super().__init__(classes="field")
        self.field = name
        self._declared = declared
        self._value = value or default(declared)
        self._several = several
        self._marked: bool | None = None
        """Whether it is marked as wrong; None before the first check."""

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
        """The widget that holds the value."""
        entry = self.query_one("Input, Select")
        assert isinstance(entry, Input | Select)
        return entry

    @property
    def typed(self) -> str:
        """The value as text."""
        return str(self.entry.value).strip()

    @property
    def default(self) -> str:
        """The default value as text."""
        return default(self._declared)

    @property
    def description(self) -> str:
        """The meaning of the field, the allowed values and the default."""
        meaning = f"{option(self.field)}: {self._declared.description}; {allowed(self._declared)}"
        return f"{meaning}, default {self.default}." if self.default else f"{meaning}."

    def mark(self, wrong: bool) -> None:
        """Show the description or, if the value is wrong, the allowed values."""
        if wrong == self._marked:  # most keys change nothing here
            return
        self._marked = wrong
        self.set_class(wrong, "wrong")
        text = allowed(self._declared) if wrong else self._declared.description or ""
        self.query_one(".says", Label).update(f"{'x' if wrong else ' '} {text}")


class Form(Dialog[Result | None], Generic[Result]):
    """A form; it returns the result of its subclass, or None."""

    # Priority: the focus must move before the next typed character arrives.
    BINDINGS = [
        Binding("down,tab", "turn(1)", "Next", show=False, priority=True, tooltip="the next field"),
        Binding("up,shift+tab", "turn(-1)", "Back", show=False, priority=True, tooltip="the previous field"),
    ]

    def __init__(self, title: str, apply: str, does: str, solvers: Sequence[tuple[str, str]], solver: str) -> None:
        """Offer solvers as pairs of label and name. `apply` is the text of the button, `does` says what it does."""
        super().__init__()
        self._title, self._apply, self._does = title, apply, does
        self._solvers = solvers
        self.solver = solver
        self._sentence = ""
        """The sentence of the form about all fields."""

    @abstractmethod
    def fields(self) -> Sequence[Field]:
        """Return the fields of the chosen solver with their first values."""

    @abstractmethod
    def remember(self) -> None:
        """Remember the typed values for the fields of another solver."""

    @abstractmethod
    def faults(self) -> tuple[dict[str, str], str]:
        """Return an error message for each wrong field, and a sentence to show if no field is wrong."""

    @abstractmethod
    def action_apply(self) -> None:
        """Close the form with its result."""

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
        """Leave the arrow keys to an open list of choices."""
        return action != "turn" or not isinstance(self.focused, SelectOverlay)

    def action_turn(self, by: int) -> None:
        """Focus the next field, or the previous one."""
        if by > 0:
            self.focus_next()
        else:
            self.focus_previous()

    async def on_mount(self) -> None:
        """Add the fields and focus the first one."""
        await self._add_fields()
        self.query_one("#fields Input", Input).focus()

    def on_resize(self) -> None:
        """Fit the form to the terminal."""
        self._fit()

    def _fit(self) -> None:
        """Keep room for the longest help, so that nothing moves; the fields scroll in the rest."""
        help_text = self.query_one("#about", Static)
        width = help_text.content_size.width or min(WIDEST, int(0.96 * self.size.width)) - BESIDE_FIELDS
        texts = [str(help_text.content), self._sentence, *map(self.about, self.shown_fields)]
        lines = max(len(Text(text).wrap(self.app.console, width)) for text in texts)
        help_text.styles.height = lines
        room = int(0.95 * self.size.height) - AROUND_FIELDS - lines
        self.query_one("#fields").styles.max_height = max(LEAST_FIELDS, room)

    def about(self, field: Field) -> str:
        """Return the help of a field."""
        return field.description

    async def _add_fields(self) -> None:
        fields = self.query_one("#fields")
        await fields.remove_children()
        await fields.mount_all(self.fields())
        self.validate()

    @property
    def shown_fields(self) -> Sequence[Field]:
        """The fields of the chosen solver."""
        return self.query_one("#fields").query_children(Field).nodes

    def validate(self) -> bool:
        """Mark wrong fields and show the error, or the help of the focused field; return whether all is right."""
        wrong, self._sentence = self.faults()
        about = self._sentence
        for field in self.shown_fields:
            field.mark(field.field in wrong)
            if field.entry.has_focus:
                about = wrong.get(field.field, self.about(field))
        if wrong and about not in wrong.values():
            about = next(iter(wrong.values()))
        help_text = self.query_one("#about", Static)
        help_text.update(about)
        help_text.set_class(bool(wrong), "fault")
        self._fit()
        self.query_one("#apply", Button).disabled = bool(wrong)
        return not wrong

    def on_descendant_focus(self) -> None:
        """Show the help of the focused field."""
        self.validate()

    async def on_select_changed(self, event: Select.Changed) -> None:
        """Check the value; replace the fields if the solver changed."""
        if event.select.id != "solver":
            self.validate()
        elif event.value != self.solver:
            self.remember()
            before, self.solver = self.solver, str(event.value)
            try:
                self.fields()
            except BadInput as error:  # a solver of another package, or a file that has changed
                self.solver = before
                with self.prevent(Select.Changed):
                    self.query_one("#solver", Picker).value = before
                self.query_one("#about", Static).update(f"{error}.")
                return
            await self._add_fields()

    def on_input_changed(self) -> None:
        """Check the values."""
        self.validate()

    def on_input_submitted(self) -> None:
        """Close the form: the user pressed enter in a field."""
        self.action_apply()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Apply or cancel."""
        if event.button.id == "apply":
            self.action_apply()
        else:
            self.dismiss(None)
