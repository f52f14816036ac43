"""The program itself, as another process: its exit codes, encodings, pipes and interrupts."""

import json
import os
import pty
import shlex
import signal
import subprocess
from typing import Any

import pytest

from tests.support.commands import BAD_INPUT, ENDLESS, INTERRUPTED, KNIGHTWATCH, SOLVED
from tui.cli.main import missing_on

PATIENCE = 120.0
"""Seconds for a program that may have to compile its kernels first, on a busy machine."""


def program(*arguments: str, **options: Any) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [KNIGHTWATCH, *arguments], capture_output=True, text=True, timeout=PATIENCE, check=False, **options
    )


def test_the_program_ends_with_the_code_and_prints_no_traceback() -> None:
    ended = program("queens", "--n", "8", "--seed", "1", "--json", stdin=subprocess.DEVNULL)
    assert ended.returncode == SOLVED
    assert json.loads(ended.stdout)["status"] == "solved"
    ended = program("queens", "--n", "0")
    assert (ended.returncode, ended.stdout) == (BAD_INPUT, "")
    assert ended.stderr == "knightwatch: n is 0, but must be a whole number from 1 to 1,000,000\n"


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_an_output_without_chess_pieces_gets_letters(encoding: str) -> None:
    env = os.environ | {"PYTHONIOENCODING": encoding}
    ended = program("queens", "--n", "4", "--seed", "1", env=env)
    assert (ended.returncode, ended.stdout.isascii()) == (SOLVED, True)
    assert "1 . . Q ." in ended.stdout


def test_a_closed_input_is_no_terminal() -> None:
    line = f"{shlex.quote(KNIGHTWATCH)} queens --n 4 --seed 1 <&-"
    ended = subprocess.run(line, shell=True, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert (ended.returncode, ended.stdout.count("♛")) == (SOLVED, 4)


def test_a_reader_that_leaves_early_is_no_error() -> None:
    reading, writing = os.pipe()
    process = subprocess.Popen(
        [KNIGHTWATCH, "queens", "--n", "8"], stdin=subprocess.DEVNULL, stdout=writing, stderr=subprocess.PIPE, text=True
    )
    os.close(writing)
    os.close(reading)
    _, err = process.communicate(timeout=PATIENCE)
    assert "Traceback" not in err
    assert "BrokenPipe" not in err
    assert process.returncode == SOLVED


@pytest.mark.parametrize("as_json", [False, True])
def test_an_interrupted_search_prints_the_best_so_far(as_json: bool) -> None:
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [KNIGHTWATCH, "queens", *ENDLESS, *(["--json"] if as_json else [])],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=theirs,
        text=True,
        env=os.environ | {"TERM": "xterm-256color"},
    )
    os.close(theirs)
    try:
        progress = b""
        while b"generations" not in progress:
            progress += os.read(ours, 1 << 16)
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=PATIENCE)
    finally:
        process.kill()
        os.close(ours)
    assert process.returncode == INTERRUPTED
    if as_json:
        result = json.loads(out)
        assert result["status"] == "gave-up"
        assert result["reason"]
        assert sorted(result["queens"]) == list(range(64))
        assert result["work"]["generations"] > 0
    else:
        assert "64 queens by evolve: stopped on its way" in out
        assert "Again: knightwatch queens" in out


def test_where_something_does_not_work_that_is_said_in_one_sentence_at_the_start() -> None:
    assert missing_on("win32").count(".") == 1
    assert missing_on("darwin") == missing_on("linux") == ""
