"""A storm of random keys, bytes, pastes, resizes and signals on any screen; then the program is told to quit.

The random keys may quit it earlier. It must never crash or hang, and it must restore the terminal. After the first
rounds, the storm lasts as many seconds as the environment variable STORM says. The number of a round is its seed.
"""

import os
import re
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from pathlib import Path
from random import Random

from bench.terminal import Terminal
from knightwatch.tui.terminal import HUNG_UP
from tests.support.terminals import COMPILED, started, within

SECONDS = float(os.environ.get("STORM", "0"))
ROUNDS = 4
GUSTS = 40
LIVELY = 60.0
"""Timeout in seconds for the exit, with thousands of keys in the queue, on a busy machine."""

SCREENS = ((), ("queens",), ("tour", "--solver", "ants"), ("swap",), ("race", "queens"), ("papers",))
KEYS = "nbirszZpvcet?:12345 +-hjkl\t\r\x7f\x01\x1a"
SEQUENCES = ["\x1b", "\x1b[12~", "\x1b[5~", "\x1b[6~", *(f"\x1b[{letter}" for letter in "ABCDZHF")]
SIZES = ((80, 24), (120, 40), (39, 11), (1, 1), (40, 12), (500, 3), (3, 200))
WAYS: dict[int, Callable[[Terminal], object]] = {
    0: lambda terminal: terminal.send("\x1b[201~\x1b[21~"),  # the end of a paste, in case one is open, and F10
    128 + signal.SIGINT: lambda terminal: terminal.signal(signal.SIGINT),
    128 + signal.SIGTERM: lambda terminal: terminal.signal(signal.SIGTERM),
    HUNG_UP: lambda terminal: terminal.signal(signal.SIGHUP),
}
"""Ways to quit, by their exit codes."""


def keys(terminal: Terminal, chance: Random) -> None:
    terminal.send("".join(chance.choice([*KEYS, *SEQUENCES]) for _ in range(chance.randint(1, 30))))


def noise(terminal: Terminal, chance: Random) -> None:
    terminal.send(chance.randbytes(chance.choice([1, 10, 100, 1000])))


def reports(terminal: Terminal, chance: Random) -> None:
    for _ in range(chance.randint(1, 20)):
        numbers = ";".join(str(chance.choice([0, 1, 5, 35, 64, 200, 10**9])) for _ in range(chance.randint(1, 5)))
        terminal.send(f"\x1b[{chance.choice(['', '<', '?'])}{numbers}{chance.choice('MmRtuc~y')}")


def paste(terminal: Terminal, chance: Random) -> None:
    terminal.send(b"\x1b[200~" + chance.randbytes(chance.choice([3, 300, 3000])) + b"\x1b[201~")


def sizes(terminal: Terminal, chance: Random) -> None:
    for _ in range(chance.randint(1, 12)):
        terminal.resize(chance.choice(SIZES))
        terminal.read(chance.choice([0.0, 0.01, 0.04]))


def stop(terminal: Terminal, chance: Random) -> None:
    terminal.signal(chance.choice([signal.SIGTSTP, signal.SIGSTOP]))
    deadline = time.monotonic() + LIVELY
    while not terminal.stopped():
        assert time.monotonic() < deadline, "it does not stop"
        terminal.read(0.05)


def resume(terminal: Terminal, _: Random) -> None:
    terminal.signal(signal.SIGCONT)


def wake(terminal: Terminal, own: list[object]) -> None:
    """Continue a stopped program, and wait until it has set up its terminal: keys before that would be lost."""
    deadline = time.monotonic() + LIVELY
    while terminal.stopped() or terminal.modes() != own:
        assert time.monotonic() < deadline, "it does not continue"
        terminal.signal(signal.SIGCONT)
        terminal.read(0.05)


def storm(terminal: Terminal, chance: Random) -> int:
    """Send random events, then quit; return the expected exit code."""
    code = chance.choice([*WAYS])
    with suppress(EOFError):  # random keys may quit the program
        terminal.read_until(lambda: b"\x1b[?2004h" in terminal.written, COMPILED)
        own = terminal.modes()
        for _ in range(chance.randint(1, GUSTS)):
            chance.choice([keys, keys, noise, reports, paste, sizes, sizes, stop, resume])(terminal, chance)
            while terminal.read(0.005):
                pass
            wake(terminal, own)
        WAYS[code](terminal)
    return code


def test_a_storm_passes(tmp_path: Path) -> None:
    end = time.monotonic() + SECONDS
    for number in count():
        chance = Random(number)
        try:
            with started(tmp_path, *chance.choice(SCREENS), program=within(tmp_path)) as terminal:
                before = terminal.modes()
                code = storm(terminal, chance)
                # If random keys quit the program, a signal may kill it at the very end.
                assert terminal.wait(LIVELY) in (0, code, 128 - code)
                assert b"Traceback" not in terminal.written
                assert terminal.modes() == before
        except BaseException as error:
            last = re.sub(rb"\x1b\[[0-9;?<>$]*[a-zA-Z]", b"", terminal.written[-20_000:])[-4000:]
            error.add_note(f"This was round {number} of the storm. Written last:\n{last.decode(errors='replace')}")
            raise
        if number + 1 >= ROUNDS and time.monotonic() > end:
            return
