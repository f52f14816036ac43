"""The program in a pseudo-terminal: it starts, runs, reacts to keys, quits, and restores the terminal."""

import time
from pathlib import Path

from tests.support.commands import ENDLESS
from tests.support.terminals import COMPILED, started

ENTER_SCREEN, LEAVE_SCREEN = b"\x1b[?1049h", b"\x1b[?1049l"


def test_a_session_restores_the_terminal(tmp_path: Path) -> None:
    with started(tmp_path, "queens", "--n", "8", "--seed", "7", NO_COLOR="1") as terminal:
        before = terminal.modes()
        terminal.read_until(lambda: terminal.shows("Generation 0:"), COMPILED)
        assert terminal.modes() != before
        terminal.send("n")
        terminal.read_until(lambda: terminal.shows("Generation 1:"))
        terminal.send("\x1b[C")
        terminal.read_until(lambda: terminal.shows("Generation 2:"))
        terminal.send("b")
        terminal.read_until(lambda: terminal.shows("Generation 1:"))
        terminal.send("+" * 20 + " ")
        terminal.read_until(lambda: terminal.shows("solved") or terminal.shows("gave up"))
        terminal.send("q")
        terminal.read_until(lambda: terminal.shows("Laboratory"))
        terminal.send("q")
        assert terminal.wait() == 0
        assert terminal.modes() == before
        assert not terminal.screen.cursor.hidden
        assert terminal.written.rindex(LEAVE_SCREEN) > terminal.written.rindex(ENTER_SCREEN)


def test_f10_quits_at_full_speed(tmp_path: Path) -> None:
    with started(tmp_path, "queens", *ENDLESS) as terminal:
        before = terminal.modes()
        terminal.read_until(lambda: terminal.shows("Generation 0:"), COMPILED)
        terminal.send("+" * 20 + " ")
        terminal.read_until(lambda: terminal.shows("running, ") and not terminal.shows("generation 0 "))
        terminal.send("\x1b[21~")
        assert terminal.wait() == 0
        assert terminal.modes() == before


def test_a_dumb_terminal_gets_text_and_no_escape_codes(tmp_path: Path) -> None:
    with started(tmp_path, TERM="dumb") as terminal:
        assert terminal.wait(COMPILED) == 0
        assert terminal.shows("knightwatch --help")
        assert b"\x1b" not in terminal.written


def test_keys_that_arrive_together_all_work(tmp_path: Path) -> None:
    with started(tmp_path, "queens", "--n", "12", "--seed", "8") as terminal:
        terminal.read_until(lambda: terminal.shows("Generation 0:"), COMPILED)
        for keys in ("np", "ip", " p", "np"):
            terminal.send(keys)
            terminal.read_until(lambda: terminal.shows("12 queens, by hand"))
            terminal.send("p")
            terminal.read_until(lambda: terminal.shows("12 queens  1 evolve"))
        terminal.send("ne")
        terminal.read_until(lambda: terminal.shows("answer as CSV"))
        terminal.send("\x1b[21~")
        assert terminal.wait() == 0


def test_keys_that_arrive_together_close_a_dialog_only_once(tmp_path: Path) -> None:
    with started(tmp_path, "queens", "--n", "12", "--seed", "8") as terminal:
        terminal.read_until(lambda: terminal.shows("Generation 0:"), COMPILED)
        for key, title in (("s", "N-queens: settings"), (":", "Search for commands"), ("?", "esc closes")):
            terminal.send(key)
            terminal.read_until(lambda title=title: terminal.shows(title))  # type: ignore[misc]
            terminal.send("\r\r\r")
            terminal.read_until(lambda title=title: not terminal.shows(title))  # type: ignore[misc]
            terminal.send("rn")
            terminal.read_until(lambda: terminal.shows("Generation 1:"))
        terminal.send("\x1b[21~")
        assert terminal.wait() == 0


def test_full_speed_sends_less_than_45_kb_a_second(tmp_path: Path) -> None:
    words = "queens --n 64 --pm 1 --generations 100000000 --seed 1"
    with started(tmp_path, *words.split()) as terminal:
        terminal.read_until(lambda: terminal.shows("paused"), COMPILED)
        terminal.send("+" * 20 + " ")
        terminal.read_until(lambda: terminal.shows("running, full speed"), COMPILED)
        before = len(terminal.written)
        terminal.read_until(lambda: len(terminal.written) > before + 20_000, COMPILED)  # the search is running
        begun, before, watched = time.perf_counter(), len(terminal.written), 1.2
        while (left := begun + watched - time.perf_counter()) > 0:
            terminal.read(left)
        # Unread output at the start, and half a frame at each end, add to the rate.
        assert (len(terminal.written) - before) / watched < 45_000
