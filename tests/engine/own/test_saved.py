"""Saved runs of users' solvers: the store knows the file, and says what has happened to it."""

import json
from pathlib import Path

import pytest

from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.run import Run
from knightwatch.engine.own.permission import ALLOW
from knightwatch.engine.own.saved import changed
from knightwatch.engine.plans.warm import kernels
from knightwatch.engine.store.limits import Limits
from knightwatch.engine.store.runs import RunStore, SavedRun, usual_path
from knightwatch.engine.store.saving import RunSaver, plan_of
from knightwatch.engine.store.sharing import received, shared
from tests.support.own import COUNT, own_plan, save_own_run, trap, write


@pytest.fixture(autouse=True)
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("KNIGHTWATCH_RUNS", str(tmp_path / "runs.sqlite"))
    return usual_path()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return write(tmp_path / "count.py", COUNT)


def saved(path: Path, moment: int = 40) -> SavedRun:
    """Save a run and return it as the store has it."""
    save_own_run(own_plan("queens", path, most=90), moment)
    with RunStore(usual_path()) as store:
        return store.run()


def test_a_run_is_resumed_at_its_step(path: Path) -> None:
    kept = saved(path)
    assert (kept.solver, kept.values["solver"], kept.moment) == ("count.py", str(path), 40)
    assert changed(kept) == ""
    plan = plan_of(kept)
    run, saver = Run(plan.search()), RunSaver(plan, usual_path(), kept)
    try:
        list(saver.returning(run))
        assert (run.search.done, run.search.frame().sentence) == (40, f"row {39 % 8}")
    finally:
        run.search.close()
        saver.close()


def test_a_changed_file_is_reported_and_its_new_text_runs(path: Path) -> None:
    kept = saved(path)
    write(path, COUNT.replace("row {k", "line {k"))
    assert changed(kept).startswith("count.py has changed")
    assert "step 40" in changed(kept)
    plan = plan_of(kept)
    run, saver = Run(plan.search()), RunSaver(plan, usual_path(), kept)
    try:
        list(saver.returning(run))
        assert (run.search.done, run.search.frame().sentence) == (40, f"line {39 % 8}")
        list(run.slices(until=41))
        saver.keep(run)
    finally:
        run.search.close()
        saver.close()
    with RunStore(usual_path()) as store:
        assert changed(store.run()) == "", "the store knows the new file now"


def test_a_lost_setting_is_named_and_left_out(path: Path) -> None:
    kept = saved(path)
    write(path, COUNT.replace("most: int = 100", "last: int = 100").replace("range(most)", "range(last)"))
    assert "no setting most any more" in changed(kept)
    assert plan_of(kept).settings.model_dump()["last"] == 100


@pytest.mark.parametrize("gone", ["deleted", "folder", "folder deleted"])
def test_a_vanished_or_broken_file_is_reported(tmp_path: Path, gone: str) -> None:
    (tmp_path / "deep").mkdir()
    path = write(tmp_path / "deep" / "count.py", COUNT)
    kept = saved(path)
    path.unlink()
    match gone:
        case "folder":
            path.mkdir()
            assert "which is a folder" in changed(kept)
        case "folder deleted":
            path.parent.rmdir()
    if gone != "folder":
        assert changed(kept).startswith("count.py is gone")
        assert str(path) in changed(kept)
    with pytest.raises(BadInput, match=r"count\.py"):
        plan_of(kept)


def test_a_file_with_a_mistake_is_reported_with_its_line(path: Path) -> None:
    kept = saved(path)
    path.write_text("def solve(problem, random):\n    yield [\n")
    assert "count.py line 2" in changed(kept)


def test_other_solvers_have_no_file() -> None:
    from knightwatch.engine.plans.catalog import puzzle
    from knightwatch.engine.plans.plan import Plan
    from knightwatch.engine.store.saving import record_of

    assert changed(record_of(Plan.read(puzzle("queens"), {}), 3)) == ""


def test_the_digest_survives_undo_and_goes_with_tidying(path: Path, store: Path) -> None:
    kept = saved(path)
    with RunStore(store) as opened:
        (forgotten,) = opened.delete([kept.id])
        opened.bring_back(forgotten)
        assert opened.run().digest == kept.digest
        opened.tidy(Limits(number=0))
        assert opened.base.execute("SELECT COUNT(*) FROM solver").fetchone() == (0,)


def test_a_store_without_files_of_users_has_no_table_for_them(store: Path) -> None:
    with RunStore(store) as opened:
        assert opened.runs() == []
        assert opened.base.execute("SELECT 1 FROM sqlite_schema WHERE name = 'solver'").fetchone() is None


# Nothing starts the code of a file but the user.


def test_compiling_ahead_runs_no_file(tmp_path: Path) -> None:
    path, mark = trap(tmp_path)
    assert list(kernels("queens", {"solver": str(path)})) == []
    assert not mark.exists()


def test_no_file_is_read_where_files_are_forbidden(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = saved(path)
    monkeypatch.setenv(ALLOW, "0")
    with pytest.raises(BadInput, match="runs no Python files"):
        own_plan("queens", path)
    with pytest.raises(BadInput, match="runs no Python files"):
        plan_of(kept)


# Runs from other people.


def test_an_exported_run_has_neither_code_nor_folder(path: Path) -> None:
    text = shared(saved(path))
    assert str(path.parent) not in text
    assert "yield" not in text
    assert json.loads(text)["values"]["solver"] == "count.py"


@pytest.mark.parametrize("named", ["trap.py", "{path}", "./trap.py", "~/trap.py", "../x/trap.py"])
def test_a_run_from_a_file_never_runs_a_solver_that_it_names(
    tmp_path: Path, named: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    path, mark = trap(tmp_path)
    text = shared(saved(write(tmp_path / "count.py", COUNT)))
    run = json.loads(text)
    run["values"]["solver"] = named.format(path=path)
    file = tmp_path / "run.json"
    file.write_text(json.dumps(run))
    with pytest.raises(BadInput, match=r"run\.json, .* trap\.py .* brings no code"):
        received(file)
    assert not mark.exists()


def test_a_run_from_a_file_runs_with_a_file_that_the_user_names(path: Path, tmp_path: Path) -> None:
    file = tmp_path / "run.json"
    file.write_text(shared(saved(path)))
    mine = write(tmp_path / "mine.py", COUNT)
    plan, kept = received(file, str(mine))
    assert (plan.solver.address, kept.moment, kept.values["most"]) == (str(mine), 40, "90")
    assert kept.digest == plan.solver.file_digest
    write(mine, COUNT.replace("row", "line"))
    plan, kept = received(file, str(mine))
    assert kept.digest != plan.solver.file_digest, "the caller can tell that the file differs"
    with pytest.raises(BadInput, match="must be a Python file"):
        received(file, "evolve")


def test_a_run_of_a_built_in_solver_takes_no_file(path: Path, tmp_path: Path) -> None:
    run = json.loads(shared(saved(path)))
    run["values"] = {"solver": "evolve", "seed": "1"}
    file = tmp_path / "run.json"
    file.write_text(json.dumps(run))
    assert received(file)[0].solver.name == "evolve"
    with pytest.raises(BadInput, match="leave the solver out"):
        received(file, str(path))
