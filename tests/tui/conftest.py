"""Every test of the screen has a memory of its own, and none of the terminal that runs it."""

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def own_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "state" / "memory.json"
    monkeypatch.setattr("tui.memory._path", lambda: path)
    monkeypatch.chdir(tmp_path)
    for name in ("NO_COLOR", "COLORTERM", "TEXTUAL_THEME"):
        monkeypatch.delenv(name, raising=False)
    return path
