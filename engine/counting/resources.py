"""Options of a count, and what it runs with: threads, a store for checkpoints, a cluster."""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from pydantic import Field

from knightwatch.engine.compiled.tiers import NotReady
from knightwatch.engine.core.declaration import Declared, Text
from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.pace import SLICE
from knightwatch.engine.counting.threads import Threads
from knightwatch.engine.store.counts import CountStore

RETRY_SLICES = 10
"""Slices of time between two tries to get compiled kernels."""


class CountingOptions(Declared):
    """The options of every count."""

    threads: int | None = Field(None, ge=1, le=256, description="number of threads; empty: one for each core")
    store: Annotated[str | None, Text("a file")] = Field(
        None, description="save checkpoints in this file; a later count resumes there"
    )
    scheduler: Annotated[str | None, Text("an address")] = Field(
        None, description="work on the Dask cluster with this scheduler"
    )


@dataclass
class Resources:
    """What a count runs with."""

    threads: Threads
    store: CountStore | None = None
    executor: Executor | None = None
    """Runs jobs on other machines, if there is one."""
    width: int = 1
    """How many jobs the executor runs at the same time."""


@contextmanager
def opened(options: CountingOptions, threads: Threads, job: str, damaged: set[tuple[str, str]]) -> Iterator[Resources]:
    """Open the store, claim a job there, and connect to the cluster, if asked for; raise BadInput if that fails.

    `damaged` collects the damaged parts of the store.
    """
    with ExitStack() as stack:
        resources = Resources(threads)
        if options.store is not None:
            resources.store = stack.enter_context(CountStore(Path(options.store)))
            resources.store.damaged = damaged
            stack.enter_context(resources.store.claim(job, "count"))
        if options.scheduler is None:
            yield resources
            return
        from knightwatch.engine.pool import cluster

        pool = stack.enter_context(cluster(options.scheduler))
        resources.executor, resources.width = pool.executor, pool.width
        try:
            yield resources
        except pool.losses:
            raise BadInput(
                f"scheduler is {options.scheduler}, whose workers were lost: start them and count again"
            ) from None


def damage_note(options: CountingOptions, damaged: set[tuple[str, str]]) -> list[str]:
    """Return a sentence about damaged parts of the store, if there are any."""
    if not damaged:
        return []
    parts = f"{len(damaged):,} saved part{'s' if len(damaged) > 1 else ''}"
    return [f"{parts} of {options.store} had damaged data, so the count did that work again."]


def compile_by(threads: Threads, work: Callable[[], None]) -> Iterator[None]:
    """Do some work that calls all kernels, again and again until all are compiled; yield in between."""
    while True:
        try:
            with threads.tier.needed(True):
                work()
            return
        except NotReady:
            for _ in range(RETRY_SLICES):
                time.sleep(SLICE)
                yield
