"""Where machine code is kept: under the contents of the files that it is made from, and of no others."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from knightwatch.engine.compiled import cache
from knightwatch.engine.compiled.digest import _source, digest


@pytest.fixture
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    cache.folder.cache_clear()
    yield tmp_path / "cache" / "knightwatch"
    cache.folder.cache_clear()


def test_a_changed_kernel_has_another_folder_and_a_changed_comment_or_solver_the_same(
    own_cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache, "ENGINE", tmp_path / "engine")
    kernel, solver = (tmp_path / "engine" / "tour" / name for name in ("kernels/auto.py", "solvers/auto.py"))
    folders = []
    for texts in (("a = 1", "b = 1"), ("a = 2", "b = 1"), ("a = 1", "b = 2"), ('"""Why."""\n\na = 1', "b = 1")):
        for path, text in zip((kernel, solver), texts, strict=True):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        for cached in (digest, _source, cache.folder):
            cached.cache_clear()
        folders.append(cache.folder())
    assert folders[0] == folders[2] == folders[3] != folders[1]
    assert all(folder.is_relative_to(own_cache) for folder in folders)


def test_importing_and_asking_where_the_cache_is_makes_nothing(own_cache: Path) -> None:
    assert not cache.complete()
    assert not own_cache.exists()


def test_machine_code_of_another_version_is_removed_when_it_was_not_used_for_long(own_cache: Path) -> None:
    forgotten, recent = (own_cache / f"kernels-{name}" for name in ("forgotten", "recent"))
    for folder in (forgotten, recent):
        folder.mkdir(parents=True)
    os.utime(forgotten, (0, 0))
    assert cache.make_folder().is_dir()
    assert not forgotten.exists()
    assert recent.is_dir()


def test_completeness_is_noted_for_this_version_only(own_cache: Path) -> None:
    cache.make_folder()
    cache.mark_complete()
    assert cache.complete()
    assert list(own_cache.glob("*/complete")) == [cache.folder() / "complete"]
