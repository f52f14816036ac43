"""Subject `c-tours`: knight's tours against C, tours.c, compiled here with `cc -O3`.

Depth-first search is compared with the same search in C, square by square. `auto` records curves and can rotate its
walk; it is compared with Warnsdorff's rule alone, with the same tie-breaks.
"""

import ctypes
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np

from bench.c import address, compiled
from bench.table import Comparison, Row, in_turns, ratio, spread
from knightwatch.engine.core.search import Search
from knightwatch.engine.plans.catalog import puzzle
from knightwatch.engine.plans.plan import Plan
from knightwatch.engine.tour.solvers.auto import Auto
from knightwatch.engine.tour.solvers.base import fresh_ways

TURNS = 9
STATES = 10_000_000
HARD = {"solver": "backtrack", "order": "warnsdorff", "rows": "20", "cols": "20", "start": "2,0"}
"""A start from which depth-first search does not end."""
LARGE = {"rows": "1000", "cols": "1000", "start": "0,0"}
BACKTRACK_TARGET, AUTO_TARGET = 1.5, 3.0
"""The allowed ratio of our time to that of C."""


def prepared(values: dict[str, str]) -> Search[Any, Any]:
    limits = {"seed": "7", "max_states": str(10**9), "max_seconds": "1000"}
    search = Plan.read(puzzle("tour"), limits | values).search()
    search.prepare()
    return search


def ours(values: dict[str, str], states: int) -> tuple[Search[Any, Any], float]:
    """Return a search after `states` states, or at its end, and its states per second."""
    search = prepared(values)
    begun = time.process_time()
    search.step(states, False)
    return search, search.done / (time.process_time() - begun)


def theirs(library: ctypes.CDLL, values: dict[str, str], states: int) -> tuple[np.ndarray[Any, Any], float]:
    """Return the final path of C and its states per second."""
    search = prepared(values)
    problem, path = search.problem, np.zeros(search.problem.squares, np.uint32)
    path[0] = search.state["path"][0]
    ways, offsets = fresh_ways(problem.free), search.offsets.astype(np.uint32)  # type: ignore[attr-defined]
    memory = ctypes.c_int64(len(path)), address(path), address(ways), address(offsets)
    if isinstance(search, Auto):
        far, rng = search._distances(), search.state["rng"]
        begun = time.process_time()
        entered = library.bare_rule(*memory, address(far), address(rng))
    else:
        pending = np.zeros(len(path), np.uint32)
        begun = time.process_time()
        entered = library.depth_first(*memory, address(pending), ctypes.c_int64(states))
    return path, entered / (time.process_time() - begun)


def row(library: ctypes.CDLL, case: str, values: dict[str, str], states: int, target: float) -> Row:
    search, path = ours(values, states)[0], theirs(library, values, states)[0]
    depth = len(search.trail)  # type: ignore[attr-defined]
    if not np.array_equal(search.state["path"][:depth], path[:depth]):
        raise AssertionError("C and knightwatch end with different walks from the same start")
    mine, peer = in_turns(TURNS, lambda _: ours(values, states)[1], lambda _: theirs(library, values, states)[1])
    times = ratio(peer, mine)
    return Row(case, spread(mine), spread(peer), f"{times:.2f} x", f"<= {target:g} x", times <= target)


def table() -> Comparison:
    with tempfile.TemporaryDirectory() as folder:
        library = compiled("tours", Path(folder))
        library.bare_rule.restype = library.depth_first.restype = ctypes.c_int64
        rows = (
            row(library, "backtrack, 20 x 20 from (2, 0)", HARD, STATES, BACKTRACK_TARGET),
            row(library, "auto, 1000 x 1000; C: the bare rule", LARGE, 10**9, AUTO_TARGET),
        )
    return Comparison("c-tours: states per second, more is better; ratio: our time to C's", "C, cc -O3", rows)
