"""Subject `start`: seconds until the help text, the home screen, and the first step of a search.

The peer is the interpreter alone, `python -c pass`: no Python program is faster. The last row is the processor time of
a small command, against importing the libraries that it needs.
"""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from bench.processor import processor_seconds
from bench.table import Comparison, Row, Skipped, in_turns, ratio, spread
from bench.terminal import Terminal

SCRIPT = Path(sys.executable).with_name("knightwatch")
HELP_TARGET, HOME_TARGET, STEP_TARGET = 0.3, 0.8, 0.5
"""Seconds."""
COMMAND_TARGET = 1.3
"""The allowed ratio of the processor time of a small command to that of its imports."""
IMPORTS = "import numpy, cyclopts; from pydantic import BaseModel, Field"
"""`import pydantic` alone imports almost nothing."""
ON_THE_HOME_SCREEN = "Laboratory"
TURNS = 9


def seconds(*command: str) -> float:
    """Return the seconds of a command."""
    begun = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - begun


def python(_: int) -> float:
    return seconds(sys.executable, "-c", "pass")


def help_text(_: int) -> float:
    return seconds(str(SCRIPT), "--help")


def home_screen(state: str) -> float:
    """Return the seconds until the home screen is drawn."""
    with Terminal([str(SCRIPT)], {**os.environ, "XDG_STATE_HOME": state}) as terminal:
        painted = terminal.read_until(lambda: terminal.shows(ON_THE_HOME_SCREEN))
        terminal.send("q")
        if terminal.wait() != 0:
            raise AssertionError("knightwatch exited with an error after q on the home screen")
    return painted - terminal.started


def first_step(state: str) -> float:
    """Return the seconds of the first step, from a key pressed as soon as the puzzle is drawn."""
    with Terminal([str(SCRIPT), "queens", "--seed", "1"], {**os.environ, "XDG_STATE_HOME": state}) as terminal:
        terminal.read_until(lambda: terminal.shows("8 queens"))
        pressed = time.perf_counter()
        terminal.send("n")
        return terminal.read_until(lambda: terminal.shows("Generation 1:"), 120) - pressed


def command_row() -> Row:
    """Compare a small command with the imports that it needs."""
    small, imports = [str(SCRIPT), "tour", "--seed", "1", "--json"], [sys.executable, "-c", IMPORTS]
    own, peer = in_turns(TURNS, lambda _: processor_seconds(small)[0], lambda _: processor_seconds(imports)[0])
    times, case = ratio(own, peer), f"tour --json; peer: {IMPORTS}"
    target, met = f"<= {COMMAND_TARGET:g} x", times <= COMMAND_TARGET
    return Row(case, spread(own, " s"), spread(peer, " s"), f"{times:.2f} x", target, met)


def table() -> Comparison:
    if not SCRIPT.exists():
        raise Skipped(f"{SCRIPT} does not exist: install knightwatch into this environment first.")
    # An empty folder: the user's own data is neither read nor changed.
    with tempfile.TemporaryDirectory() as state:
        help_text(0)
        home_screen(state)
        first_step(state)
        helps, homes, steps, pythons = in_turns(
            TURNS, help_text, lambda _: home_screen(state), lambda _: first_step(state), python
        )
    rows = tuple(
        Row(case, spread(own, " s"), spread(pythons, " s"), f"{ratio(own, pythons):.1f} x", f"<= {target} s", met)
        for case, own, target in (
            ("--help", helps, HELP_TARGET),
            ("home screen", homes, HOME_TARGET),
            ("key to first step", steps, STEP_TARGET),
        )
        for met in [median(own) <= target]
    )
    title = "start: seconds, fewer is better; ratio: our time to the interpreter's"
    return Comparison(title, "python -c pass", (*rows, command_row()))
