"""How the screen is opened, and whether there is a terminal for one."""

import os
import sys
from contextlib import nullcontext
from typing import TYPE_CHECKING

from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.words import quoted

if TYPE_CHECKING:
    from knightwatch.tui.app import First

CRASHED = 1
"""Exit code of a screen that nobody has left."""


def has_screen() -> bool:
    """Tell whether there is a terminal that can show a screen."""
    streams = (sys.stdin, sys.stdout, sys.stderr)  # one that was closed is None; the screen is drawn on the last
    return all(stream and stream.isatty() for stream in streams) and os.environ.get("TERM", "dumb") != "dumb"


def check_record(record: str | None, without_screen: bool = False) -> None:
    """Complain where there is nothing to record."""
    if record and (without_screen or not has_screen()):
        raise BadInput(f"record is {quoted(record, 200)}, but there is no screen that could be recorded")


def open_screen(first: "First | None", ascii_only: bool, theme: str | None, record: str | None = None) -> int:
    """Open the application with what is to be shown first or, without any, at home; return the exit code.

    What the screen shows is recorded, if a file for that is named.
    """
    # Textual draws at ticks of its own, and a key may have to wait for two of them: let them be near each other.
    os.environ.setdefault("TEXTUAL_FPS", "120")
    from knightwatch.tui.app import Knightwatch
    from knightwatch.tui.look import Look, knows_pieces
    from knightwatch.tui.recording import Recording

    # A search at full speed asks for the interpreter fifty times a second, for a moment each: let it not wait long.
    sys.setswitchinterval(0.0005)
    app = Knightwatch(first, Look(ascii=ascii_only or not knows_pieces()), theme)
    with Recording(record) if record else nullcontext() as app.recording:
        app.run()
    return CRASHED if app.return_code is None else app.return_code
