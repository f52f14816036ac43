"""Subject `start`: how long a person waits for `knightwatch --help`, and for the home screen to be painted.

The peer is the interpreter alone, `python -c pass`: what no program written in Python can do without.
"""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from bench.table import Row, Skipped, Table, in_turns, ratio, spread
from bench.terminal import Terminal

SCRIPT = Path(sys.executable).with_name("knightwatch")
HELP_TARGET, HOME_TARGET = 0.3, 0.8
"""Seconds."""
ON_THE_HOME_SCREEN = "N-queens"
TURNS = 9


def seconds(*command: str) -> float:
    """Return how long a command takes."""
    begun = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - begun


def python(_: int) -> float:
    return seconds(sys.executable, "-c", "pass")


def help_text(_: int) -> float:
    return seconds(str(SCRIPT), "--help")


def home_screen(state: str) -> float:
    """Return how long it takes until the home screen is painted."""
    with Terminal([str(SCRIPT)], {**os.environ, "XDG_STATE_HOME": state}) as terminal:
        painted = terminal.read_until(lambda: terminal.shows(ON_THE_HOME_SCREEN))
        terminal.send("q")
        if terminal.wait() != 0:
            raise AssertionError("knightwatch did not end well after q on the home screen")
    return painted - terminal.started


def table() -> Table:
    if not SCRIPT.exists():
        raise Skipped(f"there is no {SCRIPT}; install knightwatch into this environment first.")
    # An empty folder for what knightwatch remembers: the person's own is neither read nor changed.
    with tempfile.TemporaryDirectory() as state:
        help_text(0)
        home_screen(state)
        helps, homes, pythons = in_turns(TURNS, help_text, lambda _: home_screen(state), python)
    rows = tuple(
        Row(case, spread(own, " s"), spread(pythons, " s"), f"{ratio(own, pythons):.1f} x", f"<= {target} s", met)
        for case, own, target in (("--help", helps, HELP_TARGET), ("home screen", homes, HOME_TARGET))
        for met in [median(own) <= target]
    )
    return Table("start: seconds, fewer is better; ratio: our time to the interpreter's", "python -c pass", rows)
