"""The live chart, drawn a few times a second; a click goes to a step, or selects a cell."""

import time
from collections.abc import Sequence
from dataclasses import dataclass

from rich.style import Style
from rich.text import Text
from textual import events
from textual.color import Color
from textual.geometry import Size
from textual.message import Message
from textual.timer import Timer
from textual.widget import Widget

from knightwatch.engine.core.frame import Curve, Event
from knightwatch.engine.core.inquiry import Diagram
from knightwatch.tui.look import Look
from knightwatch.tui.output.charts.chart import chart
from knightwatch.tui.output.charts.lines import get_ready
from knightwatch.tui.output.charts.sheet import ChartPicture, Ink, blank
from knightwatch.tui.widgets.board.inks import ink
from knightwatch.tui.widgets.timeline import Timeline

SECONDS = 0.4
"""Shortest time between two drawings: a chart changes everywhere, and costs most on a slow line."""
NOTHING = Diagram("", (), ())


class Chart(Widget):
    """Curves over the steps of a search, or the diagram of an inquiry."""

    @dataclass
    class Chosen(Message):
        """Posted when a cell of a heat map is clicked; `place` counts column by column, from the bottom."""

        place: int

    COMPONENT_CLASSES = {
        "chart--first",
        "chart--second",
        "chart--third",
        "chart--fourth",
        "chart--good",
        "chart--name",
        "chart--axis",
        "chart--event",
        "chart--here",
        "chart--cold",
        "chart--hot",
    }

    DEFAULT_CSS = """
    Chart {
        .chart--first { color: $curve-first; }
        .chart--second { color: $curve-second; }
        .chart--third { color: $curve-third; }
        .chart--fourth { color: $curve-fourth; }
        .chart--good { color: $text-success; text-style: bold; }
        .chart--name { color: $text-muted; }
        .chart--axis { color: $text-muted; }
        .chart--event { color: $text-muted; }
        .chart--here { color: $text-primary; text-style: bold; }
        .chart--cold { background: $trail-first; }
        .chart--hot { background: $trail-last; }
    }
    """

    def __init__(self, look: Look) -> None:
        super().__init__()
        self._look = look
        self._diagram = NOTHING
        self._events: Sequence[Event] = ()
        self._moment: int | None = None
        self._picture: ChartPicture | None = None
        self._made_for = Size(0, 0)
        """The size for which the picture was made."""
        self._drawn = 0.0
        self._later: Timer | None = None
        self._stale = True
        """Whether the picture is out of date."""

    def on_mount(self) -> None:
        """Load plotext in the background, before the first curve needs it."""
        self.call_after_refresh(self.run_worker, get_ready, thread=True)

    def show(
        self,
        curves: Sequence[Curve],
        events: Sequence[Event],
        moment: int | None,
        at_once: bool,
        unit: str = "",
    ) -> None:
        """Show curves over steps, with a line at `moment` if given; without `at_once`, drawing may be delayed."""
        self._events, self._moment = events, moment
        self.show_diagram(Diagram("", (), tuple(curves), across=f"{unit}s" if unit else ""), at_once)

    def show_diagram(self, diagram: Diagram, at_once: bool) -> None:
        """Show a diagram; without `at_once`, drawing may be delayed.

        In any case the other widgets are drawn first: the chart is slowest, and would delay the effect of a key.
        """
        self._diagram, self._stale = diagram, True
        wait = 0.0 if at_once else self._drawn + SECONDS - time.monotonic()
        if wait > 0:
            self._later = self._later or self.set_timer(wait, self._draw)
        else:  # each time, because Textual drops callbacks while the program starts
            self.call_after_refresh(self._draw)

    def _draw(self) -> None:
        if self._later:
            self._later.stop()
            self._later = None
        if not self._stale:
            return
        self._drawn, self._stale = time.monotonic(), False
        # Made here and not in `render`, so that a key can be handled in between.
        self._picture = self._make_picture() if self.is_on_screen else None
        self.refresh()

    @property
    def picture(self) -> ChartPicture:
        """The picture, for the current size."""
        if self._picture is None or self._made_for != self.size:
            self._picture = self._make_picture()
        return self._picture

    def _make_picture(self) -> ChartPicture:
        width, height = self._made_for = self.size
        room = width > 0 and height > 0
        return chart(self._diagram, width, height, self._look, self._moment, self._events) if room else blank(0, 0)

    def render(self) -> Text:
        """Draw the picture: its characters in the styles of their inks."""
        lines = (
            Text.assemble(*((text, self._style(name)) for text, name in line)) for line in self.picture.sheet.lines()
        )
        return Text("\n", no_wrap=True).join(lines)

    def _style(self, name: str) -> Style:
        """Return the style of an ink."""
        if not name:
            return Style.null()
        if name.startswith(Ink.HEAT):
            cold, hot = (Color.from_rich_color(self._part(end).bgcolor) for end in ("cold", "hot"))
            paper = cold.blend(hot, int(name.removeprefix(Ink.HEAT)) / 9)
            return Style(color=ink(paper).rich_color, bgcolor=paper.rich_color)
        return self._part(name)

    def _part(self, name: str) -> Style:
        return self.get_component_rich_style(f"chart--{name}")

    def on_click(self, event: events.Click) -> None:
        """Go to the step, or select the cell, under the mouse."""
        offset = event.get_content_offset(self)
        if offset is None:
            return
        if (moment := self.picture.moments[offset.x]) is not None:
            event.stop()
            self.post_message(Timeline.Sought(moment))
        elif (place := self.picture.cells.get((offset.x, offset.y))) is not None:
            event.stop()
            self.post_message(self.Chosen(place))
