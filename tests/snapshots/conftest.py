"""Every test of the screen that is held by its looks has a folder and stores of its own, and all colours."""

import pytest

from tests.support.screens import no_idling, own_folder, own_store

__all__ = ["no_idling", "own_folder", "own_store"]


@pytest.fixture(autouse=True)
def all_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let pictures look the same whichever terminal the tests are run from."""
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLORTERM", "truecolor")
