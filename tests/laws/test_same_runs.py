"""The same seed gives the same run, also after the code changes: a file has a fingerprint of each run.

A fingerprint covers the answer, the work and, at some steps, board and curves. It covers no words.
After a deliberate change of a run, write the file again: `python -m tests.laws.test_same_runs`.
"""

import hashlib
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from knightwatch.engine.core.frame import Board, Frame
from knightwatch.engine.core.run import Run
from knightwatch.engine.plans.catalog import PUZZLES, puzzle
from knightwatch.engine.plans.plan import Plan
from knightwatch.engine.plans.result import result

WRITTEN = Path(__file__).with_name("same_runs.json")
SEED = "7"

MORE: dict[str, list[dict[str, str]]] = {
    "tour": [
        {"rows": "5", "cols": "5", "start": "a1"},
        {"rows": "7", "cols": "7", "holes": "d4"},
        {"rows": "3", "cols": "10", "closed": "yes"},
        {"rows": "3", "cols": "7", "start": "d2"},
        {"solver": "backtrack", "rows": "6", "cols": "6", "closed": "yes"},
        {"solver": "backtrack", "order": "wall", "max_states": "20000"},
        {"solver": "backtrack", "order": "warnsdorff+wall", "start": "c4"},
        {"solver": "warnsdorff", "rows": "7", "cols": "7"},
        {"solver": "genetic", "rule": "0", "tours": "5"},
        {"solver": "genetic", "generations": "60", "selection": "universal", "pop": "30", "falling": "yes"},
        {"solver": "genetic", "selection": "comma", "mu": "10", "protect": "yes", "generations": "60"},
        {"solver": "genetic", "generations": "60", "survival": "two-children", "pop": "30", "elitism": "2"},
        {"solver": "genetic", "preset": "best", "rows": "6", "cols": "6"},
        {"solver": "repair", "tours": "20"},
        {"solver": "repair", "rows": "6", "cols": "6", "closed": "yes", "evaluations": "5000"},
        {"solver": "ants", "rows": "6", "cols": "6", "cycles": "30", "tours": "40"},
    ],
    "swap": [
        {"solver": "best-first"},
        {"solver": "both-ends"},
        {"preset": "danube", "solver": "best-first"},
        {"preset": "2+3", "solver": "breadth"},
    ],
    "queens": [
        {"n": "16", "selection": "roulette", "mutation": "scramble", "generations": "200"},
        {"n": "20", "crossover": "ox", "elitism": "2", "mutation": "inversion", "generations": "200"},
        {"n": "9", "selection": "plus", "mu": "20", "crossover": "cx", "decay": "yes", "generations": "100"},
        {"solver": "min-conflicts", "n": "64"},
    ],
}
"""Further runs beside the examples of the catalogue: other solvers, settings and boards."""


SINCE = {"joins", "names", "writing", "section", "distinct", "late", "mutates", "replacement", "repairs", "way_back"}
"""Settings added later. At their defaults they do not change a run, so the fingerprints leave them out."""
COUNTED_SINCE = {"longest", "successful_iterations", "generations_to_a_tour"}
"""Counters added later, which the fingerprints leave out."""


ANSWERED_SINCE = {"best_walk", "fitness", "population"}
"""Fields of an answer added later, which the fingerprints leave out."""


def cases() -> dict[str, dict[str, str]]:
    """Return the values of all runs; each name lists the values."""
    found = {}
    for each in PUZZLES:
        for values in [*(dict(example.values) for example in each.examples), *MORE[each.name]]:
            found[" ".join([each.name, *(f"{name}={value}" for name, value in values.items())])] = values
    return found


def rounded(array: Any) -> Any:
    return np.round(np.asarray(array, np.float64), 9).tolist()


def board(shown: Board) -> list[Any]:
    pieces = sorted(zip(shown.squares.tolist(), (shown.marks[k].sign for k in shown.kinds.tolist()), strict=True))
    return [shown.rows, shown.cols, pieces, shown.trail.tolist(), shown.ring, rounded(shown.heat)]


def moment(frame: Frame) -> list[Any]:
    curves = [(rounded(curve.steps), rounded(curve.values)) for curve in frame.curves]
    return [frame.moment, str(frame.status), board(frame.board), curves]


def fingerprint(name: str) -> str:
    """Return a hash of everything that a run showed and found."""
    plan = Plan.read(puzzle(name.split()[0]), {"seed": SEED} | cases()[name])
    run = Run(plan.search())
    seen: list[Any] = []
    for until in (0, 1, 7, 50, 300, None):
        for _ in run.slices(until):
            pass
        if until is None or until < 300 or plan.problem.board().rows < 100:
            seen.append(moment(run.search.frame()))
    found = result(plan, run, everything=True)
    for words in ("reason", "seconds", "prepare_seconds"):
        del found[words]
    for name in ANSWERED_SINCE & found.keys():
        del found[name]
    answer = run.search.answer()
    for field in plan.problem.convention(answer).keys() - answer.keys():
        del found[field]
    for name in COUNTED_SINCE & found["work"].keys():
        del found["work"][name]
    new = {name: field for part in (plan.problem, plan.settings) for name, field in type(part).model_fields.items()}
    for name in SINCE & new.keys():
        if found["settings"][name] == new[name].get_default():
            del found["settings"][name]
    if "protect" in found["settings"]:  # was yes or no
        found["settings"]["protect"] = bool(found["settings"]["protect"])
    return hashlib.sha256(json.dumps([seen, found], sort_keys=True).encode()).hexdigest()[:16]


@pytest.mark.parametrize("name", cases())
def test_a_run_is_what_it_was(name: str) -> None:
    assert fingerprint(name) == json.loads(WRITTEN.read_text())[name]


if __name__ == "__main__":
    WRITTEN.write_text(json.dumps({name: fingerprint(name) for name in cases()}, indent=1) + "\n")
