"""Odd things that an author's code may do without harm to its run or to the program."""

import pytest

from knightwatch.engine.core.frame import Status
from tests.engine.own.conftest import Mine
from tests.support.own import own_search, reach, run_to_end, until

AT_STEP_3 = """
    import os, signal, subprocess, sys, threading, time

    def kill(pid):
        try:
            with open(f"/proc/{{pid}}/cmdline", "rb") as file:
                if b"own.host" in file.read():  # nobody else's process
                    os.kill(pid, 9)
        except OSError:
            pass

    def solve(problem, random):
        for k in range(8):
            if k == 2:
{body}
            yield [k]
"""

ODDITIES = {
    "many prints": ["for n in range(10**5): print(n)"],
    "one long line": ["for n in range(10**5): print('x', end='')"],
    "megabytes to the standard streams": ["for n in (1, 2): os.write(n, b'x' * (3 << 20))"],
    "megabytes by another program": ["os.system('head -c 3000000 /dev/zero; head -c 3000000 /dev/zero >&2')"],
    "lies about the running line": [
        "where = b'(most recent call first):\\n  File \"mine.py\", line '",
        "os.write(2, where + b'9' * 999 + b' in f\\n')",
    ],
    "a child that goes on": ["if os.fork() == 0: pass"],
    "a child that sleeps": ["if os.fork() == 0: time.sleep(1000)"],
    "a child that loops": ["if os.fork() == 0:", "    while True: pass"],
    "a child that is waited for": ["child = os.fork()", "if child == 0: os._exit(0)", "os.waitpid(child, 0)"],
    "any child is waited for": ["if os.fork() == 0: os._exit(0)", "os.wait()"],
    "another program": ["subprocess.run(['true'], check=True)"],
    "another program that goes on": ["subprocess.Popen(['sleep', '1000'])"],
    "another program in a session of its own": ["subprocess.Popen(['sleep', '1000'], start_new_session=True)"],
    "a grandchild in a session of its own": [
        "if os.fork() == 0:",
        "    os.setsid()",
        "    if os.fork() == 0: time.sleep(1000)",
        "    os._exit(0)",
    ],
    "a thread": ["threading.Thread(target=time.sleep, args=(1000,), daemon=True).start()"],
    "a thread that loops": ["threading.Thread(target=lambda: [0 for _ in iter(int, 1)], daemon=True).start()"],
    "kill of the parent": ["kill(os.getppid())"],
    "kill of the session's leader": ["kill(os.getsid(0))"],
    "ignored signals": [
        "for s in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}: signal.signal(s, signal.SIG_IGN)"
    ],
    "default signals": [
        "for s in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}: signal.signal(s, signal.SIG_DFL)"
    ],
    "a timer": ["signal.signal(signal.SIGALRM, lambda *_: None)", "signal.setitimer(signal.ITIMER_REAL, 0.001, 0.001)"],
    "other streams": ["sys.stdout = sys.stderr = open(os.devnull, 'w')", "print('gone')"],
    "closed streams": ["sys.stdout.close()", "print('still there')"],
    "another folder": ["os.chdir('/')", "sys.path.clear()"],
    "a trace function": ["sys.settrace(lambda *_: None)"],
    "a changed standard library": [
        "import json, socket, traceback, select",
        "time.perf_counter = time.monotonic = time.process_time = json.dumps = json.loads = None",
        "traceback.format_exception = os.fork = os.waitpid = select.select = None",
    ],
    "forgotten modules": ["sys.modules.clear()"],
    "a new group": ["os.setpgid(0, 0)"],
}


@pytest.mark.parametrize("name", ODDITIES)
def test_the_run_goes_on_and_can_go_back(name: str, mine: Mine) -> None:
    body = "\n".join(f"{' ' * 16}{line}" for line in ODDITIES[name])
    with own_search("queens", mine(AT_STEP_3.format(body=body))) as search:
        for _ in range(2):
            search.rewind()
            run_to_end(search)
            assert (search.status, search.done) == (Status.GAVE_UP, 8)
            saved = search.save()
            search.rewind()
            reach(search, 5)
            assert search.answer()["queens"][0] == 4
            search.load(saved)
            assert search.answer()["queens"][0] == 7


def test_printed_lines_appear_at_their_step_and_the_newest_are_kept(mine: Mine) -> None:
    text = """
        def solve(problem, random):
            for k in range(3):
                for n in range(10**5):
                    print(k, n)
                print("\\udcff", "\\x1b[2J", end="")
                yield [k]
    """
    with own_search("queens", mine(text)) as search:
        reach(search, 2)
        code = search.frame().code
        assert code
        assert code.printed == 2 * 10**5
        assert code.console[-2].endswith("1 99999")
        assert code.console[-1] == "? ?[2J"
        search.rewind()
        reach(search, 1)
        code = search.frame().code
        assert code
        assert code.printed == 10**5


ENDLESS = {
    "at import": (
        "import time\ndef f():\n    while True: time.sleep(0.01)\nf()\ndef solve(problem, random): yield []\n",
        0,
        3,
    ),
    "before the first yield": (
        "import time\ndef solve(problem, random):\n    while True: time.sleep(0.01)\n    yield []\n",
        0,
        3,
    ),
    "after the first yield": ("def solve(problem, random):\n    yield []\n    while True:\n        pass\n", 1, 3),
    "in a C function": ("def solve(problem, random):\n    yield []\n    sum(range(10**12))\n", 1, 3),
    "in the check of a value": (
        "import time\nclass Row:\n    def __hash__(self):\n        while True: time.sleep(0.01)\n"
        "def solve(problem, random):\n    yield []\n    yield [Row()]\n",
        1,
        4,
    ),
    "asleep": ("import time\ndef solve(problem, random):\n    yield []\n    time.sleep(1000)\n", 1, 4),
}


@pytest.mark.parametrize("name", ENDLESS)
def test_an_endless_step_names_its_line_and_keeps_the_limit_of_seconds(name: str, mine: Mine) -> None:
    text, done, line = ENDLESS[name]
    with own_search("queens", mine(text), max_seconds=3) as search:
        words = list(search.preparing())
        if search.status is Status.RUNNING:
            search.advance(5)
        run = run_to_end(search)
        assert (run.status, search.done) == (Status.GAVE_UP, done)
        assert "limit of 3 seconds" in run.reason
        said = [*words, run.reason]
        until(lambda: any(f"mine.py line {line}" in words for words in [*said, search.frame().sentence]))
        if done:
            search.rewind()
            reach(search, 1)
            assert search.frame().sentence == "Step 1."
