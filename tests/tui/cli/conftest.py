"""Command lines run in this process, so that nothing waits for a program to start."""

import pytest

from tests.support.commands import Command, Told
from tui.cli import main


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str]) -> Command:
    """Run a command line, and return what it told."""

    def run(*arguments: str) -> Told:
        capsys.readouterr()
        code = main.run(arguments)
        return code, *capsys.readouterr()

    return run
