"""The screen of a puzzle, with the keys of every puzzle.

Keys become orders to the `Runner`, which runs the search in a worker thread. `RunView` shows its reports.
"""

from collections.abc import Callable
from typing import Any

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.events import Paste
from textual.screen import Screen

from knightwatch.engine.byhand.play import Play
from knightwatch.engine.core.declaration import written
from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.frame import Status
from knightwatch.engine.core.gallery import Gallery
from knightwatch.engine.core.search import Search
from knightwatch.engine.lab.races.entries import rivals
from knightwatch.engine.lab.races.race import MOST, Race
from knightwatch.engine.plans.plan import Plan
from knightwatch.engine.plans.puzzle import Offer
from knightwatch.engine.store.runs import usual_path
from knightwatch.engine.store.saving import RunSaver
from knightwatch.tui.key_order import OPENING
from knightwatch.tui.output import files as export
from knightwatch.tui.output.command_line import plan_command
from knightwatch.tui.screens.base.gallery import GalleryScreen
from knightwatch.tui.screens.base.views import VIEWS, next_view
from knightwatch.tui.screens.base.zoom import ZOOM, pan
from knightwatch.tui.screens.help import HelpScreen, commands_of
from knightwatch.tui.screens.puzzle.answer import AnswerScreen, read_answer
from knightwatch.tui.screens.puzzle.explaining import ExplainingScreen
from knightwatch.tui.screens.puzzle.help_text import help_text
from knightwatch.tui.screens.puzzle.own_screen import OwnScreen
from knightwatch.tui.screens.puzzle.play import PlayScreen
from knightwatch.tui.screens.puzzle.predicting import PredictingScreen
from knightwatch.tui.screens.puzzle.run_view import RunView
from knightwatch.tui.screens.puzzle.settings import SettingsScreen
from knightwatch.tui.screens.puzzle.step_number import StepNumberScreen
from knightwatch.tui.widgets.board.scale import MOST_CELLS
from knightwatch.tui.widgets.figures import Figures
from knightwatch.tui.widgets.footer import Keys
from knightwatch.tui.widgets.timeline import Timeline
from knightwatch.tui.widgets.words import Words
from knightwatch.tui.workers.run import Runner
from knightwatch.tui.workers.worker import Order, Pause, Seek, ToSetback

INDIVIDUALS = "the individuals of the population, the best first."
"""The help of the gallery of individuals."""


class PuzzleScreen(OwnScreen, ExplainingScreen, PredictingScreen):
    """A screen with one run at a time."""

    VERTICAL_BREAKPOINTS = [(0, "-low"), (16, "-high"), (28, "-aside"), (32, "-high"), (34, "-tall")]
    """From 28 to 31 lines, the sentence is beside the board, so that an 8 x 8 board has room for large squares."""
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (64, "-normal"), (90, "-broad"), (110, "-wide")]

    BINDINGS = [
        Binding("space", "run", "Run", tooltip="run or pause"),
        Binding("right,n", "step(1)", "Step", key_display="→", tooltip="one step forwards (also n)"),
        Binding("left,b", "step(-1)", "Back", key_display="←", tooltip="one step back (also b)"),
        Binding("question_mark,f1", "help", "Help", key_display="?", tooltip="explain this screen and all keys"),
        Binding("q", "leave", "Home", tooltip="back to the home screen, where you can resume the run"),
        Binding("at", "go_to", "Go to", show=False, key_display="@", tooltip="go to a step by its number"),
        Binding("home", "seek_first", "Beginning", show=False, tooltip="go to the first step"),
        Binding("end", "seek_newest", "Newest", show=False, tooltip="go to the newest step"),
        Binding("i", "improve", "Next", tooltip="run to the next milestone, such as an improvement or a dead end"),
        Binding("d", "detail", "Why", tooltip="explain the last step, part by part"),
        Binding("c", "code", "Code", tooltip="show the solver's code: the lines of the last step, and the variables"),
        Binding("T", "tree", "Tree", show=False, tooltip="show the search tree: its levels, the path, the time spent"),
        Binding("f4", "edit", "Edit", tooltip="edit your solver's file; saving it restarts the run"),
        Binding(
            "W", "setback", "Worse", show=False, tooltip="run to the next setback: the best gets worse, or a dead end"
        ),
        Binding("plus,equals_sign", "pace(1)", "Faster", show=False, key_display="+", tooltip="more steps per second"),
        Binding("minus", "pace(-1)", "Slower", show=False, key_display="-", tooltip="fewer steps per second"),
        Binding("r", "restart", "Restart", show=False, tooltip="restart with the same seed"),
        Binding("R", "new_seed", "New seed", show=False, tooltip="restart with a new seed"),
        Binding("s", "settings", "Settings", tooltip="change board, solver and settings"),
        Binding("tab", "next_solver", "Next solver", show=False, tooltip="switch to the next solver"),
        *(Binding(str(k), f"solver({k})", f"Solver {k}", show=False) for k in range(1, 10)),
        Binding("g", "gallery", "Gallery", show=False, tooltip="the solutions that the search has found"),
        Binding(
            "I", "individuals", "Individuals", show=False, tooltip="every individual of the population, best first"
        ),
        Binding(
            "f",
            "family",
            "Family",
            show=False,
            tooltip="the family tree of the best individual: parents, grandparents, where each gene comes from",
        ),
        Binding("p", "play", "Play", show=False, tooltip="play by hand, from this board"),
        Binding("a", "race", "Race", show=False, tooltip="race against other solvers on this board"),
        Binding(
            "S", "sweep", "Sweep", show=False, tooltip="run this solver many times, with several values of its settings"
        ),
        Binding(
            "e",
            "export",
            "Export",
            show=False,
            tooltip="write the solution, curves, screen, a page or a film to a file",
        ),
        Binding("y", "copy", "Copy", show=False, tooltip="copy the command line that repeats this run"),
        Binding("M", "mark", "Bookmark", show=False, tooltip="set a bookmark with a note at this step, or remove it"),
        Binding("J", "next_mark", "Next bookmark", show=False, tooltip="go to the next bookmark"),
        Binding(
            "v",
            "fold",
            "View",
            show=False,
            tooltip="show the population, only the board, only the side, everything",
        ),
        Binding("P", "project", "Projector", show=False, tooltip="large board, one curve, one sentence; or everything"),
        *ZOOM,
        *pan("h", "l", "k", "j", "h j k l", "scroll a zoomed board"),
    ]

    def __init__(self, subject: Plan | RunSaver) -> None:
        self._values: dict[str, dict[str, str]] = {}
        super().__init__(subject)

    @property
    def plan(self) -> Plan:
        """The plan of the run."""
        return self.runner.plan

    def compose(self) -> ComposeResult:
        """Lay out the screen."""
        yield self.run_view()
        yield Keys(show_command_palette=True)

    def run_view(self) -> RunView:
        """Return the widget that shows the run."""
        return RunView(self.plan, self.app.look)

    # Start and replace the run.

    def make_runner(self, subject: Plan | RunSaver, notify: Callable[[], object]) -> Runner:
        """Return a runner that starts a plan or resumes a saved run."""
        keeper = subject if isinstance(subject, RunSaver) else RunSaver(subject, usual_path())
        return Runner(keeper, notify, self.app.refresh_saved_runs)  # look up self.app now: a closed screen has none

    def get_ready(self) -> None:
        """Prepare the widgets for the first report."""
        self.follow(self.plan)
        self._values[self.plan.values()["solver"]] = self.plan.values()
        self.runner.keeper.limits = self.app.config.limits
        if not self.runner.keeper.kept:  # opening a saved run changes nothing
            self.runner.keeper.pace = self.pace or 0
        self.query_one(RunView).begin(self.plan, self.solvers)
        self.reset_score()
        self.query_one(Timeline).mark(self.runner.keeper.bookmarks)
        self._fault = self._not_compiled = ""

    def show(self) -> None:
        """Show the newest report."""
        self.query_one(RunView).show(self.runner.report)
        self.show_state()
        if (fault := self.runner.keeper.fault) != self._fault:
            self._fault = fault
            if fault:
                self.notify(f"This run is not saved: {fault}.", markup=False)
        if (why := self.runner.report.uncompiled) != self._not_compiled:
            self._not_compiled = why
            if why:
                self.notify(f"The search runs interpreted, which is slower: {why}.", markup=False)

    def show_state(self) -> None:
        """Show the state of the run and its pace."""
        self.query_one(RunView).show_state(self.runner.report, self.runner.playing, self.pace)

    @property
    def unsaved_seconds(self) -> float:
        """Seconds of searching that a resumed run must replay; 0 if the state is saved or the run has ended."""
        runner = self.runner
        saved = runner.report.status is not Status.RUNNING or runner.keeper.whole(runner.run)
        return 0.0 if saved else runner.run.seconds

    @property
    def leave_warning(self) -> str:
        """The warning before leaving a run whose state is not saved."""
        if self.runner.keeper.fault:
            return "This run is not saved. Press q again to leave; y copies the command line that repeats it."
        return "Saved without its state: resuming replays the run. Press q again to leave."

    def action_leave(self) -> None:
        """Go home, where the user can resume the run."""
        super().action_leave()
        keeper = self.runner.keeper
        left = self.app.screen is not self and len(self.app.screen_stack) == 1
        if left and self.runner.report.newest and keeper.keeps and not keeper.fault:
            self.app.notify("The run is saved: the first line.")

    # Keys.

    def run_unless_ended(self, order: Order) -> None:
        """Send an order to run, unless the search has ended."""
        self.app.clear_notifications()
        match self.runner.report.status:
            case Status.RUNNING:
                self.send(order)
            case Status.IMPOSSIBLE:
                self.notify("Proved impossible: nothing to search. s chooses another board.")
            case _:
                back = ", ← steps back" if self.runner.run.search.done else ""
                self.notify(f"The search has ended: r restarts it, R with a new seed{back}.")

    def action_pace(self, by: int) -> None:
        """Run faster or slower, also after the run is saved and resumed."""
        super().action_pace(by)
        self.runner.keeper.pace = self.pace or 0

    def action_improve(self) -> None:
        """Run to the next improvement."""
        self.run_unless_ended(self.runner.to_milestone())

    def action_setback(self) -> None:
        """Run to the next setback."""
        if self.plan.parts.setback:
            self.run_unless_ended(ToSetback())
        else:
            solver = self.plan.solver
            self.notify(f"W knows no setbacks of {solver.name}: i runs to the next {solver.milestone}.")

    def action_fold(self) -> None:
        """Show the population, only the board, only the side, and everything, in turn."""
        views = ["-side-only"] if self.has_class("-narrow") else ["-board-only", "-side-only"]
        next_view(self, ["-population-only", *views] if self.runner.report.frame.population else views)
        self.app.clear_notifications()
        if self.has_class("-population-only"):
            self.notify("The population. I opens each individual, f the family tree of the best one.")

    def action_seek_first(self) -> None:
        """Go to the first step."""
        self.send(Seek(0))

    def action_seek_newest(self) -> None:
        """Go to the newest step. At the newest step, pause: the worker has moved on."""
        report = self.runner.report
        self.send(Pause() if report.playing and report.frame.moment >= report.newest else Seek(report.newest))

    def action_go_to(self) -> None:
        """Ask for a step and go there."""

        def go(step: int | None) -> None:
            if step is not None:
                self.send(Seek(step))

        self.pause()
        self.app.push_screen(StepNumberScreen(self.plan.solver.unit, self.runner.report.newest), go)

    def on_timeline_sought(self, event: Timeline.Sought) -> None:
        """Go to the clicked step."""
        self.send(Seek(event.moment))

    def action_restart(self) -> None:
        """Restart with the same seed."""
        self.begin(self.plan)

    def action_new_seed(self) -> None:
        """Restart with a new seed."""
        self.begin(Plan.read(self.plan.puzzle, self.plan.values() | {"seed": ""}))

    def action_next_solver(self) -> None:
        """Switch to the next solver that fits the board."""
        solvers = self.solvers
        here = solvers.index(self.plan.solver)
        for further in range(1, len(solvers)):
            if self._switch_to(solvers[(here + further) % len(solvers)]):
                return

    def action_solver(self, number: int) -> None:
        """Switch to a solver, with the settings it had last."""
        solvers = self.solvers
        if number > len(solvers):
            self.notify(f"There are {len(solvers)} solvers: press 1 to {len(solvers)}.")
            return
        self._switch_to(solvers[number - 1])

    def _switch_to(self, solver: Offer) -> bool:
        """Switch to a solver; return False and show a notice if it does not fit the board."""
        if self.secret:  # a digit that answers a question may come before the question opens
            self.notify("The question of this scene comes first: enter opens it.")
            return True
        name = solver.address or solver.name
        problem = {n: written(getattr(self.plan.problem, n)) for n in type(self.plan.problem).model_fields}
        try:
            values = self._values.get(name, {}) | self.plan.shared(name) | problem
            values |= {"solver": name, "seed": str(self.plan.seed)}
            self.begin(Plan.read(self.plan.puzzle, values))
        except BadInput as error:
            self.notify(f"{solver.name} does not fit this board: {error}. s opens the settings.", markup=False)
            return False
        return True

    def action_settings(self) -> None:
        """Open the settings form; start the plan that it returns."""
        self.pause()
        self.app.push_screen(SettingsScreen(self.plan.puzzle, self.plan.values(), self.solvers), self._on_settings)

    def _on_settings(self, plan: Plan | None) -> None:
        if plan:
            self.begin(plan)

    def action_play(self) -> None:
        """Play by hand from this board."""
        board = self.runner.report.frame.board
        if board.rows * board.cols > MOST_CELLS:
            self.notify("The board is too large to play by hand; s chooses a smaller one.")
            return
        self.pause()
        moment = self.runner.moment
        start = self.plan.problem, (self.plan.values(), moment) if moment else None
        if self.app.by_hand is None or self.app.by_hand[0] != start:
            self.app.by_hand = start, self.plan.puzzle.play(self.plan.problem, board)
        else:
            self.notify("This is your position of before; c empties the board.")
        self.app.push_screen(self.player(self.app.by_hand[1]))

    def player(self, play: Play[Any]) -> PlayScreen:
        """Return the screen for playing by hand."""
        return PlayScreen(play)

    def action_race(self) -> None:
        """Race this run against other solvers."""
        self.pause()
        try:
            self.app.opener.open_race(Race(rivals(self.plan, MOST)))
        except BadInput as error:
            self.notify(f"No race is possible: {error}.", markup=False)

    def action_sweep(self) -> None:
        """Open the form for a sweep with the values of this run."""
        self.pause()
        self.app.opener.open_sweep_form(self.plan)

    def on_paste(self, event: Paste) -> None:
        """Check and show a pasted answer."""
        event.stop()
        try:
            self.app.push_screen(AnswerScreen(read_answer(self.plan, event.text)))
        except BadInput as error:
            self.notify(f"The pasted text is not an answer: {error}.", markup=False)

    @work(exclusive=True, group=OPENING)
    async def action_gallery(self) -> None:
        """Show the collected solutions, first the newest."""
        if await self.wait_until_paused():
            gallery = self.runner.run.search.gallery()
            if gallery.size:
                self.app.push_screen(self.gallery(gallery))
            else:
                self.notify(self.empty_gallery_notice())

    @work(exclusive=True, group=OPENING)
    async def action_individuals(self) -> None:
        """Show all individuals of the population, first the best."""
        if await self.wait_until_paused():
            individuals = self.runner.run.search.individuals()
            if individuals.size:
                self.app.push_screen(GalleryScreen(individuals.size, individuals.page, 0, INDIVIDUALS))
            else:
                self.notify(f"{self.plan.solver.name} has no population.")

    def empty_gallery_notice(self) -> str:
        """Return the notice for an empty gallery."""
        return f"{self.plan.solver.name} has collected no solutions."

    def gallery(self, gallery: Gallery) -> Screen[None]:
        """Return the screen that shows the collected solutions."""
        return GalleryScreen(gallery.size, gallery.page, gallery.size - 1, gallery.about)

    @work(exclusive=True, group=OPENING)
    async def action_export(self) -> None:
        """Pause the search and open the export dialog."""
        if not await self.wait_until_paused():
            return
        plan, picture = self.plan, self.app.export_screenshot()
        offers = export.offers(plan, self.runner.run, self.app.look.ascii) | {
            "screen as SVG": (".svg", lambda: picture)
        }
        stem = f"{plan.puzzle.name}-{plan.solver.name}-{plan.seed}"
        self.export(stem, offers)

    def action_project(self) -> None:
        """Switch the projector view on or off."""
        self.project(not self.has_class("-projector"))

    def project(self, on: bool) -> None:
        """Show large board, one curve and one sentence, or everything."""
        self.set_class(on, "-projector")
        self.remove_class(*VIEWS)
        self.query_one(RunView).project(on)
        self.show()

    def command(self) -> str:
        """Return the command line that repeats this run up to the current step."""
        return plan_command(self.plan, self.runner.moment)

    def action_help(self) -> None:
        """Explain the screen."""
        frame, figures = self.runner.report.frame, self.query_one(Figures).meanings
        now = self.query_one("#sentence", Words).words
        paragraphs, terms = help_text(self.plan, self.solvers, frame.board, now, figures, self.app.look.ascii)
        introduced = tuple(filter(None, (self.introduction, *paragraphs)))
        commands = (command for command in commands_of(self) if self._applies(command[1].action))
        self.app.push_screen(HelpScreen(self.plan.puzzle.title, introduced, commands, terms))

    def _applies(self, action: str) -> bool:
        """Return whether an action can do something for this solver; the key of another one only shows a notice."""
        search, parts = self.runner.run.search, self.plan.parts
        applies = {
            "individuals": type(search).individuals is not Search.individuals,
            "family": parts.family is not None,
            "tree": search.has_tree,
            "setback": parts.setback is not None,
        }
        return applies.get(action, True)
