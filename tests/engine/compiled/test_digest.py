"""The digest of code: it changes with the meaning of a module or its imports, and with nothing else."""

import gc
import shutil
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from knightwatch.engine.compiled import meanings
from knightwatch.engine.compiled.digest import ENGINE, digest, reached
from knightwatch.engine.plans.catalog import PUZZLES

EVOLVE = "knightwatch.engine.queens.solvers.evolve"


def changed(file: str, folder: Path, old: str, new: str) -> Path:
    """Return a copy of the engine with one change in one file."""
    copy = folder / file.replace("/", "_")
    shutil.copytree(ENGINE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    source = (copy / file).read_text("utf-8")
    assert old in source
    (copy / file).write_text(source.replace(old, new, 1), "utf-8")
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
def test_new_code_in_a_solver_or_its_imports_changes_the_digest(file: str, tmp_path: Path) -> None:
    copy = changed(file, tmp_path, '"""\n', '"""\nCHANGED = 1\n')
    assert digest(EVOLVE, engine=copy) != digest(EVOLVE)


@pytest.mark.parametrize(
    "file", ["queens/kernels/min_conflicts.py", "swap/solvers/breadth.py", "lab/intervals.py", "core/words.py"]
)
def test_new_code_elsewhere_keeps_the_digest(file: str, tmp_path: Path) -> None:
    copy = changed(file, tmp_path, '"""\n', '"""\nCHANGED = 1\n')
    assert digest(EVOLVE, engine=copy) == digest(EVOLVE)


@pytest.mark.parametrize("new", ["x = 2", "x = 'pmx'", "y = 1", "x = 1.0", "del x", "x = 1\n    return x"])
def test_a_changed_line_changes_the_digest(new: str, tmp_path: Path) -> None:
    assert meaning(tmp_path, "x = 1") != meaning(tmp_path, new)


@pytest.mark.parametrize(
    "new", ["x = 1  # why", "x = (1)", '"""What it does."""\n    x = 1', '\n\n    x = 1\n    """What it is."""']
)
def test_a_changed_comment_or_docstring_keeps_the_digest(new: str, tmp_path: Path) -> None:
    assert meaning(tmp_path, "x = 1") == meaning(tmp_path, new)


def test_a_changed_message_keeps_the_digest_and_a_changed_name_does_not(tmp_path: Path) -> None:
    digests = [meaning(tmp_path, line) for line in ('f"no tour: {x}"', 'f"none found: {x}"', 'f"none found: {y}"')]
    assert digests[0] == digests[1] != digests[2]
    assert meaning(tmp_path, 'x = "a tour"') == meaning(tmp_path, 'x = "one tour"') != meaning(tmp_path, 'x = "tour"')


def meaning(folder: Path, line: str) -> str:
    """Return the digest of a module with one function of one line."""
    (folder / "one.py").write_text(f"def f(x, y):\n    {line}\n")
    digest.cache_clear()
    meanings.meaning.cache_clear()
    return digest("knightwatch.engine.one", engine=folder)


def test_the_digest_depends_on_the_modules_not_on_their_folder(tmp_path: Path) -> None:
    copy = shutil.copytree(ENGINE, tmp_path / "engine", ignore=shutil.ignore_patterns("__pycache__"))
    assert digest(EVOLVE, engine=copy) == digest(EVOLVE)
    assert digest("knightwatch.engine.queens.solvers.min_conflicts") != digest(EVOLVE)


def test_digests_of_solvers_cover_no_laboratory_store_or_catalogue() -> None:
    for solver in (solver for puzzle in PUZZLES for solver in puzzle.solvers):
        modules = reached(solver.__module__)
        assert not [
            name
            for name in modules
            if name.startswith(
                ("knightwatch.engine.lab", "knightwatch.engine.store", "knightwatch.engine.plans.catalog")
            )
        ]


def test_modules_that_import_each_other_are_read_once(tmp_path: Path) -> None:
    (tmp_path / "one.py").write_text("import knightwatch.engine.two\n")
    (tmp_path / "two.py").write_text("def late():\n    from knightwatch.engine.one import nothing\n    import numpy\n")
    assert set(reached("knightwatch.engine.one", engine=tmp_path)) == {
        "knightwatch.engine.one",
        "knightwatch.engine.two",
    }


def test_an_unknown_module_raises_key_error() -> None:
    for name in ("knightwatch.engine.nowhere", "nowhere.at_all"):
        with pytest.raises(KeyError, match=name):
            reached(name)


@pytest.fixture
def collector_that_switches_threads() -> Iterator[None]:
    """Run the garbage collector often, and switch threads each time, as finalisers do."""

    def switch(*_: object) -> None:
        time.sleep(0)

    before = gc.get_threshold()
    gc.callbacks.append(switch)
    gc.set_threshold(200)
    yield
    gc.set_threshold(*before)
    gc.callbacks.remove(switch)


@pytest.mark.usefixtures("collector_that_switches_threads")
def test_threads_can_compute_digests_at_the_same_time(tmp_path: Path) -> None:
    copies = [changed("core/search.py", tmp_path / str(place), "import time", "import json") for place in range(4)]
    with ThreadPoolExecutor() as threads:
        digests = list(threads.map(lambda copy: digest(EVOLVE, engine=copy), copies))
    assert len(set(digests)) == 1
