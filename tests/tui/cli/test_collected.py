"""Solvers that collect tours: all tours in files, on standard output, and exported from the screen."""

import csv
import json
from pathlib import Path

import pytest
from textual.widgets import OptionList

from knightwatch.engine.boards import read_squares
from knightwatch.engine.tour.problem import TourProblem
from knightwatch.tui.cli.main import run
from knightwatch.tui.screens.export import ExportScreen
from tests.support.pilot import opened, until

ASKED = ["tour", "--solver", "repair", "--rows", "6", "--cols", "6", "--seed", "1"]


def are_different_tours(tours: list[list[list[int]]], many: int) -> bool:
    problem = TourProblem(rows=6, cols=6)
    different = {tuple(map(tuple, path)) for path in tours}
    return len(tours) == len(different) == many and all(problem.solves({"path": path}) for path in tours)


def read(squares: str) -> list[list[int]]:
    return [list(divmod(square, 6)) for square in read_squares(squares, 6, 6, "squares")]


def test_a_file_has_all_tours(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = {ending: tmp_path / f"tours.{ending}" for ending in ("csv", "json", "txt")}
    for path in files.values():
        assert run([*ASKED, "--tours", "7", "--json", "--output", str(path)]) == 0
        assert "tours" not in json.loads(capsys.readouterr().out)
    head, *rows = csv.reader(files["csv"].read_text().splitlines())
    assert head == ["tour", "closed", "squares"]
    tours = [read(squares) for _, _, squares in rows]
    assert [number for number, _, _ in rows] == [str(number) for number in range(1, 8)]
    assert are_different_tours(tours, 7)
    assert json.loads(files["json"].read_text())["tours"] == tours
    assert [read(line) for line in files["txt"].read_text().splitlines()[-7:]] == tours


def test_all_prints_all_tours(capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*ASKED, "--tours", "3", "--json", "--all"]) == 0
    tours = json.loads(capsys.readouterr().out)["tours"]
    assert are_different_tours(tours, 3)
    assert run([*ASKED, "--tours", "3", "--headless", "--all"]) == 0
    assert [read(line) for line in capsys.readouterr().out.splitlines()[-3:]] == tours


def test_a_single_tour_is_written_square_by_square(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*ASKED, "--output", str(tmp_path / "tour.csv")]) == 0
    assert capsys.readouterr().out
    assert (tmp_path / "tour.csv").read_text().startswith("step,row,column\n1,")


def test_all_needs_a_solver_that_collects_answers(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["tour", "--all"]) == 2
    assert "all needs a solver that collects answers, but auto finds one" in capsys.readouterr().err


async def test_the_screen_exports_all_tours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    values = {"solver": "repair", "rows": "6", "cols": "6", "tours": "3", "seed": "1"}
    async with opened(values, of="tour") as it:
        await it.press("i", "i", "i")
        await it.pilot.press("e")
        await until(it.pilot, lambda: isinstance(it.app.screen, ExportScreen))
        offered = [str(each.prompt) for each in it.app.screen.query_one(OptionList).options]
        (place,) = (place for place, words in enumerate(offered) if "-all.csv" in words)
        await it.pilot.press(*["down"] * place, "enter")
        await until(it.pilot, lambda: not isinstance(it.app.screen, ExportScreen))
    rows = (tmp_path / "tour-repair-1-all.csv").read_text().splitlines()[1:]
    assert are_different_tours([read(row.split(",")[2]) for row in rows], 3)
