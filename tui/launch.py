"""Open the screen, if there is a terminal for it."""

import os
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from contextvars import ContextVar
from typing import TYPE_CHECKING

from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.hardware import memory
from knightwatch.engine.core.words import quoted

if TYPE_CHECKING:
    from knightwatch.tui.app import First
    from knightwatch.tui.broadcast.broadcast import Broadcast

CRASHED, GAVE_UP = 1, 4
"""Exit codes if the screen closed without the user leaving it, and if there is too little memory for one."""
LEAST_MEMORY = 224 << 20
"""Bytes that a screen needs, with its threads."""

BROADCAST: "ContextVar[Callable[[], AbstractContextManager[Broadcast]] | None]" = ContextVar("BROADCAST", default=None)
"""Starts a broadcast of the screen that the command opens; `serve --follow` sets it."""


def has_screen() -> bool:
    """Return whether there is a terminal that can show a screen."""
    streams = (sys.stdin, sys.stdout, sys.stderr)  # a closed stream is None; Textual draws on stderr
    return all(stream and stream.isatty() for stream in streams) and os.environ.get("TERM", "dumb") != "dumb"


def check_record(record: str | None, without_screen: bool = False) -> None:
    """Raise BadInput if a recording is asked for, but no screen will open."""
    if record and (without_screen or not has_screen()):
        raise BadInput(f"record is {quoted(record, 200)}, but there is no screen to record")


def open_screen(first: "First | None", ascii_only: bool, theme: str | None, record: str | None = None) -> int:
    """Open the application; return the exit code.

    `first` is shown first; without it, the home screen. `record` names a file for a recording of the screen.
    """
    if memory() < LEAST_MEMORY:
        need, limit = (f"{size >> 20} MiB" for size in (LEAST_MEMORY, memory()))
        message = f"knightwatch: a screen needs {need} of memory, but {limit} may be used: allow more, or add --json"
        print(message, file=sys.stderr)
        return GAVE_UP
    # Textual draws at fixed ticks, and a key may wait for two of them: shorten the ticks.
    os.environ.setdefault("TEXTUAL_FPS", "120")
    from knightwatch.tui.app import Knightwatch
    from knightwatch.tui.look import Look, knows_pieces
    from knightwatch.tui.recording import Recording

    # A search at full speed needs the interpreter briefly, fifty times a second: shorten its wait for the lock.
    sys.setswitchinterval(0.0005)
    app = Knightwatch(first, Look(ascii=ascii_only or not knows_pieces()), theme)
    broadcast = BROADCAST.get()
    with (
        Recording(record) if record else nullcontext() as app.recording,
        broadcast() if broadcast else nullcontext() as app.broadcast,
    ):
        app.run()
    return CRASHED if app.return_code is None else app.return_code
