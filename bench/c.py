"""Subject `c`: our solvers of n-queens against the same loops in C, compiled here with `cc -O3`.

Both sides start with the same state and random numbers, so they must end with the same population or queens. The C
program records no curves and cannot be stopped.
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

from bench.table import Comparison, Row, Skipped, in_turns, ratio, spread
from bench.unending import PC, PM, prepared, seconds
from knightwatch.engine.queens.problem import QueensProblem
from knightwatch.engine.queens.solvers.min_conflicts import MinConflicts, MinConflictsSettings

CASES = ((8, 100, 1000), (64, 100, 500), (256, 100, 200), (64, 1000, 50))
"""n, pop, generations of a run."""
TURNS = 15
RUNS = 5
"""Runs of each side in a turn, each with another seed."""
QUEENS = ((1_000, 100), (1_000_000, 1))
"""Local search: n, and runs in a turn."""
TARGET, LOCAL_TARGET = 2.0, 1.5
"""The allowed ratios of our time to that of C: evolution, local search."""


def compiled(name: str, folder: Path) -> ctypes.CDLL:
    """Compile a C file of this folder into another folder; return it as a library."""
    compiler = shutil.which("cc")
    if compiler is None:
        raise Skipped("the C compiler cc is not installed.")
    source, library = Path(__file__).with_name(f"{name}.c"), folder / f"{name}.so"
    subprocess.run([compiler, "-O3", "-shared", "-fPIC", "-o", library, source], check=True)
    return ctypes.CDLL(str(library))


def in_c(library: ctypes.CDLL, n: int, pop: int, generations: int, seed: int) -> tuple[float, NDArray[Any]]:
    """Return the seconds of C and its final population."""
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
        raise AssertionError("C and knightwatch end with different populations from the same seed")

    def rate(total: float) -> float:
        return RUNS * generations / total

    def ours(turn: int) -> float:
        return rate(sum(seconds(prepared(n, pop, turn * RUNS + run), generations) for run in range(RUNS)))

    def theirs(turn: int) -> float:
        return rate(sum(in_c(library, n, pop, generations, turn * RUNS + run)[0] for run in range(RUNS)))

    mine, peer = in_turns(TURNS, ours, theirs)
    times = ratio(peer, mine)
    return Row(f"n {n}, pop {pop}", spread(mine), spread(peer), f"{times:.2f} x", f"<= {TARGET:g} x", times <= TARGET)


def address(array: NDArray[Any]) -> ctypes.c_void_p:
    return ctypes.c_void_p(array.ctypes.data)


def local_search(library: ctypes.CDLL, n: int, runs: int) -> Row:
    library.min_conflicts.restype = ctypes.c_int64

    def begun(turn: int) -> list[MinConflicts]:
        problem, settings = QueensProblem(n=n), MinConflictsSettings()
        searches = [MinConflicts(problem, settings, turn * runs + run) for run in range(runs)]
        for search in searches:
            search.prepare()
        return searches

    def ours(turn: int) -> float:
        searches = begun(turn)
        start = time.process_time()
        for search in searches:
            search.step(search.limit, False)
        return sum(search.done for search in searches) / (time.process_time() - start)

    def theirs(turn: int) -> float:
        searches = begun(turn)
        states = [search.save() for search in searches]
        start = time.process_time()
        made = [
            library.min_conflicts(ctypes.c_int64(n), *(address(s[x]) for x in ("queens", "rising", "falling", "rng")))
            for s in states
        ]
        spent = time.process_time() - start
        searches[0].advance(searches[0].limit)
        if made[0] != searches[0].done or not np.array_equal(states[0]["queens"], searches[0].state["queens"]):
            raise AssertionError("C and knightwatch end with different queens from the same seed")
        return float(sum(made) / spent)

    mine, peer = in_turns(TURNS, ours, theirs)
    times = ratio(peer, mine)
    case = f"local search, n {n:,}"
    return Row(case, spread(mine), spread(peer), f"{times:.2f} x", f"<= {LOCAL_TARGET:g} x", times <= LOCAL_TARGET)


def table() -> Comparison:
    with tempfile.TemporaryDirectory() as folder:
        evolve, min_conflicts = (compiled(name, Path(folder)) for name in ("evolve", "min_conflicts"))
        rows = [row(evolve, *case) for case in CASES] + [local_search(min_conflicts, *case) for case in QUEENS]
    title = "c: generations, or trials of local search, per second, more is better; ratio: our time to C's"
    return Comparison(title, "C, cc -O3", tuple(rows))
