"""The screen of a puzzle: board, curves, figures, the sentence about the last step, and the keys.

It serves every puzzle of the catalogue. Keys become orders to the runner; reports of the runner become what the
widgets show.
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
from knightwatch.engine.lab.races.entries import rivals
from knightwatch.engine.lab.races.race import MOST, Race
from knightwatch.engine.plans.plan import Plan
from knightwatch.engine.store.keeping import Keeper
from knightwatch.engine.store.runs import usual_path
from knightwatch.tui.output import files as export
from knightwatch.tui.output.command_line import plan_command
from knightwatch.tui.screens.base.gallery import GalleryScreen
from knightwatch.tui.screens.base.pages import PagesScreen
from knightwatch.tui.screens.base.views import next_view
from knightwatch.tui.screens.base.zoom import ZOOM, pan
from knightwatch.tui.screens.help import HelpScreen, commands_of
from knightwatch.tui.screens.puzzle.answer import AnswerScreen, read_answer
from knightwatch.tui.screens.puzzle.bookmarks import BookmarkScreen
from knightwatch.tui.screens.puzzle.help_text import help_text
from knightwatch.tui.screens.puzzle.play import PlayScreen
from knightwatch.tui.screens.puzzle.run_view import RunView
from knightwatch.tui.screens.puzzle.settings import SettingsScreen
from knightwatch.tui.widgets.board.scale import MOST_CELLS
from knightwatch.tui.widgets.figures import Figures
from knightwatch.tui.widgets.footer import Keys
from knightwatch.tui.widgets.timeline import Timeline
from knightwatch.tui.widgets.words import Words
from knightwatch.tui.workers.run import Runner
from knightwatch.tui.workers.worker import LookInto, Order, Pause, Seek, ToSetback


class PuzzleScreen(BookmarkScreen):
    """One run of a plan at a time."""

    VERTICAL_BREAKPOINTS = [(0, "-low"), (16, "-high"), (28, "-aside"), (32, "-high"), (34, "-tall")]
    """From 28 to 31 lines, a board of 8 x 8 has squares that pieces fill if the sentence stands beside it."""
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (64, "-normal"), (90, "-broad"), (110, "-wide")]

    BINDINGS = [
        Binding("space", "run", "Run", tooltip="run, or pause"),
        Binding("right,n", "step(1)", "Step", key_display="→", tooltip="one step on (also n)"),
        Binding("left,b", "step(-1)", "Back", key_display="←", tooltip="one step back (also b)"),
        Binding("question_mark,f1", "help", "Help", key_display="?", tooltip="what is shown, and all keys"),
        Binding("q", "leave", "Home", tooltip="back to the home screen; the run is kept, and goes on from there"),
        Binding("home", "seek_first", "Beginning", show=False, tooltip="to the beginning"),
        Binding("end", "seek_newest", "Newest", show=False, tooltip="to the newest moment"),
        Binding("i", "improve", "Next", tooltip="run to the next improvement, success, dead end or turn"),
        Binding("d", "detail", "Why", tooltip="look into the last step: what it consisted of, part by part"),
        Binding(
            "W", "setback", "Worse", show=False, tooltip="run to the next setback: the best got worse, or a dead end"
        ),
        Binding("plus,equals_sign", "pace(1)", "Faster", show=False, key_display="+", tooltip="more steps a second"),
        Binding("minus", "pace(-1)", "Slower", show=False, key_display="-", tooltip="fewer steps a second"),
        Binding("r", "restart", "Restart", show=False, tooltip="begin again, with the same seed"),
        Binding("R", "new_seed", "New seed", show=False, tooltip="begin again, with a new seed"),
        Binding("s", "settings", "Settings", tooltip="every parameter, with its bounds"),
        Binding("tab", "next_solver", "Next solver", show=False, tooltip="the next solver"),
        *(Binding(str(k), f"solver({k})", f"Solver {k}", show=False) for k in range(1, 10)),
        Binding("g", "gallery", "Gallery", show=False, tooltip="the answers that the search has collected"),
        Binding("p", "play", "Play", show=False, tooltip="play by hand, from the board on show"),
        Binding("a", "race", "Race", show=False, tooltip="race against other solvers, on this board with this seed"),
        Binding("e", "export", "Export", show=False, tooltip="write the answer, the curves or the screen to a file"),
        Binding("y", "copy", "Copy", show=False, tooltip="copy the command line that repeats this run"),
        Binding("M", "mark", "Bookmark", show=False, tooltip="mark this moment with a note, or take its mark away"),
        Binding("J", "next_mark", "Next bookmark", show=False, tooltip="go to the next bookmark"),
        Binding(
            "v", "fold", "View", show=False, tooltip="the population where there is one, board alone, side alone, all"
        ),
        Binding("P", "project", "Projector", show=False, tooltip="board, curve and sentence, large, or all again"),
        *ZOOM,
        *pan("h", "l", "k", "j", "h j k l", "scroll a board that was zoomed"),
    ]

    def __init__(self, subject: Plan | Keeper) -> None:
        self._values: dict[str, dict[str, str]] = {}
        super().__init__(subject)

    @property
    def plan(self) -> Plan:
        """What is being run."""
        return self.runner.plan

    def compose(self) -> ComposeResult:
        """Lay out the screen."""
        yield self.run_view()
        yield Keys(show_command_palette=True)

    def run_view(self) -> RunView:
        """Return what shows the run."""
        return RunView(self.plan, self.app.look)

    # One run after the other.

    def make_runner(self, subject: Plan | Keeper, tell: Callable[[], object]) -> Runner:
        """Return what runs a plan, or goes on with a run that was kept."""
        keeper = subject if isinstance(subject, Keeper) else Keeper(subject, usual_path())
        return Runner(keeper, tell, self.app.refresh_saved_runs)  # a closed screen has no app

    def get_ready(self) -> None:
        """Get ready for the first report about a run."""
        self._values[self.plan.solver.name] = self.plan.values()
        self.runner.keeper.limits = self.app.config.limits
        self.query_one(RunView).begin(self.plan)
        self.query_one(Timeline).mark(self.runner.keeper.bookmarks)
        self._fault = self._uncompiled = ""

    def show(self) -> None:
        """Show the newest report."""
        self.query_one(RunView).show(self.runner.report)
        self.show_state()
        if (fault := self.runner.keeper.fault) != self._fault:
            self._fault = fault
            if fault:
                self.notify(f"This run is not kept: {fault}.", markup=False)
        if (why := self.runner.report.uncompiled) != self._uncompiled:
            self._uncompiled = why
            if why:
                self.notify(f"The search goes on interpreted, which is slower: {why}.", markup=False)

    def show_state(self) -> None:
        """Show in a word how the run stands."""
        self.query_one(RunView).show_state(self.runner.report, self.runner.playing, self.pace)

    @property
    def spent(self) -> float:
        """Seconds of searching to be spent again: none where all of the run is kept, or it has ended."""
        runner = self.runner
        kept = runner.report.status is not Status.RUNNING or runner.keeper.whole(runner.run)
        return 0.0 if kept else runner.run.seconds

    @property
    def parting(self) -> str:
        """Say what comes of a run whose state is not kept."""
        if self.runner.keeper.fault:
            return "q again leaves this run, which is not kept; y copies the command line that repeats it."
        return "q again leaves this run. It is kept, but too large to be kept whole: its way will be gone again."

    def action_leave(self) -> None:
        """Go home, where the run can be gone on with."""
        super().action_leave()
        keeper = self.runner.keeper
        left = self.app.screen is not self and len(self.app.screen_stack) == 1
        if left and self.runner.report.newest and keeper.keeps and not keeper.fault:
            self.app.notify("It is kept, on top of this list.")

    # What the keys do.

    def go_on(self, order: Order) -> None:
        """Give an order to run, if there is anything left to do."""
        self.app.clear_notifications()
        match self.runner.report.status:
            case Status.RUNNING:
                self.give(order)
            case Status.IMPOSSIBLE:
                self.notify("There is nothing to search for: s chooses another board.")
            case _:
                back = ", ← steps back" if self.runner.run.search.done else ""
                self.notify(f"The search has ended: r begins it again, R with a new seed{back}.")

    def action_improve(self) -> None:
        """Run to the next improvement."""
        self.go_on(self.runner.to_milestone())

    def action_setback(self) -> None:
        """Run to the next setback."""
        if self.plan.parts.setback:
            self.go_on(ToSetback())
        else:
            self.notify(f"{self.plan.solver.name} has no setbacks: nothing that it has is lost again.")

    def action_fold(self) -> None:
        """Show the population in place of the curves, the board alone, the side alone, and all again, in turn."""
        views = ["-side-only"] if self.has_class("-narrow") else ["-board-only", "-side-only"]
        next_view(self, ["-crowd-only", *views] if self.runner.report.frame.crowd else views)

    def action_seek_first(self) -> None:
        """Go to the beginning."""
        self.give(Seek(0))

    def action_seek_newest(self) -> None:
        """Go to the newest moment; who runs there pauses, since the newest that is known here is not any more."""
        report = self.runner.report
        self.give(Pause() if report.playing and report.frame.moment >= report.newest else Seek(report.newest))

    def on_timeline_sought(self, event: Timeline.Sought) -> None:
        """Go to the moment that was clicked."""
        self.give(Seek(event.moment))

    def action_restart(self) -> None:
        """Begin again with the same seed."""
        self.begin(self.plan)

    def action_new_seed(self) -> None:
        """Begin again with a new seed."""
        self.begin(Plan.read(self.plan.puzzle, self.plan.values() | {"seed": ""}))

    def action_next_solver(self) -> None:
        """Go to the next solver that fits the board."""
        solvers = self.plan.puzzle.solvers
        here = solvers.index(self.plan.solver)
        for further in range(1, len(solvers)):
            if self._turn_to(solvers[(here + further) % len(solvers)].name):
                return

    def action_solver(self, number: int) -> None:
        """Go to a solver, with the settings it had last."""
        solvers = self.plan.puzzle.solvers
        if number > len(solvers):
            self.notify(f"There are {len(solvers)} solvers: 1 to {len(solvers)}.")
            return
        self._turn_to(solvers[number - 1].name)

    def _turn_to(self, name: str) -> bool:
        """Go to a solver; say so where it does not fit the board, and tell whether it does."""
        known = {n: written(getattr(self.plan.problem, n)) for n in type(self.plan.problem).model_fields}
        try:
            values = self._values.get(name, {}) | self.plan.shared(name) | known
            values |= {"solver": name, "seed": str(self.plan.seed)}
            self.begin(Plan.read(self.plan.puzzle, values))
        except BadInput as error:
            self.notify(f"{name} does not fit this board: {error}. Key s opens the settings.", markup=False)
            return False
        return True

    def action_settings(self) -> None:
        """Show the form; what it returns is begun."""
        self.pause()
        self.app.push_screen(SettingsScreen(self.plan.puzzle, self.plan.values()), self._on_settings)

    def _on_settings(self, plan: Plan | None) -> None:
        if plan:
            self.begin(plan)

    def action_play(self) -> None:
        """Play by hand from the board on show."""
        board = self.runner.report.frame.board
        if board.rows * board.cols > MOST_CELLS:
            self.notify("The board is too large to play by hand; a smaller one can be chosen with s.")
            return
        self.pause()
        self.app.push_screen(self.player(self.plan.puzzle.play(self.plan.problem, board)))

    def player(self, play: Play[Any]) -> PlayScreen:
        """Return where a person plays."""
        return PlayScreen(play)

    def action_race(self) -> None:
        """Race this run against other solvers."""
        self.pause()
        try:
            self.app.opener.open_race(Race(rivals(self.plan, MOST)))
        except BadInput as error:
            self.notify(f"There is nobody to race against: {error}.", markup=False)

    def on_paste(self, event: Paste) -> None:
        """Show somebody else's answer that was pasted."""
        event.stop()
        try:
            self.app.push_screen(AnswerScreen(read_answer(self.plan, event.text)))
        except BadInput as error:
            self.notify(f"What was pasted is no answer: {error}.", markup=False)

    @work(exclusive=True, group="look")
    async def action_detail(self) -> None:
        """Show what the last step consisted of, found by doing it again."""
        if not await self.at_rest():
            return
        if not self.runner.moment:
            decided = self.runner.report.status is not Status.RUNNING
            words = "This was decided without a step" if decided else "There is no step to look into yet: → does one"
            self.notify(f"{words}.")
            return
        order = LookInto(self.runner.moment)
        self.give(order)
        if await self.carried_out(order):
            pages = self.runner.pages
            self.app.push_screen(PagesScreen(len(pages), pages.__getitem__))

    @work(exclusive=True, group="look")
    async def action_gallery(self) -> None:
        """Show the answers that were collected, the newest first."""
        if await self.at_rest():
            if found := self.runner.run.search.collected_count():
                self.app.push_screen(self.gallery(found))
            else:
                self.notify(self.nothing_found())

    def nothing_found(self) -> str:
        """Say that there is nothing to show yet."""
        return f"{self.plan.solver.name} has collected nothing to look at."

    def gallery(self, found: int) -> Screen[None]:
        """Return what shows so many answers."""
        return GalleryScreen(found, self.runner.run.search.collected_page, found - 1)

    @work(exclusive=True, group="look")
    async def action_export(self) -> None:
        """Offer what can be written, once the search has paused."""
        if not await self.at_rest():
            return
        plan, picture = self.plan, self.app.export_screenshot()
        makers = export.offers(plan, self.runner.run, self.app.look.ascii) | {
            "screen as SVG": (".svg", lambda: picture)
        }
        stem = f"{plan.puzzle.name}-{plan.solver.name}-{plan.seed}"
        self.export(stem, makers)

    def action_project(self) -> None:
        """Show board, one curve and one sentence, large; or everything again."""
        self.project(not self.has_class("-projector"))

    def project(self, on: bool) -> None:
        """Be a screen to be seen from afar, or not any more."""
        self.set_class(on, "-projector")
        self.query_one(RunView).project(on)
        self.show()

    def command(self) -> str:
        """Return the command line that repeats this run, and goes to the moment on show."""
        return plan_command(self.plan, self.runner.moment)

    def action_help(self) -> None:
        """Explain the screen."""
        frame, shown = self.runner.report.frame, self.query_one(Figures).meanings
        now = self.query_one("#sentence", Words).words
        words, terms = help_text(self.plan, frame.board, now, shown, self.app.look.ascii)
        self.app.push_screen(HelpScreen(self.plan.puzzle.title, words, commands_of(self), terms))
