"""No process of the program imports from the current folder, whatever files are in it."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.attacks import foreign_folder
from tests.support.commands import KNIGHTWATCH, SOLVED

PATIENCE = 180.0
"""Seconds for a program that compiles its kernels, on a busy machine."""
COMMANDS = {
    "sweep": ["sweep", "evolve", "--n", "8", "--vary", "k=2,3", "--repeat", "2", "--json"],
    "race": ["race", "tour", "--solver", "backtrack", "--solver", "warnsdorff", "--json"],
    "compiler": ["tour", "--solver", "genetic", "--rule", "0", "--generations", "400", "--json"],
}


@pytest.mark.parametrize("name", COMMANDS)
def test_no_child_imports_from_the_current_folder(name: str, tmp_path: Path) -> None:
    trace = foreign_folder(tmp_path / "foreign")
    own = {f"XDG_{kind}_HOME": str(tmp_path / "own") for kind in ("CACHE", "DATA", "STATE", "CONFIG")}
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"} | own
    ended = subprocess.run(
        [KNIGHTWATCH, *COMMANDS[name]],
        cwd=tmp_path / "foreign",
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert not trace.exists()
    assert json.loads(ended.stdout)


def test_the_module_drops_the_current_folder_from_its_path(tmp_path: Path) -> None:
    (tmp_path / "cyclopts.py").write_text("raise SystemExit('imported from the current folder')")
    ended = subprocess.run(
        [sys.executable, "-m", "knightwatch", "tour", "--json"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == SOLVED
