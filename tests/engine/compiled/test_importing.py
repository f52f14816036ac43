"""Compiled code and memory limits: without memory, LLVM aborts a process, and Linux kills one of a control group."""

import resource
import subprocess
import sys
import time
from pathlib import Path
from unittest.mock import Mock

import pytest

from knightwatch.engine.children import environment, module_command
from knightwatch.engine.compiled import importing
from knightwatch.engine.compiled.importing import memory_fault

NONE = resource.RLIM_INFINITY
MIB = 1 << 20


@pytest.mark.parametrize("imported", [False, True])
@pytest.mark.parametrize(
    ("space", "data", "fits"),
    [(NONE, NONE, True), (400, NONE, False), (NONE, 150, False), (2000, 2000, True), (2000, 90, False)],
)
def test_limits_must_leave_room_for_compiled_code(
    space: int, data: int, fits: bool, imported: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    used = 350 * MIB // resource.getpagesize(), 100 * MIB // resource.getpagesize()
    (tmp_path / "statm").write_text(f"{used[0]} 1 1 1 0 {used[1]} 0\n")
    monkeypatch.setattr(importing, "USED", tmp_path / "statm")
    limits = {resource.RLIMIT_AS: space, resource.RLIMIT_DATA: data}
    monkeypatch.setattr(resource, "getrlimit", lambda kind: (limits[kind] * (1 if limits[kind] == NONE else MIB), NONE))
    if imported:
        monkeypatch.setitem(sys.modules, "numba", Mock())
    else:
        monkeypatch.delitem(sys.modules, "numba", raising=False)
    assert (memory_fault(compiles=False) == "") == fits


def test_compiling_needs_more_room_than_loading(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "statm").write_text("0 1 1 1 0 0 0\n")
    monkeypatch.setattr(importing, "USED", tmp_path / "statm")
    monkeypatch.setattr(resource, "getrlimit", lambda _: (400 * MIB, NONE))
    monkeypatch.delitem(sys.modules, "numba", raising=False)
    assert memory_fault(compiles=True)
    assert not memory_fault(compiles=False)


def test_a_system_that_does_not_tell_has_no_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importing, "USED", tmp_path / "missing")
    monkeypatch.setattr(resource, "getrlimit", lambda _: (1, 1))
    assert not memory_fault(compiles=True)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux has such a score")
def test_the_system_kills_the_compiler_before_the_screen() -> None:
    command = module_command("knightwatch.engine.compiled.compiler")
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment()) as compiler:
        score = Path(f"/proc/{compiler.pid}/oom_score_adj")
        deadline = time.monotonic() + 60
        while score.read_text() != "1000\n":  # it is set when the process has imported its modules
            assert time.monotonic() < deadline
    assert compiler.returncode == 0
