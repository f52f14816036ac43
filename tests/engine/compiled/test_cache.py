"""The cache of compiled code: its folder depends on the kernels and what they import, and on nothing else."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from knightwatch.engine.compiled import cache, meanings
from knightwatch.engine.compiled.digest import digest


@pytest.fixture
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    cache.folder.cache_clear()
    yield tmp_path / "cache" / "knightwatch"
    cache.folder.cache_clear()


def test_only_a_changed_kernel_changes_the_folder(
    own_cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache, "ENGINE", tmp_path / "engine")
    kernel, solver = (tmp_path / "engine" / "tour" / name for name in ("kernels/auto.py", "solvers/auto.py"))
    folders = []
    for texts in (("a = 1", "b = 1"), ("a = 2", "b = 1"), ("a = 1", "b = 2"), ('"""Why."""\n\na = 1', "b = 1")):
        for path, text in zip((kernel, solver), texts, strict=True):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        for cached in (digest, meanings.meaning, cache.folder):
            cached.cache_clear()
        folders.append(cache.folder())
    assert folders[0] == folders[2] == folders[3] != folders[1]
    assert all(folder.is_relative_to(own_cache) for folder in folders)


def test_asking_for_the_folder_does_not_make_it(own_cache: Path) -> None:
    assert not cache.is_complete()
    assert not own_cache.exists()


def test_compiled_code_of_another_version_is_removed_if_long_unused(own_cache: Path) -> None:
    unused, recent = (own_cache / f"kernels-{name}" for name in ("unused", "recent"))
    for folder in (unused, recent):
        folder.mkdir(parents=True)
    os.utime(unused, (0, 0))
    assert cache.make_folder().is_dir()
    assert not unused.exists()
    assert recent.is_dir()


def test_the_cache_is_marked_complete_for_this_version_only(own_cache: Path) -> None:
    cache.make_folder()
    cache.mark_complete()
    assert cache.is_complete()
    assert list(own_cache.glob("*/complete")) == [cache.folder() / "complete"]
