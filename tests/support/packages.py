"""Packages that are installed for a test: a folder on the path with modules and a dist-info."""

import importlib
import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest

from knightwatch.engine.plans.catalog import PUZZLES
from knightwatch.engine.plans.installed import GROUP, entries


@contextmanager
def install(
    folder: Path, monkeypatch: pytest.MonkeyPatch, name: str, points: Mapping[str, str], modules: Mapping[str, str]
) -> Iterator[Path]:
    """Install a package, also for processes that are started; forget it afterwards."""
    info = folder / f"{name.replace('-', '_')}-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[{GROUP}]\n" + "".join(f"{n} = {v}\n" for n, v in points.items()))
    for module, text in modules.items():
        (folder / module).write_text(text)
    paths = [str(folder), *os.environ.get("PYTHONPATH", "").split(os.pathsep)]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, paths)))
    monkeypatch.syspath_prepend(str(folder))
    forget(modules)
    try:
        yield folder
    finally:
        sys.path.remove(str(folder))
        forget(modules)


def forget(modules: Mapping[str, str]) -> None:
    """Forget modules and all entry points that were found."""
    for module in modules:
        sys.modules.pop(module.removesuffix(".py"), None)
    importlib.invalidate_caches()
    entries.cache_clear()
    for each in PUZZLES:
        each.__dict__.pop("_loaded", None)
