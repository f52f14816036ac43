"""Cores and memory of this computer."""

import os
import subprocess
import sys
import tracemalloc
from pathlib import Path

import pytest

from knightwatch.engine.core import hardware
from knightwatch.engine.core.hardware import RESERVE, cores, keep_reserve, memory, out_of_memory


def test_cores_fall_back_to_all_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    assert cores() == len(os.sched_getaffinity(0))
    monkeypatch.delattr(os, "sched_getaffinity")
    assert cores() == os.cpu_count()


def test_memory_falls_back_to_8_gib(monkeypatch: pytest.MonkeyPatch) -> None:
    for limits in ("_process_limits", "_group_limits"):
        monkeypatch.setattr(hardware, limits, list)
    assert memory.__wrapped__() > 1 << 28
    monkeypatch.delattr(os, "sysconf")
    assert memory.__wrapped__() == 8 << 30


@pytest.mark.parametrize(
    ("line", "file"), [("0::/a/b", "memory.max"), ("5:cpu,memory:/a/b", "memory/memory.limit_in_bytes")]
)
@pytest.mark.parametrize("level", ["", "a", "a/b"])
def test_the_smallest_limit_of_a_group_and_its_parents_counts(
    line: str, file: str, level: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own, root = tmp_path / "own", (tmp_path / file).parent
    own.write_text(f"7:cpuset:/elsewhere\n{line}\n")
    for each in ("", "a", "a/b"):
        (root / each).mkdir(parents=True, exist_ok=True)
        (root / each / Path(file).name).write_text("1000000\n" if each == level else "max\n")
    monkeypatch.setattr(hardware, "OWN_GROUPS", own)
    monkeypatch.setattr(hardware, "GROUPS", tmp_path)
    assert memory.__wrapped__() == 1_000_000


@pytest.mark.parametrize("option", ["-v", "-d"])
def test_limits_of_the_process_count(option: str) -> None:
    script = "from knightwatch.engine.core.hardware import memory; print(memory())"
    command = ["sh", "-c", f'ulimit {option} 262144 && exec "$@"', "sh", sys.executable, "-c", script]
    assert int(subprocess.run(command, capture_output=True, text=True, check=True).stdout) == 256 << 20


def test_the_sentence_about_full_memory_releases_the_reserve() -> None:
    tracemalloc.start()
    keep_reserve()
    before, _ = tracemalloc.get_traced_memory()
    assert "GiB" in out_of_memory()
    after, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert after < before - RESERVE // 2
