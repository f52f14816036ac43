"""The program's end of a solver's process: orders, copies for going back, and what happened when it crashed."""

import os
import re
import select
import signal
import socket
import subprocess
import time
import weakref
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from knightwatch.engine.children import environment, module_command
from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.own.checkpoints import MOST, Spot, is_due, to_drop
from knightwatch.engine.own.wire import Broken, receive_with_socket, send

FORK_SECONDS = 10.0
"""Seconds to wait for a copy of the process. Memory of gigabytes takes one."""
MOST_BYTES = 1 << 30
"""Memory of all checkpoints together."""
ASK_SECONDS = 1.0
"""Seconds between two questions for the running line."""
LOG_BYTES = 1 << 16


@dataclass
class Copy:
    """One process of the solver."""

    line: socket.socket
    pid: int
    report: dict[str, Any]
    """How far it is: see Stepper.report."""

    @property
    def spot(self) -> Spot:
        """Its step, and the seconds that the run took to it."""
        return Spot(int(self.report["done"]), float(self.report["wall"]))

    @property
    def ended(self) -> bool:
        """Whether its generator has ended."""
        return self.report["end"] is not None

    def end(self) -> None:
        """End the process, whatever it does."""
        self.line.close()
        with suppress(ProcessLookupError, PermissionError):
            os.kill(self.pid, signal.SIGKILL)


NOTHING: dict[str, Any] = {"done": 0, "milestones": 0, "end": None, "wall": 0.0, "processor": 0.0, "printed": 0}
"""The report of a process that has not loaded its solver yet."""


class SolverProcess:
    """The processes of one run: one that works, and sleeping copies of earlier steps."""

    def __init__(self, load: dict[str, Any]) -> None:
        """Start a process. `load` is the order that loads the solver."""
        self._load = load
        self._file = str(load["file"])
        self._copies: list[Copy] = []
        """Checkpoints, ascending."""
        self._log = b""
        self._asked = self._since = 0.0
        self._line_number = 0
        self._waiting = False
        """Whether the working process has not answered its last order yet."""
        self._cost, self._last = 0.005, 0.0
        """Seconds that a copy takes, and the seconds of the run at the last checkpoint."""
        self._forks = True
        self.crash: tuple[int, dict[str, Any]] | None = None
        """The step after which the process crashed, and how."""
        ours, theirs = socket.socketpair()
        reading, writing = os.pipe()
        os.set_blocking(reading, False)
        self._log_fd = reading
        try:
            self._root = subprocess.Popen(
                module_command("knightwatch.engine.own.host", str(theirs.fileno()), str(writing)),
                stdin=subprocess.DEVNULL,
                stdout=writing,
                stderr=writing,
                env=environment() | {"PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1"},
                pass_fds=(theirs.fileno(), writing),
                start_new_session=True,
            )
        except OSError as error:
            raise BadInput(f"the process of the solver cannot be started ({error.strerror})") from None
        finally:
            theirs.close()
            os.close(writing)
        self._first = Copy(ours, self._root.pid, NOTHING)
        self._active: Copy | None = None
        self._close = weakref.finalize(self, _kill, self._root, ours, reading)
        self._renew()

    # Orders.

    @property
    def report(self) -> dict[str, Any]:
        """How far the working process is."""
        return self._active.report if self._active else NOTHING

    @property
    def busy(self) -> bool:
        """Whether the working process has not answered its last order yet."""
        return self._waiting

    @property
    def seconds_busy(self) -> float:
        """Seconds since the last order, if it is not answered yet."""
        return time.monotonic() - self._since if self._waiting else 0.0

    def wait(self, seconds: float) -> bool:
        """Wait for the answer to the last order; return whether it has come or nothing is awaited."""
        if not self._waiting or not self._active:
            return True
        line, deadline = self._active.line.fileno(), time.monotonic() + seconds
        while True:
            ready, _, _ = select.select([line, self._log_fd], [], [], max(0.0, deadline - time.monotonic()))
            self._read_log()  # all the time: a process whose pipe is full would block
            if line in ready:
                break
            if time.monotonic() >= deadline:
                return False
        try:
            report, _ = receive_with_socket(self._active.line)
            self._active.report = checked(report)
            self._waiting = False
        except Broken:
            self._crashed()
        return True

    def advance(self, until: int, halt: bool, seconds: float) -> None:
        """Order steps up to `until`; the answer comes after `seconds` or, if a step is slow, later."""
        self._order({"order": "advance", "until": until, "halt": halt, "seconds": seconds})

    def _order(self, order: dict[str, Any]) -> None:
        if self._active is None:
            self._renew()
            return
        self._waiting, self._since, self._line_number = True, time.monotonic(), 0
        try:
            send(self._active.line, order)
        except Broken:
            self._crashed()

    def look(self) -> dict[str, Any] | None:
        """Return a description of the present step; None if the process cannot answer."""
        if self._active is None or self._waiting:
            return None
        try:
            send(self._active.line, {"order": "look"})
            return self._answer(self._active)[0]  # type: ignore[no-any-return]
        except Broken:
            return None

    def running_line(self) -> int:
        """Return the author's line that runs now, if the working process is slow; 0 if unknown."""
        now = time.monotonic()
        if self._waiting and self._active and now - self._asked > ASK_SECONDS:
            self._asked = now
            with suppress(ProcessLookupError):
                os.kill(self._active.pid, signal.SIGUSR1)
        self._read_log()
        return self._line_number

    # Copies.

    def checkpoint(self) -> None:
        """Make a copy of the working process to return to, unless that would take too much of the time."""
        active = self._active
        if not self._forks or active is None or self._waiting or active.ended or active.report.get("threads"):
            return
        spot = active.spot
        if any(copy.spot.done == spot.done for copy in self._copies):
            return
        if self._copies and not is_due(self._last, spot.seconds, self._cost) and spot.seconds >= self._last:
            return
        begun = time.perf_counter()
        if copy := self._fork(active):
            self._cost, self._last = time.perf_counter() - begun, spot.seconds
            self._keep(copy)

    def go_near(self, moment: int, ended: bool = False) -> None:
        """Let the process work on that has done the most of the first `moment` steps."""
        active = self._active
        ways = [copy for copy in self._copies if _leads_to(copy, moment, ended)]
        if active and not self._waiting and _leads_to(active, moment, ended):
            ways.append(active)
        nearest = max(ways, key=lambda copy: (copy.spot.done, copy.ended, copy is active), default=None)
        if nearest is not None and nearest is active:
            return
        fork = self._fork(nearest) if nearest else None
        self._put_away()
        if fork:
            self._active, self._last = fork, min(self._last, fork.spot.seconds)
            return
        if nearest in self._copies:
            self._drop(nearest)
        self._renew()

    def _put_away(self) -> None:
        """Keep the working process as a checkpoint, or end it if it does not answer."""
        active, self._active = self._active, None
        if active is None:
            return
        known = any(copy.spot == active.spot and copy.ended == active.ended for copy in self._copies)
        if self._waiting or known or active.report.get("threads"):
            active.end()
        else:
            self._keep(active)
        self._waiting = False

    def _renew(self) -> None:
        """Start again: a copy of the first process loads the solver."""
        self._active = self._fork(self._first)
        if self._active is None:
            self._finish({"how": "failed", "reason": "the process of the solver has ended", "line": 0, "traceback": ""})
            return
        self._active.report = NOTHING
        self._order(self._load)

    def _fork(self, copy: Copy) -> Copy | None:
        try:
            send(copy.line, {"order": "fork"})
            answer, line = self._answer(copy)
        except Broken:
            return None
        if line is None:
            self._forks = False
            return None
        return Copy(line, int(answer["pid"]), copy.report)

    def _answer(self, copy: Copy) -> tuple[Any, socket.socket | None]:
        """Return the answer of an idle process. Raise Broken if it does not come."""
        if not select.select([copy.line], [], [], FORK_SECONDS)[0]:
            raise Broken
        return receive_with_socket(copy.line)

    def _keep(self, copy: Copy) -> None:
        self._copies.append(copy)
        self._copies.sort(key=lambda each: (each.spot.done, each.ended))
        present = self.report["wall"] or copy.spot.seconds
        while len(self._copies) > 2 and (
            len(self._copies) > MOST or sum(private_bytes(each.pid) for each in self._copies) > MOST_BYTES
        ):
            self._drop(self._copies[to_drop([each.spot for each in self._copies], present)])

    def _drop(self, copy: Copy) -> None:
        self._copies.remove(copy)
        copy.end()

    # Ends.

    def _crashed(self) -> None:
        """Note that the working process has died, and what it said last."""
        self._read_log()
        assert self._active
        how = re.findall(rb"Fatal Python error: ([^\n]{1,200})", self._log)
        words = how[-1].decode(errors="replace") if how else "it ended without an exception, or the system killed it"
        done = self._active.spot.done
        end = {
            "how": "failed",
            "reason": f"step {done + 1:,}: the process of the solver crashed ({words})",
            "line": self._line_number,
            "traceback": "",
        }
        self._active.end()
        self._finish(end)

    def _finish(self, end: dict[str, Any]) -> None:
        report = self.report | {"end": end}
        self.crash = (int(report["done"]), end)
        self._active, self._waiting = None, False

    def _read_log(self) -> None:
        """Read what the interpreter says about crashes and running lines, and what C code prints."""
        with suppress(BlockingIOError):
            while data := os.read(self._log_fd, LOG_BYTES):
                self._log = (self._log + data)[-LOG_BYTES:]
        lines = re.findall(rb'File "([^"]*)", line (\d+) in ', self._log.rpartition(b"(most recent call first)")[2])
        here = [int(number) for file, number in lines if os.fsdecode(file) == self._file]
        if here:
            self._line_number = here[0]

    def kill(self) -> None:
        """Kill all processes, from any thread. The next `wait` finds a crash."""
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._root.pid, signal.SIGKILL)

    def close(self) -> None:
        """End all processes."""
        for copy in (*self._copies, *([self._active] if self._active else [])):
            copy.line.close()
        self._copies, self._active, self._waiting = [], None, False
        self._close()


def checked(report: Any) -> dict[str, Any]:
    """Return a report of a process. Raise Broken if it is not one: the author's code can write to any socket."""
    try:
        end = report["end"]
        if end is not None:
            end = {name: str(end[name]) for name in ("how", "reason", "traceback")} | {"line": int(end["line"])}
        numbers = {name: int(report[name]) for name in ("done", "milestones", "printed")}
        seconds = {name: float(report[name]) for name in ("wall", "processor")}
        return {**numbers, **seconds, "end": end, "threads": bool(report["threads"])}
    except (KeyError, TypeError, ValueError):
        raise Broken from None


def private_bytes(pid: int) -> int:
    """Return the memory that a process shares with no other; 0 where the system does not tell."""
    try:
        text = Path(f"/proc/{pid}/smaps_rollup").read_text()
    except OSError:
        return 0
    return sum(int(size) for size in re.findall(r"^Private_\w+:\s+(\d+) kB", text, re.MULTILINE)) << 10


def _leads_to(copy: Copy, moment: int, ended: bool) -> bool:
    """Tell whether a process can reach a step by advancing."""
    if copy.ended:
        return ended and copy.spot.done == moment
    return copy.spot.done <= moment


def _kill(root: "subprocess.Popen[bytes]", line: socket.socket, log: int) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(root.pid, signal.SIGKILL)
    line.close()
    os.close(log)
    root.wait()
