"""The form that opens a solver of your own: an existing file, or a new one written from a built-in solver."""

import os
import shlex
import subprocess
from pathlib import Path
from shutil import which
from typing import Any

from textual.app import App, ComposeResult, SuspendNotSupported
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.widgets import Button, Input, Label, Select, Static

from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.words import quoted
from knightwatch.engine.own.solver_file import read_solver_file, user_path
from knightwatch.engine.own.template import template
from knightwatch.engine.plans.catalog import PUZZLES, puzzle
from knightwatch.tui.output.files import write_new
from knightwatch.tui.screens.base.dialog import Dialog
from knightwatch.tui.screens.base.form import Picker

FAULT_SECONDS = 30.0
"""Seconds for which a fault is shown."""
USUAL = "mine.py"
STARTER = ""
"""The choice of the short file that every puzzle has."""
MOST_FILES = 200
"""The most files of a folder that are looked at for solvers."""


def editor() -> list[str]:
    """Return the command of the user's editor; empty if none is set and none is known."""
    for name in ("VISUAL", "EDITOR"):
        if words := os.environ.get(name, "").strip():
            try:
                return shlex.split(words)
            except ValueError:  # an open quote
                return [words]
    return next(([each] for each in ("nano", "vim", "vi") if which(each)), [])


def edit(app: "App[Any]", path: Path) -> None:
    """Edit a file while the program waits; say how to do it where that is not possible."""
    command = editor()
    elsewhere = f"Edit {path} in another terminal: saving it restarts the run."
    if not command:
        app.notify(f"Neither VISUAL nor EDITOR is set. {elsewhere}", markup=False)
        return
    fault = ""
    try:
        with app.suspend():
            try:
                subprocess.run([*command, str(path)], check=False)
            except OSError as error:  # it must not leave the context, which would never resume
                fault = f"{quoted(command[0])} cannot be started ({error.strerror}). {elsewhere}"
    except SuspendNotSupported:
        fault = elsewhere
    if fault:
        app.notify(fault, timeout=FAULT_SECONDS, markup=False)


def found_files(folder: Path) -> list[str]:
    """Return the names of files in a folder that have a function `solve`, the newest first."""
    try:
        files = sorted(folder.glob("*.py"), key=lambda path: -path.stat().st_mtime)[:MOST_FILES]
    except OSError:
        return []
    found = []
    for path in files:
        try:
            read_solver_file(path)
            found.append(path.name)
        except BadInput:
            continue
    return found


class OwnSolverForm(Dialog[tuple[str, Path] | None]):
    """The form; it returns the puzzle and the file of a solver, or None."""

    BINDINGS = [
        Binding("f5", "apply", "Open", tooltip="open the solver; write and edit it first if it is new"),
        Binding("escape", "dismiss(None)", "Cancel", tooltip="go back without a change"),
        Binding("down", "app.focus_next", "Next", show=False, priority=True, tooltip="the next field"),
        Binding("up", "app.focus_previous", "Back", show=False, priority=True, tooltip="the previous field"),
    ]

    def __init__(self, puzzle_name: str = "") -> None:
        """Make the form for one puzzle or, without a name, for any of them."""
        super().__init__()
        self._puzzle = puzzle_name
        try:
            self._known = found_files(Path.cwd())
        except OSError:  # the current folder was deleted
            self._known = []

    def compose(self) -> ComposeResult:
        """Lay out the fields."""
        with Vertical(classes="page") as page:
            page.border_title = "A solver of your own"
            page.border_subtitle = "enter or F5 opens it, esc cancels"
            yield Static("One Python file with a generator solve(problem, random): you see each value that it yields.")
            with Horizontal(classes="field"):
                yield Label("puzzle", classes="name")
                names = [self._puzzle] if self._puzzle else [each.name for each in PUZZLES]
                yield Picker([(n, n) for n in names], value=names[0], allow_blank=False, compact=True, id="puzzle")
            with Horizontal(classes="field"):
                yield Label("file", classes="name")
                entry = Input(self._known[0] if self._known else USUAL, compact=True, id="file")
                entry.cursor_blink = False
                yield entry
                yield Label("a new file, or one that you have", classes="says")
            with Horizontal(classes="field"):
                yield Label("start from", classes="name")
                yield Picker(self._templates(names[0]), value=STARTER, allow_blank=False, compact=True, id="like")
                yield Label("for a new file: this solver in plain Python", classes="says")
            yield Static("", id="about", markup=False)
            with Horizontal(id="buttons"):
                yield Button("Open", id="apply", variant="primary", compact=True)
                yield Button("Cancel", id="cancel", compact=True)

    def _templates(self, name: str) -> list[tuple[str, str]]:
        return [("a small start", STARTER), *((solver, solver) for solver in puzzle(name).solvers_at)]

    def on_mount(self) -> None:
        """Focus the file."""
        self.query_one("#file", Input).focus()
        self._explain()

    @property
    def _path(self) -> Path:
        typed = self.query_one("#file", Input).value.strip().rstrip("/") or USUAL
        return user_path(typed if typed.endswith(".py") else f"{typed}.py")

    def _chosen(self, name: str) -> str:
        return str(self.query_one(f"#{name}", Select).value)

    def _explain(self) -> None:
        path = self._path
        known = f" Here: {', '.join(self._known[:5])}." if self._known else ""
        if os.path.exists(path):  # noqa: PTH110 - Path.exists raises OSError for a long name
            words = f"{path.name} exists: it opens as it is.{known}"
        else:
            command = editor()
            then = f"opened in {Path(command[0]).name}" if command else "shown here"
            words = f"{path.name} is new: it is written, then {then}.{known}"
        self.query_one("#about", Static).update(words)

    def on_input_changed(self) -> None:
        """Say what will happen."""
        self._explain()

    def on_select_changed(self, event: Select.Changed) -> None:
        """Offer the solvers of the chosen puzzle."""
        if event.select.id == "puzzle" and self.is_mounted:
            like = self.query_one("#like", Select)
            like.set_options(self._templates(str(event.value)))
            like.value = STARTER

    def on_input_submitted(self) -> None:
        """Open the solver: the user pressed enter in the field."""
        self.action_apply()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Open the solver, or cancel."""
        if event.button.id == "apply":
            self.action_apply()
        else:
            self.dismiss(None)

    def action_apply(self) -> None:
        """Write and edit a new file; return the file."""
        path, name = self._path, self._chosen("puzzle")
        try:
            if not path.exists():
                write_new(path, template(name, self._chosen("like") or None))
                edit(self.app, path)
            named = read_solver_file(path).puzzle
        except OSError as error:
            self.query_one("#about", Static).update(f"{path.name} cannot be written: {error.strerror}.")
            return
        except BadInput as error:
            self.query_one("#about", Static).update(f"{error}. F5 tries again.")
            return
        self.dismiss((self._puzzle or named or name, path.absolute()))
