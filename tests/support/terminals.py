"""The program in a real pseudo-terminal."""

import os
from collections.abc import Sequence
from pathlib import Path

from bench.terminal import Terminal
from tests.support.commands import KNIGHTWATCH

COMPILED = 90.0
"""Seconds that the first compilation may take on a busy machine."""


def within(folder: Path) -> tuple[str, ...]:
    """Return the program to start in a folder, where it may write what it likes."""
    return ("sh", "-c", 'cd "$0" && exec "$@"', str(folder), KNIGHTWATCH)


def started(tmp_path: Path, *args: str, program: Sequence[str] = (KNIGHTWATCH,), **env: str) -> Terminal:
    """Start the program with a memory and a store of its own."""
    own = {"XDG_STATE_HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)}
    return Terminal([*program, *args], {**os.environ, "TERM": "xterm-256color", **own, **env})
