"""The live curves, drawn by plotext a few times a second."""

import time
from collections.abc import Sequence

from rich.text import Text
from textual.color import Color
from textual.timer import Timer
from textual.widget import Widget

from engine.core.frame import Curve, Event
from engine.core.inquiry import Diagram
from tui.look import Look
from tui.output.plot import EVENT, plot, sample

SECONDS = 0.4
"""The least time between two drawings: a chart changes everywhere, so it is what costs most on a slow line."""


class Chart(Widget):
    """Curves over the steps of a search."""

    COMPONENT_CLASSES = {"chart--first", "chart--second"}

    DEFAULT_CSS = """
    Chart {
        .chart--first { color: $curve-first; }
        .chart--second { color: $curve-second; }
    }
    """

    def __init__(self, look: Look) -> None:
        super().__init__()
        self._look = look
        self._curves: Sequence[Curve] = ()
        self._events: Sequence[Event] = ()
        self._moment: int | None = None
        self._labels: Sequence[str] = ()
        self._top: int | None = None
        self._drawn = 0.0
        self._later: Timer | None = None

    def show(self, curves: Sequence[Curve], events: Sequence[Event], moment: int | None, at_once: bool) -> None:
        """Show curves and events, with a line at a moment in the past; unless `at_once`, it may take a moment."""
        self._curves, self._events, self._moment = curves, events, moment
        wait = 0.0 if at_once else self._drawn + SECONDS - time.monotonic()
        if wait > 0:
            self._later = self._later or self.set_timer(wait, self._draw)
        else:
            self._draw()

    def show_diagram(self, diagram: Diagram, at_once: bool) -> None:
        """Show the curves of a diagram; unless `at_once`, it may take a moment."""
        self._labels, self._top = diagram.labels, diagram.top
        self.show(diagram.curves, (), None, at_once)

    def _draw(self) -> None:
        if self._later:
            self._later.stop()
            self._later = None
        self._drawn = time.monotonic()
        self.refresh()

    def render(self) -> Text:
        """Draw the curves and, above them, their names."""
        if not self._curves or self.size.height < 4 or self.size.width < 12:
            return Text()
        styles = [self.get_component_rich_style(f"chart--{place}") for place in ("first", "second")]
        colours = [Color.from_rich_color(style.color).rgb for style in styles if style.color]
        legend = Text("  ").join(
            Text(f"{sample(i, self._look.ascii)} {curve.name}", styles[i % 2]) for i, curve in enumerate(self._curves)
        )
        for event in self._events:
            legend.append(f"  {EVENT[self._look.ascii]} {event.name}", "dim")
        ascii_only, steps = self._look.ascii, [event.step for event in self._events]
        width, height = self.size.width, self.size.height - len(legend.wrap(self.app.console, self.size.width))
        drawn = plot(
            self._curves, width, max(3, height), colours, ascii_only, self._moment, steps, self._labels, self._top
        )
        return Text("\n").join([legend, Text.from_ansi(drawn)])
