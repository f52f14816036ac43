"""The digest of code changes with every file that the code imports, one by another, and with no other."""

import gc
import shutil
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from engine.core.digest import ENGINE, digest, reached
from engine.plans.catalog import PUZZLES

EVOLVE = "engine.queens.solvers.evolve"


def changed(file: str, folder: Path) -> Path:
    """Return a copy of the engine in which one file is another."""
    copy = folder / file.replace("/", "_")
    shutil.copytree(ENGINE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    with (copy / file).open("a") as source:
        source.write("# changed\n")
    return copy


@pytest.mark.parametrize(
    "file",
    [
        "queens/solvers/evolve.py",
        "queens/kernels/evolve.py",
        "queens/kernels/attacks.py",
        "queens/problem.py",
        "evolution/__init__.py",
        "evolution/selection.py",
        "compiled/rng.py",
        "core/search.py",
    ],
)
def test_a_change_of_the_module_its_kernels_and_what_these_import_changes_the_digest(file: str, tmp_path: Path) -> None:
    assert digest(EVOLVE, engine=changed(file, tmp_path)) != digest(EVOLVE)


@pytest.mark.parametrize("file", ["queens/kernels/min_conflicts.py", "swap/solvers/breadth.py", "lab/intervals.py"])
def test_a_change_of_any_other_file_does_not(file: str, tmp_path: Path) -> None:
    assert digest(EVOLVE, engine=changed(file, tmp_path)) == digest(EVOLVE)


def test_where_the_engine_lies_does_not_matter_but_which_modules_are_asked_for_does(tmp_path: Path) -> None:
    copy = shutil.copytree(ENGINE, tmp_path / "engine", ignore=shutil.ignore_patterns("__pycache__"))
    assert digest(EVOLVE, engine=copy) == digest(EVOLVE)
    assert digest("engine.queens.solvers.min_conflicts") != digest(EVOLVE)


def test_no_solver_depends_on_laboratory_or_catalogue_so_that_its_runs_outlive_changes_there() -> None:
    for solver in (solver for puzzle in PUZZLES for solver in puzzle.solvers):
        modules = reached(solver.__module__)
        assert not [name for name in modules if name.startswith(("engine.lab", "engine.store", "engine.plans.catalog"))]


def test_modules_that_import_each_other_are_read_once(tmp_path: Path) -> None:
    (tmp_path / "one.py").write_text("import engine.two\n")
    (tmp_path / "two.py").write_text("def late():\n    from engine.one import nothing\n    import numpy\n")
    assert set(reached("engine.one", engine=tmp_path)) == {"engine.one", "engine.two"}


def test_what_is_no_module_of_the_engine_is_told() -> None:
    for name in ("engine.nowhere", "numpy"):
        with pytest.raises(KeyError, match=name):
            reached(name)


@pytest.fixture
def collector_that_lets_others_go_on() -> Iterator[None]:
    """Let the garbage collector come often, and other threads go on each time, as finalisers do."""

    def let_go_on(*_: object) -> None:
        time.sleep(0)

    often = gc.get_threshold()
    gc.callbacks.append(let_go_on)
    gc.set_threshold(200)
    yield
    gc.set_threshold(*often)
    gc.callbacks.remove(let_go_on)


@pytest.mark.usefixtures("collector_that_lets_others_go_on")
def test_threads_may_ask_for_digests_at_once(tmp_path: Path) -> None:
    copies = [changed("core/search.py", tmp_path / str(place)) for place in range(4)]
    with ThreadPoolExecutor() as threads:
        found = list(threads.map(lambda copy: digest(EVOLVE, engine=copy), copies))
    assert len(set(found)) == 1
