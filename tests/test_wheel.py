"""The wheel: built, installed into an environment of its own, and used there, outside the checkout."""

import json
import os
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).parents[1]
TEXT = """
import asyncio, knightwatch.engine, knightwatch.tui as tui
from knightwatch import QueensProblem, solve
from knightwatch.tui.app import Knightwatch

async def opened():
    async with Knightwatch().run_test() as pilot:
        return type(pilot.app.screen).__name__

print(knightwatch.__file__, knightwatch.engine.__file__, tui.__file__)
print(solve(QueensProblem(n=6), solver="min-conflicts", seed=1).answer)
print(asyncio.run(opened()))
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def environment(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return an environment with the wheel alone; what it needs is taken from where the tests run."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder)
    install = [sys.executable, "-m", "pip", "--python", str(folder), "install", "--no-deps", "--no-index", str(wheel)]
    subprocess.run(install, check=True, capture_output=True)
    (packages,) = folder.glob("lib/python*/site-packages")
    # Of the folder that a line names, .pth files are not read: so the checkout, which one of them names, stays out.
    (packages / "needed.pth").write_text(sysconfig.get_path("purelib"))
    return folder


def told(environment: Path, program: str, *arguments: str) -> str:
    """Return what a program of the environment prints, outside the checkout."""
    # What is tested is not what the kernels do: interpreted, they need not be compiled for this folder.
    own = {"HOME": str(environment), "NUMBA_DISABLE_JIT": "1"}
    own |= {f"XDG_{name}_HOME": str(environment) for name in ("CACHE", "DATA", "STATE")}
    ended = subprocess.run(
        [environment / "bin" / program, *arguments],
        cwd=environment,
        env=os.environ | own,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=True,
    )
    return ended.stdout


def test_the_wheel_holds_the_packages_with_their_style_and_types_and_nothing_else(wheel: Path) -> None:
    with ZipFile(wheel) as archive:
        names = set(archive.namelist())
        (metadata,) = (archive.read(name).decode() for name in names if name.endswith("/METADATA"))
    there = {
        str("knightwatch" / path.relative_to(top))
        for top, folder in ((ROOT / "knightwatch", ""), (ROOT, "engine"), (ROOT, "tui"))
        for path in (top / folder).rglob("*")
        if path.suffix in (".py", ".tcss", ".typed", ".toml", ".html")
    }
    assert {"knightwatch/py.typed", "knightwatch/engine/boards.py", "knightwatch/tui/knightwatch.tcss"} <= there
    assert {name for name in names if ".dist-info/" not in name} == there
    assert "\nRequires-Python: <3.15,>=3.11\n" in metadata
    assert "\nLicense-Expression: MIT\n" in metadata


def test_the_installed_command_tells_its_version_and_solves(environment: Path) -> None:
    assert told(environment, "knightwatch", "--version").startswith("knightwatch ")
    solved = told(environment, "knightwatch", "tour", "--rows", "5", "--cols", "5", "--start", "a1", "--json")
    assert (json.loads(solved)["status"], len(json.loads(solved)["path"])) == ("solved", 25)


def test_the_installed_library_and_screen_work_outside_the_checkout(environment: Path) -> None:
    places, answer, screen = told(environment, "python", "-c", TEXT).splitlines()
    assert all(Path(place).is_relative_to(environment) for place in places.split())
    assert answer == "QueensAnswer(queens=(1, 3, 5, 0, 2, 4), attacks=0)"
    assert screen == "HomeScreen"
