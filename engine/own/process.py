"""The program's end of a solver's process: orders, copies for going back, and what happened when it crashed."""

import os
import select
import socket
import time
from contextlib import suppress
from typing import Any

from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.own.checkpoints import MOST, is_due, to_drop
from knightwatch.engine.own.copies import NOTHING, Copy, checked_report, shared_bytes
from knightwatch.engine.own.first import FirstProcess
from knightwatch.engine.own.host.guard import end_group
from knightwatch.engine.own.host.wire import ASK, Broken, receive_with_socket, send
from knightwatch.engine.own.log import CrashLog

START_SECONDS = 60.0
"""Seconds to wait for a new interpreter, on a busy machine."""
IDLE_SECONDS = 10.0
"""Seconds to wait for a process that has nothing else to do. To copy gigabytes takes one."""
MOST_BYTES = 1 << 30
"""Memory of all checkpoints together."""
ASK_SECONDS = 1.0
"""Seconds between two questions for the running line."""
LINE_SECONDS = 0.05
"""Seconds to wait for the running line."""


class SolverProcess:
    """The processes of one run: one that works, and sleeping copies of earlier steps."""

    def __init__(self, load: dict[str, Any]) -> None:
        """Start a process. `load` is the order that loads the solver."""
        self._load = load
        self._file = str(load["file"])
        self._copies: list[Copy] = []
        """Checkpoints, ascending."""
        self._most = MOST
        """The most checkpoints: fewer if the system refuses more."""
        try:
            self._log = CrashLog()
        except OSError as error:
            raise BadInput(f"the solver cannot be started ({error.strerror})") from None
        self._asked = self._since = 0.0
        self._waiting = False
        """Whether the working process has not answered its last order yet."""
        self._cost, self._furthest = 0.005, 0.0
        """Seconds that a checkpoint takes, and the most seconds of the run so far."""
        self.crash: dict[str, Any] | None = None
        """How the working process crashed, as an end in a report; None if it did not."""
        self._killed = False
        self._active: Copy | None = None
        self._first: FirstProcess | None = None
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
        try:
            answer = self._answer(self._active, seconds)
            if answer is None:
                self._check_first()
                return False
            self._active.report = checked_report(answer[0])
            self._furthest = max(self._furthest, self._active.report["wall"])
            self._waiting = False
        except Broken:
            self._crashed()
        return True

    def advance(self, until: int, halt: bool, seconds: float, traced: bool = False) -> None:
        """Order steps up to `until`; the answer comes after `seconds` or, if a step is slow, later."""
        self._order({"order": "advance", "until": until, "halt": halt, "seconds": seconds, "traced": traced})

    def _order(self, order: dict[str, Any]) -> None:
        assert self._active
        self._log.forget()
        self._waiting, self._since = True, time.monotonic()
        try:
            send(self._active.line, order)
        except Broken:
            self._crashed()

    def look(self) -> dict[str, Any] | None:
        """Return a description of the present step; None, and a crash, if the process cannot answer."""
        if self._active is None or self._waiting:
            return None
        found = self._ask(self._active, "look")
        if found and isinstance(found[0], dict):
            return found[0]
        self._crashed("a local variable or the yielded value cannot be described")
        return None

    def _ask(self, copy: Copy, order: str, seconds: float | None = None) -> tuple[Any, socket.socket | None] | None:
        """Return the answer of an idle process; None if there is none."""
        try:
            send(copy.line, {"order": order})
            return self._answer(copy, IDLE_SECONDS if seconds is None else seconds)
        except Broken:
            return None

    def _answer(self, copy: Copy, seconds: float) -> tuple[Any, socket.socket | None] | None:
        """Return the answer of a process; None if it has not come after `seconds`. Raise Broken at its end."""
        deadline = time.monotonic() + seconds
        poll, line = select.poll(), copy.line.fileno()
        for number in (line, self._log.reading):
            poll.register(number, select.POLLIN)
        while True:
            ready = [number for number, _ in poll.poll(max(0.0, deadline - time.monotonic()) * 1000)]
            self._log.read()
            if line in ready:
                return receive_with_socket(copy.line)
            if time.monotonic() >= deadline:
                return None

    def running_line(self) -> int:
        """Return the author's line that runs now, if the working process is slow; 0 if unknown."""
        now = time.monotonic()
        if self._waiting and self._active and now - self._asked > ASK_SECONDS:
            self._asked = now
            with suppress(OSError):
                os.kill(self._active.pid, ASK)
            self._log.wait(LINE_SECONDS)
        return self._log.running_line(self._file)

    # Copies.

    def checkpoint(self) -> None:
        """Make a copy of the working process to return to, unless that would take too much of the time."""
        active = self._active
        if active is None or self._waiting or active.ended or active.report["threads"] or not self._most:
            return
        spot = active.spot
        before = max((copy.spot for copy in self._copies if copy.spot.done <= spot.done), default=None)
        if before and (
            before.done == spot.done
            or not is_due(spot.seconds - before.seconds, self._cost, spot.seconds < self._furthest)
        ):
            return
        begun = time.perf_counter()
        if copy := self._fork(active):
            self._keep(copy)
            self._cost = time.perf_counter() - begun

    def go_near(self, moment: int, ended: bool = False) -> None:
        """Let the process work on that has done the most of the first `moment` steps."""
        if self._killed:
            self._note_end("lost", "the process of the solver was killed")
            return
        self._check_first()
        active = self._active
        while True:
            ways = [copy for copy in self._copies if copy.leads_to(moment, ended)]
            if active and not self._waiting and active.leads_to(moment, ended):
                ways.append(active)
            nearest = max(ways, key=lambda copy: (copy.spot.done, copy.ended, copy is active), default=None)
            if nearest is not None and nearest is active:
                return
            fork = self._fork(nearest) if nearest else None
            if nearest is None or fork:
                break
            self._drop(nearest)  # it has died, or the system refuses: try the one before
        self._put_away()
        if fork:
            self._work_with(fork)
        else:
            self._renew()

    def _put_away(self) -> None:
        """Keep the working process as a checkpoint, or end it if it does not answer."""
        active, self._active = self._active, None
        if active is None:
            return
        known = any(copy.spot.done == active.spot.done and copy.ended == active.ended for copy in self._copies)
        if self._waiting or known or active.report["threads"] or not self._most or self._is_first(active):
            active.end()
        else:
            self._keep(active)
        self._waiting = False

    def _is_first(self, copy: Copy) -> bool:
        """Tell whether a process is the first one, which works itself if it cannot fork."""
        return self._first is not None and copy is self._first.copy

    def _work_with(self, copy: Copy) -> None:
        self._active = copy
        if self._first:
            self._first.guard(copy)

    def _check_first(self) -> None:
        """Start the first process again if it has gone: the author's code can kill it."""
        if self._first and self._first.copy is not self._active and self._first.copy.has_gone():
            with suppress(OSError):
                self._restart()
            if self._active:
                self._work_with(self._active)

    def _renew(self) -> None:
        """Load the solver again, in a copy of the first process; in that process itself if it cannot fork."""
        self._active, self._waiting = None, False
        try:
            fork = self._fork(self._first.copy, START_SECONDS) if self._first else None
            if fork is None:  # it was not started yet, or the author's code has killed it, or it cannot fork
                while self._copies:  # they may use up the last processes or files
                    self._drop(self._copies[-1])
                fork = self._fork(self._restart(), START_SECONDS)
        except OSError as error:
            self._note_end("failed", f"the process of the solver cannot be started ({error.strerror})")
            return
        if fork:
            self._work_with(fork)
        elif self._first:
            self._active, self._most = self._first.copy, 0
        self._order(self._load)

    def _restart(self) -> Copy:
        """Start the first process again."""
        self._end_first()
        self._first = FirstProcess(self._log)
        return self._first.copy

    def _end_first(self) -> None:
        if self._first:
            self._first.end()
        self._first = None

    def _fork(self, copy: Copy, seconds: float | None = None) -> Copy | None:
        """Return a copy of an idle process; None if it has died or the system refuses."""
        answer = self._ask(copy, "fork", seconds)
        if answer is None or answer[1] is None or not isinstance(answer[0], dict):
            self._most = min(self._most, len(self._copies))
            return None
        return Copy(answer[1], int(answer[0]["pid"]), copy.report)

    @property
    def checkpoints(self) -> int:
        """The number of checkpoints."""
        return len(self._copies)

    @property
    def checkpoint_bytes(self) -> int:
        """The memory of all checkpoints together."""
        return sum(shared_bytes(copy.pid) for copy in self._copies)

    def _keep(self, copy: Copy) -> None:
        self._copies.append(copy)
        self._copies.sort(key=lambda each: (each.spot.done, each.ended))
        present = self.report["wall"] or copy.spot.seconds
        while len(self._copies) > 1 and (len(self._copies) > self._most or self.checkpoint_bytes > MOST_BYTES):
            self._drop(self._copies[to_drop([each.spot for each in self._copies], present)])

    def _drop(self, copy: Copy) -> None:
        self._copies.remove(copy)
        copy.end()

    # Ends.

    def abandon(self, how: str, reason: str) -> None:
        """End the working process and note why."""
        self._note_end(how, reason, self.running_line())

    def _crashed(self, words: str = "") -> None:
        """Note that the working process has died, and what it said last."""
        found, text = self._log.crash()
        reason = f"step {self.report['done'] + 1:,}: the process of the solver crashed: {words or found}"
        self._note_end("lost" if self._killed else "failed", reason, self._log.running_line(self._file), text)

    def _note_end(self, how: str, reason: str, line: int = 0, text: str = "") -> None:
        if self._active:
            end_group(self._active.pid)  # it may have died just now, but its subprocesses live
            self._active.line.close()
        self._active, self._waiting = None, False
        self.crash = {"how": how, "reason": reason, "line": line, "traceback": text}

    def kill(self) -> None:
        """Kill the working process, from any thread, and start no other one. The next `wait` finds a crash."""
        self._killed = True
        if active := self._active:
            end_group(active.pid)

    def close(self) -> None:
        """End all processes."""
        for copy in (*self._copies, *([self._active] if self._active else [])):
            copy.end()
        self._copies, self._active, self._waiting = [], None, False
        self._end_first()
        self._log.close()
