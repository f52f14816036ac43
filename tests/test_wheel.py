"""The wheel: built, installed into an environment of its own, and used there, outside the checkout."""

import json
import os
import subprocess
import sys
import sysconfig
import tarfile
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


def built(target: str, source: Path, folder: Path) -> Path:
    """Build the wheel or the sdist of a source folder; return the file."""
    build = [sys.executable, "-m", "hatchling", "build", "-t", target, "-d", str(folder)]
    subprocess.run(build, cwd=source, check=True, capture_output=True)
    (file,) = folder.iterdir()
    return file


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built("wheel", ROOT, tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def environment(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return an environment with the wheel; its dependencies come from the environment of the tests."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder)
    install = [sys.executable, "-m", "pip", "--python", str(folder), "install", "--no-deps", "--no-index", str(wheel)]
    subprocess.run(install, check=True, capture_output=True)
    (packages,) = folder.glob("lib/python*/site-packages")
    # Python does not read .pth files in a folder that a .pth file names, so the checkout stays out.
    (packages / "needed.pth").write_text(sysconfig.get_path("purelib"))
    return folder


def output(environment: Path, program: str, *arguments: str) -> str:
    """Return the output of a program of the environment, run outside the checkout."""
    # Compiling the kernels for this folder would take a minute and test nothing more.
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


def names(wheel: Path) -> set[str]:
    with ZipFile(wheel) as archive:
        return {name for name in archive.namelist() if ".dist-info/" not in name}


def test_the_wheel_holds_one_package_with_all_its_files(wheel: Path) -> None:
    there = {
        str("knightwatch" / path.relative_to(top))
        for top, folder in ((ROOT / "knightwatch", ""), (ROOT, "engine"), (ROOT, "tui"))
        for path in (top / folder).rglob("*")
        if path.suffix in (".py", ".tcss", ".typed", ".toml", ".html", ".css", ".js")
    }
    assert {"knightwatch/py.typed", "knightwatch/engine/boards.py", "knightwatch/tui/knightwatch.tcss"} <= there
    assert names(wheel) == there


def test_the_metadata_names_python_and_licence(wheel: Path) -> None:
    with ZipFile(wheel) as archive:
        (metadata,) = (archive.read(name).decode() for name in archive.namelist() if name.endswith("/METADATA"))
    assert "\nRequires-Python: <3.15,>=3.11\n" in metadata
    assert "\nLicense-Expression: MIT\n" in metadata


def test_the_sdist_builds_the_same_wheel(wheel: Path, tmp_path: Path) -> None:
    with tarfile.open(built("sdist", ROOT, tmp_path / "sdist")) as archive:
        archive.extractall(tmp_path, filter="data")
    (source,) = tmp_path.glob("knightwatch-*")
    assert names(built("wheel", source, tmp_path / "wheel")) == names(wheel)


@pytest.mark.parametrize("program", [["knightwatch"], ["python", "-m", "knightwatch"]], ids=" ".join)
def test_the_installed_program_prints_its_version(environment: Path, program: list[str]) -> None:
    assert output(environment, *program, "--version").startswith("knightwatch ")


def test_the_installed_command_solves(environment: Path) -> None:
    solved = output(environment, "knightwatch", "tour", "--rows", "5", "--cols", "5", "--start", "a1", "--json")
    assert (json.loads(solved)["status"], len(json.loads(solved)["path"])) == ("solved", 25)


def test_the_installed_library_and_screen_work_outside_the_checkout(environment: Path) -> None:
    places, answer, screen = output(environment, "python", "-c", TEXT).splitlines()
    assert all(Path(place).is_relative_to(environment) for place in places.split())
    assert answer == "QueensAnswer(queens=(1, 3, 5, 0, 2, 4), attacks=0)"
    assert screen == "HomeScreen"


@pytest.mark.parametrize("name", ["engine", "tui"])
def test_the_old_names_raise_an_import_error_in_the_checkout(name: str) -> None:
    ended = subprocess.run([sys.executable, "-c", f"import {name}"], cwd=ROOT, capture_output=True, text=True)
    assert ended.returncode == 1
    assert ended.stderr.splitlines()[-1].startswith(f"ImportError: this folder is the package knightwatch.{name}")
