"""Subject `back`: time and memory to go back to any generation of a long run.

The peer has no saved states: it reruns the first half of the run.
"""

import random
import time
from statistics import median

from bench.table import Comparison, Row, short
from bench.unending import prepared
from knightwatch.engine.core.history import History
from knightwatch.engine.core.run import Run

GENERATIONS = 1_000_000
SEEKS = 100
TARGET, MEMORY = 0.5, 256
"""Seconds; MiB."""


def row(n: int, pop: int) -> Row:
    """Run a million generations, then go back to random ones."""
    run = Run(prepared(n, pop, seed=1))
    history = History()
    for _ in run.slices(until=GENERATIONS):
        history.note(run.search, run.seconds)
    mebibytes = history.bytes / 2**20
    moments = random.Random(1)
    spent = []
    for _ in range(SEEKS):
        begun = time.perf_counter()
        for stop in history.approach(run.search, moments.randrange(GENERATIONS)):
            for _ in run.slices(until=stop):
                pass
            history.visit(run.search)
        spent.append(time.perf_counter() - begun)
    return Row(
        f"n {n}, population {pop}",
        f"{max(spent):.3f} s (median {median(spent):.3f}), {short(mebibytes)} MiB",
        f"{run.seconds / 2:.1f} s",
        f"{max(spent) / (run.seconds / 2):.3f}",
        f"<= {TARGET} s, {MEMORY} MiB",
        max(spent) <= TARGET and history.bytes / 2**20 <= MEMORY,
    )


def table() -> Comparison:
    rows = (row(8, 100), row(64, 100))
    return Comparison("back: slowest of 100 random seeks in a run of a million generations", "from the beginning", rows)
