"""The process of an author's solver: `python -P -m knightwatch.engine.own.host.main SOCKET LOG`.

The process obeys orders from its socket. `fork` makes a copy of it with a socket of its own; the copy has done the
same steps. So a copy that gets no orders is a checkpoint, and a step back wakes one by another `fork`. The first
process never runs the author's code, if it can fork. It ends all others when the program has gone, even if the
author's code loops for ever. Standard library only: a solver starts as fast as Python does.
"""

import _thread
import faulthandler
import gc
import os
import signal
import socket
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from time import monotonic
from types import FrameType
from typing import Any, NoReturn

from knightwatch.engine.own.host.console import Console
from knightwatch.engine.own.host.faults import described
from knightwatch.engine.own.host.guard import adopt_orphans, end_children, end_group, lead_group, reap
from knightwatch.engine.own.host.loading import maker, named
from knightwatch.engine.own.host.stepper import UNSHOWN, Stepper
from knightwatch.engine.own.host.wire import ASK, Broken, receive, send

LOOK_SECONDS, AGAIN_SECONDS = 0.5, 0.05
"""Seconds that a description may take before a slow `__repr__` is cut off, and each further one."""


class Host:
    """One process: the first one, or a copy that runs a solver."""

    def __init__(self, line: socket.socket) -> None:
        self._line = line
        self._first = True
        self._forking = self._foreign = False
        """Whether a fork is ours; whether this process is a fork by the author's code."""
        self._stepper: Stepper | None = None
        self._console = Console()
        self._copies: list[int] = []
        self._guarded = 0
        os.register_at_fork(after_in_child=self._after_fork)

    def serve(self) -> NoReturn:
        """Obey orders until the other end of the socket closes."""
        while True:
            try:
                order = receive(self._line)
                match order["order"]:
                    case "fork":
                        self._fork()
                    case "guard":
                        self._guarded = int(order["pid"])
                    case "load":
                        self._load(order)
                        self._answer()
                    case "advance" if self._stepper:
                        limits = int(order["until"]), bool(order["halt"]), float(order["seconds"])
                        self._stepper.advance(*limits, bool(order["traced"]))
                        self._answer()
                    case "look" if self._stepper:
                        send(self._line, self._look(self._stepper))
            except Broken:
                self._end()
            except BaseException:  # the author's code can break ours, by a trace function for example
                if not self._foreign:
                    with suppress(BaseException):
                        traceback.print_exc(file=sys.__stderr__)
                os._exit(1)

    def _end(self) -> NoReturn:
        """End this process; the first process ends all others before."""
        if self._first and not self._foreign:
            if self._guarded:
                end_group(self._guarded)
            end_children()
        os._exit(0)

    def _answer(self) -> None:
        assert self._stepper
        threads = _thread._count() > 0
        send(self._line, self._stepper.report() | {"threads": threads, "printed": self._console.count})

    def _look(self, stepper: Stepper) -> dict[str, Any]:
        try:
            with _interrupted():
                found = stepper.look()
        except BaseException as error:
            found = UNSHOWN | {"sentence": f"This step cannot be shown: {described(error)}."}
        return found | {"console": self._console.lines(), "printed": self._console.count}

    # Copies.

    def _fork(self) -> None:
        """Make a copy of this process; send its socket to the program."""
        self._reap()
        try:
            ours, theirs = socket.socketpair()
        except OSError as error:
            send(self._line, {"pid": 0, "fault": error.strerror})
            return
        self._forking = True
        try:
            pid = os.fork()
        except OSError as error:
            ours.close()
            theirs.close()
            send(self._line, {"pid": 0, "fault": error.strerror})
            return
        finally:
            self._forking = False
        if pid:
            lead_group(pid)
            self._copies.append(pid)
            theirs.close()
            send(self._line, {"pid": pid}, ours)
            ours.close()
            if self._first and not self._guarded:
                adopt_orphans()  # not earlier: the program waits for the first copy
        else:  # the copy keeps no other socket: each must close when the program closes its end
            lead_group()
            ours.close()
            self._line.close()
            self._line, self._first, self._copies = theirs, False, []

    def _reap(self) -> None:
        """Take note of copies that have ended, but not of the author's own subprocesses."""
        if self._first:
            reap()
            return
        for pid in tuple(self._copies):
            try:
                ended = os.waitpid(pid, os.WNOHANG)[0] != 0
            except ChildProcessError:  # the author's code did it
                ended = True
            if ended:
                self._copies.remove(pid)

    def _after_fork(self) -> None:
        """Leave the conversation, if the author's code has made this process."""
        if not self._forking:
            self._foreign = True
            self._line.close()

    def _load(self, order: dict[str, Any]) -> None:
        """Run the author's file and make its generator."""
        limit_memory(int(order["megabytes"]) << 20)
        sys.stdout = sys.stderr = self._console
        task = order["task"]
        reader = named(task["reader"])(named(task["type"])(**task["fields"]))
        self._stepper = Stepper(maker(order), reader, str(order["file"]), int(order["points"]))


def limit_memory(size: int) -> None:
    """Limit the memory of this process, where the system can do that."""
    with suppress(ImportError, AttributeError, ValueError, OSError):  # ValueError: a lower limit holds already
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (size, size))


class Slow(BaseException):
    """Raised in the author's code if a description takes too long."""


@contextmanager
def _interrupted() -> Iterator[None]:
    """Raise Slow within if it takes long, again and again."""
    within, begun = True, monotonic()

    def interrupt(_: int, __: FrameType | None) -> None:
        if within and monotonic() - begun > LOOK_SECONDS / 2:  # otherwise it is an alarm of the author's
            raise Slow("it takes too long")

    usual = signal.signal(signal.SIGALRM, interrupt)
    alarm = signal.setitimer(signal.ITIMER_REAL, LOOK_SECONDS, AGAIN_SECONDS)
    try:
        yield
    finally:
        within = False
        signal.setitimer(signal.ITIMER_REAL, *alarm)
        signal.signal(signal.SIGALRM, usual or signal.SIG_DFL)


def main() -> None:
    """Obey the socket that the program has opened."""
    line, log = socket.socket(fileno=int(sys.argv[1])), int(sys.argv[2])
    line.set_inheritable(False)
    os.set_inheritable(log, False)
    for name in ("SIGINT", "SIGTSTP", "SIGTTOU", "SIGTTIN"):  # keys are for the program
        signal.signal(getattr(signal, name), signal.SIG_IGN)
    faulthandler.enable(log)
    faulthandler.register(ASK, log, all_threads=False)  # names the running line, also inside C functions
    gc.freeze()
    Host(line).serve()


if __name__ == "__main__":
    main()
