"""Every snapshot test has its own folder, its own stores, and all colours."""

import pytest

from tests.support.screens import no_idling, own_folder, own_store

__all__ = ["no_idling", "own_folder", "own_store"]


@pytest.fixture(autouse=True)
def all_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the snapshots independent of the terminal that runs the tests."""
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLORTERM", "truecolor")
