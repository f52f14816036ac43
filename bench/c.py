"""Subject `c`: our n-queens by evolution against the same loop in C, evolve.c, compiled here with `cc -O3`.

Both begin with the same population and generator and draw the same numbers, so they must end with the same population.
"""

import ctypes
import shutil
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bench.table import Row, Skipped, Table, in_turns, ratio, spread
from bench.unending import PC, PM, prepared, seconds

CASES = ((8, 100, 1000), (64, 100, 500), (256, 100, 200), (64, 1000, 50))
"""n, pop, generations in a run."""
TURNS = 15
RUNS = 5
"""Runs of each side in a turn, each from another seed."""
TARGET = 2.0
"""Our time may be so many times that of C."""


def compiled(folder: Path) -> ctypes.CDLL:
    """Return evolve.c as a library, made in a folder."""
    compiler = shutil.which("cc")
    if compiler is None:
        raise Skipped("there is no C compiler called cc here.")
    source, library = Path(__file__).with_name("evolve.c"), folder / "evolve.so"
    subprocess.run([compiler, "-O3", "-shared", "-fPIC", "-o", library, source], check=True)
    return ctypes.CDLL(str(library))


def in_c(library: ctypes.CDLL, n: int, pop: int, generations: int, seed: int) -> tuple[float, NDArray[Any]]:
    """Return C's seconds, and the population that it ends with."""
    state = prepared(n, pop, seed).state
    summary = np.empty((generations, 3))
    memory = [ctypes.c_void_p(x.ctypes.data) for x in (state["rng"], state["pop"], state["fitness"], summary)]
    numbers = (n, pop, ctypes.c_double(PC), ctypes.c_double(PM), generations)
    begun = time.perf_counter()
    failed = library.evolve(*numbers, *memory)
    spent = time.perf_counter() - begun
    if failed:
        raise MemoryError("evolve.c got no memory")
    return spent, state["pop"]


def row(library: ctypes.CDLL, n: int, pop: int, generations: int) -> Row:
    search = prepared(n, pop, seed=0)
    seconds(search, generations)
    if not np.array_equal(search.state["pop"], in_c(library, n, pop, generations, seed=0)[1]):
        raise AssertionError("C and the engine, from the same seed, end with different populations")

    def rate(total: float) -> float:
        return RUNS * generations / total

    def ours(turn: int) -> float:
        return rate(sum(seconds(prepared(n, pop, turn * RUNS + run), generations) for run in range(RUNS)))

    def theirs(turn: int) -> float:
        return rate(sum(in_c(library, n, pop, generations, turn * RUNS + run)[0] for run in range(RUNS)))

    mine, peer = in_turns(TURNS, ours, theirs)
    times = ratio(peer, mine)
    return Row(f"n {n}, pop {pop}", spread(mine), spread(peer), f"{times:.2f} x", f"<= {TARGET:g} x", times <= TARGET)


def table() -> Table:
    with tempfile.TemporaryDirectory() as folder:
        library = compiled(Path(folder))
        rows = tuple(row(library, *case) for case in CASES)
    return Table("c: generations per second, more is better; ratio: our time to C's", "C, cc -O3", rows)
