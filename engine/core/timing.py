"""Runs with comparable seconds: processor time, and kernels compiled before the clock starts."""

import time
from collections.abc import Iterator
from typing import Any

from knightwatch.engine.compiled import background
from knightwatch.engine.core.frame import Status
from knightwatch.engine.core.pace import SLICE
from knightwatch.engine.core.run import Run
from knightwatch.engine.core.search import Search

STEPS = 3
"""The number of first steps that call nearly all kernels of a search."""


def timed(search: Search[Any, Any]) -> Run:
    """Return a new run that counts processor time and compiles each kernel at its first call."""
    search.tier.patience = 0.0
    return Run(search, by_processor=True)


def made_ready(run: Run) -> Iterator[str]:
    """Prepare a run and compile the kernels of its first steps; yield a message while that goes on."""
    yield from run.preparing()
    search = run.search
    if run.status is not Status.RUNNING:
        return
    search.advance(STEPS)
    search.rewind()
    while search.tier.waiting and not background.fault():
        yield f"compiling before the clock starts, only once: {background.fraction():.0%}"
        time.sleep(SLICE)
        search.advance(STEPS)
        search.rewind()
