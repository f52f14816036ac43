"""The screen of a race: the racers side by side, with one clock and one chart for all."""

from collections.abc import Callable, Iterable
from pathlib import Path

from rich.text import Text
from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal
from textual.events import Resize

from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.words import counted_noun
from knightwatch.engine.lab.races.race import MOST, TICK, Race
from knightwatch.engine.lab.races.racer import By
from knightwatch.engine.own.permission import files_allowed
from knightwatch.tui.key_order import OPENING
from knightwatch.tui.look import to_ascii
from knightwatch.tui.output.command_line import race_command
from knightwatch.tui.output.files import Offers, inquiry_csv, inquiry_json
from knightwatch.tui.output.text import inquiry_text
from knightwatch.tui.screens.base.views import VIEWS
from knightwatch.tui.screens.base.worker_screen import WorkerScreen
from knightwatch.tui.screens.base.zoom import ZOOM
from knightwatch.tui.screens.help import HelpScreen, commands_of
from knightwatch.tui.screens.lab.lane import Lane, Lanes
from knightwatch.tui.screens.lab.race_layout import LEAST_LANE, Place, RaceLayout, race_layout
from knightwatch.tui.widgets.board.scale import scales
from knightwatch.tui.widgets.board.view import BoardView
from knightwatch.tui.widgets.chart import NOTHING, Chart
from knightwatch.tui.widgets.footer import Keys
from knightwatch.tui.widgets.words import Words
from knightwatch.tui.workers.race import RacerState, RaceRunner
from knightwatch.tui.workers.worker import Order

LOW = 18
"""Lines of the screen below which texts are short."""
AROUND = 5
"""Lines of title, words and keys."""
KEPT = 3
"""Places of a layout's rank that more lines for the result must not change."""
REASON = 2
"""Lines that the chart gives to the result after the race."""


class RaceScreen(WorkerScreen[Race, RaceRunner]):
    """A screen with one race at a time."""

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (64, "-normal")]

    BINDINGS = [
        Binding("space", "run", "Run", tooltip="run or pause all racers"),
        Binding("right,n", "step(1)", "Step", key_display="→", tooltip="one step of the clock for all racers (also n)"),
        Binding("r", "restart", "Restart", tooltip="restart with the same seed"),
        Binding("R", "new_seed", "New seed", show=False, tooltip="restart with a new seed"),
        Binding("w", "clock", "Work/time", tooltip="restart with the other clock: equal steps or equal time for all"),
        Binding("s", "racers", "Racers", tooltip="choose the racers and the settings of each, and restart"),
        *(
            Binding(str(k), f"alone({k})", f"Racer {k}", show=False, tooltip=f"open racer {k} on its own screen")
            for k in range(1, MOST + 1)
        ),
        Binding("a", "add", "Add", show=False, tooltip="add a solver of your own, a Python file, and restart"),
        Binding("tab", "others", "Others", tooltip="show the racers that have no room now"),
        Binding("e", "export", "Export", tooltip="write the table to a file"),
        Binding("y", "copy", "Copy", show=False, tooltip="copy the command line that repeats this race"),
        Binding("v", "fold", "View", show=False, tooltip="show everything, only the boards, only figures and chart"),
        Binding("P", "project", "Projector", show=False, tooltip="large boards and who is first; or everything"),
        *ZOOM,
        Binding("question_mark,f1", "help", "Help", key_display="?", tooltip="explain this screen and all keys"),
        Binding("q,escape", "leave", "Back", key_display="q", tooltip="leave the race"),
        Binding("plus,equals_sign", "pace(1)", "Pace", key_display="+/-", tooltip="more steps per second, - for fewer"),
        Binding("minus", "pace(-1)", "Slower", show=False, key_display="-", tooltip="fewer steps per second"),
    ]

    _first, _shown = 0, MOST
    """The first visible lane, and the number of visible lanes."""

    @property
    def race(self) -> Race:
        """The race."""
        return self.runner.race

    def compose(self) -> ComposeResult:
        """Lay out the screen."""
        with Horizontal(classes="title"):
            yield Words(id="problem")
            yield Words(id="clock")
            yield Words(id="state")
        with Lanes(id="lanes"):
            for number, racer in enumerate(self.race.racers, 1):
                yield Lane(number, racer, self.race.by, self.app.look)
            yield Chart(self.app.look)
        yield Words(id="sentence")
        yield Keys()

    @on(Resize)
    @on(Lanes.Resized)
    def _arrange(self) -> None:
        """Arrange lanes and chart. If the lanes leave a free cell in the grid, the chart takes it."""
        width, height = self.size
        height -= sum(caption.outer_size.height for caption in self.query(".scene"))
        lanes, grid = list(self._lanes), self.query_one("#lanes")
        choices = scales(lanes[0].board, self.app.look.no_half_blocks)
        boards = self.has_class("-board-only")
        layout = race_layout(choices, len(lanes), width, height - AROUND, self._head, boards)
        with_result = race_layout(choices, len(lanes), width, height - AROUND - REASON, self._head, boards)
        # The result of the race gets more lines only if boards stay readable, and lanes and chart visible.
        keeps = with_result.rank[:KEPT] == layout.rank[:KEPT]
        layout = with_result if keeps else layout
        self.set_class(not keeps, "-cramped")
        if self.has_class("-side-only"):
            layout = RaceLayout(len(lanes), 1 + (width < len(lanes) * LEAST_LANE), height // 3, Place.BELOW)
        cols, self._shown = layout.cols, layout.shown
        chart = layout.chart
        if chart and keeps and not self.has_class("-over"):
            chart += REASON
        self._first -= self._first % layout.shown
        for place, lane in enumerate(lanes):
            lane.display = self._first <= place < self._first + layout.shown
        self.set_class(not (chart or layout.free), "-uncharted")
        self.set_class(layout.figures is Place.BESIDE, "-beside")
        self.set_class(layout.figures is Place.HIDDEN, "-bare")
        self.set_class(any(lane.needs_two_lines(width // cols) for lane in lanes), "-tall")
        self.set_class(all(lane.line <= width // cols for lane in lanes), "-roomy")
        self.set_class(height < LOW, "-low")
        grid.styles.grid_size_columns = cols
        grid.styles.grid_columns = str(width // cols)  # equal columns, so that all boards have one size
        grid.styles.grid_size_rows = layout.rows + bool(chart)
        grid.styles.grid_rows = f"{'1fr ' * layout.rows}{chart or ''}".strip()
        self.query_one(Chart).styles.column_span = cols if chart else 1
        self.refresh_bindings()

    def _head(self, lane: int) -> int:
        """Return the lines above a board in lanes with this number of columns."""
        two_lines = any(each.needs_two_lines(lane) for each in self._lanes)
        return 1 if all(each.line <= lane for each in self._lanes) else 2 + two_lines

    def action_fold(self) -> None:
        """Show everything, only the boards, only figures and chart, in turn."""
        super().action_fold()
        self._arrange()

    def action_project(self) -> None:
        """Show large boards with the standings, or everything."""
        on = not self.has_class("-board-only")
        self.remove_class(*VIEWS)
        self.set_class(on, "-board-only")
        self._arrange()

    def action_others(self) -> None:
        """Show the next lanes; after the last ones, the first ones."""
        first = self._first + self._shown
        self._first = first if first < len(self.race.racers) else 0
        self._arrange()

    # Start and replace the race.

    def make_runner(self, subject: Race, notify: Callable[[], object]) -> RaceRunner:
        """Return the worker that runs a race."""
        return RaceRunner(subject, notify)

    def get_ready(self) -> None:
        """Prepare the widgets for the first report."""
        self.query_one("#problem", Words).show(Text(self.race.problem.title(), "bold"))
        self.query_one(Chart).show_diagram(NOTHING, at_once=True)
        for lane, racer in zip(self._lanes, self.race.racers, strict=True):
            lane.begin(racer, self.race.by)

    @property
    def _lanes(self) -> Iterable[Lane]:
        return self.query(Lane)

    def show(self) -> None:
        """Show the newest report."""
        report = self.runner.report
        for lane, now in zip(self._lanes, report.standings, strict=True):
            lane.show(now, report.playing, self._waits(now))
        most = max(lane.lines for lane in self._lanes)
        for lane in self._lanes:
            lane.keep_lines(most)
        if report.diagram:
            self.query_one(Chart).show_diagram(report.diagram, at_once=not report.playing)
        noun = self.race.problem.common_unit[0]
        clock = counted_noun(report.level, noun) if self.race.by is By.WORK else f"{report.level * TICK:.3f} s"
        self.query_one("#clock", Words).show(f"by {self.race.by}, {clock}")
        sentence = report.words
        if report.preparing:
            sentence = f"{report.preparing.capitalize()}. Keys work meanwhile."
        elif not report.level and not report.ended:
            sentence = f"{sentence} Space starts the race, → does one step, ? shows all keys."
        self.query_one("#sentence", Words).show(to_ascii(sentence, self.app.look.ascii))
        if report.ended != self.has_class("-over"):
            self.set_class(report.ended, "-over")
            self._arrange()
        self.show_state()

    def _waits(self, now: RacerState) -> str:
        """Say at which work or time a racer goes on, if it waits for more than a second at this pace."""
        if not now.begun or self.pace is None or now.lead <= self.pace:
            return ""
        return f"waits until {f'{now.work:,}' if self.race.by is By.WORK else f'{now.seconds:.3f} s'}"

    def show_state(self) -> None:
        """Show the state of the race and its pace."""
        report = self.runner.report
        pace = f"{self.pace:,}/s" if self.pace else "full speed"
        state = f"{'running' if self.runner.playing else 'paused'}, {pace}"
        if report.preparing:
            state = "preparing"
        elif report.ended:
            state = "finished"
        self.query_one("#state", Words).show(state)

    @property
    def unsaved_seconds(self) -> float:
        """Seconds of searching by all racers; 0 after the end of the race."""
        report = self.runner.report
        return 0.0 if report.ended else sum(standing.seconds for standing in report.standings)

    @property
    def leave_warning(self) -> str:
        """The warning before leaving: how to repeat the race."""
        return "A race is not saved. Press q again to leave; y copies the command line that repeats it."

    # Keys.

    def run_unless_ended(self, order: Order) -> None:
        """Send an order to run, unless the race is over."""
        if self.runner.report.ended:
            self.app.clear_notifications()
            self.notify(
                f"The race is over: r restarts it, R with a new seed, 1 to {len(self.race.racers)} open a racer."
            )
        else:
            self.send(order)

    def action_restart(self) -> None:
        """Restart with the same seed."""
        self.begin(self.race.again())

    def action_new_seed(self) -> None:
        """Restart with a new seed."""
        self.begin(self.race.again(new_seed=True))

    def action_clock(self) -> None:
        """Restart with the other clock."""
        self.begin(self.race.again(By.TIME if self.race.by is By.WORK else By.WORK))
        self.notify(f"The race starts again, by {self.race.by}.")

    def action_alone(self, number: int) -> None:
        """Open the run of a racer on the screen of its puzzle."""
        if number > len(self.race.racers):
            self.notify(f"There are {len(self.race.racers)} racers: press 1 to {len(self.race.racers)}.")
            return
        self.pause()
        self.app.opener.open(self.race.racers[number - 1].plan)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer files only where they may run, and other racers only if not all are visible."""
        if action == "others":
            return self._shown < len(self.race.racers)
        return files_allowed() if action == "add" else super().check_action(action, parameters)

    def action_add(self) -> None:
        """Ask for a file to add to the race."""
        if len(self.race.racers) == MOST:
            self.notify(f"A race has at most {MOST} racers.")
            return
        from knightwatch.tui.screens.own_solver import OwnSolverForm

        self.pause()
        self.app.push_screen(OwnSolverForm(self.race.puzzle.name), self._add)

    def _add(self, chosen: "tuple[str, Path] | None") -> None:
        """Restart the race with one more racer."""
        if chosen is None:
            return
        try:
            self._replace(self.race.joined_by(str(chosen[1])))
        except BadInput as error:
            self.notify(f"{error}.", markup=False)

    def action_racers(self) -> None:
        """Let the user choose the racers and their settings."""
        from knightwatch.tui.screens.lab.racers import RacersScreen

        self.pause()
        self.app.push_screen(RacersScreen(self.race), self._replace)

    def _replace(self, race: Race | None) -> None:
        """Start another race in place of this one."""
        if race:
            self.app.switch_screen(self.app.opener.screen_of(race))

    def on_lane_chosen(self, event: Lane.Chosen) -> None:
        """Open the run of the clicked lane."""
        self.action_alone(event.number)

    def zoomed(self) -> Iterable[BoardView]:
        """Return all boards."""
        return self.query(BoardView)

    @work(exclusive=True, group=OPENING)
    async def action_export(self) -> None:
        """Pause the race and open the export dialog."""
        if not await self.wait_until_paused():
            return
        race, picture = self.race, self.app.export_screenshot()
        offers: Offers = {
            "table as CSV, one racer per line": (".csv", lambda: inquiry_csv(race)),
            "results as JSON": (".json", lambda: inquiry_json(race.puzzle, race)),
            "table as text": (".txt", lambda: inquiry_text(race, self.app.look.ascii, self.command())),
            "screen as SVG": (".svg", lambda: picture),
        }
        stem = f"race-{race.puzzle.name}-{race.seed}"
        self.export(stem, offers)

    def command(self) -> str:
        """Return the command line that repeats this race."""
        return race_command(self.race)

    def action_help(self) -> None:
        """Explain the screen."""
        solvers = {racer.plan.solver.name: racer.plan.solver for racer in self.race.racers}
        paragraphs = (
            *filter(None, [self.introduction]),
            "All racers solve the same problem with the same seed, unless a racer sets its own. The chart shows the "
            "progress of each racer over the clock. "
            f"A racer that has finished waits; the race is over when all have finished. {self.race.rules()}",
            f"By time, a step of the clock gives {TICK * 1000:g} ms of searching to each racer. A racer whose own step "
            "takes more than the clock shows waits until the clock has caught up: so does a solver with a population. "
            "If all running racers wait, the clock jumps.",
            "Short runs are repeated after the race. Racers whose runs do not agree on the order share a place: 1st =. "
            "The reason is a product: units of work x the seconds of one unit.",
            "\n".join(f"{solver.name}: {solver.summary}." for solver in solvers.values()),
            f"Now: {self.runner.report.words}",
            f"Command line: {self.command()}",
        )
        self.app.push_screen(
            HelpScreen("Race", [to_ascii(each, self.app.look.ascii) for each in paragraphs], commands_of(self))
        )
