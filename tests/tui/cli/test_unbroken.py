"""Hard cases in a terminal: any bytes, sizes and signals, a closed terminal, and one that does not read."""

import os
import shlex
import signal
import sys
import time
from pathlib import Path

import pytest

from bench.terminal import Terminal
from knightwatch.tui.terminal import HUNG_UP
from tests.support.commands import ENDLESS, KNIGHTWATCH
from tests.support.terminals import COMPILED, started

F10 = "\x1b[21~"
PROMPT = b"shell> "
LAST_MODE = b"\x1b[?2004h"
"""The last mode that a screen sets before it reads keys."""
ENTER_SCREEN, LEAVE_SCREEN = b"\x1b[?1049h", b"\x1b[?1049l"
EIGHT = ("queens", "--n", "8", "--seed", "7")
NASTY = (
    b"\xff",
    b"\xc3",
    b"\xc3\xff\xe2\x99",
    b"\x1b[M \xff\xfe",
    b"\x1b[M\x80\x80\x80",
    b"\x1b[48;9999999;9999999;0;0t",
    b"\x1b[48;0;0;0;0t",
    b"\x1b[?2048;1$y",
    b"\x1b[<35;5;5M",
    b"\x1b[<35;999999;999999M",
    b"\x1b[99999999999u",
    b"\x1b[1114112u",
    b"\x1b[55296u",
    b"\x1b[9999999;9999999R",
    b"\x1b[200~" + bytes(range(28, 256)) * 20 + b"\x1b[201~",
    b"\x00" * 100,
)
"""Invalid UTF-8, unexpected terminal reports, and huge numbers."""


def ready(terminal: Terminal) -> list[object]:
    """Wait for the first frame of a search; return the modes of the terminal before it."""
    before = terminal.modes()
    terminal.read_until(lambda: terminal.shows("Generation 0:"), COMPILED)
    return before


def leave(terminal: Terminal, before: list[object]) -> None:
    """Quit, and check that the terminal is restored."""
    terminal.send(F10)
    assert terminal.wait() == 0
    assert terminal.modes() == before
    assert b"Traceback" not in terminal.written


def written_in_order(terminal: Terminal, *parts: bytes) -> None:
    """Wait until new output has these parts, one after the other."""
    place = len(terminal.written)
    for part in parts:
        while (found := terminal.written.find(part, place)) < 0:
            written = len(terminal.written)
            terminal.read_until(lambda written=written: len(terminal.written) > written)  # type: ignore[misc]
        place = found + len(part)


def test_no_input_crashes_it(tmp_path: Path) -> None:
    with started(tmp_path, "queens", *ENDLESS) as terminal:
        before = ready(terminal)
        for step, nasty in enumerate(NASTY, 1):
            terminal.send(nasty)
            terminal.send("\x1b[C")
            terminal.read_until(lambda step=step: terminal.shows(f"Generation {step}:"))  # type: ignore[misc]
        leave(terminal, before)


def test_resizing_does_not_stop_it(tmp_path: Path) -> None:
    with started(tmp_path, "queens", *ENDLESS, COLUMNS="80", LINES="24") as terminal:  # as some shells export them
        before = ready(terminal)
        terminal.send(" ")
        for _ in range(8):
            for size in ((1, 1), (80, 24), (39, 11), (80, 24)):
                terminal.resize(size)
                terminal.read(0.04)
        terminal.read_until(lambda: terminal.shows("Generation") and terminal.shows("Settings"))
        terminal.resize((39, 11))
        terminal.read_until(lambda: terminal.shows("knightwatch needs 40 x 12"))
        terminal.resize((80, 24))
        terminal.read_until(lambda: terminal.shows("Settings") and not terminal.shows("needs"))
        leave(terminal, before)


@pytest.mark.parametrize("ignored", ["", "trap '' HUP INT TERM; "])
def test_a_closed_terminal_ends_the_program(tmp_path: Path, ignored: str) -> None:
    program = ("sh", "-c", f'{ignored}exec "$0" "$@"', KNIGHTWATCH)
    with started(tmp_path, "queens", *ENDLESS, program=program) as terminal:
        ready(terminal)
        terminal.send("+" * 20 + " ")
        terminal.read_until(lambda: terminal.shows("running, "))
        terminal.hang_up()
        assert terminal.ended() == HUNG_UP


@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_it_and_restores_the_terminal(tmp_path: Path, number: signal.Signals) -> None:
    with started(tmp_path, "queens", *ENDLESS) as terminal:
        before = ready(terminal)
        terminal.send("+" * 20 + " ")
        terminal.read_until(lambda: terminal.shows("running, "))
        terminal.signal(number)
        assert terminal.wait() == 128 + number
        assert terminal.modes() == before
        assert terminal.written.rindex(LEAVE_SCREEN) > terminal.written.rindex(ENTER_SCREEN)


def test_it_ends_if_the_terminal_does_not_read(tmp_path: Path) -> None:
    with started(tmp_path, "queens", *ENDLESS) as terminal:
        before = ready(terminal)
        terminal.send("+" * 20 + " ")
        terminal.read_until(lambda: terminal.shows("running, "))
        terminal.fill()
        terminal.signal(signal.SIGTERM)
        assert terminal.ended() == 128 + signal.SIGTERM
        assert terminal.modes() == before


def test_a_continued_program_gets_its_terminal_back(tmp_path: Path) -> None:
    with started(tmp_path, *EIGHT) as terminal:
        before = ready(terminal)
        for _ in range(3):  # without a stop, this changes nothing
            written = len(terminal.written)
            terminal.signal(signal.SIGCONT)
            terminal.read_until(lambda written=written: len(terminal.written) > written)  # type: ignore[misc]
        for step, number in enumerate((signal.SIGTSTP, signal.SIGSTOP), 1):
            terminal.signal(number)
            while not terminal.stopped():
                terminal.read(0.05)
            assert (terminal.modes() == before) == (number is signal.SIGTSTP)
            terminal.set_modes(before)
            terminal.signal(signal.SIGCONT)
            while terminal.modes() == before:
                terminal.read(0.05)
            terminal.send("n")
            terminal.read_until(lambda step=step: terminal.shows(f"Generation {step}:"))  # type: ignore[misc]
        terminal.send("\x1a")
        terminal.read_until(lambda: terminal.shows("job control"))  # the reason why it does nothing
        leave(terminal, before)


@pytest.mark.parametrize("number", [signal.SIGTSTP, signal.SIGSTOP])
def test_a_continued_program_draws_the_whole_screen_again(tmp_path: Path, number: signal.Signals) -> None:
    with started(tmp_path, *EIGHT) as terminal:
        before = ready(terminal)
        terminal.signal(number)
        while not terminal.stopped():
            terminal.read(0.05)
        terminal.screen.reset()  # as if another program had filled the terminal
        terminal.signal(signal.SIGCONT)
        terminal.read_until(lambda: terminal.shows("Generation 0:") and terminal.shows("Settings"))
        leave(terminal, before)


def test_a_resize_draws_the_whole_screen_again(tmp_path: Path) -> None:
    with started(tmp_path, *EIGHT) as terminal:
        before = ready(terminal)
        for size in ((90, 30), (80, 24)):
            terminal.screen.reset()  # terminals may clear the screen
            terminal.resize(size)
            terminal.read_until(lambda: terminal.shows("Generation 0:") and terminal.shows("Settings"))
        leave(terminal, before)


SOON = """
from knightwatch.tui import terminal
from knightwatch.tui.cli.entry import main
terminal.EXIT_SECONDS = 0.2
main()
"""
"""The program, with little time between leaving the screen and being killed."""


def test_a_continued_program_goes_on(tmp_path: Path) -> None:
    with started(tmp_path, *EIGHT, program=(sys.executable, "-c", SOON)) as terminal:
        before = ready(terminal)
        terminal.signal(signal.SIGTSTP)
        while not terminal.stopped():
            terminal.read(0.05)
        terminal.signal(signal.SIGCONT)
        while terminal.modes() == before:
            terminal.read(0.05)
        continued = time.monotonic()
        while time.monotonic() < continued + 1:  # five times as long as a program has to end
            terminal.read(0.05)
        terminal.send("n")
        terminal.read_until(lambda: terminal.shows("Generation 1:"))
        leave(terminal, before)


def test_ctrl_z_returns_to_the_shell_and_fg_continues(tmp_path: Path) -> None:
    with started(tmp_path, "-i", program=("bash", "--norc", "--noprofile"), PS1=PROMPT.decode()) as terminal:
        written_in_order(terminal, PROMPT)
        terminal.send(f"{shlex.join([KNIGHTWATCH, *EIGHT])}\n")
        terminal.read_until(lambda: terminal.shows("Run"))
        # The screen keeps old text, so each step waits for new output.
        terminal.send("\x1a")
        written_in_order(terminal, b"Stopped", PROMPT)
        terminal.send("fg\n")
        written_in_order(terminal, ENTER_SCREEN, LAST_MODE)  # keys before that would be lost
        terminal.send("n")
        terminal.read_until(lambda: terminal.shows("Generation 1:"))
        terminal.send(F10)
        written_in_order(terminal, LEAVE_SCREEN, PROMPT)


STUCK = """
import os, time
from knightwatch.tui import terminal
from knightwatch.tui.app import Knightwatch
def stuck(_):
    os.write(2, b"never ends")
    while True:  # a signal right before a long sleep would be handled only after it
        time.sleep(0.05)
terminal.EXIT_SECONDS = 0.5
Knightwatch.action_toggle_theme = stuck
Knightwatch().run()
"""


def test_sigterm_ends_a_stuck_program(tmp_path: Path) -> None:
    with started(tmp_path, "-c", STUCK, program=(sys.executable,), PYTHONPATH=os.getcwd()) as terminal:  # noqa: PTH109
        before = terminal.modes()
        terminal.read_until(lambda: terminal.shows("q Quit"), COMPILED)
        terminal.send("\x1b[12~")
        terminal.read_until(lambda: b"never ends" in terminal.written)
        terminal.signal(signal.SIGTERM)
        assert terminal.wait() == 128 + signal.SIGTERM
        assert terminal.modes() == before
        assert LEAVE_SCREEN in terminal.written


UNCLOSED = """
import asyncio
from knightwatch.tui import terminal
from knightwatch.tui.app import Knightwatch
from knightwatch.tui.screens.home import HomeScreen
async def wait(_):
    await asyncio.Event().wait()
terminal.EXIT_SECONDS = 0.5
HomeScreen.on_unmount = wait
Knightwatch().run()
"""


def test_a_screen_that_never_closes_does_not_delay_the_exit(tmp_path: Path) -> None:
    with started(tmp_path, "-c", UNCLOSED, program=(sys.executable,), PYTHONPATH=os.getcwd()) as terminal:  # noqa: PTH109
        before = terminal.modes()
        terminal.read_until(lambda: terminal.shows("q Quit"), COMPILED)
        leave(terminal, before)


BUSY = """
import sys, time
from knightwatch.tui import terminal
from knightwatch.tui.app import Knightwatch
from knightwatch.tui import launch
terminal.EXIT_SECONDS = 0.5
Knightwatch._import_later = lambda _: time.sleep(1000)
sys.exit(launch.open_screen(None, False, None))
"""


def test_a_busy_thread_does_not_delay_the_exit(tmp_path: Path) -> None:
    with started(tmp_path, "-c", BUSY, program=(sys.executable,), PYTHONPATH=os.getcwd()) as terminal:  # noqa: PTH109
        before = terminal.modes()
        terminal.read_until(lambda: terminal.shows("q Quit"), COMPILED)
        leave(terminal, before)
