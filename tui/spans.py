"""What is sent to the terminal when something has changed: of each line only the part that is to be drawn again.

Textual sends the line of a widget from its beginning; over a slow line, a board pays for that with every step.
"""

from rich.console import Console
from rich.control import Control
from textual._compositor import ChopsUpdate


class Spans(ChopsUpdate):
    """An update that keeps to its spans."""

    def __init__(self, update: ChopsUpdate) -> None:
        super().__init__(update.chops, update.spans, update.chop_ends)

    def render_segments(self, console: Console) -> str:
        """Return what a terminal is sent."""
        sent = []
        for y, first, end in self.spans:
            for chop_end, (x, strip) in zip(self.chop_ends[y], self.chops[y].items(), strict=False):
                if strip is not None and x < end and chop_end > first:
                    begin, stop = max(x, first), min(chop_end, end)
                    sent += [Control.move_to(begin, y).segment.text, strip.crop(begin - x, stop - x).render(console)]
        return "".join(sent)
