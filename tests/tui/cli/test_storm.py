"""A storm of random attacks, in rounds. The number of a round is its seed.

Odd rounds run a command on a damaged store, even rounds send keys, bytes, pastes, resizes and signals to a screen. Both
start in a folder with foreign modules, and some under a limit of memory or on a slow line. The program must never
crash, hang or claim anything wrong, and it must restore the terminal. After the first rounds, the storm lasts as many
seconds as the environment variable STORM says.
"""

import json
import os
import re
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

from bench.terminal import Terminal
from knightwatch.tui.terminal import HUNG_UP
from tests.support.attacks import (
    damage,
    foreign_folder,
    forge_state,
    interrupted_count,
    memory_limit,
    plan_of_run,
    saved_run,
    within,
)
from tests.support.commands import BAD_INPUT, COMPLETE, GAVE_UP
from tests.support.terminals import (
    COMPILED,
    LARGE_BUFFER,
    SMALL_BUFFER,
    SlowLine,
    position,
    silence,
    started,
)

SECONDS = float(os.environ.get("STORM", "0"))
ROUNDS = 4
GUSTS = 40
SLOW_GUSTS = 8
LIVELY = 60.0
"""Timeout in seconds for the exit, with thousands of keys in the queue, on a busy machine."""
PATIENCE = 180.0
"""Timeout in seconds for a command."""

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
COMMANDS = {
    "counts": ("tour", "--rows", "4", "--cols", "5", "--count", "--json", "--store"),
    "laboratory": (
        "sweep",
        "evolve",
        "--n",
        "8",
        "--vary",
        "k=2,3",
        "--repeat",
        "2",
        "--workers",
        "1",
        "--json",
        "--store",
    ),
    "runs": ("resume", "--json"),
}
"""Commands by the store that they read."""
OF_THE_MACHINE = {"seconds", "prepare_seconds", "reason", "states", "store", "hypervolume"}
"""Fields of a result that depend on the machine, or tell what was damaged."""


# Attacks on a screen.


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
        state = f"stopped: {terminal.stopped()}, modes {terminal.modes()[:4]}, at first {own[:4]}"
        assert time.monotonic() < deadline, f"it does not continue; {state}"
        terminal.signal(signal.SIGCONT)
        terminal.read(0.05)


def read_all(terminal: Terminal) -> None:
    while terminal.read(0.005):
        pass


def storm(terminal: Terminal, chance: Random, gusts: int, read: Callable[[], object]) -> int:
    """Send random events, then quit; return the expected exit code."""
    code = chance.choice([*WAYS])
    with suppress(EOFError):  # random keys may quit the program
        deadline = time.monotonic() + COMPILED
        while b"\x1b[?2004h" not in terminal.written:
            assert time.monotonic() < deadline, "no screen appears"
            terminal.read(0.05)
        own = terminal.modes()
        for _ in range(chance.randint(1, gusts)):
            chance.choice([keys, keys, noise, reports, paste, sizes, sizes, stop, resume])(terminal, chance)
            read()
            wake(terminal, own)
        WAYS[code](terminal)
    return code


# Rounds.


class Storm:
    """The folders that the rounds share."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.foreign = folder / "foreign"
        self.trace = foreign_folder(self.foreign)
        self.stores = {name: folder / f"pristine-{name}.sqlite" for name in COMMANDS}
        interrupted_count(self.stores["counts"])
        saved_run(self.stores["runs"])
        self.expected = {name: self._run(name, self.stores[name])[1] for name in ("counts", "laboratory")}
        whole = self.stores["runs"].read_bytes()
        self.expected["runs"] = self._run("runs", self.stores["runs"])[1]
        self.stores["runs"].write_bytes(whole)  # the run is finished now

    def _run(self, name: str, path: Path, limit: str = ":") -> tuple[int, Any, str]:
        """Run the command of a store; return its exit code, its result, and all that it wrote."""
        own = {f"XDG_{kind}_HOME": str(self.folder / "own") for kind in ("DATA", "STATE", "CONFIG")}
        arguments = COMMANDS[name] if name == "runs" else (*COMMANDS[name], str(path))
        ended = subprocess.run(
            [*within(self.foreign, limit), *arguments],
            env=os.environ | own | {"KNIGHTWATCH_RUNS": str(path)},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
        return ended.returncode, without_machine(json.loads(ended.stdout or "null")), ended.stderr + ended.stdout

    def command(self, chance: Random) -> None:
        """Run a command on a damaged store, perhaps under a limit of memory."""
        name, limit = chance.choice([*COMMANDS]), memory_limit(chance) if chance.random() < 0.3 else ":"
        path = self.folder / f"{name}.sqlite"
        attack = damage(self.stores[name], path, chance)
        code, result, said = self._run(name, path, limit)
        told = f"{name} {limit}: {code} {result} {said}"
        assert "Traceback" not in said, told
        if code == BAD_INPUT:
            assert said.startswith("knightwatch: "), told
        elif limit != ":" and code == GAVE_UP:
            assert "memory" in said, told
        elif name == "runs" and attack is forge_state:  # another run, but never a false answer
            assert code in (COMPLETE, GAVE_UP), told
            assert (code == COMPLETE) == plan_of_run().problem.solves(result), told
        else:
            assert (code, result) == (COMPLETE, self.expected[name]), told

    def screen(self, chance: Random) -> None:
        """Attack a screen, perhaps under a limit of memory or on a slow line, with a damaged store of runs."""
        hazard = chance.choice(["", "", "slow", "memory"])
        limit = memory_limit(chance) if hazard == "memory" else ":"
        if chance.random() < 0.5:
            with suppress(FileNotFoundError):
                damage(self.stores["runs"], self.folder / "knightwatch" / "runs.sqlite", chance)
        program = within(self.foreign, limit)
        with started(self.folder, *chance.choice(SCREENS), program=program) as terminal:
            try:
                before = terminal.modes()
                if hazard == "slow":
                    line = SlowLine(
                        terminal, chance.choice([SMALL_BUFFER, LARGE_BUFFER]), chance.choice([position, silence])
                    )
                    code = storm(terminal, chance, SLOW_GUSTS, lambda: line.read_until(lambda: True))
                else:
                    code = storm(terminal, chance, GUSTS, lambda: read_all(terminal))
                # If random keys quit the program, a signal may kill it at the very end.
                assert terminal.wait(LIVELY) in {0, code, 128 - code} | ({GAVE_UP} if hazard == "memory" else set())
                assert b"Traceback" not in terminal.written
                assert terminal.modes() == before
            except BaseException as error:
                last = re.sub(rb"\x1b\[[0-9;?<>$]*[a-zA-Z]", b"", terminal.written[-20_000:])[-4000:]
                error.add_note(f"Hazard: {hazard} {limit}. Written last:\n{last.decode(errors='replace')}")
                raise


def without_machine(result: Any) -> Any:
    """Return a result without the fields that depend on the machine."""
    if isinstance(result, dict):
        return {name: without_machine(value) for name, value in result.items() if name not in OF_THE_MACHINE}
    return [without_machine(value) for value in result] if isinstance(result, list) else result


def rounds() -> Iterator[int]:
    """Yield the numbers of the rounds."""
    end = time.monotonic() + SECONDS
    yield from range(ROUNDS)
    for number in count(ROUNDS):
        if time.monotonic() > end:
            return
        yield number


def test_a_storm_passes(tmp_path: Path) -> None:
    attacked = Storm(tmp_path)
    for number in rounds():
        try:
            (attacked.command if number % 2 else attacked.screen)(Random(number))
            assert not attacked.trace.exists(), "a module of the current folder was imported"
        except BaseException as error:
            error.add_note(f"This was round {number} of the storm.")
            raise
    print(f"{number + 1} rounds")
