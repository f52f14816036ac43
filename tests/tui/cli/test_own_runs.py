"""Saved runs of users' solvers on the command line: `runs`, `resume`, `--at`, files and JSON."""

import json
from pathlib import Path

import pytest

from knightwatch.engine.store.runs import RunStore, usual_path
from knightwatch.tui.cli.main import run as cli
from tests.support.commands import BAD_INPUT, GAVE_UP, Command
from tests.support.own import COUNT, own_plan, save_own_run, trap, write

FAILED = 5


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return write(tmp_path / "count.py", COUNT)


def save(path: Path) -> None:
    save_own_run(own_plan("queens", path, most=90), 40)


def test_runs_lists_files_and_says_which_have_changed(path: Path, command: Command) -> None:
    save(path)
    _, out, err = command("runs")
    assert "count.py" in out
    assert (str(path) in out, err) == (False, "")
    write(path, COUNT + "    # edited")
    _, out, err = command("runs")
    assert err.startswith("Run 1: count.py has changed")
    (run,) = json.loads(command("runs", "--json")[1])
    assert (run["solver"], run["settings"]["solver"]) == ("count.py", str(path))
    assert run["note"].startswith("count.py has changed")


def test_resume_goes_on_with_a_changed_file_and_says_so(path: Path, command: Command) -> None:
    save(path)
    _, out, err = command("resume", "--json")
    assert "changed" not in err
    assert json.loads(out)["work"] == {"steps": 90}
    write(path, COUNT.replace("'''Counts", "yield_ = 1\n    '''Counts"))
    code, out, err = command("resume", "1", "--json")
    assert "count.py has changed" in err
    assert (code, json.loads(out)["work"]) == (GAVE_UP, {"steps": 90})


def test_resume_names_a_vanished_file_in_one_line(path: Path, command: Command) -> None:
    save(path)
    path.unlink()
    code, _, err = command("resume", "1")
    assert (code, err.count("\n")) == (BAD_INPUT, 1)
    assert err.startswith("knightwatch: count.py is gone")


def test_a_run_from_a_file_asks_for_the_solver(tmp_path: Path, command: Command) -> None:
    path, mark = trap(tmp_path)
    save_own_run(own_plan("queens", path), 4)
    mark.unlink()
    file = tmp_path / "run.json"
    assert command("runs", "export", "1", str(file))[0] == 0
    assert command("runs", "delete", "1")[0] == 0
    code, _, err = command("resume", str(file), "--json")
    assert code == BAD_INPUT
    assert f"knightwatch resume {file} --solver trap.py" in err
    assert not mark.exists()
    code, out, err = command("resume", str(file), "--solver", str(path), "--json")
    assert (code, json.loads(out)["work"]) == (GAVE_UP, {"steps": 20})
    assert "may differ" not in err
    with path.open("a") as text:
        text.write("# another file")
    assert "may differ" in command("resume", str(file), "--solver", str(path), "--json")[2]
    assert command("resume", "1", "--solver", str(path))[0] == BAD_INPUT


def test_at_stops_at_a_step_and_files_have_the_answer(path: Path, tmp_path: Path, command: Command) -> None:
    code, out, _ = command("queens", "--solver", str(path), "--at", "12", "--json", "--seed", "1")
    assert (code, json.loads(out)["work"], json.loads(out)["queens"]) == (GAVE_UP, {"steps": 12}, [3] + [-1] * 7)
    for suffix in ("txt", "json", "csv", "svg"):
        file = tmp_path / f"answer.{suffix}"
        command("queens", "--solver", str(path), "--most", "3", "--output", str(file))
        assert file.stat().st_size


def test_the_command_that_repeats_a_run_names_the_whole_path(
    path: Path, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    (path.parent / "a b").mkdir()
    mine = path.rename(path.parent / "a b" / "count.py")
    monkeypatch.chdir(mine.parent)
    _, out, _ = command("queens", "--solver", "count.py", "--most", "3", "--seed", "1")
    assert f"--solver '{mine}'" in out
    assert "--most 3" in out


def test_a_failed_run_has_its_own_exit_code(tmp_path: Path, command: Command) -> None:
    mine = write(tmp_path / "mine.py", "def solve(problem, random):\n    yield [0]\n    1 / 0\n")
    code, out, _ = command("queens", "--solver", str(mine), "--json")
    assert (code, json.loads(out)["status"]) == (FAILED, "failed")
    assert "line 3" in json.loads(out)["reason"]
    with RunStore(usual_path()) as store:
        assert store.runs() == [], "without a screen, nothing is saved"
    assert cli(["queens", "--solver", str(tmp_path / "missing.py")]) == BAD_INPUT
