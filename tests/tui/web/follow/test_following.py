"""The whole way: a lecturer's terminal, the server process, and visitors. Each may end before the others."""

import asyncio
import os
import signal
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bench.following import Follower, lecturer, place
from bench.terminal import Terminal
from knightwatch.tui.cli.main import run as cli
from tests.support.terminals import COMPILED

QUEENS = "queens", "--n", "20", "--seed", "7"


class Lecture:
    """A lecturer's terminal, and one visitor."""

    def __init__(self, terminal: Terminal, at: tuple[str, int]) -> None:
        self.terminal = terminal
        self.at = at
        self.visitor = Follower()
        (self.server,) = servers(terminal.process)

    async def until(self, condition: Callable[[], object]) -> None:
        """Read the terminal until a condition holds; the visitor reads at the same time."""
        async with asyncio.timeout(COMPILED):
            while not condition():
                self.terminal.read(0)
                await asyncio.sleep(0.01)

    async def until_ended(self) -> None:
        """Wait until the visitor knows the end, and no server process is left."""
        async with asyncio.timeout(COMPILED):
            while not self.visitor.ended or runs(self.server):
                await asyncio.sleep(0.01)

    def is_same(self) -> bool:
        """Tell whether the visitor sees what the terminal shows."""
        return self.visitor.lines == [line.rstrip("\n") for line in self.terminal.screen.display]


def servers(process: int) -> list[int]:
    """Return the server processes that a program has started."""
    children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    return [int(child) for child in children if "follow.process" in Path(f"/proc/{child}/cmdline").read_text()]


def runs(process: int) -> bool:
    try:
        return " Z " not in Path(f"/proc/{process}/stat").read_text()
    except FileNotFoundError:
        return False


@asynccontextmanager
async def lectured(tmp_path: Path, *options: str, size: tuple[int, int] = (80, 24)) -> AsyncIterator[Lecture]:
    own = {f"XDG_{name}_HOME": str(tmp_path) for name in ("STATE", "DATA", "CONFIG")}
    with lecturer(options, QUEENS, own, size) as terminal:
        it = Lecture(terminal, place(terminal))
        await it.visitor.connect(it.at)

        async def read() -> None:
            while await it.visitor.read():
                pass

        reading = asyncio.ensure_future(read())
        try:
            yield it
        finally:
            reading.cancel()
            await asyncio.gather(reading, return_exceptions=True)
            await it.visitor.close()


async def test_a_visitor_sees_the_same_as_the_lecturer(tmp_path: Path) -> None:
    async with lectured(tmp_path) as it:
        await it.until(lambda: it.terminal.shows("1 follower.") and it.is_same())
        it.terminal.send("\r")
        await it.until(lambda: it.terminal.shows("generation 0") and it.is_same())
        it.terminal.send("n")
        await it.until(lambda: it.terminal.shows("generation 1 ") and it.is_same())
        dark = it.visitor.rows[0][0][1][6:]
        it.terminal.send("\x1bOQ")  # F2
        await it.until(lambda: it.visitor.rows[0][0][1][6:] > "c0" > dark)
        it.terminal.send("?")
        await it.until(lambda: it.terminal.shows("esc closes") and it.is_same())
        it.terminal.send("q")
        it.terminal.resize((100, 30))
        await it.until(lambda: it.visitor.size == (100, 30) and "All" in it.visitor.lines[29] and it.is_same())
        it.terminal.resize((30, 8))
        await it.until(lambda: it.visitor.size == (30, 8) and it.visitor.shows("enlarge"))
        it.terminal.resize((90, 25))
        await it.until(lambda: it.visitor.size == (90, 25) and it.visitor.shows("generation 1 ") and it.is_same())
        it.terminal.send("\x1bOR")  # F3
        await it.until(lambda: it.visitor.shows("1 follower."))
        late = Follower()
        await late.connect(it.at)
        await late.until(lambda: late.size == (90, 25))
        await it.until(lambda: it.terminal.shows("2 followers.") and it.is_same())
        await late.until(lambda: late.lines == it.visitor.lines)
        await late.close()
        it.terminal.send("\x1b[21~")  # F10
        await it.until(lambda: it.visitor.ended)
        assert it.terminal.wait() == 0
        assert not runs(it.server)


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
async def test_the_server_ends_with_the_lecturers_program(tmp_path: Path, number: signal.Signals) -> None:
    async with lectured(tmp_path) as it:
        await it.until(lambda: it.visitor.shows("1 follower."))
        it.terminal.signal(number)
        it.terminal.wait()
        await it.until_ended()


async def test_the_server_ends_with_the_terminal(tmp_path: Path) -> None:
    async with lectured(tmp_path) as it:
        await it.until(lambda: it.visitor.shows("1 follower."))
        it.terminal.hang_up()
        await it.until_ended()


async def test_the_lecturers_program_survives_the_end_of_the_server(tmp_path: Path) -> None:
    async with lectured(tmp_path) as it:
        it.terminal.send("\r")
        await it.until(lambda: it.terminal.shows("generation 0") and it.is_same())
        os.kill(it.server, signal.SIGKILL)
        await it.until(lambda: it.terminal.shows("nobody follows"))
        it.terminal.send("n")
        await it.until(lambda: it.terminal.shows("generation 1 "))
        it.terminal.send("\x1b[21~")
        assert it.terminal.wait() == 0


async def test_a_stopped_server_does_not_stop_the_lecturers_program(tmp_path: Path) -> None:
    async with lectured(tmp_path) as it:
        it.terminal.send("\r")
        await it.until(lambda: it.terminal.shows("generation 0") and it.is_same())
        os.kill(it.server, signal.SIGSTOP)
        try:
            for number in range(1, 9):
                it.terminal.send("n")
                await it.until(lambda number=number: it.terminal.shows(f"generation {number} "))  # type: ignore[misc]
        finally:
            os.kill(it.server, signal.SIGCONT)
        await it.until(it.is_same)


async def test_a_word_is_asked_for(tmp_path: Path) -> None:
    async with lectured(tmp_path, "--word", "rook") as it:
        await it.until(lambda: it.terminal.shows("rook"))
        assert it.visitor.status == "403"


def test_a_port_in_use_is_an_error(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        own = {f"XDG_{name}_HOME": str(tmp_path) for name in ("STATE", "DATA", "CONFIG")}
        with lecturer(["--port", str(port)], [], own) as terminal:
            assert terminal.wait() == 2
            assert terminal.shows(f"cannot listen at 127.0.0.1:{port}")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--follow"], "needs a terminal"),
        (["--follow", "--minutes", "5"], "minutes cannot be used with --follow"),
        (["--word", "rook"], "word cannot be used without --follow"),
        (["tour"], "tour is a command for --follow"),
        (["--follow", "--word", "x" * 41], "word is"),
        (["--follow", "--port", "70000"], "port is 70000"),
        (["--follow", "--", "tour", "--json"], "--json opens no screen"),
    ],
)
def test_options_that_do_not_fit_are_errors(
    arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli(["serve", *arguments]) == 2
    assert words in capsys.readouterr().err
