"""For tests of the command line: exit codes, and a fixture that runs a command."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from knightwatch.tui.cli import main

KNIGHTWATCH = str(Path(sys.executable).with_name("knightwatch"))
"""The installed program."""
SOLVED = COMPLETE = 0
BAD_INPUT, IMPOSSIBLE, GAVE_UP, INTERRUPTED = 2, 3, 4, 130
ENDLESS = ("--n", "64", "--pc", "0", "--pm", "0", "--generations", "1000000000")

Printed = tuple[int, str, str]
"""Exit code, standard output, standard error."""
Command = Callable[..., Printed]


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str]) -> Command:
    """Return a function that runs a command line in this process, which is faster than starting the program."""

    def run(*arguments: str) -> Printed:
        capsys.readouterr()
        code = main.run(arguments)
        return code, *capsys.readouterr()

    return run
