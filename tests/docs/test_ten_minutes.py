"""The solver of "A solver in ten minutes" in docs/building.md, added to a copy of the tree and tested there."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.pages import PAGES, ROOT

PAGE = "docs/building.md"
ADDITION = re.compile(r"^`([\w/.]+)`:\n\n```(py|diff)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
"""A file that the page names, and the block below it."""
ADDITIONS: list[tuple[str, str, str]] = ADDITION.findall(PAGES[PAGE])
CATALOG = "engine/plans/catalog.py"
COPIED = ("bench", "docs", "engine", "knightwatch", "screenshots", "tests", "tui", "pyproject.toml", "README.md")
LEFT_OUT = shutil.ignore_patterns("__snapshots__", "*.svg", "*.png")

TESTS = (
    "tests/docs/test_generated.py",
    "tests/engine/lab/races/test_spending.py",
    "tests/engine/plans/test_catalog.py",
    "tests/engine/plans/test_plan.py",
    "tests/engine/test_plain.py",
    "tests/engine/test_words.py",
    "tests/laws",
    "tests/test_house.py",
    "tests/tui/cli/test_cli.py",
    "tests/tui/output/test_json_format.py",
)
WHOLE = ("test_catalog", "test_generated", "test_house", "test_imports", "test_plan.py", "test_words")
"""Modules that run whole; from the others, only the tests of the new solver run."""
FORM = """
import asyncio
from knightwatch.engine.plans.catalog import puzzle
from knightwatch.engine.plans.plan import Plan
from knightwatch.tui.app import Knightwatch

async def form():
    app = Knightwatch(Plan.read(puzzle("queens"), {"solver": "guess", "seed": "1"}))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("right", "s")
        return app.export_screenshot()

print(asyncio.run(form()))
"""


def add(tree: Path, path: str, language: str, text: str) -> None:
    """Write a new file, or replace the lines of a file that a diff removes by those that it adds."""
    place = tree / path
    if language == "py":
        place.write_text(text, "utf-8")
        return
    removed, added = (
        "".join(f"{line[1:]}\n" for line in text.splitlines() if line.startswith(sign)) for sign in ("-", "+")
    )
    before = place.read_text("utf-8")
    assert before.count(removed) == 1, f"{path} does not have these lines of {PAGE}:\n{removed}"
    place.write_text(before.replace(removed, added), "utf-8")


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """Return a copy of the tree with the solver of the page in it."""
    copy = tmp_path / "copy"
    copy.mkdir()
    for name in COPIED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, copy / name, symlinks=True, ignore=LEFT_OUT)
        else:
            shutil.copy(ROOT / name, copy)
    assert [language for _, language, _ in ADDITIONS] == ["py", "py", "diff", "py", "diff", "py"]
    for addition in ADDITIONS:
        add(copy, *addition)
    return copy


def run_python(tree: Path, *arguments: str) -> str:
    """Run Python in the copy; return its standard output.

    Only the cache of compiled code is shared: it is keyed by the code, and a new one would take long to fill.
    """
    folders = {f"XDG_{name}_HOME": str(tree.parent / name) for name in ("CONFIG", "DATA", "STATE")}
    ended = subprocess.run(
        [sys.executable, *arguments],
        cwd=tree,
        env=os.environ | folders | {"PYTHONPATH": str(tree)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )
    assert ended.returncode == 0, f"{arguments}\n{ended.stdout[-5000:]}\n{ended.stderr[-5000:]}"
    return ended.stdout


def test_the_solver_of_the_page_passes_the_tests(tree: Path) -> None:
    run_python(tree, "-m", "docs")
    run_python(tree, "-m", "tests.laws.test_same_interface")
    assert "### guess" in (tree / "docs" / "settings.md").read_text("utf-8")
    arguments = ("queens", "--solver", "guess", "--n", "6", "--seed", "1", "--json")
    result = json.loads(run_python(tree, "-m", "knightwatch", *arguments))
    assert (result["status"], result["attacks"], list(result["work"])) == ("solved", 0, ["shuffles"])
    assert "shuffles" in run_python(tree, "-c", FORM)
    options = ("-n", "0", "-p", "no:cacheprovider", "-k", " or ".join(("guess", *WHOLE)))
    assert " passed" in run_python(tree, "-m", "pytest", *options, *TESTS)


def test_the_code_of_the_page_is_formatted(tmp_path: Path) -> None:
    for path in ("pyproject.toml", CATALOG):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / path, tmp_path / path)
    for path, language, text in ADDITIONS:
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        add(tmp_path, path, language, text)
    ruff = str(Path(sys.executable).with_name("ruff"))
    for command in (("check",), ("format", "--check")):
        subprocess.run([ruff, *command, "--no-cache", "engine"], cwd=tmp_path, check=True)
