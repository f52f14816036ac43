"""No process of the program imports from the current folder, whatever files are in it."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.commands import KNIGHTWATCH, SOLVED

PATIENCE = 180.0
"""Seconds for a program that compiles its kernels, on a busy machine."""
NAMES = ("random", "numba", "numpy", "signal", "threading", "tempfile", "struct", "pydantic", "engine", "tui")
"""Modules that the program or the standard library imports in children."""
COMMANDS = {
    "sweep": ["sweep", "evolve", "--n", "8", "--vary", "k=2,3", "--repeat", "2", "--json"],
    "race": ["race", "tour", "--solver", "backtrack", "--solver", "warnsdorff", "--json"],
    "compiler": ["tour", "--solver", "genetic", "--rule", "0", "--generations", "400", "--json"],
}


@pytest.fixture
def foreign(tmp_path: Path) -> Path:
    """Return a folder whose modules leave a trace when they are imported."""
    folder = tmp_path / "foreign"
    for name in (*NAMES, "knightwatch"):
        package = folder / name
        package.mkdir(parents=True)
        trace = f"open({str(tmp_path / 'trace')!r}, 'a').write({name!r} + ' ')\nraise SystemExit({name!r})\n"
        (package / "__init__.py").write_text(trace)
    return folder


@pytest.mark.parametrize("name", COMMANDS)
def test_no_child_imports_from_the_current_folder(name: str, foreign: Path, tmp_path: Path) -> None:
    own = {f"XDG_{kind}_HOME": str(tmp_path / "own") for kind in ("CACHE", "DATA", "STATE", "CONFIG")}
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"} | own
    ended = subprocess.run(
        [KNIGHTWATCH, *COMMANDS[name]],
        cwd=foreign,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert not (tmp_path / "trace").exists()
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
