"""The program on a slow line: it drops drawings, but no keys, and is never far ahead of the line."""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from bench.terminal import Terminal
from tests.support.terminals import (
    COMPILED,
    LARGE_BUFFER,
    RATE,
    SMALL_BUFFER,
    SlowLine,
    position,
    silence,
    started,
)

LEAVE_SCREEN = b"\x1b[?1049l"
F10 = "\x1b[21~"
ANTS = ["tour", "--solver", "ants", "--tours", "1000000", "--seed", "1"]
"""This screen draws most."""
GENETIC = ["tour", "--solver", "genetic", "--generations", "100000", "--seed", "1"]


def nonsense(row: int, column: int) -> str:
    """Answer with positions that nothing asked for."""
    return position(1, 2) + position(row, column + 1) + position(0, 0) + position(999, 999)


def assert_no_keys_are_lost(line: SlowLine, terminal: Terminal) -> None:
    """Press many keys and quit."""
    line.send("b" * 7 + "n" * 7)
    line.send(F10)
    with suppress(EOFError):  # the program has ended
        line.read_until(lambda: terminal.written.find(LEAVE_SCREEN) > 0)
    assert LEAVE_SCREEN in terminal.written


@pytest.mark.parametrize("buffer", [SMALL_BUFFER, LARGE_BUFFER], ids=["small", "large"])
def test_keys_act_soon_whatever_the_line_buffers(tmp_path: Path, buffer: int) -> None:
    with started(tmp_path, *GENETIC, size=(140, 45), COLORTERM="truecolor") as terminal:
        line = SlowLine(terminal, buffer)
        line.read_until(lambda: terminal.shows("paused"), COMPILED)
        line.send(" ")
        line.read_until(lambda: terminal.shows("running"))
        drawn, line.longest_queue = len(terminal.written), 0
        line.read_until(lambda: len(terminal.written) > drawn + 2 * RATE, COMPILED)
        line.send(" ")
        # A drawing takes up to 0.8 s. Without measurements, 40 s of output are under way.
        assert line.delivered_until(lambda: terminal.shows("paused")) < 2.5 * RATE
        assert line.longest_queue < 2 * RATE
        line.send(" ")
        line.read_until(lambda: terminal.shows("running"))
        line.send("?")
        page = RATE  # help fills the screen, and is drawn once
        assert line.delivered_until(lambda: terminal.shows("esc closes")) < 2 * RATE + page
        assert_no_keys_are_lost(line, terminal)
        assert line.requests > 1


@pytest.mark.parametrize(
    ("answer", "lateness"),
    [(position, 2.5), (silence, 0.0), (nonsense, 0.0)],
    ids=["late", "never", "nonsense"],
)
def test_no_keys_are_lost_whatever_the_terminal_answers(
    tmp_path: Path, answer: Callable[[int, int], str], lateness: float
) -> None:
    with started(tmp_path, *GENETIC, size=(140, 45), COLORTERM="truecolor") as terminal:
        line = SlowLine(terminal, SMALL_BUFFER, answer, lateness)
        line.read_until(lambda: terminal.shows("paused"), COMPILED)
        line.send(" ")
        line.read_until(lambda: terminal.shows("running"))
        drawn = len(terminal.written)
        line.read_until(lambda: len(terminal.written) > drawn + RATE, COMPILED)
        line.send(" ")
        assert line.delivered_until(lambda: terminal.shows("paused")) < 3 * RATE
        line.send(" ")
        assert line.delivered_until(lambda: terminal.shows("running")) < 3 * RATE
        line.send(" ")
        line.read_until(lambda: terminal.shows("paused"))
        assert_no_keys_are_lost(line, terminal)
        assert (line.requests == 1) == (answer is not position)


def test_a_terminal_that_never_reports_blocks_nothing_on_a_buffered_line(tmp_path: Path) -> None:
    with started(tmp_path, *GENETIC, size=(140, 45), COLORTERM="truecolor") as terminal:
        line = SlowLine(terminal, LARGE_BUFFER, silence)
        line.read_until(lambda: terminal.shows("paused"), COMPILED)
        line.send(" ")
        # Nothing measures this line, so the buffer fills up. But the program itself waits for nothing.
        line.read_until(lambda: line.longest_queue > 2 * RATE, COMPILED)
        line.send("?")
        assert line.delivered_until(lambda: line.accepted(b"esc closes")) < 2 * RATE
        line.send(F10)
        assert line.delivered_until(lambda: line.accepted(LEAVE_SCREEN)) < 2 * RATE
        assert line.requests <= 1


def test_no_answer_is_under_way_when_the_program_ends(tmp_path: Path) -> None:
    with started(tmp_path, *ANTS) as terminal:
        line = SlowLine(terminal, LARGE_BUFFER)
        line.read_until(lambda: terminal.shows("paused"), COMPILED)
        line.send("+" * 20 + " ")
        line.read_until(lambda: terminal.shows("running"))
        line.send(F10)
        with suppress(EOFError):  # the program has ended
            line.read_until(lambda: line.accepted(LEAVE_SCREEN))
        assert not line.expects()


def test_a_recording_contains_no_requests(tmp_path: Path) -> None:
    cast = tmp_path / "a.cast"
    with started(tmp_path, *ANTS, "--record", str(cast)) as terminal:
        line = SlowLine(terminal)
        line.read_until(lambda: terminal.shows("paused"), COMPILED)
        line.send("n")
        line.read_until(lambda: line.requests > 2)
        assert "[6n" not in cast.read_text("utf-8")
