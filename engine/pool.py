"""Pools of workers for independent jobs: processes of this machine, or a Dask cluster.

Both are a `concurrent.futures.Executor`, so their users (sweeps, replications, counting) treat them alike.
"""

import logging
import os
import re
import signal
import socket
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager, redirect_stderr
from dataclasses import dataclass
from importlib.metadata import version
from multiprocessing import connection, forkserver, get_all_start_methods, get_context, parent_process, resource_tracker
from multiprocessing.process import BaseProcess
from multiprocessing.synchronize import Event
from threading import Thread
from typing import Any, TypeVar

from pydantic import Field

from knightwatch.engine.children import safe_path
from knightwatch.engine.compiled.digest import digest
from knightwatch.engine.compiled.importing import memory_left
from knightwatch.engine.core.declaration import Declared
from knightwatch.engine.core.errors import BadInput, missing_extra
from knightwatch.engine.core.hardware import cores
from knightwatch.engine.core.words import quoted
from knightwatch.engine.plans.catalog import PUZZLES

T = TypeVar("T")

ANSWER_SECONDS = 5
"""Timeout for answers of a scheduler."""
IMPORT_SECONDS = 60
"""Timeout for the first answer of a worker, which imports knightwatch before."""
ROOM = 80 << 20, 32 << 20
"""Bytes that a pool needs, of the address space and of the data of this process: it hangs if a thread cannot start."""
GRACE = 1.0
"""Seconds that worker processes get to stop before they are killed."""
LENGTH, LONGEST_GREETING = 8, 1 << 16
"""A scheduler's greeting begins with its length: the size of that field in bytes, and the largest plausible length."""


class Workers(Declared):
    """The number of worker processes."""

    workers: int | None = Field(None, ge=1, le=256, description="number of worker processes; empty: one for each core")


@dataclass(frozen=True)
class Pool:
    """An executor, with the facts that its users need."""

    executor: Executor
    width: int
    """How many jobs run at the same time."""
    description: str
    """Like "2 processes"."""
    alive: Callable[[], bool] = lambda: True
    """Returns whether at least one worker is connected."""
    losses: tuple[type[Exception], ...] = (BrokenExecutor,)
    """Exceptions that mean: the worker died or the connection broke."""

    def submit(self, function: Callable[..., T], *arguments: Any) -> Future[T]:
        """Submit a job; raise BadInput if it needs a new process and the system refuses to start one."""
        with _refusals():
            return self.executor.submit(function, *arguments)


# Processes of this machine.


def start_method() -> str:
    """Return how processes are started: forked from a server process, or spawned where the system cannot fork."""
    return "forkserver" if "forkserver" in get_all_start_methods() else "spawn"


def start_forkserver() -> None:
    """Start the server that workers are forked from, with numba and pydantic imported; later calls do nothing."""
    if start_method() != "forkserver":
        return
    # The tracker needs a real file for errors; Textual's stderr is none.
    with safe_path(), redirect_stderr(sys.__stderr__):
        resource_tracker.ensure_running()
    get_context("forkserver").set_forkserver_preload(["knightwatch.engine.compiled.preload", "pydantic"])
    # Workers inherit the mask: Ctrl+C is for the parent and must never reach them.
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        with safe_path():
            forkserver.ensure_running()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def processes(workers: object = "") -> Iterator[Pool]:
    """Open a pool of processes, by default one for each core; on exit stop them at once.

    The first jobs start the processes. Raises BadInput if the system refuses to start them, and MemoryError if a
    memory limit leaves too little for them.
    """
    number = Workers(workers=workers).workers or cores()
    if any(left < room for left, room in zip(memory_left(), ROOM, strict=False)):
        raise MemoryError
    with _refusals():
        start_forkserver()
        context = get_context(start_method())
        stop_event = context.Event()
        executor = ProcessPoolExecutor(number, context, become_worker, (stop_event,))
    try:
        yield Pool(executor, number, f"{number} process{'es' if number > 1 else ''}")
    finally:
        stop_event.set()
        manager: Any = executor._executor_manager_thread
        running = list((executor._processes or {}).values())
        executor.shutdown(wait=False, cancel_futures=True)
        _stop(running)
        if manager:
            manager.join()


@contextmanager
def _refusals() -> Iterator[None]:
    """Raise BadInput if the system refuses to start a process: too many open files, or a deleted current folder."""
    try:
        yield
    except (OSError, EOFError) as error:
        reason = getattr(error, "strerror", None) or "the server that starts them has ended"
        advice = "change to another folder" if isinstance(error, FileNotFoundError) else "see the limits with ulimit -a"
        raise BadInput(f"worker processes cannot be started ({reason}): {advice}") from None


def _stop(running: Sequence[BaseProcess]) -> None:
    """Wait `GRACE` seconds for processes to stop, then kill the rest: they compile, or are in one long step.

    This uses no thread: at interpreter exit, joining a new thread would never return.
    """
    deadline = time.monotonic() + GRACE
    for process in running:
        process.join(max(0.0, deadline - time.monotonic()))
        if process.is_alive():
            process.kill()


_stop_events: list[Event] = []
"""In a worker process: the event that its parent sets when it no longer needs the result."""


def become_worker(stop_event: Event) -> None:
    """Prepare this process for jobs: ignore Ctrl+C, and exit when the parent dies for any reason."""
    _stop_events.append(stop_event)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a spawned process did not inherit the mask
    Thread(target=_exit_with_parent, daemon=True).start()


def _exit_with_parent() -> None:
    parent = parent_process()
    assert parent is not None
    connection.wait([parent.sentinel])
    os._exit(1)


def stop_requested() -> bool:
    """Return whether the parent of this worker process no longer needs the result of its job."""
    return bool(_stop_events) and _stop_events[0].is_set()


# A Dask cluster.


@contextmanager
def cluster(address: str) -> Iterator[Pool]:
    """Connect to a Dask cluster by the address of its scheduler; on exit cancel all open jobs.

    Raises BadInput if Dask is missing, no scheduler answers, or the workers have another knightwatch.
    """
    try:
        from distributed import Client, KilledWorker
    except ImportError:
        raise missing_extra("scheduler", "Dask", "cluster") from None
    for name in [name for name in logging.root.manager.loggerDict if name.partition(".")[0] == "distributed"]:
        logging.getLogger(name).setLevel(logging.CRITICAL)  # its log lines would spoil the screen
    _check_scheduler(address)
    try:
        client = Client(address, timeout=ANSWER_SECONDS, set_as_default=False)
    except Exception:  # a service that only looks like a scheduler can raise anything
        raise _no_answer(address) from None
    try:
        width = sum(client.nthreads().values())
        if not width:
            raise BadInput(f"scheduler is {address}, which has no workers: start some with dask worker {address}")
        executor = client.get_executor()
        _check_installed(executor, address)
        description = f"{width} thread{'s' if width > 1 else ''} of a cluster"
        losses = (KilledWorker, CancelledError, OSError)
        yield Pool(executor, width, description, lambda: bool(client.nthreads()), losses)
    finally:
        client.close()


def on_cluster() -> bool:
    """Tell whether this code runs on a worker of a Dask cluster."""
    distributed = sys.modules.get("distributed")
    if distributed is None:
        return False
    try:
        distributed.get_worker()
    except ValueError:
        return False
    return True


def _check_scheduler(address: str) -> None:
    """Raise BadInput for a malformed address, and if no Dask scheduler answers there.

    Dask itself would wait forever for another service, or read its first bytes as the length of a message.
    """
    match = re.fullmatch(r"(?:tcp://)?(\[[^]/]+\]|[^]/:\s]+):(\d{1,5})", address)
    if not match:
        raise BadInput(f"scheduler is {quoted(address)}, but must be an address with a port, as tcp://host:8786")
    try:
        with socket.create_connection((match[1].strip("[]"), int(match[2])), ANSWER_SECONDS) as line:
            line.settimeout(ANSWER_SECONDS)
            length = line.recv(LENGTH, socket.MSG_WAITALL)
    except (OSError, OverflowError, UnicodeError):
        raise _no_answer(address) from None
    if len(length) < LENGTH or int.from_bytes(length, "little") > LONGEST_GREETING:
        raise _no_answer(address)


def _no_answer(address: str) -> BadInput:
    return BadInput(
        f"scheduler is {quoted(address)}, where no Dask scheduler answers: is it running there, as tcp://host:8786?"
    )


def package_version() -> str:
    """Return the version of knightwatch in this process, with a digest of its solvers' code."""
    solvers = (solver.__module__ for each in PUZZLES for solver in each.solvers)
    return f"{version('knightwatch')}, code {digest(*solvers)}"


def _check_installed(executor: Executor, address: str) -> None:
    """Raise BadInput if scheduler or workers have another version of knightwatch than this process."""
    here = package_version()
    try:
        there = executor.submit(package_version).result(IMPORT_SECONDS)
    except Exception as error:  # another environment can raise anything
        there = f"none that answers ({type(error).__name__})"
    if there != here:
        raise BadInput(
            f"scheduler is {address}: it and its workers must run knightwatch {here}, but run {quoted(there)}: "
            "install the same version there"
        )
