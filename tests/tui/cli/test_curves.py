"""The option `--curves`: a file with every step of a run, or a drawing."""

import csv
from pathlib import Path
from xml.etree import ElementTree

import pytest

from knightwatch.engine.plans.catalog import PUZZLES
from tests.support.commands import Command


def rows(path: Path) -> list[list[str]]:
    with path.open() as file:
        return list(csv.reader(file))


def test_every_generation_has_a_row(command: Command, tmp_path: Path) -> None:
    file = tmp_path / "curves.csv"
    line = "tour --solver genetic --rows 6 --cols 6 --rule 100 --generations 3000 --pop 10 --seed 1 --json"
    assert command(*line.split(), "--curves", str(file))[0] == 4
    head, *points = rows(file)
    assert head == ["step", "best", "mean"]
    assert [int(point[0]) for point in points] == list(range(3001))
    assert all(float(best) >= float(mean) for _, best, mean in points)


def test_every_step_of_a_solver_of_your_own_has_a_row(command: Command, tmp_path: Path) -> None:
    file, own = tmp_path / "curves.csv", tmp_path / "mine.py"
    own.write_text("def solve(problem, random):\n    for k in range(3000):\n        yield [k % problem.n]\n")
    code, _, err = command("queens", "--solver", str(own), "--json", "--curves", str(file))
    assert (code, "rows have" in err) == (4, False)
    head, *points = rows(file)
    assert head == ["step", "attacks"]
    assert [int(point[0]) for point in points] == list(range(1, 3001))


@pytest.mark.parametrize(("puzzle", "solver"), [(each.name, name) for each in PUZZLES for name in each.solvers_at])
def test_every_solver_writes_every_step_to_both_files(
    puzzle: str, solver: str, command: Command, tmp_path: Path
) -> None:
    line = [puzzle, "--solver", solver, "--seed", "1", "--at", "2500", "--json"]
    for name in ("curves.csv", "curves.svg"):
        _, _, err = command(*line, "--curves", str(tmp_path / name))
        assert "rows have" not in err
    head, *points = rows(tmp_path / "curves.csv")
    steps = [int(point[0]) for point in points]
    assert steps == list(range(steps[0], steps[0] + len(steps))) if steps else solver == "formula"
    drawn = ElementTree.fromstring((tmp_path / "curves.svg").read_text())
    assert len(list(drawn.iter("{http://www.w3.org/2000/svg}polyline"))) == len(head) - 1


def test_merged_points_are_reported(command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("knightwatch.tui.cli.headless.MOST_STEPS", 2048)
    file = tmp_path / "curves.csv"
    line = "tour --solver genetic --rows 6 --cols 6 --rule 100 --generations 3000 --pop 10 --seed 1 --json"
    _, _, err = command(*line.split(), "--curves", str(file))
    assert "up to 2 steps" in err
    head, *points = rows(file)
    assert head[-1] == "merged steps"
    assert sum(int(point[-1]) for point in points) == 3001


def test_curves_over_levels_have_a_row_for_each_level(command: Command, tmp_path: Path) -> None:
    file = tmp_path / "curves.csv"
    assert command("swap", "--solver", "both-ends", "--json", "--curves", str(file))[0] == 0
    head, *points = rows(file)
    assert head == ["level", "start", "goal"]
    assert [int(point[0]) for point in points] == list(range(len(points)))


def test_a_drawing_names_its_axis_as_the_screen_does(command: Command, tmp_path: Path) -> None:
    file = tmp_path / "curves.svg"
    assert command("swap", "--solver", "both-ends", "--json", "--curves", str(file))[0] == 0
    assert ">level<" in file.read_text()


def test_a_drawing_has_a_line_for_each_curve(command: Command, tmp_path: Path) -> None:
    file = tmp_path / "curves.svg"
    assert command("queens", "--n", "8", "--seed", "1", "--json", "--curves", str(file))[0] == 0
    picture = ElementTree.fromstring(file.read_text())
    assert len(list(picture.iter("{http://www.w3.org/2000/svg}polyline"))) == 2


@pytest.mark.parametrize(
    ("line", "words"),
    [("tour --curves x.txt", "must end in .csv or .svg"), ("tour --ten --curves x.csv", "curves needs a run")],
)
def test_wrong_uses_are_refused(command: Command, line: str, words: str) -> None:
    code, _, err = command(*line.split())
    assert code == 2
    assert words in err
