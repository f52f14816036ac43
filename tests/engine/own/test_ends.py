"""However the program ends, no process of a solver stays behind."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.engine.own.conftest import Mine
from tests.support.commands import KNIGHTWATCH
from tests.support.own import marked, own_search, reach, until

ROOT = Path(__file__).parents[3]
PROGRAM = """
import sys
from pathlib import Path
from tests.support.own import own_plan
search = own_plan("queens", Path(sys.argv[1])).search()
search.prepare()
for _ in range(3):
    search.advance(2)
    search.save()
Path(sys.argv[2]).touch()
while True:
    search.advance(1)
"""
LOOPS = {
    "in Python": ["while True: pass"],
    "in a C function": ["sum(range(10**13))"],
    "in a subprocess": ["subprocess.run(['sleep', '1000'])"],
    "with a daemon": ["subprocess.Popen(['sleep', '1000'], start_new_session=True)", "sum(range(10**13))"],
    "with signals ignored": ["[signal.signal(s, 1) for s in (1, 2, 3, 10, 12, 13, 14, 15)]", "sum(range(10**13))"],
}


@pytest.mark.parametrize("name", LOOPS)
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM])
def test_no_process_stays_when_the_program_is_killed(
    name: str, how: signal.Signals, mine: Mine, mark: str, tmp_path: Path
) -> None:
    body = "\n".join(f"    {line}" for line in LOOPS[name])
    path = mine(f"import signal, subprocess\ndef solve(problem, random):\n    for k in range(4): yield [k]\n{body}\n")
    ready = tmp_path / "ready"
    with subprocess.Popen([sys.executable, "-c", PROGRAM, str(path), str(ready)], cwd=ROOT) as program:
        until(ready.exists)
        until(lambda: len(marked(mark)) >= 3)
        program.send_signal(how)
        program.wait(60)
    until(lambda: not marked(mark))


def test_no_process_stays_when_a_search_is_forgotten(mine: Mine, mark: str) -> None:
    path = mine("def solve(problem, random):\n    while True: yield []\n")
    with own_search("queens", path) as search:
        reach(search, 10)
        search.save()
        assert marked(mark)
        search._driver = None
        until(lambda: not marked(mark))


def test_closing_twice_and_after_a_crash_is_harmless(mine: Mine, mark: str) -> None:
    path = mine("import os\ndef solve(problem, random):\n    yield []\n    os._exit(1)\n")
    with own_search("queens", path) as search:
        reach(search, 5)
        search.close()
        search.close()
    assert not marked(mark)


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_a_headless_run_with_its_partial_result(mine: Mine, mark: str, how: signal.Signals) -> None:
    path = mine("def solve(problem, random):\n    for k in range(4): yield [k]\n    while True: pass\n")
    command = [KNIGHTWATCH, "queens", "--solver", str(path), "--headless"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT, env=os.environ
    ) as program:
        until(lambda: any(_is_looping(pid) for pid in marked(mark)))
        program.send_signal(how)
        out, error = program.communicate(timeout=60)
    assert program.returncode == 130, error
    assert "stopped before the end" in out
    assert "Traceback" not in error


def _is_looping(pid: int) -> bool:
    """Tell whether a process has used a quarter of a second in the code of a solver: its start takes much less."""
    try:
        ticks = int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11])
        return b"own.host" in Path(f"/proc/{pid}/cmdline").read_bytes() and ticks > os.sysconf("SC_CLK_TCK") / 4
    except OSError:
        return False
