"""Whatever a solver's file does, grading ends with a verdict, and no process stays."""

from pathlib import Path

import pytest

from knightwatch.engine.own.grading import attempt
from knightwatch.engine.own.grading.judging import Fault
from tests.support.grading import ended, grade_one

QUICK = "problem = { n = 4 }\nseconds = 2"

ENDINGS = {
    "endless loop before the first yield": (
        "def solve(problem, random):\n    while True:\n        pass\n    yield []\n",
        Fault.SECONDS,
        {2, 3},
    ),
    "endless loop after the first yield": (
        "def solve(problem, random):\n    yield []\n    while True:\n        pass\n",
        Fault.SECONDS,
        {3, 4},
    ),
    "endless loop while the file loads": (
        "import time\nwhile True:\n    time.sleep(0.01)\ndef solve(problem, random):\n    yield []\n",
        Fault.SECONDS,
        {2, 3},
    ),
    "endless loop in C": (
        "def solve(problem, random):\n    yield []\n    sum(range(10**13))\n",
        Fault.SECONDS,
        {3},
    ),
    "sleep": ("import time\ndef solve(problem, random):\n    time.sleep(10**6)\n    yield []\n", Fault.SECONDS, {3}),
    "a generator that never ends": (
        "def solve(problem, random):\n    while True:\n        yield [1, 3, 0, 2]\n",
        Fault.STEPS,
        {0},
    ),
    "exception": ("def solve(problem, random):\n    yield []\n    return 1 / 0\n", Fault.ERROR, {3}),
    "exception while the file loads": ("1 / 0\ndef solve(problem, random):\n    yield []\n", Fault.ERROR, {1}),
    "endless recursion": (
        "def solve(problem, random):\n    def deep():\n        return deep()\n    yield deep()\n",
        Fault.ERROR,
        {3},
    ),
    "exit": ("import sys\ndef solve(problem, random):\n    sys.exit(0)\n    yield []\n", Fault.ERROR, {3}),
    "hard exit": ("import os\ndef solve(problem, random):\n    yield []\n    os._exit(0)\n", Fault.ERROR, {0}),
    "hard exit while the file loads": (
        "import os\nos._exit(0)\ndef solve(problem, random):\n    yield []\n",
        Fault.ERROR,
        {0},
    ),
    "segmentation fault": (
        "import ctypes\ndef solve(problem, random):\n    yield []\n    ctypes.string_at(0)\n",
        Fault.ERROR,
        {0, 4},
    ),
    "SIGKILL of the whole group": (
        "import os\ndef solve(problem, random):\n    yield []\n    os.killpg(0, 9)\n",
        Fault.ERROR,
        {0},
    ),
    "wrong row": ("def solve(problem, random):\n    yield [0]\n    yield [9]\n", Fault.ERROR, {3}),
    "no sequence": ("def solve(problem, random):\n    yield object()\n", Fault.ERROR, {2}),
    "no generator": ("def solve(problem, random):\n    return [1, 3, 0, 2]\n", Fault.ERROR, {1}),
    "nothing yielded": ("def solve(problem, random):\n    return\n    yield\n", Fault.WRONG, {0}),
    "a million prints": (
        "def solve(problem, random):\n    for k in range(10**6):\n        print(k)\n    yield [0]\n",
        Fault.WRONG,
        {0},
    ),
    "output to the pipe of the log": (
        "import os\ndef solve(problem, random):\n    os.write(1, b'x' * 10**6)\n    yield [0]\n",
        Fault.WRONG,
        {0},
    ),
    "a thread that stays": (
        "import threading, time\ndef solve(problem, random):\n"
        "    threading.Thread(target=time.sleep, args=(10**6,)).start()\n    yield [0]\n",
        Fault.WRONG,
        {0},
    ),
    "a child that stays": (
        "import os, time\ndef solve(problem, random):\n"
        "    if not os.fork():\n        time.sleep(10**6)\n    yield [0]\n",
        Fault.WRONG,
        {0},
    ),
}


@pytest.mark.parametrize("what", ENDINGS)
def test_any_misbehaviour_ends_with_a_verdict(tmp_path: Path, what: str) -> None:
    solver, fault, lines = ENDINGS[what]
    seconds = 2 if fault is Fault.SECONDS else 60
    graded = grade_one(tmp_path, solver, f"problem = {{ n = 4 }}\nseconds = {seconds}\nsteps = 2000")
    assert graded.complaint
    assert (graded.complaint.fault, graded.points) == (fault, 0)
    assert graded.complaint.attempt
    assert graded.complaint.attempt.line in lines
    if line := graded.complaint.attempt.line:
        assert f"mine.py line {line}" in graded.complaint.reason


def test_too_much_memory_is_named_with_its_limit(tmp_path: Path) -> None:
    solver = "def solve(problem, random):\n    yield []\n    kept = bytearray(10**10)\n"
    graded = grade_one(tmp_path, solver, f"{QUICK}\nmegabytes = 200")
    assert graded.complaint
    assert graded.complaint.fault is Fault.MEMORY
    assert "line 3" in graded.complaint.reason
    assert "200 MB" in graded.complaint.reason


def test_a_run_that_blocks_the_grader_is_killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first process crashes; when its steps are made again, the file loops for ever."""
    monkeypatch.setattr(attempt, "GRACE", 1.0)
    solver = f"""
        import os, pathlib, time
        mark = pathlib.Path({str(tmp_path / "mark")!r})

        def solve(problem, random):
            for k in range(100):
                while mark.exists() and k == 0:
                    time.sleep(0.01)
                yield []
            mark.touch()
            os._exit(1)
    """
    graded = grade_one(tmp_path, solver, QUICK)
    assert graded.complaint
    assert graded.complaint.fault is Fault.SECONDS


def test_a_file_that_changes_while_it_is_graded_stays_as_it_was_read(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    solver = f"""
        import os

        def solve(problem, random):
            if os.path.exists({str(path)!r}):
                os.unlink({str(path)!r})
            yield [1, 3, 0, 2]
    """
    graded = grade_one(tmp_path, solver, "problem = { n = 4 }\nseeds = [1, 2]")
    assert graded.passed
    assert not path.exists()


def test_no_process_stays(tmp_path: Path) -> None:
    noted = tmp_path / "pids"
    solver = f"""
        import os, time
        def solve(problem, random):
            if not os.fork():
                with open({str(noted)!r}, "a") as file:
                    file.write(f"{{os.getpid()}}\\n")
                time.sleep(10**6)
            while not os.path.exists({str(noted)!r}):
                pass
            with open({str(noted)!r}, "a") as file:
                file.write(f"{{os.getpid()}}\\n")
            yield [1, 3, 0, 2]
    """
    assert grade_one(tmp_path, solver).passed
    pids = [int(line) for line in noted.read_text().split()]
    assert len(pids) >= 4
    assert all(ended(pid) for pid in pids)
