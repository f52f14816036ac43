"""The lane of one racer: its name, status, board and main figures."""

from dataclasses import dataclass

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import Container
from textual.message import Message

from knightwatch.engine.core.frame import Board, Figure, Status
from knightwatch.engine.core.words import counted_noun
from knightwatch.engine.lab.races.entries import settings_of
from knightwatch.engine.lab.races.racer import By, Racer
from knightwatch.engine.lab.races.words import ordinal, standing
from knightwatch.engine.lab.races.words import short as short_seconds
from knightwatch.tui.look import Look, to_ascii
from knightwatch.tui.output.charts.scale import short
from knightwatch.tui.widgets.board.scale import fitting, scales
from knightwatch.tui.widgets.board.view import BoardView
from knightwatch.tui.widgets.figures import Figures
from knightwatch.tui.widgets.words import Words
from knightwatch.tui.workers.race import RacerState

LONGEST = 14
"""Columns for work and seconds beside the name of their unit."""
PADDING = 2
"""Columns beside the figures that they cannot use."""
STANDING = 30
"""Most columns of the status, with the space before it."""
BESIDES = 3
"""Columns of a lane that its title cannot use."""
MOST_FIGURES = 6
WINNER = {False: "★", True: "*"}


class Lanes(Container):
    """The room of all lanes and the chart."""

    class Resized(Message):
        """The room has a new size: that of the terminal has changed, or a caption has come."""

    def on_resize(self) -> None:
        """Tell the screen."""
        self.post_message(self.Resized())


class Lane(Container):
    """The lane of one racer; a click opens its run."""

    @dataclass
    class Chosen(Message):
        """The user clicked a lane."""

        number: int

    lines = 0
    """The number of figures."""
    _state: tuple[RacerState, bool, str] | None = None
    """What the lane shows: the state, whether the race is running, and for what the racer waits."""

    def __init__(self, number: int, racer: Racer, by: By, look: Look) -> None:
        super().__init__()
        self._number = number
        self._racer = racer
        self._by = by
        self._look = look

    def compose(self) -> ComposeResult:
        """Lay out the widgets."""
        with Container(classes="head"):
            yield Words(classes="racer")
            yield Words(classes="standing")
        with Container(classes="course"):
            yield BoardView(self._racer.plan.problem.board(), self._look)
            with Container(classes="side"):
                yield Figures()

    def begin(self, racer: Racer, by: By) -> None:
        """Show a racer of another race, and the clock of that race."""
        self._racer, self._by = racer, by
        self._show_name()

    def on_resize(self) -> None:
        """Fit name and status to the new width."""
        self._show_name()
        self._show_status()

    @property
    def board(self) -> Board:
        """The board of the lane."""
        return self.query_one(BoardView).board

    @property
    def line(self) -> int:
        """The columns that name and status need side by side."""
        return len(self._title) + STANDING

    @property
    def _title(self) -> str:
        """The number and the name of the racer, and whether it is Python of the user."""
        own = " (Python)" if self._racer.plan.solver.interpreted else ""
        return f"{self._number} {self._racer.name}{own}"

    def needs_two_lines(self, width: int) -> bool:
        """Return whether the name has settings and needs two lines at this width."""
        return ":" in self._racer.name and len(self._title) > width - BESIDES

    def _show_name(self) -> None:
        """Show the racer's name. If it is long, its settings go to a second line, without their names if necessary.

        Settings that do not tell racers apart follow the name as far as there is room.
        """
        solver, _, own = self._racer.name.partition(":")
        name, width = self._title, self.size.width - BESIDES
        if not own:
            room = self.size.width - STANDING if self.screen.has_class("-roomy") else width
            name += settings_of(self._racer.plan)
            name = name if len(name) <= room else f"{name[: max(len(self._title), room - 1)]}…"
        if self.needs_two_lines(self.size.width):
            values = ",".join(setting.partition("=")[2] for setting in own.split(","))
            name = f"{self._number} {solver}\n{own if len(own) <= width else values}"
        self.query_one(".racer", Words).show(
            Text(to_ascii(name, self._look.ascii), "bold", no_wrap=True, overflow="crop")
        )

    def show(self, now: RacerState, playing: bool, waits: str) -> None:
        """Show the status, the board and the figures; `waits` says for what a running racer waits."""
        self._state = now, playing, waits
        self.set_class(now.place == 1, "-first")
        self._show_status()
        self.query_one(BoardView).show(now.frame.board)
        figures = self._figures(now)
        self.lines = len(figures)
        self.query_one(Figures).show(figures)

    def _show_status(self) -> None:
        """Show the status for the present width."""
        if self._state:
            self.query_one(".standing", Words).show(to_ascii(self._status(*self._state), self._look.ascii))

    def keep_lines(self, lines: int) -> None:
        """Keep room for this number of figures, so that the boards of all lanes are at one height."""
        self.query_one(".side").styles.min_height = lines

    def _figures(self, now: RacerState) -> tuple[Figure, ...]:
        """Return the figures that fit: work, seconds, then others; those that have a curve come first."""
        frame, unit = now.frame, self._racer.plan.solver.unit
        common = f"{self._racer.plan.problem.common_unit[0]}s"
        charted = [curve.name for curve in frame.curves]
        others = [figure for figure in frame.figures if figure.name not in (unit, f"{unit}s", common)]
        others.sort(key=lambda figure: figure.name not in charted)
        width, height = self.query_one(".course").size
        beside = self.screen.has_class("-beside")
        across = (width * 2 // 5 if beside else width) - PADDING
        name = common if across >= len(common) + LONGEST else "work"
        work = f"{now.work:,}"
        work = work if len(name) + len(work) < across else short(now.work)
        own = Figure(name, work, "work so far, in the unit that all racers share")
        spent = f"{now.seconds:.{6 if 0 < now.seconds < 0.001 else 3}f}"
        seconds = Figure("seconds" if across > LONGEST else "time", spent, "seconds of searching")
        name = name if len(f"{name} {work}, {spent} s") <= across else "work"
        work = work if len(name) + len(f" {work}, {spent} s") <= across else short(now.work)
        both = Figure(name, f"{work}, {spent} s", "work so far, and seconds of searching")
        with_board = not beside and not self.screen.has_class("-side-only")
        choices = scales(frame.board, self._look.no_half_blocks)
        room = height - (choices[fitting(choices, width, height - 1)].size[1] if with_board else 0)
        return (own, seconds, *others)[: min(room, MOST_FIGURES)] if room > 1 else (both,)

    def _status(self, now: RacerState, playing: bool, waits: str) -> str:
        """Return the status of the racer; at its end also its place, and its work or seconds if there is room."""
        if now.status is Status.RUNNING:
            return waits or ("running" if playing else "paused" if now.begun else "waiting to start")
        winner = f"{WINNER[self._look.ascii]} " if now.place == 1 else ""
        ended = f"{winner}{standing(now.status)}{', ' + ordinal(now.place, now.shared) if now.place else ''}"
        noun = self._racer.plan.problem.common_unit[0]
        spent = counted_noun(now.work, noun) if self._by is By.WORK else short_seconds(now.seconds)
        beside = len(self._title) if self.screen.has_class("-roomy") else 0
        return f"{ended}, {spent}" if len(f"{ended}, {spent}") <= self.size.width - beside - BESIDES else ended

    def on_click(self, event: events.Click) -> None:
        """Ask the screen to open the run."""
        event.stop()
        self.post_message(self.Chosen(self._number))
