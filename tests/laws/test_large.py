"""Large boards: beside kernels in machine code, nothing runs once for each square or queen.

The test runs whole commands. A tracer counts how often each line of knightwatch is run, and which arrays become lists.
Each kernel is interpreted in its first call, as in a new process, and compiled from the second on.
"""

import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

import numpy as np
import pytest

import knightwatch
from knightwatch.engine.compiled import cache, tiers
from tests.support.commands import Command, command

__all__ = ["command"]

PACKAGE = knightwatch.__name__
FEW = 5_000
"""Most runs of one line: less than a fourth of the squares or queens of the commands below."""

COMMANDS = [
    "tour --rows 150 --cols 150 --solver auto",
    "tour --rows 300 --cols 300 --solver auto",
    "tour --rows 300 --cols 300 --solver auto --closed",
    "tour --rows 300 --cols 300 --solver divide",
    "tour --rows 300 --cols 300 --solver divide --closed",
    "queens --n 100000 --solver min-conflicts",
    "queens --n 100000 --solver formula",
]


class Passes:
    """How often each line was run, and the sizes of arrays that became lists."""

    def __init__(self) -> None:
        self.lines: Counter[tuple[str, int]] = Counter()
        self.listed: list[tuple[str, int]] = []

    def trace(self, frame: FrameType, event: str, _: Any) -> Any:
        """Count a line; as a tracer of calls, trace the lines of knightwatch only."""
        if event == "line":
            self.lines[frame.f_code.co_filename, frame.f_lineno] += 1
        elif not str(frame.f_globals.get("__name__", "")).startswith(PACKAGE):
            return None
        return self.trace

    def profile(self, frame: FrameType, event: str, function: Any) -> None:
        """Note each array that becomes a list."""
        if event == "c_call" and function.__name__ == "tolist" and isinstance(function.__self__, np.ndarray):
            self.listed.append((f"{frame.f_code.co_filename}:{frame.f_lineno}", function.__self__.size))


@contextmanager
def counted() -> Iterator[Passes]:
    """Count the passes of a block."""
    passes, tracer, profiler = Passes(), sys.gettrace(), sys.getprofile()
    sys.settrace(passes.trace)
    sys.setprofile(passes.profile)
    try:
        yield passes
    finally:
        sys.settrace(tracer)
        sys.setprofile(profiler)


@pytest.fixture
def new_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """No kernel has been interpreted yet; each is compiled after its first call."""
    cache.folder()  # may parse all kernels, whatever the size of the board
    monkeypatch.setattr(tiers, "_interpreted", defaultdict(float))
    monkeypatch.setattr(tiers, "_patience", sys.float_info.min)


@pytest.mark.usefixtures("new_process")
@pytest.mark.parametrize("line", COMMANDS)
def test_no_line_runs_for_each_square_or_queen(line: str, command: Command) -> None:
    with counted() as passes:
        code, out, _ = command(*line.split(), "--seed", "1", "--json")
    assert code == 0
    assert json.loads(out)["status"] == "solved"
    assert not [(place, runs) for place, runs in passes.lines.most_common(3) if runs > FEW]
    assert not [each for each in passes.listed if each[1] > FEW]
