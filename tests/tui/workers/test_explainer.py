"""What is explained beside a step is the same, however the run got there."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from knightwatch.engine.core.parts import Insight
from knightwatch.engine.store.runs import RunStore
from knightwatch.engine.store.saving import RunSaver, plan_of, record_of
from knightwatch.tui.workers import run as runs
from knightwatch.tui.workers.explainer import UNTOLD
from knightwatch.tui.workers.worker import LookInto, Pause, Quit, RunAt, Seek, ToSetback
from tests.support.pilot import plan
from tests.support.strategies import AnySearch
from tests.tui.workers.test_run import Working

LOSING = {
    "dead end": ("tour", {"start": "a3", "solver": "warnsdorff"}),
    "worse best": ("queens", {"n": "12", "solver": "evolve"}),
}


@contextmanager
def kept(keeper: RunSaver) -> Iterator[Working]:
    """Run what a keeper saves, in its thread."""
    it = Working(keeper.plan)
    it.runner = runs.Runner(keeper, it._collect)
    it.thread = type(it.thread)(target=it.runner.work)
    it.thread.start()
    try:
        it.at_rest()
        yield it
    finally:
        it.runner.order(Quit())
        it.assert_ended()


def facts(insight: Insight | None) -> tuple[str, bool, str]:
    assert insight
    return insight.sentence, insight.board is not None, insight.page.title if insight.page else ""


def reopened(path: Path) -> RunSaver:
    with RunStore(path) as store:
        (saved,) = store.runs()
    return RunSaver(plan_of(saved), path, saved)


@pytest.mark.parametrize("losing", LOSING)
def test_a_setback_is_explained_however_one_gets_there(losing: str, tmp_path: Path) -> None:
    of, values = LOSING[losing]
    chosen, path = plan(of, **values), tmp_path / "runs.sqlite"
    with kept(RunSaver(chosen, path)) as it:
        played = facts(it.carry_out(ToSetback()).insight)
        moment = it.done
        assert facts(it.carry_out(Seek(moment - 1)).insight or UNTOLD) != played
        assert facts(it.carry_out(Seek(moment)).insight) == played
    with kept(reopened(path)) as it:
        assert it.done == moment
        assert facts(it.runner.report.insight) == played
        it.carry_out(LookInto(moment))
        assert not played[2] or played[2] in [page.title for page in it.runner.pages]
    with kept(RunSaver(chosen, None, record_of(chosen, moment))) as it:  # `--at`
        assert facts(it.runner.report.insight) == played
    with kept(RunSaver(chosen)) as it:
        it.runner.order(RunAt(None, moment))
        it.runner.order(Pause())  # replaces the order, perhaps at once
        it.at_rest()
        assert facts(it.carry_out(RunAt(None, moment)).insight) == played


def test_an_explanation_leaves_the_run_at_its_step() -> None:
    of, values = LOSING["worse best"]
    with kept(RunSaver(plan(of, **values))) as it:
        moments = set[int]()
        it.carry_out(ToSetback())
        moment, insight = it.done, it.runner._explainer.explain(it.runner.run.search)
        for _ in insight:
            moments.add(it.runner.moment)
        assert moments == {moment}


def test_an_explanation_that_was_interrupted_is_made_later() -> None:
    of, values = LOSING["dead end"]
    with kept(RunSaver(plan(of, **values))) as it:
        moment = it.carry_out(ToSetback()).frame.moment
        it.carry_out(Seek(3))
        explain = it.runner._explainer.explain

        def interrupted(search: AnySearch, patience: float) -> Iterator[Insight | None]:
            if search.done == moment:
                it.runner.order(Seek(3))
            yield from explain(search, patience)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(it.runner._explainer, "explain", interrupted)
            it.runner._insight = 0, None
            assert it.carry_out(Seek(moment)).insight is None
        assert it.done == 3
        assert it.carry_out(Seek(moment)).insight


def test_a_replay_that_takes_too_long_is_left_to_d(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs, "REPLAY_SECONDS", 0.0)
    of, values = LOSING["worse best"]
    with kept(RunSaver(plan(of, **values))) as it:
        assert it.carry_out(ToSetback()).insight is UNTOLD
        insight = it.carry_out(LookInto(it.done)).insight
        assert insight
        assert insight is not UNTOLD
