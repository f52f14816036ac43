"""What tests of the command line share: its exit codes, and what a command tells."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from knightwatch.tui.cli import main

KNIGHTWATCH = str(Path(sys.executable).with_name("knightwatch"))
"""The program itself, as it is installed."""
SOLVED = COMPLETE = 0
BAD_INPUT, IMPOSSIBLE, GAVE_UP, INTERRUPTED = 2, 3, 4, 130
ENDLESS = ("--n", "64", "--pc", "0", "--pm", "0", "--generations", "1000000000")

Told = tuple[int, str, str]
"""Exit code, standard output, standard error."""
Command = Callable[..., Told]


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str]) -> Command:
    """Run a command line in this process, so that nothing waits for a program to start; return what it told."""

    def run(*arguments: str) -> Told:
        capsys.readouterr()
        code = main.run(arguments)
        return code, *capsys.readouterr()

    return run
