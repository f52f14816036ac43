"""Law 2, seed: the same problem, settings and seed give the same run in every process."""

import ast
import os
import subprocess
import sys
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from knightwatch.engine.plans.puzzle import Puzzle
from tests.support.strategies import (
    NAMES,
    SOLVERS,
    AnySearch,
    assert_same,
    digest,
    every_solver,
    makers,
    splits,
)


@every_solver
@given(data=st.data())
def test_the_same_seed_gives_the_same_run(puzzle: Puzzle, solver: type[AnySearch], data: st.DataObject) -> None:
    make = data.draw(makers(puzzle, solver))
    one, other = make(), make()
    for budget, halt in data.draw(splits):
        one.advance(budget, halt)
        other.advance(budget, halt)
        assert_same(one, other)


def default_run(puzzle: Puzzle, solver: type[AnySearch], seed: int) -> AnySearch:
    search = solver(puzzle.problem(), solver.settings_type(), seed)
    search.advance(5)
    return search


@every_solver
def test_another_seed_gives_another_run_if_the_solver_is_random(puzzle: Puzzle, solver: type[AnySearch]) -> None:
    runs = [default_run(puzzle, solver, seed) for seed in range(20)]
    different = len(set(map(digest, runs)))
    assert different > 10 if runs[0].seeded(runs[0].problem, runs[0].settings) else different == 1


def default_digests() -> dict[str, str]:
    """Return a fingerprint of a default run by each solver."""
    return {name: digest(default_run(*each, 7)) for name, each in zip(NAMES, SOLVERS, strict=True)}


def test_a_new_process_repeats_all_runs_bit_by_bit() -> None:
    script = "from tests.laws.test_seed import default_digests\nprint(repr(default_digests()))"
    environment = os.environ | {"PYTHONHASHSEED": "4711", "PYTHONPATH": str(Path(__file__).parents[2])}
    fresh = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True)
    assert ast.literal_eval(fresh.stdout) == default_digests()
