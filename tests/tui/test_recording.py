"""Recordings: they contain all output and sizes, even after a crash."""

import json
import os
import resource
import signal
from pathlib import Path

import pyte
import pytest
from hypothesis import given
from hypothesis import strategies as st

from knightwatch.engine.core.errors import BadInput
from knightwatch.tui.cli.main import run as cli
from knightwatch.tui.recording import BEGINNING, Recording
from tests.support.terminals import COMPILED, started

PIECES = st.lists(st.text(max_size=20) | st.tuples(st.integers(1, 300), st.integers(1, 100)), max_size=20)


@given(PIECES)
def test_every_event_is_in_the_file_at_once(pieces: list[str | tuple[int, int]]) -> None:
    path = Path("events.cast")
    path.unlink(missing_ok=True)
    expected, size = [["o", BEGINNING]], (80, 24)
    with Recording(str(path)) as recording:
        recording.resize(*size)
        for piece in pieces:
            if isinstance(piece, tuple):
                recording.resize(*piece)
                expected += [["r", f"{piece[0]}x{piece[1]}"]] if piece != size else []
                size = piece
            else:
                recording.write(piece)
                expected += [["o", piece]] if piece else []
            header, *events = map(json.loads, path.read_bytes().splitlines())
            assert (header["version"], header["width"], header["height"]) == (2, 80, 24)
            assert [event[1:] for event in events] == expected
            times = [event[0] for event in events]
            assert times == sorted(times)


def test_commands_for_the_terminal_itself_are_left_out() -> None:
    with Recording("own.cast") as recording:
        recording.resize(80, 24)
        recording.write("\x1b]52;c;c2VjcmV0\x07")
    assert len(Path("own.cast").read_text().splitlines()) == 2


@pytest.mark.parametrize(
    ("name", "words"),
    [("film.txt", "must end in .cast"), ("there.cast", "exists already"), ("no/a.cast", "cannot be written")],
)
def test_bad_file_names_raise_and_nothing_is_overwritten(name: str, words: str) -> None:
    Path("there.cast").write_text("mine")
    with pytest.raises(BadInput, match=words):
        Recording(name)
    assert Path("there.cast").read_text() == "mine"


def test_a_full_disk_ends_only_the_recording() -> None:
    with Recording("full.cast") as recording, Path("/dev/full").open("wb", buffering=0) as full:
        os.dup2(full.fileno(), recording._file.fileno())
        recording.resize(80, 24)
        assert recording.fault == "No space left on device"
        recording.write("more")


def test_a_nearly_full_disk_leaves_only_complete_lines() -> None:
    usual = resource.getrlimit(resource.RLIMIT_FSIZE)
    with Recording("half.cast") as recording:
        recording.resize(80, 24)
        resource.setrlimit(resource.RLIMIT_FSIZE, (Path("half.cast").stat().st_size + 100, usual[1]))
        try:
            recording.write("x" * 1000)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, usual)
        assert recording.fault == "File too large"
        recording.write("more")
    assert [json.loads(line) for line in Path("half.cast").read_bytes().splitlines()][1][1:] == ["o", BEGINNING]


@pytest.mark.parametrize("arguments", [["queens", "--json"], ["lecture"], ["runs"], []])
def test_recording_without_a_screen_is_an_error(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert cli([*arguments, "--record", "a.cast"]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert not Path("a.cast").exists()


def test_a_recording_survives_sigkill(tmp_path: Path) -> None:
    cast = tmp_path / "run.cast"
    with started(tmp_path, "queens", "--n", "8", "--seed", "1", "--record", str(cast)) as terminal:
        terminal.read_until(lambda: terminal.shows("generation 0"), COMPILED)
        terminal.resize((100, 30))
        terminal.read_until(lambda: terminal.shows("All") and "All" in terminal.screen.display[29])
        terminal.send("n")
        terminal.read_until(lambda: terminal.shows("generation 1 ") and terminal.shows("attacking pairs"))  # all of it

        def is_same() -> bool:
            return replayed(cast).display == terminal.screen.display

        terminal.read_until(is_same)
        terminal.signal(signal.SIGKILL)
        assert is_same()


def replayed(cast: Path) -> pyte.Screen:
    header, *events = map(json.loads, cast.read_bytes().splitlines())
    screen = pyte.Screen(header["width"], header["height"])
    stream = pyte.Stream(screen)
    for _, kind, text in events:
        if kind == "r":
            columns, rows = map(int, text.split("x"))
            screen.resize(rows, columns)
        else:
            stream.feed(text)
    return screen
