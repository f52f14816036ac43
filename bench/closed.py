"""Subject `closed`: closed tours by `auto` against the circuit constraint of OR-tools' CP-SAT."""

import time
from statistics import median
from typing import Any

from bench.table import Comparison, Row, Skipped, in_turns, ratio, spread
from knightwatch.engine.boards import neighbours
from knightwatch.engine.tour.problem import TourProblem
from knightwatch.engine.tour.solvers.auto import Auto, AutoSettings

SIDES = (8, 12, 16, 20, 24, 30)
LEAST = 20
TURNS = 5


def ours(side: int, seed: int) -> float:
    """Return our seconds."""
    search = Auto(TourProblem(rows=side, cols=side, closed=True), AutoSettings(), seed)
    search.prepare()
    begun = time.perf_counter()
    search.advance(search.limit)
    spent = time.perf_counter() - begun
    if not search.problem.solves(search.answer()):
        raise AssertionError(f"no closed tour of {side} x {side}, seed {seed}")
    return spent


def circuit(cp_model: Any, side: int, seed: int) -> float:
    """Return the seconds of CP-SAT on one core, without building the model."""
    model = cp_model.CpModel()
    arcs = [
        (square, there, model.new_bool_var("")) for square in range(side**2) for there in neighbours(square, side, side)
    ]
    model.add_circuit(arcs)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = seed
    begun = time.perf_counter()
    status = solver.solve(model)
    spent = time.perf_counter() - begun
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        raise AssertionError(f"CP-SAT found no closed tour of {side} x {side}")
    return spent


def row(cp_model: Any, side: int) -> Row:
    def mine(turn: int) -> float:
        return median(ours(side, 100 * turn + k) for k in range(20))

    ours_spent, theirs = in_turns(TURNS, mine, lambda turn: circuit(cp_model, side, turn))
    factor = ratio(theirs, ours_spent)
    fast, slow = (spread([1000 * figure for figure in each]) for each in (ours_spent, theirs))
    return Row(f"{side} x {side}", fast, slow, f"{factor:,.0f} x", f">= {LEAST} x", factor >= LEAST)


def table() -> Comparison:
    try:
        from ortools.sat.python import cp_model
    except ImportError:
        raise Skipped("ortools is not installed") from None
    ours(SIDES[0], 0)
    title = "closed: milliseconds to a closed tour, fewer is better; ratio: theirs to ours"
    return Comparison(title, "CP-SAT, 1 core", tuple(row(cp_model, side) for side in SIDES))
