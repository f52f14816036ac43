"""The process of an author's solver: `python -P -m knightwatch.engine.own.host SOCKET LOG`.

The process obeys orders from its socket. `fork` makes a copy of it with a socket of its own; the copy has done the
same steps. So a copy that gets no orders is a checkpoint, and a step back wakes one by another `fork`. The first
process never runs the author's code. It kills the whole process group when the program has gone, even if the
author's code loops for ever. Standard library only: a solver starts as fast as Python does.
"""

import faulthandler
import gc
import os
import random as random_module
import resource
import signal
import socket
import sys
import threading
import traceback
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, NoReturn

from knightwatch.engine.own.console import Console
from knightwatch.engine.own.stepper import Stepper
from knightwatch.engine.own.wire import Broken, receive, send

MODULE = "knightwatch_solver"
"""The name of the author's file as a module."""


class Host:
    """One process: the first one, or a copy that runs a solver."""

    def __init__(self, line: socket.socket) -> None:
        self._line = line
        self._first = True
        self._stepper: Stepper | None = None
        self._console = Console()
        self._copies: list[int] = []

    def serve(self) -> NoReturn:
        """Obey orders until the other end of the socket closes."""
        while True:
            try:
                order = receive(self._line)
                match order["order"]:
                    case "fork":
                        self._fork()
                    case "load":
                        self._load(order)
                        self._answer()
                    case "advance" if self._stepper:
                        self._stepper.advance(int(order["until"]), bool(order["halt"]), float(order["seconds"]))
                        self._answer()
                    case "look" if self._stepper:
                        console = {"console": self._console.lines(), "printed": self._console.count}
                        send(self._line, self._stepper.look() | console)
            except Broken:
                self._end()
            except Exception:  # a mistake of ours: the console would swallow it
                traceback.print_exc(file=sys.__stderr__)
                os._exit(1)

    def _end(self) -> NoReturn:
        """End this process; the first process ends all of them, whatever the author's code does."""
        if self._first:
            os.killpg(0, signal.SIGKILL)
        os._exit(0)

    def _answer(self) -> None:
        assert self._stepper
        threads = threading.active_count() > 1
        send(self._line, self._stepper.report() | {"threads": threads, "printed": self._console.count})

    def _fork(self) -> None:
        """Make a copy of this process; send its socket to the program."""
        self._copies = [pid for pid in self._copies if os.waitpid(pid, os.WNOHANG)[0] == 0]  # or they stay as zombies
        ours, theirs = socket.socketpair()
        try:
            pid = os.fork()
        except OSError as error:
            send(self._line, {"pid": 0, "fault": error.strerror})
            return
        if pid:
            self._copies.append(pid)
            theirs.close()
            send(self._line, {"pid": pid}, ours)
            ours.close()
        else:  # the copy keeps no other socket: each must close when the program closes its end
            ours.close()
            self._line.close()
            self._line, self._first, self._copies = theirs, False, []

    def _load(self, order: dict[str, Any]) -> None:
        """Run the author's file and make its generator."""
        limit = int(order["megabytes"]) << 20
        with suppress(ValueError, OSError):  # a lower limit holds already
            resource.setrlimit(resource.RLIMIT_DATA, (limit, limit))
        sys.stdout = sys.stderr = self._console
        seed = int(order["seed"])
        random_module.seed(seed)
        task = order["task"]
        reader = _named(task["reader"])(_named(task["type"])(**task["fields"]))
        made = _named(task["type"])(**task["fields"])

        def make() -> Any:
            solve = _solve_function(order)
            if numpy := sys.modules.get("numpy"):
                numpy.random.seed(seed)  # careless code uses the global generator
            return solve(made, random_module.Random(seed), **order["settings"])

        self._stepper = Stepper(make, reader, str(order["file"]))


def _named(name: str) -> Any:
    module, _, attribute = name.partition(":")
    return getattr(import_module(module), attribute)


def _solve_function(order: dict[str, Any]) -> Callable[..., Any]:
    """Return the author's function, from an installed module or from the text of a file."""
    if order["module"]:
        return _named(order["module"])  # type: ignore[no-any-return]
    file = str(order["file"])
    sys.path.append(str(Path(file).parent))  # last: no file beside the solver replaces a module of Python
    module = ModuleType(MODULE)
    module.__file__ = file
    sys.modules[MODULE] = module
    exec(compile(str(order["text"]), file, "exec", dont_inherit=True), module.__dict__)
    return module.__dict__["solve"]  # type: ignore[no-any-return]


def main() -> None:
    """Obey the socket that the program has opened."""
    line, log = socket.socket(fileno=int(sys.argv[1])), int(sys.argv[2])
    for name in ("SIGINT", "SIGTSTP", "SIGTTOU", "SIGTTIN"):  # keys are for the program
        signal.signal(getattr(signal, name), signal.SIG_IGN)
    faulthandler.enable(log)
    faulthandler.register(signal.SIGUSR1, log, all_threads=False)  # names the running line, also inside C functions
    gc.freeze()
    Host(line).serve()


if __name__ == "__main__":
    main()
