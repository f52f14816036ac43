"""A crash of the solver's process belongs to one step, however many steps were ordered."""

from pathlib import Path

import pytest

from knightwatch.engine.core.frame import Status
from tests.support.own import own_search, write

CRASH = "import os\ndef solve(problem, random):\n    for k in range(5):\n        yield [k]\n    os._exit(1)\n"


@pytest.mark.parametrize("budgets", [(1,) * 6, (2, 2, 2), (5, 1), (5, 100), (100,)])
def test_a_crash_belongs_to_the_step_after_the_last_one(tmp_path: Path, budgets: tuple[int, ...]) -> None:
    with own_search("queens", write(tmp_path / "mine.py", CRASH)) as search:
        for budget in budgets:
            search.advance(budget)
        assert (search.status, search.done) == (Status.FAILED, 5)
        assert "step 6" in search.reason


def test_a_solver_that_yields_nothing_has_no_solution(tmp_path: Path) -> None:
    with own_search(
        "queens", write(tmp_path / "mine.py", "def solve(problem, random):\n    return\n    yield\n")
    ) as search:
        search.advance(1)
        assert search.status is Status.GAVE_UP
