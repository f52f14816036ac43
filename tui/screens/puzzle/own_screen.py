"""The parts of a puzzle's screen for solvers that users write: the code panel, editing, and reload on save."""

from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path

from textual import work
from textual.binding import Binding

from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.own.editing import FileWatch, renewed
from knightwatch.engine.own.search import OwnSearch
from knightwatch.engine.plans.plan import Plan
from knightwatch.engine.store.runs import usual_path
from knightwatch.engine.store.saving import RunSaver, record_of
from knightwatch.tui.output.files import write_new
from knightwatch.tui.screens.base.code_keys import CodeKeys
from knightwatch.tui.screens.own_solver import OwnSolverForm, edit
from knightwatch.tui.screens.puzzle.bookmarks import BookmarkScreen
from knightwatch.tui.screens.puzzle.run_view import RunView, Solvers
from knightwatch.tui.workers.worker import Pause, Quit, RunAt, Seek

CHECK_SECONDS = 0.4
"""Seconds between two looks at the solver's file."""
LONG = 60.0
"""Seconds for which a fault of the file is shown."""


class OwnScreen(CodeKeys[None], BookmarkScreen):
    """A screen that can run a user's solver beside the built-in ones."""

    BINDINGS = [
        Binding("O", "own", "Own solver", show=False, tooltip="open a solver of your own, or write a new one"),
        Binding("f4", "no_file", "Edit", show=False),
    ]

    _own: type[OwnSearch] | None = None
    """The user's solver that was opened last; it stays in the list of solvers."""
    _watch: FileWatch | None = None
    _faulty = False
    """Whether the saved file has a fault, so that an older version runs."""

    @property
    def solvers(self) -> Solvers:
        """All solvers of the title, in the order of their keys."""
        every = self.runner.plan.puzzle.offers
        return (*every, self._own) if self._own and self._own not in every else every

    def follow(self, plan: Plan) -> None:
        """Watch the file of a plan's solver, if a user wrote it; show its code when it is first opened."""
        self.refresh_bindings()
        if self.has_class("-tree") and not plan.solver.has_tree:
            self.show_panel("")
        if not issubclass(plan.solver, OwnSearch):
            self._watch = None
            self.ask_for_code()
            return
        if self._own is None or self._own.address != plan.solver.address:
            self.show_panel("-code")
        self._own = plan.solver
        self._watch = FileWatch(plan.solver) if plan.solver.address else None

    def on_mount(self) -> None:
        """Look at the file from time to time."""
        self.set_interval(CHECK_SECONDS, self._look_at_file)

    def _look_at_file(self) -> None:
        differs = self._watch.saved() if self._watch and self.is_current else None
        if differs:
            self._reload()
        elif differs is False and self._faulty:  # the fault was undone
            self._show_fault("")
            self.app.clear_notifications()

    @work(exclusive=True, group="reload")
    async def _reload(self) -> None:
        """Run the new version of the file up to the same step; if it has a fault, keep the old run."""
        plan, moment, playing = self.runner.plan, self.runner.moment, self.runner.playing
        try:
            plan, gone = renewed(plan)
        except BadInput as error:
            self._show_fault(f"{error}. The run before this change stays.")
            return
        self._show_fault("")
        keeper = self.runner.keeper
        self.runner.order(Quit())
        if self.thread:
            await self.thread.wait()
        record = replace(record_of(plan, moment), id=keeper.kept.id if keeper.kept else 0)
        self.begin(RunSaver(plan, usual_path() if keeper.keeps else None, record))
        self.runner.order(RunAt(self.pace) if playing else Pause())
        lost = f" It has no setting {', '.join(gone)} any more." if gone else ""
        self.notify(f"{plan.solver.name} has changed: this is the new version.{lost}", markup=False)

    def _show_fault(self, words: str) -> None:
        """Say what is wrong with the saved file, in a notice and, until it is mended, in the code panel."""
        self._faulty = bool(words)
        self.query_one(RunView).code_note = words
        if words:
            self.notify(words, timeout=LONG, markup=False)
            self.show_panel("-code")
        self.query_one(RunView).show(self.runner.report)

    def action_code(self) -> None:
        """Show the code of the solver, or hide it; that of a built-in solver is its plain version."""
        self.show_code(not self.has_class("-code"))

    def show_code(self, on: bool) -> None:
        """Show the code of the solver, or hide it."""
        self.show_panel("-code" if on else "")
        self.ask_for_code()

    def show_panel(self, name: str) -> None:
        """Show a panel in the place of the figures, by its class: -code or -tree; empty: show the figures."""
        for panel in ("-code", "-tree"):
            self.set_class(panel == name, panel)
        self.set_class(bool(name), "-panel")

    def action_tree(self) -> None:
        """Show the search tree, or hide it."""
        if not self.runner.plan.solver.has_tree:
            self.notify(f"{self.runner.plan.solver.name} has no search tree: it does not backtrack.")
            return
        self.show_panel("" if self.has_class("-tree") else "-tree")
        self.ask_for_code()

    def ask_for_code(self) -> None:
        """Let the reports have the code if it is shown."""
        self.runner.wants_code = self.has_class("-code")
        if self.runner.wants_code and self.runner.idle and self.runner.report.frame.code is None:
            self.runner.order(Seek(self.runner.moment))

    def action_own(self) -> None:
        """Ask for a file, and open the solver in it."""
        if self.app.is_web:
            self.notify("In a browser, only the built-in solvers can be used.")
            return
        self.pause()
        puzzle, values = self.runner.plan.puzzle, self.runner.plan.values()
        problem = {name: value for name, value in values.items() if name in puzzle.problem.model_fields}
        self.app.push_screen(OwnSolverForm(puzzle.name), partial(self._open_own, problem))

    def _open_own(self, problem: dict[str, str], chosen: tuple[str, Path] | None) -> None:
        if chosen:
            puzzle, path = self.runner.plan.puzzle, chosen[1]
            try:
                self.begin(Plan.read(puzzle, problem | {"solver": str(path), "seed": str(self.runner.plan.seed)}))
            except BadInput as error:
                self.notify(f"{error}.", timeout=LONG, markup=False)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer to edit only a solver that has a file."""
        if action in ("edit", "no_file"):
            return (action == "edit") is (self._watch is not None and not self.app.is_web)
        return super().check_action(action, parameters)

    def action_edit(self) -> None:
        """Open the file of the user's solver in an editor."""
        if self._watch and self._own:
            self.pause()
            if not self._watch.path.exists():  # renamed or deleted meanwhile: begin with the source that runs
                with suppress(OSError):
                    write_new(self._watch.path, self._own.text)
            edit(self.app, self._watch.path)

    def action_no_file(self) -> None:
        """Say how to get a file to edit."""
        self.notify("This solver has no file to edit: O opens a solver of your own, or writes one.")
