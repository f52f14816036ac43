"""The option `--output` with pages, films and pictures of a run."""

import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.support.commands import Command
from tests.support.player import run_of, states

LINE = "tour --rows 5 --cols 5 --start a1 --solver backtrack --seed 1 --json"


def test_a_page_plays_the_whole_run(command: Command, tmp_path: Path) -> None:
    file = tmp_path / "run.html"
    assert command(*LINE.split(), "--output", str(file))[0] == 0
    run = run_of(file.read_text("utf-8"))
    assert states(run)[-1]["e"] == "solved"
    assert run["command"].startswith("knightwatch tour")
    assert all(state["c"] for state in states(run)[1:])


def test_a_page_ends_at_the_step_that_at_names(command: Command, tmp_path: Path) -> None:
    file = tmp_path / "run.html"
    assert command(*LINE.split(), "--at", "7", "--output", str(file))[0] == 4
    assert run_of(file.read_text("utf-8"))["frames"][-1]["n"] == 7


def test_a_film_moves_and_another_drawing_does_not(command: Command, tmp_path: Path) -> None:
    for name, moving in (("tour-film.svg", True), ("tour.svg", False)):
        assert command(*LINE.split(), "--output", str(tmp_path / name))[0] == 0
        picture = ElementTree.parse(tmp_path / name)
        assert bool(list(picture.iter("{http://www.w3.org/2000/svg}animate"))) == moving


@pytest.mark.parametrize(("name", "first"), [("film.gif", b"GIF89a"), ("board.png", b"\x89PNG")])
def test_gifs_and_pngs_are_written(command: Command, tmp_path: Path, name: str, first: bytes) -> None:
    assert command(*LINE.split(), "--output", str(tmp_path / name))[0] == 0
    assert (tmp_path / name).read_bytes().startswith(first)


@pytest.mark.parametrize("name", ["film.gif", "board.png"])
def test_a_missing_pillow_is_named_before_the_run(
    command: Command, tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "PIL", None)
    code, out, err = command(*LINE.split(), "--output", str(tmp_path / name))
    assert (code, out) == (2, "")
    assert "pip install 'knightwatch[pictures]'" in err


def test_a_page_is_never_overwritten(command: Command, tmp_path: Path) -> None:
    file = tmp_path / "run.html"
    file.write_text("mine")
    code, out, err = command(*LINE.split(), "--output", str(file))
    assert (code, out) == (2, "")
    assert "exists already" in err
    assert file.read_text() == "mine"
