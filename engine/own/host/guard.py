"""Ends the processes of a run. Standard library only: the solver's process imports this module.

Each copy of a solver's process leads a process group, so its subprocesses end with it. On Linux the first process
adopts all orphans below it, also those that left their group.
"""

import os
import signal
from contextlib import suppress
from pathlib import Path

PR_SET_CHILD_SUBREAPER = 36
"""See prctl(2)."""


def lead_group(pid: int = 0) -> None:
    """Put a process, by default this one, into a group of its own."""
    with suppress(OSError):  # the other side of the fork was faster, or the process has gone
        os.setpgid(pid, pid)


def end_group(pid: int) -> None:
    """Kill a process and its group."""
    for kill in (os.killpg, os.kill):
        with suppress(OSError):
            kill(pid, signal.SIGKILL)


def adopt_orphans() -> None:
    """Become the parent of orphans below this process, where the system can do that."""
    with suppress(Exception):
        import ctypes

        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def end_children() -> None:
    """Kill all children of this process; their own children become ours, and follow."""
    while children := _children():
        for pid in children:
            end_group(pid)
        with suppress(ChildProcessError):
            os.waitpid(-1, 0)


def reap() -> None:
    """Take note of children that have ended: they would stay as zombies."""
    with suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


def _children() -> list[int]:
    """Return the children of this process; none where there is no /proc."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError, ValueError, IndexError):
            after_name = (folder / "stat").read_text(errors="replace").rpartition(")")[2].split()
            if int(after_name[1]) == os.getpid():
                found.append(int(folder.name))
    return found
