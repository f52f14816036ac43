"""The program in its own process: exit codes, encodings, pipes and signals."""

import json
import os
import pty
import shlex
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from knightwatch.tui.cli.main import platform_warning
from tests.support.commands import BAD_INPUT, ENDLESS, INTERRUPTED, KNIGHTWATCH, SOLVED
from tests.support.terminals import started

PATIENCE = 120.0
"""Timeout in seconds, long enough to compile kernels on a busy machine."""


def program(*arguments: str, **options: Any) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [KNIGHTWATCH, *arguments], capture_output=True, text=True, timeout=PATIENCE, check=False, **options
    )


def test_exit_codes_of_the_program() -> None:
    ended = program("queens", "--n", "8", "--seed", "1", "--json", stdin=subprocess.DEVNULL)
    assert ended.returncode == SOLVED
    assert json.loads(ended.stdout)["status"] == "solved"
    ended = program("queens", "--n", "0")
    assert (ended.returncode, ended.stdout) == (BAD_INPUT, "")
    assert ended.stderr == "knightwatch: n is 0, but must be a whole number from 1 to 10,000,000\n"


def test_an_encoding_without_chess_pieces_gets_letters() -> None:
    env = os.environ | {"PYTHONIOENCODING": "latin-1"}
    ended = program("queens", "--n", "4", "--seed", "1", env=env)
    assert (ended.returncode, ended.stdout.isascii()) == (SOLVED, True)
    assert "1 . . Q ." in ended.stdout


def test_a_closed_input_is_not_a_terminal() -> None:
    line = f"{shlex.quote(KNIGHTWATCH)} queens --n 4 --seed 1 <&-"
    ended = subprocess.run(line, shell=True, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert (ended.returncode, ended.stdout.count("♛")) == (SOLVED, 4)


def test_a_closed_pipe_is_not_an_error() -> None:
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


def test_an_interrupted_search_prints_the_best_so_far() -> None:
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [KNIGHTWATCH, "queens", *ENDLESS, "--json"],
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
    result = json.loads(out)
    assert result["status"] == "gave-up"
    assert result["reason"]
    assert sorted(result["queens"]) == list(range(64))
    assert result["work"]["generations"] > 0


def test_only_windows_gets_a_warning() -> None:
    assert platform_warning("win32").count(".") == 1
    assert platform_warning("darwin") == platform_warning("linux") == ""


@pytest.mark.parametrize("arguments", [("--help",), ("papers",), ("queens", "--n", "4")])
def test_a_full_device_is_an_error_of_one_line(arguments: tuple[str, ...]) -> None:
    with open("/dev/full", "w") as full:  # noqa: PTH123
        process = [KNIGHTWATCH, *arguments]
        ended = subprocess.run(
            process, stdin=subprocess.DEVNULL, stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert ended.returncode == BAD_INPUT
    assert ended.stderr.startswith("knightwatch: the result cannot be written to standard output (")
    assert ended.stderr.count("\n") == 1


@pytest.mark.parametrize("arguments", [("--help",), ("papers",)])
def test_a_pipe_closed_during_help_is_not_an_error(arguments: tuple[str, ...]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    ended = subprocess.run(
        [KNIGHTWATCH, *arguments], stdin=subprocess.DEVNULL, stdout=writing, stderr=subprocess.PIPE, check=False
    )
    os.close(writing)
    assert (ended.returncode, ended.stderr) == (SOLVED, b"")


def test_the_exit_code_survives_a_full_standard_error() -> None:
    with open("/dev/full", "w") as full:  # noqa: PTH123
        assert subprocess.run([KNIGHTWATCH, "--nothing"], stderr=full, check=False).returncode == BAD_INPUT


def test_an_interrupt_during_startup_prints_nothing() -> None:
    begin = "import os, signal, sys\nfrom knightwatch.tui.cli import entry\n"
    early = "class Early:\n    def find_spec(*_): os.kill(os.getpid(), signal.SIGINT)\n"
    script = f"{begin}{early}sys.meta_path.insert(0, Early)\nentry.main()"
    ended = subprocess.run([sys.executable, "-c", script], capture_output=True, check=False, timeout=PATIENCE)
    assert (ended.returncode, ended.stdout, ended.stderr) == (INTERRUPTED, b"", b"")


def test_sigterm_writes_the_output_file(tmp_path: Path) -> None:
    path = tmp_path / "best.json"
    with started(tmp_path, "queens", *ENDLESS, "--output", str(path)) as terminal:
        terminal.read_until(lambda: terminal.shows("generations"), PATIENCE)
        terminal.signal(signal.SIGTERM)
        assert terminal.wait() == INTERRUPTED
        assert b"64 queens by evolve: stopped before the end" in terminal.written  # above what fits on the screen
        assert terminal.shows("Again: knightwatch queens")
    assert json.loads(path.read_text())["status"] == "gave-up"


def test_sighup_writes_the_output_file(tmp_path: Path) -> None:
    path = tmp_path / "best.json"
    with started(tmp_path, "queens", *ENDLESS, "--output", str(path)) as terminal:
        terminal.read_until(lambda: terminal.shows("generations"), PATIENCE)
        terminal.hang_up()
        terminal.signal(signal.SIGHUP)
        terminal.ended()
    assert json.loads(path.read_text())["status"] == "gave-up"


def test_tests_pass_under_nohup() -> None:
    tests = str(Path(__file__).with_name("test_signals.py"))
    options = ("-q", "-n", "0", "-p", "no:cacheprovider", "-k", "a_signal or an_ignored")
    pytest_line = [sys.executable, "-m", "pytest", *options, tests]
    script = 'trap "" HUP; exec "$0" "$@"'
    ended = subprocess.run(
        ["sh", "-c", script, *pytest_line], capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert ended.returncode == 0, ended.stdout


def test_an_ignored_sighup_stays_ignored(tmp_path: Path) -> None:
    program = ("sh", "-c", 'trap \'\' HUP; exec "$0" "$@"', KNIGHTWATCH)
    with started(tmp_path, "queens", *ENDLESS, "--headless", program=program) as terminal:
        terminal.read_until(lambda: terminal.shows("generations"), PATIENCE)
        terminal.signal(signal.SIGHUP)
        drawn = len(terminal.written)
        terminal.read_until(lambda: len(terminal.written) > drawn)
        terminal.signal(signal.SIGTERM)
        assert terminal.wait() == INTERRUPTED
