"""A lane of a race: who runs there, how it stands, its board and its most important figures."""

from dataclasses import dataclass

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import Container
from textual.message import Message

from knightwatch.engine.core.frame import Figure, Status
from knightwatch.engine.lab.races.racer import Racer
from knightwatch.engine.lab.races.words import ordinal, standing
from knightwatch.tui.look import Look, to_ascii
from knightwatch.tui.widgets.board.scale import fitting, scales
from knightwatch.tui.widgets.board.view import BoardView
from knightwatch.tui.widgets.figures import Figures
from knightwatch.tui.widgets.words import Words
from knightwatch.tui.workers.race import RacerState

STANDING = 30
"""Columns that the words about how a racer stands take at most, with what keeps them apart."""
BESIDES = 3
"""Columns of the head of a lane that words cannot have."""
BOARD = 9
"""Lines that figures leave to the board above them."""
MOST_FIGURES = 6
WINNER = {False: "★", True: "*"}


class Lane(Container):
    """One racer; a click asks for its run alone."""

    @dataclass
    class Chosen(Message):
        """A lane was clicked."""

        number: int

    def __init__(self, number: int, racer: Racer, look: Look) -> None:
        super().__init__()
        self._number = number
        self._racer = racer
        self._look = look

    def compose(self) -> ComposeResult:
        """Lay out the parts."""
        with Container(classes="head"):
            yield Words(classes="racer")
            yield Words(classes="standing")
        with Container(classes="course"):
            yield BoardView(self._racer.plan.problem.board(), self._look)
            with Container(classes="side"):
                yield Figures()

    def begin(self, racer: Racer) -> None:
        """Get ready for a racer in another race."""
        self._racer = racer
        self._show_name()

    def on_resize(self) -> None:
        """Give the name the room that there is."""
        self._show_name()

    def tall(self, width: int) -> int:
        """Return the lines that board and figures take in a lane of some width, where nothing else is in their way."""
        board = self.query_one(BoardView).board
        choices = scales(board, self._look.no_half_blocks)
        largest = fitting(choices, width, max(scale.size[1] for scale in choices))
        return choices[largest].size[1] + MOST_FIGURES

    @property
    def line(self) -> int:
        """The columns that name and standing take beside each other."""
        return len(f"{self._number} {self._racer.name}") + STANDING

    def long(self, width: int) -> bool:
        """Tell whether the name has settings in it and needs two lines in a lane of some width."""
        return ":" in self._racer.name and len(f"{self._number} {self._racer.name}") > width - BESIDES

    def _show_name(self) -> None:
        """Show who races; in little room, its own settings on a line below and, if need be, without their names."""
        solver, _, own = self._racer.name.partition(":")
        name, width = f"{self._number} {self._racer.name}", self.size.width - BESIDES
        if self.long(self.size.width):
            values = ",".join(setting.partition("=")[2] for setting in own.split(","))
            name = f"{self._number} {solver}\n{own if len(own) <= width else values}"
        self.query_one(".racer", Words).show(Text(name, "bold", no_wrap=True, overflow="crop"))

    def show(self, now: RacerState, playing: bool) -> None:
        """Show how the racer stands."""
        self.set_class(now.place == 1, "-first")
        self.query_one(".standing", Words).show(to_ascii(self._words(now, playing), self._look.ascii))
        self.query_one(BoardView).show(now.frame.board)
        self.query_one(Figures).show(self._figures(now))

    def _figures(self, now: RacerState) -> tuple[Figure, ...]:
        """Return work and, as far as there is room, seconds and more: first what is drawn as a curve too."""
        frame, unit = now.frame, self._racer.plan.solver.unit
        drawn = [curve.name for curve in frame.curves]
        others = [figure for figure in frame.figures if figure.name not in (unit, f"{unit}s")]
        others.sort(key=lambda figure: figure.name not in drawn)
        own = Figure(f"{unit}s", f"{frame.moment:,}", "steps of its work")
        seconds = Figure("seconds", f"{now.seconds:.3f}", "spent searching")
        both = Figure(
            f"{unit}s", f"{frame.moment:,}, {now.seconds:.3f} s", "steps of its work, and seconds spent on it"
        )
        with_board = not self.screen.has_class("-beside") and not self.screen.has_class("-side-only")
        room = self.query_one(".course").size.height - (BOARD if with_board else 0)
        return (own, seconds, *others)[: min(room, MOST_FIGURES)] if room > 1 else (both,)

    def _words(self, now: RacerState, playing: bool) -> str:
        """Say in a few words how the racer stands, and where it came in."""
        if now.status is Status.RUNNING:
            return "running" if playing else "waiting to start" if not now.frame.moment else "paused"
        if now.place == 1:
            return f"{WINNER[self._look.ascii]} {standing(now.status)}, first!"
        return f"{standing(now.status)}{', ' + ordinal(now.place) if now.place else ''}"

    def on_click(self, event: events.Click) -> None:
        """Ask for the run alone."""
        event.stop()
        self.post_message(self.Chosen(self._number))
