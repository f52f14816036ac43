"""The laws of a search hold for users' solvers, also for those that fail, crash or use careless random numbers."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knightwatch.engine.core.frame import Status
from knightwatch.engine.core.run import Run
from knightwatch.engine.own.process import SolverProcess
from knightwatch.engine.own.search import OwnSearch
from knightwatch.engine.plans.catalog import puzzle
from knightwatch.engine.plans.plan import Plan
from knightwatch.engine.store.runs import RunStore
from knightwatch.engine.store.saving import RunSaver, plan_of
from tests.engine.own.conftest import Mine
from tests.support.examples import few
from tests.support.own import WALK, own_plan, own_search, reach, run_to_end, write
from tests.support.strategies import plain

QUEENS = """
    from knightwatch import Step

    def solve(problem, random, last: int = 60, end: str = "return"):
        population = [[random.randrange(problem.n) for _ in range(problem.n)] for _ in range(4)]
        for k in range(last):
            population[random.randrange(4)][random.randrange(problem.n)] = random.randrange(problem.n)
            print("step", k)
            yield Step(population, f"mutation {k}", figures={"k": k}, milestone=k % 7 == 3)
        if end == "raise":
            raise ValueError(k)
        if end == "wrong":
            yield [problem.n]
        if end == "crash":
            import os
            os._exit(1)
        return population[0]
"""
SWAP = """
    def solve(problem, random, last: int = 60):
        position, moves = problem.start, []
        for k in range(last):
            move = random.choice(problem.moves(position))
            position = problem.after(position, move)
            moves.append(move)
            yield (moves if k % 2 else position), str(k)
"""
CASES: dict[str, tuple[str, str, dict[str, Any]]] = {
    "tour": ("tour", WALK, {"rows": 5, "cols": 5}),
    "swap": ("swap", SWAP, {}),
    "queens": ("queens", QUEENS, {"end": "return"}),
    "queens, exception": ("queens", QUEENS, {"end": "raise"}),
    "queens, wrong yield": ("queens", QUEENS, {"end": "wrong"}),
    "queens, crash": ("queens", QUEENS, {"end": "crash"}),
}
every_case = pytest.mark.parametrize("case", CASES)
splits = st.lists(st.tuples(st.integers(0, 30), st.booleans()), max_size=6)


@contextmanager
def searches(case: str, number: int, **values: Any) -> Iterator[list[OwnSearch]]:
    """Yield equal searches."""
    name, text, given = CASES[case]
    with TemporaryDirectory() as folder:
        path = write(Path(folder) / "mine.py", text)
        made = [own_plan(name, path, **given, **values).search() for _ in range(number)]
        try:
            yield [search for search in made if isinstance(search, OwnSearch)]
        finally:
            for search in made:
                search.close()


def everything(search: OwnSearch) -> Any:
    """Return all that can be seen of a search, except the seconds."""
    return plain(search.state), plain(search.frame()), search.verdict, search.answer(), search.work()


@every_case
@few(2)
@given(budgets=splits)
def test_splitting_a_budget_reaches_the_same_state(case: str, budgets: list[tuple[int, bool]]) -> None:
    with searches(case, 2) as (split, whole):
        split.prepare()
        whole.prepare()
        for budget, halt in budgets:
            done, milestones = split.done, split.milestones
            while split.done < done + budget and split.status is Status.RUNNING:
                split.advance(done + budget - split.done, halt)
                if halt and split.milestones > milestones:
                    break
            assert split.done <= done + budget
            assert not halt or split.milestones <= milestones + 1
            split.frame()
        reach(whole, split.done)
        if split.status is not Status.RUNNING:
            run_to_end(whole)
        assert everything(split) == everything(whole)


@every_case
@few(2)
@given(before=st.integers(0, 70), elsewhere=st.integers(0, 70), after=st.integers(0, 70))
def test_a_restored_search_continues_like_an_uninterrupted_one(
    case: str, before: int, elsewhere: int, after: int
) -> None:
    with searches(case, 2) as (original, restored):
        original.prepare()
        reach(original, before)
        saved = original.save()
        reach(original, before + after)
        reach(restored, elsewhere)
        restored.load(saved)
        assert restored.done == min(before, original.done)
        reach(restored, before + after)
        assert everything(restored) == everything(original)


@every_case
@few(2)
@given(before=st.integers(1, 70), after=st.integers(0, 20))
def test_a_saved_run_is_resumed_at_its_step(case: str, before: int, after: int) -> None:
    name, text, values = CASES[case]
    with TemporaryDirectory() as folder, searches(case, 1) as (whole,):
        plan = own_plan(name, write(Path(folder) / "mine.py", text), **values)
        store = Path(folder) / "runs.sqlite"
        run, keeper = Run(plan.search()), RunSaver(plan, store)
        list(run.slices(until=before))
        keeper.keep(run)
        keeper.close()
        run.search.close()
        assert not keeper.fault
        with RunStore(store) as opened:
            kept = opened.run()
        again = RunSaver(plan_of(kept), store, kept)
        restored = Run(again.plan.search())
        list(again.returning(restored))
        again.close()
        assert isinstance(restored.search, OwnSearch)
        reach(restored.search, before + after)
        reach(whole, before + after)
        assert (restored.search.done, restored.search.answer()) == (whole.done, whole.answer())
        restored.search.close()


@every_case
def test_no_search_exceeds_its_limit(case: str) -> None:
    for limit in (0, 1, 33):
        with searches(case, 1, max_steps=limit) as (search,):
            run_to_end(search)
            assert (search.done, search.status) == (limit, Status.GAVE_UP)
            state = plain(search.state)
            search.advance(10**9)
            assert plain(search.state) == state


CARELESS = """
    import random as global_random
    {early}

    class Thing:
        pass

    def solve(problem, random):
        {late}
        for k in range(20):
            names = set("abcdefgh")
            thing = Thing()
            draws = [global_random.randrange(8), int(np.random.randint(8)), ord(names.pop()) % 8, hash("x") % 8]
            print(thing, draws)
            yield draws
"""


@pytest.mark.parametrize(
    "imports", [{"early": "import numpy as np", "late": ""}, {"early": "", "late": "import numpy as np"}]
)
def test_careless_random_numbers_repeat(imports: dict[str, str], mine: Mine) -> None:
    path = mine(CARELESS.format(**imports))
    seen = []
    for seed in (2**63 + 5, 2**63 + 5, 6):
        plan = own_plan("queens", path)
        search = Plan(puzzle("queens"), plan.solver, plan.problem, plan.settings, seed).search()
        assert isinstance(search, OwnSearch)
        reach(search, 20)
        seen.append(everything(search)[1:])
        search.close()
    assert seen[0] == seen[1] != seen[2]


def test_a_new_interpreter_goes_the_same_way(mine: Mine) -> None:
    with own_search("queens", mine(CARELESS.format(early="import numpy as np", late=""))) as search:
        reach(search, 15)
        expected = everything(search)
        driver = search.driver
        assert isinstance(driver, SolverProcess)
        assert driver._first
        while driver.checkpoints:
            driver._drop(driver._copies[-1])
        driver._first.copy.end()
        search.rewind()
        reach(search, 15)
        assert everything(search) == expected
