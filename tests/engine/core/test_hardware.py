"""What there is to work with."""

import os

import pytest

from knightwatch.engine.core.hardware import cores, memory


def test_cores_are_known_also_where_a_system_does_not_tell_which_may_be_used(monkeypatch: pytest.MonkeyPatch) -> None:
    assert cores() == len(os.sched_getaffinity(0))
    monkeypatch.delattr(os, "sched_getaffinity")
    assert cores() == os.cpu_count()


def test_memory_is_known_or_else_a_guess(monkeypatch: pytest.MonkeyPatch) -> None:
    assert memory() > 1 << 28
    monkeypatch.delattr(os, "sysconf")
    assert memory() == 8 << 30
