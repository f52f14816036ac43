"""Subject `squares`: time to a tour by `auto`, from 8 x 8 to 1000 x 1000, open and closed.

Last, the whole command for 1000 x 1000 by `divide` against `auto`, as seconds of processor time.
The slope is that of a line through the logarithms of squares and seconds: 1 is linear.
"""

import sys
import time
from statistics import median

import numpy as np

from bench.processor import processor_seconds
from bench.table import Comparison, Row, in_turns, ratio, short, spread
from knightwatch.engine.plans.catalog import puzzle
from knightwatch.engine.plans.plan import Plan
from knightwatch.engine.tour.problem import TourProblem
from knightwatch.engine.tour.solvers.auto import Auto, AutoSettings

SIDES = (8, 16, 32, 64, 128, 255, 500, 1000)
STEEPEST = 1.2
TURNS = 15
COMMAND_TURNS, COMMAND_TARGET = 5, 1.2
"""Turns of the whole command, and the allowed ratio of `divide` to `auto`."""
WIDTH = 50
"""Characters of the longest bar of the plot."""


def seconds(side: int, closed: bool, seed: int) -> float:
    """Return the seconds to a tour from a random start that has one."""
    search = Auto(TourProblem(rows=side, cols=side + closed * (side % 2), closed=closed), AutoSettings(), seed)
    search.prepare()
    begun = time.perf_counter()
    search.advance(search.limit)
    spent = time.perf_counter() - begun
    if not search.found():
        raise AssertionError(f"no tour of {side} x {side}, seed {seed}")
    return spent


def command_row() -> Row:
    """Compare the whole commands of `divide` and `auto` on the largest board."""
    size = ["--rows", str(SIDES[-1]), "--cols", str(SIDES[-1]), "--seed", "1", "--json"]

    def spent(solver: str) -> float:
        return processor_seconds([sys.executable, "-m", "knightwatch", "tour", "--solver", solver, *size])[0]

    for solver in ("divide", "auto"):  # compile here: a command would end before its compiler
        search = Plan.read(puzzle("tour"), {"solver": solver, "rows": "100", "cols": "100", "seed": "1"}).search()
        search.advance(search.limit)
    divide, auto = in_turns(COMMAND_TURNS, lambda _: spent("divide"), lambda _: spent("auto"))
    times = ratio(divide, auto)
    case, target = "command: divide 1000, seconds; peer: auto", f"<= {COMMAND_TARGET:g} x"
    return Row(case, spread(divide), spread(auto), f"{times:.2f} x", target, times <= COMMAND_TARGET)


def plot(medians: dict[str, list[float]]) -> str:
    """Return bars of the logarithms of the seconds, for each side and kind of tour."""
    every = np.log10([each for some in medians.values() for each in some])
    low, high = float(every.min()), float(every.max())
    lines = ["", f"  bars: seconds, from {10**low:.1e} to {10**high:.1e}, by their logarithm"]
    for place, side in enumerate(SIDES):
        for kind, sign in (("open", "#"), ("closed", "o")):
            length = 1 + round((np.log10(medians[kind][place]) - low) / (high - low) * WIDTH)
            lines.append(f"  {side:>5} {kind:<7}{sign * length}")
    return "\n".join(lines)


def table() -> Comparison:
    rows: list[Row] = []
    medians: dict[str, list[float]] = {}
    for kind in ("open", "closed"):
        closed = kind == "closed"
        seconds(SIDES[0], closed, 0)
        squares, medians[kind] = [side * (side + closed * (side % 2)) for side in SIDES], []
        for side, number in zip(SIDES, squares, strict=True):
            spent = [seconds(side, closed, turn) for turn in range(TURNS)]
            medians[kind].append(median(spent))
            each = f"{short(median(spent) / number * 1e9)} ns a square"
            rows.append(Row(f"{kind} {side}", spread([1000 * figure for figure in spent]), ratio=each))
        slope = float(np.polyfit(np.log(squares), np.log(medians[kind]), 1)[0])
        if closed:
            rows.append(Row("closed: slope", f"{slope:.2f}"))
        else:
            rows.append(Row("open: slope", f"{slope:.2f}", target=f"<= {STEEPEST}", met=slope <= STEEPEST))
    rows.append(command_row())
    title = "squares: milliseconds to a tour by the side of the board, fewer is better"
    return Comparison(title, "", tuple(rows), plot(medians))
