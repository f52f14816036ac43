"""Kernels: compiled once for all processes, and somewhere at least."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from engine.compiled import cache as kernels

ROOT = Path(kernels.__file__).parents[2]
TINY = """
from engine.compiled.cache import CACHE, cached, kernel

@kernel
def doubled(x):
    return 2 * x

if __name__ == "__main__":
    print(CACHE)
    print(cached(doubled))
    print(doubled(21), doubled.nopython_signatures and doubled.targetoptions["nogil"])
    print(cached(doubled), sum(doubled.stats.cache_hits.values()))
"""


def run_tiny(folder: Path) -> tuple[Path, list[str]]:
    """Run a tiny module with a kernel in a process whose cache is in a folder; return its cache and what it said."""
    module = folder / "tiny.py"
    if not module.exists():
        module.write_text(TINY)
    environment = os.environ | {"XDG_CACHE_HOME": str(folder / "cache"), "PYTHONPATH": str(ROOT), "TMPDIR": str(folder)}
    run = subprocess.run([sys.executable, str(module)], env=environment, capture_output=True, text=True, check=True)
    cache, *said = run.stdout.splitlines()
    return Path(cache), said


def test_a_kernel_is_compiled_by_the_first_process_and_only_loaded_by_the_next(tmp_path: Path) -> None:
    cache, said = run_tiny(tmp_path)
    assert said == ["False", "42 True", "True 0"]
    assert cache.is_relative_to(tmp_path / "cache" / "knightwatch")
    again, said = run_tiny(tmp_path)
    assert again == cache
    assert said == ["True", "42 True", "True 1"]


def test_kernels_go_to_a_folder_that_is_removed_again_if_the_user_s_cache_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("a file where the folder should be")
    cache, said = run_tiny(tmp_path)
    assert said == ["False", "42 True", "True 0"]
    assert cache.parent == tmp_path
    assert not cache.exists()
    assert (tmp_path / "cache").is_file()


def test_the_cache_is_another_when_any_file_of_the_engine_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = tmp_path / "engine"
    (engine / "deep").mkdir(parents=True)
    source = engine / "deep" / "rules.py"
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(kernels, "__file__", str(engine / "compiled" / "cache.py"))
    folders = []
    for text in ("a = 1", "a = 2", "a = 1"):
        source.write_text(text)
        folders.append(kernels.cache_folder()[0])
    assert folders[0] == folders[2] != folders[1]
    assert all(folder.is_dir() for folder in folders)


def test_nothing_but_kernels_imports_numba() -> None:
    script = (
        "import sys, engine.plans.plan, engine.plans.result, engine.core.history\n"
        "from engine.plans.catalog import PUZZLES\n"
        "for puzzle in PUZZLES: puzzle.problem, puzzle.solvers, puzzle.play\n"
        "assert 'numba' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", script], cwd=ROOT, check=True)


def test_kernels_of_another_version_are_removed_when_they_were_not_used_for_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    forgotten, recent = (tmp_path / "knightwatch" / f"kernels-{name}" for name in ("forgotten", "recent"))
    for folder in (forgotten, recent):
        folder.mkdir(parents=True)
    os.utime(forgotten, (0, 0))
    used, kept = kernels.cache_folder()
    assert kept
    assert not forgotten.exists()
    assert recent.is_dir()
    assert used.is_dir()
