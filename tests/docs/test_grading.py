"""docs/grading.md: its tables are complete, and its scripts run the commands that they show."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from knightwatch.engine.own.grading.assignment import Case
from knightwatch.engine.own.grading.judging import Fault
from tests.support.commands import Command
from tests.support.pages import FILE, PAGES, write_files

PAGE = PAGES["docs/grading.md"]
FILES = dict(FILE.findall(PAGE))


def rows(heading: str) -> list[str]:
    """Return the first cells of the first table below a heading."""
    section = PAGE.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    return re.findall(r"^\| `([^`]+)` \|", section, re.MULTILINE)


def test_the_tables_have_every_field_and_every_fault() -> None:
    assert rows("Fields of a test") == list(Case.model_fields)
    assert rows("Checks") == [str(fault) for fault in Fault]


def command_in(file: str) -> list[str]:
    """Return the arguments of the grade command that a file runs."""
    (line,) = re.findall(r"knightwatch (grade [^>\n]*)", FILES[file])
    return str(line).split()


@pytest.fixture
def here(tmp_path: Path) -> Path:
    """Return a folder with the files of the page, also where GitHub Actions would have the tests."""
    write_files(PAGE, tmp_path)
    (tmp_path / "grading").mkdir()
    (tmp_path / "grading" / "tests.toml").write_text(FILES["tests.toml"], "utf-8")
    return tmp_path


def test_the_command_of_the_workflow_writes_what_it_uploads(command: Command, here: Path) -> None:
    assert command(*command_in("grade.yml"))[0] == 1
    (uploaded,) = re.findall(r"path: (\S+)", FILES["grade.yml"])
    assert (here / uploaded).read_text("utf-8").startswith("<?xml")


@pytest.mark.usefixtures("here")
def test_the_command_of_the_container_prints_json(command: Command) -> None:
    code, out, _ = command(*command_in("grade.sh"))
    assert (code, json.loads(out)["points"]) == (1, 6)


def test_the_script_for_gradescope_writes_results(here: Path) -> None:
    for folder in ("submission", "source", "results"):
        (here / folder).mkdir()
    write_files(PAGE, here / "submission")
    write_files(PAGE, here / "source")
    script = FILES["run_autograder.sh"].replace("/autograder", str(here)).replace("python3", sys.executable)
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    subprocess.run(["bash", "-c", script], env=environment, timeout=120)
    results = json.loads((here / "results" / "results.json").read_text("utf-8"))
    assert results["score"] == 6
    assert [test["visibility"] for test in results["tests"]].count("hidden") == 1
