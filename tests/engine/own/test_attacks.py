"""Whatever an author's code does, its run ends with file, line and step, and stepping back still works."""

from typing import NamedTuple

import pytest

from knightwatch.engine.core.frame import Status
from tests.engine.own.conftest import Mine
from tests.support.own import own_search, reach, run_to_end


class Attack(NamedTuple):
    """A solver that fails: its text, the steps before, the line if it can be known, and words of the reason."""

    text: str
    done: int
    line: int
    words: str


def at_step_3(*lines: str) -> str:
    """Return a solver that does something in its third step, on line 4 and the following."""
    body = "\n".join(f"            {line}" for line in lines)
    return f"def solve(problem, random):\n    for k in range(9):\n        if k == 2:\n{body}\n        yield [k]\n"


def importing(module: str, *lines: str) -> str:
    """Return the same with an import: what it does begins on line 5."""
    return f"import {module}\n{at_step_3(*lines)}"


ATTACKS = {
    "exception": Attack(at_step_3("1 / 0"), 2, 4, "step 3: ZeroDivisionError: division by zero"),
    "exception at import": Attack("x = 1\nboom()\ndef solve(problem, random): yield []\n", 0, 2, "NameError"),
    "recursion": Attack("def f(): return f()\n" + at_step_3("f()"), 2, 1, "step 3: RecursionError"),
    "exit": Attack(importing("sys", "sys.exit(0)"), 2, 5, "step 3: SystemExit: 0"),
    "exit at import": Attack("exit()\ndef solve(problem, random): yield []\n", 0, 1, "SystemExit"),
    "keyboard interrupt": Attack(at_step_3("raise KeyboardInterrupt"), 2, 4, "KeyboardInterrupt"),
    "generator exit": Attack(at_step_3("raise GeneratorExit"), 2, 4, "GeneratorExit"),
    "input": Attack(at_step_3("input()"), 2, 4, "EOFError"),
    "memory at once": Attack(at_step_3("x = bytearray(10 << 30)"), 2, 4, "step 3: MemoryError"),
    "memory in bits": Attack(at_step_3("x = []", "while True: x.append('x' * 10**6 + str(k))"), 2, 5, "MemoryError"),
    "unreadable exception": Attack(
        "class E(Exception):\n    def __str__(self): raise SystemExit\n" + at_step_3("raise E"), 2, 6, "step 3: E"
    ),
    "broken standard streams": Attack(importing("sys", "sys.stdout = sys.stderr = None", "1 / 0"), 2, 6, "step 3"),
    "changed standard library": Attack(
        "import json, time, socket, os, traceback\n"
        + at_step_3("json.dumps = json.loads = time.perf_counter = time.process_time = None", "1 / 0"),
        2, 6, "step 3: ZeroDivisionError",
    ),
    "immediate end": Attack(importing("os", "os._exit(0)"), 2, 0, "step 3: the process of the solver crashed"),
    "immediate end at import": Attack("import os\nos._exit(0)\ndef solve(p, r): yield []\n", 0, 0, "crashed"),
    "kill": Attack(importing("os", "os.kill(os.getpid(), 9)"), 2, 0, "step 3: the process of the solver crashed"),
    "segmentation fault": Attack(
        importing("ctypes", "ctypes.string_at(0)"), 2, 5, "step 3: the process of the solver crashed: Segm"
    ),
    "abort": Attack(importing("os", "os.abort()"), 2, 5, "Aborted"),
    "alarm": Attack(importing("signal", "signal.setitimer(0, 1e-6)", "while True: pass"), 2, 0, "step 3: the process"),
    "closed files": Attack(importing("os", "os.closerange(0, 100)"), 2, 0, "step 3: the process of the solver crashed"),
    "kill of the group": Attack(importing("os", "os.killpg(0, 9)"), 2, 0, "step 3: the process of the solver crashed"),
    "trace function that raises": Attack(
        "def trace(*_): raise SystemExit\n" + importing("sys", "sys.settrace(trace)"), 3, 7, "step 3: the value"
    ),
    "garbage to all sockets": Attack(
        importing("os", "for n in range(3, 30):", "    try: os.write(n, b'garbage' * 9)", "    except OSError: pass"),
        2, 0, "step 3: the process of the solver crashed",
    ),
    "no generator": Attack("def solve(problem, random):\n    return [0]\n", 0, 1, "solve returned [0]"),
    "nothing": Attack("def solve(problem, random):\n    pass\n", 0, 1, "solve returned None"),
    "wrong type": Attack(at_step_3("yield 5"), 3, 4, "step 3: yielded 5"),
    "wrong row": Attack(at_step_3("yield [0, 8]"), 3, 4, "step 3: yielded row 8 for column b, but rows are 0 to 7"),
}  # fmt: skip


@pytest.mark.parametrize("name", ATTACKS)
def test_a_failure_names_file_line_and_step_and_the_run_can_go_back(name: str, mine: Mine) -> None:
    attack = ATTACKS[name]
    with own_search("queens", mine(attack.text), max_megabytes=200) as search:
        run_to_end(search)
        reason = search.reason
        assert (search.status, search.done) == (Status.FAILED, attack.done)
        assert attack.words in reason
        assert reason.startswith(f"mine.py line {attack.line}, " if attack.line else "mine.py, ")
        frame = search.frame()
        assert frame.code
        assert attack.line in (frame.code.line, 0)
        assert reason in frame.sentence

        search.rewind()
        if attack.done:
            assert search.status is Status.RUNNING
            reach(search, 1)
            assert (search.done, search.status, search.answer()["queens"][0]) == (1, Status.RUNNING, 0)
            assert search.frame().sentence == "Step 1."
        for _ in range(9):  # one at a time now
            reach(search, search.done + 1)
        assert (search.status, search.done, search.reason) == (Status.FAILED, attack.done, reason)


def test_a_failure_shows_traceback_and_variables(mine: Mine) -> None:
    text = """
        def inner(depth):
            half = depth / 2
            return 1 / (depth - 4)

        def solve(problem, random):
            for k in range(9):
                inner(k)
                yield [k % 8]
    """
    with own_search("queens", mine(text)) as search:
        run_to_end(search)
        code = search.frame().code
        assert code
        assert code.fault.splitlines()[0] == "Traceback (most recent call last):"
        assert "return 1 / (depth - 4)" in code.fault
        assert "stepper.py" not in code.fault
        assert dict(code.variables) == {"depth": "4", "half": "2.0"}
