"""Runs with comparable seconds: processor time, and kernels compiled before the clock starts."""

import time
from collections.abc import Iterable, Iterator
from typing import Any

from knightwatch.engine.compiled import background
from knightwatch.engine.core.frame import Status
from knightwatch.engine.core.pace import SLICE
from knightwatch.engine.core.run import Run
from knightwatch.engine.core.search import Search

STEPS = 3
"""The number of first steps that call nearly all kernels of a search."""
BEFORE_CLOCK = "before the clock starts"
"""Why most runs wait for compiled code."""


def timed(search: Search[Any, Any]) -> Run:
    """Return a new run that counts processor time and compiles each kernel at its first call."""
    search.tier.patience = 0.0
    return Run(search, by_processor=True)


def made_ready(run: Run) -> Iterator[str]:
    """Prepare a run and request the compiled code of its first steps; yield a message while a board waits for it."""
    yield from run.preparing()
    _try_steps(run)


def compiled(runs: Iterable[Run], purpose: str) -> Iterator[str]:
    """Wait until runs that are ready have the compiled code of their first steps; yield a message meanwhile.

    The share in the message never falls.
    """
    share = 0.0
    for run in runs:
        while run.search.tier.waiting and not background.fault():
            share, left = max(share, background.fraction()), background.seconds_left()
            yield f"compiling {purpose}, only once: {share:.0%}" + (f", about {left} s more" if left else "")
            time.sleep(SLICE)
            _try_steps(run)


def _try_steps(run: Run) -> None:
    """Do the first steps, which call nearly all kernels, and go back to the start."""
    if run.status is Status.RUNNING:
        run.search.advance(STEPS)
        run.search.rewind()
