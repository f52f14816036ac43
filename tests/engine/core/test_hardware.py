"""Cores and memory of this computer."""

import os

import pytest

from knightwatch.engine.core.hardware import cores, memory


def test_cores_fall_back_to_all_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    assert cores() == len(os.sched_getaffinity(0))
    monkeypatch.delattr(os, "sched_getaffinity")
    assert cores() == os.cpu_count()


def test_memory_falls_back_to_8_gib(monkeypatch: pytest.MonkeyPatch) -> None:
    assert memory() > 1 << 28
    monkeypatch.delattr(os, "sysconf")
    assert memory() == 8 << 30
