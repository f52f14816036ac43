"""Law 7, saving: a run that was saved to disk and resumed continues as if never interrupted."""

from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given, settings
from hypothesis import strategies as st

from knightwatch.engine.core.run import Run
from knightwatch.engine.plans.plan import Plan
from knightwatch.engine.plans.puzzle import Puzzle
from knightwatch.engine.store import saving
from knightwatch.engine.store.runs import RunStore
from knightwatch.engine.store.saving import RunSaver, plan_of
from tests.support.strategies import AnySearch, assert_same, every_solver, makers


@every_solver
@settings(max_examples=5)
@given(data=st.data())
def test_a_resumed_run_continues_like_an_uninterrupted_one(
    puzzle: Puzzle, solver: type[AnySearch], data: st.DataObject
) -> None:
    drawn = data.draw(makers(puzzle, solver))()
    plan = Plan(puzzle, solver, drawn.problem, drawn.settings, drawn.seed % (1 << 32))
    search = plan.search()
    before, back, after = (data.draw(st.integers(0, 30), label=x) for x in ("before", "back", "after"))
    same_code = data.draw(st.booleans(), label="same code")
    with TemporaryDirectory() as folder:
        path = Path(folder) / "runs.sqlite"
        run = Run(search)
        list(run.slices(until=before))
        newest = run.furthest
        if back and newest:
            search.rewind()
            list(run.slices(until=max(0, newest - back)))
        keeper = RunSaver(plan, path)
        keeper.keep(run)
        keeper.close()
        assert not keeper.fault
        if not newest:
            assert keeper.kept is None
            return
        with RunStore(path) as store:
            kept = store.run()
        assert (kept.moment, kept.newest, kept.status) == (search.done, newest, run.status)
        again = RunSaver(plan_of(kept), path, kept)
        assert again.plan == plan
        restored = Run(again.plan.search())
        usual = saving.code_of
        try:
            if not same_code:
                saving.code_of = lambda _: "other code"  # type: ignore[assignment]
            list(again.returning(restored))
        finally:
            saving.code_of = usual
            again.close()
        assert (restored.search.done, restored.furthest) == (search.done, newest)
        assert_same(restored.search, search)
        search.advance(after)
        restored.search.advance(after)
        assert_same(restored.search, search)
