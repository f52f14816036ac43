"""The command `papers`: its list, its output, its errors, and how it continues after an interrupt."""

import csv
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from knightwatch.engine.lab.papers.registry import PAPERS
from tests.support.commands import BAD_INPUT, COMPLETE, INTERRUPTED, Command
from tests.support.inline import Inline
from tests.support.tiny import FULL_RUNS, RUNS, TINY, only_tiny


class Interrupted(Inline):
    """Raises KeyboardInterrupt once, after a number of tasks."""

    def __init__(self, after: int) -> None:
        super().__init__()
        self.after = after

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
        if self.given == self.after:
            self.after = -1
            raise KeyboardInterrupt
        return super().submit(fn, *args, **kwargs)


@pytest.fixture
def executor(monkeypatch: pytest.MonkeyPatch) -> Interrupted:
    executor = Interrupted(-1)
    only_tiny(monkeypatch, executor)
    return executor


def test_the_list_has_sources_and_times(command: Command) -> None:
    code, text, _ = command("papers")
    assert code == COMPLETE
    code, out, _ = command("papers", "--json")
    assert code == COMPLETE
    listed = {each["name"]: each for each in json.loads(out)["papers"]}
    for each in PAPERS:
        assert (listed[each.name]["short"], listed[each.name]["full"]) == each.takes
        for words in (each.name, each.title, each.source, *each.takes):
            assert words in text
    assert command("papers", "--ascii")[1].isascii()


def test_json_text_and_csv_agree(command: Command, executor: Interrupted, tmp_path: Path) -> None:
    code, out, _ = command("papers", "tiny", "--json")
    assert (code, out.count("\n")) == (COMPLETE, 1)
    result = json.loads(out)
    assert (result["paper"], result["full"], result["complete"]) == ("tiny", False, True)
    code, text, _ = command("papers", "tiny", "--output", str(tmp_path / "figures.csv"))
    assert (code, executor.given) == (COMPLETE, RUNS)
    rows = list(csv.DictReader((tmp_path / "figures.csv").read_text("utf-8").splitlines()))
    figures = [each for part in result["parts"] for each in part.get("figures", ())]
    assert [float(row["value"]) for row in rows] == [each["value"] for each in figures]
    for part in result["parts"]:
        assert f"\n{part['title']}\n{'-' * len(part['title'])}\n" in text
    for figure in figures[:4]:
        assert f"{figure['solved']} of 3 [" in text
    assert "A sentence about what differs." in text
    assert "success in %, against n" in text
    assert "found from 10 of 25 starts" in text
    assert command("papers", "tiny", "--ascii")[1].isascii()


def test_the_full_form_has_more_runs(command: Command, executor: Interrupted) -> None:
    assert json.loads(command("papers", "tiny", "--full", "--json")[1])["full"] is True
    assert executor.given == FULL_RUNS
    command("papers", "tiny", "--full", "--again")
    assert executor.given == 2 * FULL_RUNS


def test_a_report_is_well_formed_markdown(command: Command, executor: Interrupted, tmp_path: Path) -> None:
    path = tmp_path / "report.md"
    code, _, _ = command("papers", "tiny", "--report", str(path))
    assert (code, executor.given) == (COMPLETE, RUNS)
    lines = path.read_text("utf-8").splitlines()
    fenced, columns, headings, tables = False, 0, [], 0
    for line, before in zip(lines, ["", *lines], strict=False):
        if line.startswith("```"):
            assert line == ("```" if fenced else "```text")
            fenced = not fenced
        elif fenced:
            continue
        elif line.startswith("#"):
            assert before == ""
            headings.append(line)
        elif line.startswith("|"):
            cells = line.replace("\\|", "").count("|")
            tables += not before.startswith("|")
            columns = cells if not before.startswith("|") else columns
            assert cells == columns
    assert not fenced
    assert headings == ["# A tiny experiment, short form", *(f"## {part.title}" for part in TINY.declared)]
    assert tables == 2
    assert "Source: Nobody (1901)." in lines
    assert "Published figures: Nobody else (1902)." in lines
    assert any("┤" in line for line in lines)


def test_an_interrupted_paper_continues(command: Command, executor: Interrupted, tmp_path: Path) -> None:
    executor.after = 5
    report = tmp_path / "whole.md"
    code, out, err = command("papers", "tiny", "--json", "--report", str(report))
    result = json.loads(out)
    assert (code, result["complete"], executor.given) == (INTERRUPTED, False, 5)
    assert not report.exists(), "a partial report would block the complete one"
    assert "whole.md is not written yet" in err
    stored = sum(figure["runs"] for figure in result["parts"][0]["figures"])
    assert 0 < stored <= 5
    executor.after = 7
    code, out, _ = command("papers", "tiny")
    assert code == INTERRUPTED
    assert "Not complete: " in out
    assert "Again: knightwatch papers tiny\n" in out
    again = executor.given
    code, out, _ = command("papers", "tiny", "--json", "--report", str(report))
    assert (code, json.loads(out)["complete"]) == (COMPLETE, True)
    assert report.exists()
    assert executor.given <= again + RUNS - stored


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("nonsense",), "paper is nonsense, but must be one of tour-thesis"),
        (("six-knights", "--report", "x.txt"), "report is x.txt, but its name must end in .md"),
        (("six-knights", "--output", "x.svg"), ".json or .txt or .csv"),
        (("six-knights", "--workers", "0", "--json"), "workers is 0"),
        (("six-knights", "--theme", "pink"), "theme is pink"),
        (("six-knights", "--store", "/dev/null/x", "--json"), "store is /dev/null/x"),
    ],
)
def test_errors_are_one_line(arguments: tuple[str, ...], words: str, command: Command) -> None:
    code, out, err = command("papers", *arguments)
    assert (code, out) == (BAD_INPUT, "")
    assert err.startswith("knightwatch: ")
    assert err.count("\n") == 1
    assert words in err
