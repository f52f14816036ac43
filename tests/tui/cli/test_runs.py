"""The commands `runs` and `resume`: list, resume, export and delete saved runs; runs survive a killed program."""

import json
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from bench.terminal import Terminal
from knightwatch.engine.core.run import Run
from knightwatch.engine.plans.catalog import puzzle
from knightwatch.engine.plans.plan import Plan
from knightwatch.engine.store.runs import RunStore, usual_path
from knightwatch.engine.store.saving import RunSaver
from knightwatch.tui.cli.main import run as cli
from tests.support.terminals import COMPILED, started

PLAN = Plan.read(puzzle("queens"), {"n": "20", "seed": "1"})


@pytest.fixture(autouse=True)
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("KNIGHTWATCH_RUNS", str(tmp_path / "runs.sqlite"))
    return usual_path()


def save(path: Path, step: int) -> None:
    run, saver = Run(PLAN.search()), RunSaver(PLAN, path)
    list(run.slices(until=step))
    saver.keep(run)
    saver.close()


def test_runs_are_listed_as_text_and_json(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli(["runs"]) == 0
    assert capsys.readouterr().out.startswith("There are no saved runs yet")
    save(path, 7)
    assert cli(["runs"]) == 0
    assert "20 queens  generation 7  paused" in capsys.readouterr().out
    assert cli(["runs", "--json"]) == 0
    (run,) = json.loads(capsys.readouterr().out)
    assert (run["id"], run["puzzle"], run["solver"], run["moment"]) == (1, "queens", "evolve", 7)


def test_a_terminal_has_one_line_for_each_run(
    path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = Plan.read(puzzle("queens"), {"solver": "min-conflicts", "n": "100000", "seed": "1"})
    run, saver = Run(plan.search()), RunSaver(plan, path)
    list(run.slices(until=1234))
    saver.keep(run)
    saver.close()
    save(path, 7)
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "70")
    assert cli(["runs"]) == 0
    head, *lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 2
    assert max(map(len, [head, *lines])) <= 70
    assert any("1,234" in line for line in lines)
    assert all(line[head.index("saved") :].count(":") == 1 for line in lines)


def test_a_damaged_run_is_reported_and_can_be_deleted(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    save(path, 7)
    save(path, 8)
    with RunStore(path) as store:
        store.base.execute("UPDATE run SET status = 'asleep' WHERE id = 1")
    assert cli(["runs"]) == 0
    printed = capsys.readouterr()
    assert "generation 8" in printed.out
    assert "generation 7" not in printed.out
    assert printed.err.startswith("Run 1 is damaged")
    assert printed.err.endswith("knightwatch runs delete 1\n")
    assert cli(["resume", "1", "--json"]) == 2
    assert cli(["runs", "delete", "1"]) == 0
    capsys.readouterr()
    assert cli(["runs"]) == 0
    assert capsys.readouterr().err == ""


def test_a_resumed_run_ends_like_an_uninterrupted_one(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    save(path, 7)
    assert cli(["resume", "--json"]) == 0
    resumed = json.loads(capsys.readouterr().out)
    assert cli(["queens", "--n", "20", "--seed", "1", "--json"]) == 0
    whole = json.loads(capsys.readouterr().out)
    for result in (resumed, whole):
        del result["seconds"], result["prepare_seconds"]
    assert resumed == whole
    with RunStore(path) as store:
        assert str(store.run().status) == "solved"


def test_an_exported_run_can_be_resumed(path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    save(path, 7)
    file = tmp_path / "mine.json"
    assert cli(["runs", "export", "1", str(file)]) == 0
    assert cli(["runs", "export", "1", str(file)]) == 2
    assert cli(["runs", "delete", "1"]) == 0
    assert cli(["resume", str(file), "--json"]) == 0
    assert '"status": "solved"' in capsys.readouterr().out
    with RunStore(path) as store:
        assert len(store.runs()) == 1


def test_at_stops_a_run_at_its_step(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli(["queens", "--n", "20", "--seed", "1", "--at", "5", "--json"]) == 4
    assert json.loads(capsys.readouterr().out)["work"]["generations"] == 5


@pytest.mark.parametrize(
    "arguments", [["resume", "9"], ["resume", "/nowhere/run"], ["runs", "delete", "x"], ["queens", "--at", "soon"]]
)
def test_errors_are_one_line(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert cli(arguments) == 2
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize(
    "end",
    [lambda terminal: terminal.signal(signal.SIGKILL), lambda terminal: terminal.hang_up()],
    ids=["SIGKILL", "hang up"],
)
def test_a_killed_program_leaves_a_run_to_resume(tmp_path: Path, path: Path, end: Callable[[Terminal], object]) -> None:
    with started(tmp_path, "queens", "--n", "20", "--seed", "1", KNIGHTWATCH_RUNS=str(path)) as terminal:
        terminal.read_until(lambda: terminal.shows("generation 0"), COMPILED)
        terminal.send("nnn")
        terminal.read_until(lambda: terminal.shows("generation 3"))

        def is_saved() -> bool:
            with RunStore(path) as store:
                return [run.moment for run in store.runs()] == [3]

        terminal.read_until(is_saved)
        end(terminal)
    with started(tmp_path, "resume", KNIGHTWATCH_RUNS=str(path)) as terminal:
        terminal.read_until(lambda: terminal.shows("generation 3"), COMPILED)
        terminal.send("b")
        terminal.read_until(lambda: terminal.shows("generation 2"))


def test_home_lists_the_run_just_left(tmp_path: Path, path: Path) -> None:
    with started(tmp_path, "queens", "--n", "100", "--seed", "7", KNIGHTWATCH_RUNS=str(path)) as terminal:
        terminal.read_until(lambda: terminal.shows("generation 0"), COMPILED)
        terminal.send(" ")
        terminal.read_until(lambda: terminal.shows("generation 3 "))
        terminal.send("q")
        terminal.read_until(lambda: terminal.shows("Laboratory"))

        def at_home() -> bool:
            with RunStore(path) as store:
                moment = store.run().moment
            return moment >= 3 and f"paused at generation {moment}," in " ".join(
                " ".join(terminal.screen.display).split()
            )

        terminal.read_until(at_home)
