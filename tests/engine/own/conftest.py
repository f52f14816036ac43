"""After each test of users' solvers, none of its processes is left."""

import uuid
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.support.own import marked, until, write

Mine = Callable[[str], Path]


@pytest.fixture(autouse=True)
def mark(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Mark all processes that the test starts; wait until they have gone."""
    mark = f"knightwatch-test-{uuid.uuid4()}"
    monkeypatch.setenv("KNIGHTWATCH_TEST", mark)
    yield mark
    until(lambda: not marked(mark))


@pytest.fixture
def mine(tmp_path: Path) -> Mine:
    """Return a function that writes a solver to mine.py."""
    return lambda text: write(tmp_path / "mine.py", text)
