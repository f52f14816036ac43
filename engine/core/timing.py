"""Runs whose seconds can be compared: processor time, with machine code ready before the clock starts."""

import time
from collections.abc import Iterator
from typing import Any

from knightwatch.engine.compiled import background
from knightwatch.engine.core.frame import Status
from knightwatch.engine.core.pace import SLICE
from knightwatch.engine.core.run import Run
from knightwatch.engine.core.search import Search

STEPS = 3
"""First steps of a search, which call nearly all of its kernels."""


def timed(search: Search[Any, Any]) -> Run:
    """Return a run that has not begun, by processor time, with machine code as soon as a kernel is called."""
    search.tier.patience = 0.0
    return Run(search, by_processor=True)


def made_ready(run: Run) -> Iterator[str]:
    """Prepare a run with the machine code of its first steps; yield, with words, while that is being compiled."""
    yield from run.preparing()
    search = run.search
    if run.status is not Status.RUNNING:
        return
    search.advance(STEPS)
    search.rewind()
    while search.tier.waiting and not background.fault():
        yield f"machine code is compiled before the clock starts, the first time only: {background.fraction():.0%}"
        time.sleep(SLICE)
        search.advance(STEPS)
        search.rewind()
