"""The screen of a puzzle: board, curves, figures, the sentence about the last step, and the keys.

It serves every puzzle of the catalogue. Keys become orders to the runner; reports of the runner become what the
widgets show.
"""

import asyncio
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Footer

from engine.errors import BadInput
from engine.frame import Status
from engine.plan import Plan
from engine.play import Play as ByHand
from engine.settings import option, written
from tui import export
from tui.runner import Improve, Order, Play, Quit, Runner, Seek, Stay
from tui.screens.export import ExportScreen
from tui.screens.help import HelpScreen, declared, legend
from tui.screens.pages import PagesScreen
from tui.screens.play import PlayScreen
from tui.screens.settings import SettingsScreen
from tui.screens.views import next_view
from tui.widgets.board import BoardView
from tui.widgets.scale import MOST_CELLS
from tui.widgets.timeline import Timeline
from tui.widgets.watch import Watch

if TYPE_CHECKING:
    from tui.app import Knightwatch

PACES = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, None)
"""Steps a second; None is as fast as it goes."""
USUAL_PACE = PACES.index(10)


class PuzzleScreen(Screen[None]):
    """One run of a plan at a time."""

    app: "Knightwatch"

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (64, "-normal"), (110, "-wide")]

    BINDINGS = [
        Binding("space", "run", "Run", tooltip="run, or pause"),
        Binding("right,n", "step(1)", "Step", key_display="→", tooltip="one step on (also n)"),
        Binding("left,b", "step(-1)", "Back", key_display="←", tooltip="one step back (also b)"),
        Binding("question_mark,f1", "help", "Help", key_display="?", tooltip="what is shown, and all keys"),
        Binding("q", "app.pop_screen", "Home", tooltip="back to the home screen"),
        Binding("home", "seek_first", "Beginning", show=False, tooltip="to the beginning"),
        Binding("end", "seek_newest", "Newest", show=False, tooltip="to the newest moment"),
        Binding("i", "improve", "Next", tooltip="run to the next improvement, success, dead end or turn"),
        Binding("plus,equals_sign", "pace(1)", "Faster", show=False, key_display="+", tooltip="more steps a second"),
        Binding("minus", "pace(-1)", "Slower", show=False, key_display="-", tooltip="fewer steps a second"),
        Binding("r", "restart", "Restart", tooltip="begin again, with the same seed"),
        Binding("R", "new_seed", "New seed", show=False, tooltip="begin again, with a new seed"),
        Binding("s", "settings", "Settings", tooltip="every parameter, with its bounds"),
        Binding("tab", "next_solver", "Next solver", show=False, tooltip="the next solver"),
        *(Binding(str(k), f"solver({k})", f"Solver {k}", show=False) for k in range(1, 10)),
        Binding("d", "detail", "Detail", show=False, tooltip="what the last step did, part by part"),
        Binding("g", "gallery", "Gallery", show=False, tooltip="the answers that the search has collected"),
        Binding("p", "play", "Play", show=False, tooltip="play by hand, from the board on show"),
        Binding("e", "export", "Export", show=False, tooltip="write the answer, the curves or the screen to a file"),
        Binding("y", "copy", "Copy", show=False, tooltip="copy the command line that repeats this run"),
        Binding("v", "fold", "View", show=False, tooltip="board and side, board alone, side alone"),
        Binding("z", "zoom(-1)", "Zoom in", show=False, tooltip="draw the squares larger"),
        Binding("Z", "zoom(1)", "Zoom out", show=False, tooltip="draw the squares smaller"),
        Binding("h", "pan(-1,0)", "Left", show=False, key_display="h j k l", tooltip="scroll a board that was zoomed"),
        Binding("l", "pan(1,0)", "Right", show=False),
        Binding("k", "pan(0,-1)", "Up", show=False),
        Binding("j", "pan(0,1)", "Down", show=False),
    ]

    @dataclass
    class Reported(Message):
        """The runner has something new to show."""

        runner: Runner

        def can_replace(self, message: Message) -> bool:
            """Tell that the newest report is the only one that counts."""
            return isinstance(message, PuzzleScreen.Reported)

    def __init__(self, plan: Plan) -> None:
        super().__init__()
        self._pace = USUAL_PACE
        self._values: dict[str, dict[str, str]] = {}
        self.runner = self._make_runner(plan)

    @property
    def plan(self) -> Plan:
        """What is being run."""
        return self.runner.plan

    def compose(self) -> ComposeResult:
        """Lay out the screen."""
        yield self.watching()
        yield Footer(compact=True)

    def watching(self) -> Watch:
        """Return what shows the run."""
        return Watch(self.plan, self.app.look)

    def on_mount(self) -> None:
        """Start the first run, which waits for a key."""
        self._start()

    def on_unmount(self) -> None:
        """Stop the worker."""
        self.runner.order(Quit())

    # One run after the other.

    def _make_runner(self, plan: Plan) -> Runner:
        def tell() -> None:
            self.post_message(self.Reported(runner))

        runner = Runner(plan, tell)
        return runner

    def begin(self, plan: Plan) -> None:
        """Leave the run and begin another one."""
        self.app.clear_notifications()
        self.runner.order(Quit())
        self.runner = self._make_runner(plan)
        self._start()

    def _start(self) -> None:
        self._values[self.plan.solver.name] = self.plan.values()
        self.app.remember(self.plan)
        self.query_one(Watch).begin(self.plan)
        self.run_worker(self.runner.work, thread=True, group="search")
        self._show()

    def on_puzzle_screen_reported(self, message: Reported) -> None:
        """Show the newest report, unless it is of a run that was left."""
        if message.runner is self.runner:
            self._show()

    def _show(self) -> None:
        self.query_one(Watch).show(self.runner.report)
        self._show_state()

    def _show_state(self) -> None:
        self.query_one(Watch).show_state(self.runner.report, self.runner.playing, PACES[self._pace])

    # What the keys do.

    def _order(self, order: Order) -> None:
        """Give an order, and show at once what it changes; notices about earlier moments are out of date."""
        self.app.clear_notifications()
        self.runner.order(order)
        self._show_state()

    def _go_on(self, order: Order) -> None:
        """Give an order to run, if there is anything left to do."""
        self.app.clear_notifications()
        match self.runner.report.status:
            case Status.RUNNING:
                self._order(order)
            case Status.IMPOSSIBLE:
                self.notify("There is nothing to search for: s chooses another board.")
            case _:
                back = ", ← steps back" if self.runner.run.search.done else ""
                self.notify(f"The search has ended: r begins it again, R with a new seed{back}.")

    def action_run(self) -> None:
        """Run, or pause."""
        if self.runner.playing:
            self._order(Stay())
        else:
            self._go_on(Play(PACES[self._pace]))

    def action_improve(self) -> None:
        """Run to the next improvement."""
        self._go_on(Improve())

    def action_step(self, by: int) -> None:
        """Go a step on or back."""
        self.app.clear_notifications()
        self.runner.step(by)

    def action_seek_first(self) -> None:
        """Go to the beginning."""
        self._order(Seek(0))

    def action_seek_newest(self) -> None:
        """Go to the newest moment."""
        self._order(Seek(self.runner.report.newest))

    def on_timeline_sought(self, event: Timeline.Sought) -> None:
        """Go to the moment that was clicked."""
        self._order(Seek(event.moment))

    def action_pace(self, by: int) -> None:
        """Run faster or slower."""
        self._pace = min(max(self._pace + by, 0), len(PACES) - 1)
        self.runner.change_pace(PACES[self._pace])
        self._show_state()

    def action_restart(self) -> None:
        """Begin again with the same seed."""
        self.begin(self.plan)

    def action_new_seed(self) -> None:
        """Begin again with a new seed."""
        self.begin(Plan.read(self.plan.puzzle, self.plan.values() | {"seed": ""}))

    def action_next_solver(self) -> None:
        """Go to the next solver."""
        solvers = self.plan.puzzle.solvers
        self.action_solver((solvers.index(self.plan.solver) + 1) % len(solvers) + 1)

    def action_solver(self, number: int) -> None:
        """Go to a solver, with the settings it had last."""
        solvers = self.plan.puzzle.solvers
        if number > len(solvers):
            self.notify(f"There are {len(solvers)} solvers: 1 to {len(solvers)}.")
            return
        name = solvers[number - 1].name
        known = {n: written(getattr(self.plan.problem, n)) for n in type(self.plan.problem).model_fields}
        try:
            values = self._values.get(name, {}) | self.plan.shared(name) | known
            values |= {"solver": name, "seed": str(self.plan.seed)}
            self.begin(Plan.read(self.plan.puzzle, values))
        except BadInput as error:
            self.notify(f"{name} does not fit this board: {error}. Key s opens the settings.", markup=False)

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

    def player(self, play: ByHand[Any]) -> PlayScreen:
        """Return where a person plays."""
        return PlayScreen(play)

    def pause(self) -> None:
        """Stop what goes on by itself; a step that is under way is still done."""
        if self.runner.playing:
            self._order(Stay())

    async def _at_rest(self) -> bool:
        """Pause, and wait until the run can be looked at from here; tell whether it can."""
        if self.runner.report.preparing:
            self.notify("The kernels are being prepared; try again in a moment.")
            return False
        self.pause()
        self.app.clear_notifications()
        while not self.runner.idle:
            await asyncio.sleep(0.005)
        return True

    @work(exclusive=True, group="look")
    async def action_detail(self) -> None:
        """Show the parts of the last step."""
        if await self._at_rest():
            if pages := self.runner.run.search.detail():
                self.app.push_screen(PagesScreen(len(pages), pages.__getitem__))
            elif pages is None:
                self.notify(f"A step of {self.plan.solver.name} has no parts to look at.")
            else:
                self.notify("There is no step to look into yet: → does one.")

    @work(exclusive=True, group="look")
    async def action_gallery(self) -> None:
        """Show the answers that were collected, the newest first."""
        if await self._at_rest():
            if found := self.runner.run.search.finds():
                self.app.push_screen(self.gallery(found))
            else:
                self.notify(f"{self.plan.solver.name} has collected nothing to look at.")

    def gallery(self, found: int) -> PagesScreen:
        """Return what shows so many answers."""
        return PagesScreen(found, self.runner.run.search.find, found - 1)

    @work(exclusive=True, group="look")
    async def action_export(self) -> None:
        """Offer what can be written, once the search has paused."""
        if not await self._at_rest():
            return
        plan, picture = self.plan, self.app.export_screenshot()
        makers = export.offers(plan, self.runner.run, self.app.look.ascii) | {
            "screen as SVG": (".svg", lambda: picture)
        }
        stem = f"{plan.puzzle.name}-{plan.solver.name}-{plan.seed}"
        self.app.push_screen(ExportScreen(stem, makers), self._on_export)

    def _on_export(self, path: Path | None) -> None:
        if path:
            self.notify(f"Written: {path}", markup=False)

    def action_copy(self) -> None:
        """Copy the command line that repeats this run."""
        command = self.plan.command()
        self.app.copy_to_clipboard(command)
        self.notify(f"Copied: {command}", markup=False)

    def action_fold(self) -> None:
        """Show board and side, the board alone, the side alone, in turn."""
        next_view(self, ["-side-only"] if self.has_class("-narrow") else ["-board-only", "-side-only"])

    def action_zoom(self, by: int) -> None:
        """Draw the board larger or smaller."""
        self.query_one(BoardView).zoom(by)

    def action_pan(self, x: int, y: int) -> None:
        """Scroll the board."""
        self.query_one(BoardView).scroll_relative(x=8 * x, y=4 * y, animate=False)

    def action_help(self) -> None:
        """Explain the screen."""
        marks, heat_name = self.plan.problem.board().marks, self.runner.report.frame.board.heat_name
        solvers = [
            f"{number} {s.name}: {s.summary}. A step is one {s.unit}; i stops at the next {s.milestone}."
            for number, s in enumerate(self.plan.puzzle.solvers, 1)
        ]
        words = (
            f"{self.plan.puzzle.title}: {self.plan.puzzle.summary}. Solvers, by key:\n" + "\n".join(solvers),
            "Settings: "
            + ", ".join(f"{option(n)} {v}" for n, v in self.plan.values().items())
            + "; everything else as published or by default.",
            "On the board: " + ", ".join(legend(marks, self.app.look.ascii, heat_name)) + ".",
        )
        self.app.push_screen(HelpScreen(self.plan.puzzle.title, words, declared(self)))
