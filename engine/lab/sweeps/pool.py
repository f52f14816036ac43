"""Where a sweep's runs are done: processes of this machine, or a cluster.

Both are a `concurrent.futures.Executor`, and nothing else of the laboratory knows which. Processes are copies of one
that has imported what takes longest; `get_ready` starts that one.
"""

import logging
import re
import signal
import socket
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, CancelledError, Executor, ProcessPoolExecutor
from contextlib import contextmanager, redirect_stderr
from dataclasses import dataclass
from multiprocessing import forkserver, get_all_start_methods, get_context, resource_tracker
from multiprocessing.process import BaseProcess
from typing import Any

from pydantic import Field

from knightwatch.engine.core.declaration import Declared
from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.machine import cores
from knightwatch.engine.core.words import quoted
from knightwatch.engine.lab.sweeps.worker import become_worker, package_version

ANSWER_SECONDS = 5
"""How long a scheduler may take to answer."""
GRACE = 1.0
"""Seconds that processes have to end by themselves."""


LENGTH, LONGEST_GREETING = 8, 1 << 16
"""Bytes in which a scheduler sends the length of its greeting, and what that is at most."""


class Workers(Declared):
    """How many processes work."""

    workers: int | None = Field(None, ge=1, le=256, description="processes that work; empty: one for each core")


@dataclass(frozen=True)
class Pool:
    """An executor for runs, and what to know of it."""

    executor: Executor
    width: int
    """How many runs are done at the same time."""
    words: str
    """What it is, in words."""
    alive: Callable[[], bool] = lambda: True
    """Tells whether there is anybody left who could end a run."""
    losses: tuple[type[Exception], ...] = (BrokenExecutor,)
    """What a run raises that was lost with where it was done."""


def way_to_start() -> str:
    """Return how processes are started: as copies or, where a system cannot make copies, each from its beginning."""
    return "forkserver" if "forkserver" in get_all_start_methods() else "spawn"


def get_ready() -> None:
    """Start the process that workers are copies of, where they are; further calls do nothing."""
    if way_to_start() != "forkserver":
        return
    with redirect_stderr(sys.__stderr__):  # what it is given to write errors to must be a file, and a screen is none
        resource_tracker.ensure_running()
    get_context("forkserver").set_forkserver_preload(["numba", "pydantic"])
    # Copies inherit that interrupts, which are for the parent, do not reach them from their first moment on.
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        forkserver.ensure_running()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def processes(workers: object = "") -> Iterator[Pool]:
    """Have processes on this machine, one for each core unless told otherwise; at the end they are stopped, at once.

    They are started by the first things that there are to do.
    """
    number = Workers(workers=workers).workers or cores()
    get_ready()
    context = get_context(way_to_start())
    stopping = context.Event()
    executor = ProcessPoolExecutor(number, context, become_worker, (stopping,))
    try:
        yield Pool(executor, number, f"{number} process{'es' if number > 1 else ''}")
    finally:
        stopping.set()
        manager: Any = executor._executor_manager_thread
        running = list((executor._processes or {}).values())
        executor.shutdown(wait=False, cancel_futures=True)
        _end(running)
        if manager:
            manager.join()


def _end(running: Sequence[BaseProcess]) -> None:
    """Wait for processes to stop, a moment; who compiles kernels, or does one long step, is killed.

    This may come when the interpreter is being left, where a thread that is started would be waited for without end.
    """
    until = time.monotonic() + GRACE
    for process in running:
        process.join(max(0.0, until - time.monotonic()))
        if process.is_alive():
            process.kill()


@contextmanager
def cluster(address: str) -> Iterator[Pool]:
    """Join a Dask cluster by the address of its scheduler; what is under way there at the end is called off.

    Raises BadInput where that cannot be done.
    """
    try:
        from distributed import Client, KilledWorker
    except ImportError:
        raise BadInput(
            "scheduler needs Dask, which is not installed here: pip install 'knightwatch[cluster]'"
        ) from None
    for name in [name for name in logging.root.manager.loggerDict if name.partition(".")[0] == "distributed"]:
        logging.getLogger(name).setLevel(logging.CRITICAL)  # What matters is told in our words, and beside a screen.
    _check_scheduler(address)
    try:
        client = Client(address, timeout=ANSWER_SECONDS, set_as_default=False)
    except Exception:  # whatever a service comes up with that begins as a scheduler does
        raise _unanswered(address) from None
    try:
        width = sum(client.nthreads().values())
        if not width:
            raise BadInput(f"scheduler is {address}, which has no workers: start some with dask worker {address}")
        executor = client.get_executor()
        _check_installed(executor, address)
        words = f"{width} thread{'s' if width > 1 else ''} of a cluster"
        yield Pool(executor, width, words, lambda: bool(client.nthreads()), (KilledWorker, CancelledError, OSError))
    finally:
        client.close()


def _check_scheduler(address: str) -> None:
    """Complain about what is no address, and where nobody or another service answers.

    Dask itself would wait for such a service without end, or take its first words for the length of a message.
    """
    parts = re.fullmatch(r"(?:tcp://)?(\[[^]/]+\]|[^]/:\s]+):(\d{1,5})", address)
    if not parts:
        raise BadInput(f"scheduler is {quoted(address)}, but must be an address with a port, as tcp://host:8786")
    try:
        with socket.create_connection((parts[1].strip("[]"), int(parts[2])), ANSWER_SECONDS) as line:
            line.settimeout(ANSWER_SECONDS)
            length = line.recv(LENGTH, socket.MSG_WAITALL)
    except (OSError, OverflowError, UnicodeError):
        raise _unanswered(address) from None
    if len(length) < LENGTH or int.from_bytes(length, "little") > LONGEST_GREETING:
        raise _unanswered(address)


def _unanswered(address: str) -> BadInput:
    return BadInput(
        f"scheduler is {quoted(address)}, where no Dask scheduler answers: is it running there, as tcp://host:8786?"
    )


def _check_installed(executor: Executor, address: str) -> None:
    """Complain where scheduler or workers do not have the same knightwatch as this process."""
    here = package_version()
    try:
        there = executor.submit(package_version).result(ANSWER_SECONDS)
    except Exception as error:  # Whatever a foreign environment comes up with.
        there = f"none that answers ({type(error).__name__})"
    if there != here:
        raise BadInput(
            f"scheduler is {address}, which and whose workers need knightwatch {here}, but have {quoted(there)}: "
            "install it there"
        )
