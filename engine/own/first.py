"""The first process of a run: a new interpreter, from which all others are forked. It ends them at its own end."""

import socket
import subprocess
import weakref
from contextlib import suppress

from knightwatch.engine.children import environment, module_command
from knightwatch.engine.own.copies import NOTHING, Copy
from knightwatch.engine.own.host.wire import Broken, send
from knightwatch.engine.own.log import CrashLog

END_SECONDS = 5.0
"""Seconds that the first process may take to end all others."""


class FirstProcess:
    """A running interpreter that never runs the author's code, if it can fork."""

    def __init__(self, log: CrashLog) -> None:
        """Start the interpreter. Raise OSError if the system refuses."""
        ours, theirs = socket.socketpair()
        try:
            process = subprocess.Popen(
                module_command("knightwatch.engine.own.host.main", str(theirs.fileno()), str(log.writing)),
                stdin=subprocess.DEVNULL,
                stdout=log.writing,
                stderr=log.writing,
                env=environment() | {"PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1"},
                pass_fds=(theirs.fileno(), log.writing),
                start_new_session=True,
            )
        except OSError:
            ours.close()
            raise
        finally:
            theirs.close()
        self.copy = Copy(ours, process.pid, NOTHING)
        self.end = weakref.finalize(self, _end, process, ours)
        """End the process, and with it all others. The garbage collector does it too."""

    def guard(self, copy: Copy) -> None:
        """Let the process end a copy, whatever that does, when the program has gone."""
        with suppress(Broken):
            send(self.copy.line, {"order": "guard", "pid": copy.pid})


def _end(process: "subprocess.Popen[bytes]", line: socket.socket) -> None:
    line.close()
    try:
        process.wait(END_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
