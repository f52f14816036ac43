"""A lane of a race: who runs there, how it stands, its board, its most important figures and its curves."""

from dataclasses import dataclass

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import Container, Vertical
from textual.message import Message

from engine.core.frame import Figure, Status
from engine.lab.races.race import Racer, ordinal, standing
from tui.look import Look, to_ascii
from tui.widgets.board.view import BoardView
from tui.widgets.chart import Chart
from tui.widgets.figures import Figures
from tui.widgets.words import Words
from tui.workers.race import Standing

ROOMY = 50
"""Columns from which a name and how its racer stands fit side by side."""
CHART = 5
"""Lines that figures leave to the chart."""
LEAST_FIGURES, MOST_FIGURES = 1, 4
"""Figures of its search that a lane shows, beside work and seconds."""


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
            with Vertical(classes="side"):
                yield Figures()
                yield Chart(self._look)

    def begin(self, racer: Racer) -> None:
        """Get ready for a racer in another race."""
        self._racer = racer
        self._show_name()

    def on_resize(self) -> None:
        """Give the name the room that there is: a line of its own, unless there is plenty."""
        self.set_class(self.size.width >= ROOMY, "-roomy")
        self._show_name()

    def _show_name(self) -> None:
        """Show who races; in little room, its own settings on a line below and, if need be, without their names."""
        solver, colon, own = self._racer.name.partition(":")
        name, width = f"{self._number} {self._racer.name}", self.size.width
        if colon and len(name) > width:
            values = ",".join(setting.partition("=")[2] for setting in own.split(","))
            name = f"{self._number} {solver}\n{own if len(own) <= width else values}"
        self.query_one(".racer", Words).show(Text(name, "bold", no_wrap=True, overflow="crop"))

    def show(self, now: Standing, playing: bool) -> None:
        """Show how the racer stands."""
        frame = now.frame
        self.query_one(".standing", Words).show(to_ascii(self._words(now, playing), self._look.ascii))
        self.query_one(BoardView).show(frame.board)
        self.query_one(Figures).show(self._figures(now))
        self.query_one(Chart).show(frame.curves, frame.events, None, at_once=not playing)

    def _figures(self, now: Standing) -> tuple[Figure, ...]:
        """Return work, seconds and, as far as there is room, more: first what is drawn as a curve too."""
        frame, unit = now.frame, self._racer.plan.solver.unit
        drawn = [curve.name for curve in frame.curves]
        others = [figure for figure in frame.figures if figure.name not in (unit, f"{unit}s")]
        others.sort(key=lambda figure: figure.name not in drawn)
        room = self.query_one(".side").size.height - CHART - 2
        return (
            Figure(f"{unit}s", f"{frame.moment:,}", "steps of its work"),
            Figure("seconds", f"{now.seconds:.3f}", "spent searching"),
            *others[: min(max(room, LEAST_FIGURES), MOST_FIGURES)],
        )

    def _words(self, now: Standing, playing: bool) -> str:
        """Say in a few words how the racer stands, and where it came in."""
        if now.status is Status.RUNNING:
            return "running" if playing else "waiting to start" if not now.frame.moment else "paused"
        place = {None: "", 1: ", first!"}.get(now.place, f", {ordinal(now.place)}")
        return f"{standing(now.status)}{place}"

    def on_click(self, event: events.Click) -> None:
        """Ask for the run alone."""
        event.stop()
        self.post_message(self.Chosen(self._number))
