"""Systems that lack something: no fork, few files, no /proc, no limit of memory. A run still goes forward and back."""

import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from knightwatch.engine.core.frame import Status
from knightwatch.engine.own import copies
from knightwatch.engine.own.host import guard, main
from knightwatch.engine.own.process import SolverProcess
from tests.engine.own.conftest import Mine
from tests.support.own import COUNT, WALK, own_search, reach, run_to_end

PATCHES = {
    "no fork": "import os\ndef fork(): raise BlockingIOError(11, 'Resource temporarily unavailable')\nos.fork = fork\n",
    "no limit of memory": "import resource\ndel resource.RLIMIT_DATA\n",
    "no module resource": "import sys\nsys.modules['resource'] = None\n",
    "an ineffective limit": "import resource\nresource.setrlimit = lambda *_: None\n",
    "no prctl": "import sys\nsys.modules['ctypes'] = None\n",
    "no process groups": "import os\ndef setpgid(*_): raise PermissionError\nos.setpgid = setpgid\n",
}


@pytest.fixture
def patched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the path of a file that each new interpreter runs at its start."""
    folder = tmp_path / "site"
    folder.mkdir()
    monkeypatch.setenv("PYTHONPATH", str(folder))
    return folder / "sitecustomize.py"


@pytest.mark.parametrize("name", PATCHES)
def test_a_run_goes_forward_and_back_where_something_is_missing(name: str, mine: Mine, patched: Path) -> None:
    with own_search("tour", mine(WALK), rows=5, cols=5) as usual:
        reach(usual, 77)
        expected = usual.answer()
    patched.write_text(PATCHES[name])
    with own_search("tour", mine(WALK), rows=5, cols=5) as search:
        for moment in (100, 77):
            search.rewind()
            reach(search, moment)
        assert search.answer() == expected
        saved = search.save()
        reach(search, 200)
        search.load(saved)
        assert search.answer() == expected


def test_a_crash_belongs_to_its_step_without_fork(mine: Mine, patched: Path) -> None:
    patched.write_text(PATCHES["no fork"])
    text = "import os\ndef solve(problem, random):\n    for k in range(5): yield [k]\n    os._exit(1)\n"
    with own_search("queens", mine(text)) as search:
        run_to_end(search)
        assert (search.status, search.done) == (Status.FAILED, 5)
        assert "step 6" in search.reason


def test_without_proc_memory_is_unknown_and_nothing_fails(mine: Mine, monkeypatch: pytest.MonkeyPatch) -> None:
    class NoProc(type(Path())):  # type: ignore[misc]
        """A system whose /proc is missing."""

        def __new__(cls, *parts: str) -> "NoProc":
            return super().__new__(cls, *("/missing" if str(part).startswith("/proc") else part for part in parts))  # type: ignore[no-any-return]

    monkeypatch.setattr(copies, "Path", NoProc)
    monkeypatch.setattr(guard, "Path", NoProc)
    assert copies.shared_bytes(os.getpid()) == 0
    assert guard._children() == []
    guard.end_children()
    with own_search("queens", mine(COUNT)) as search:
        reach(search, 20)
        search.save()
        search.rewind()
        reach(search, 3)
        assert search.answer()["queens"][0] == 2


def test_memory_is_limited_where_the_system_can(monkeypatch: pytest.MonkeyPatch) -> None:
    given = []
    monkeypatch.setattr(resource, "setrlimit", lambda *limit: given.append(limit))
    main.limit_memory(1 << 30)
    assert given == [(resource.RLIMIT_DATA, (1 << 30, 1 << 30))]


FEW_FILES = """
import resource, sys
from pathlib import Path
from tests.support.own import WALK, own_search, reach, write
path = write(Path(sys.argv[1]), WALK)
with own_search("tour", path, rows=5, cols=5) as search:
    search.prepare()
    resource.setrlimit(resource.RLIMIT_NOFILE, (int(sys.argv[2]), 4096))
    import knightwatch.engine.own.checkpoints as checkpoints
    checkpoints.NEAR, checkpoints.SHARE = 1e-6, 1e9
    for _ in range(40):
        reach(search, search.done + 5)
        search.save()
    for moment in (150, 3, 199):
        search.rewind()
        reach(search, moment)
        assert search.done == moment
    print(search.driver.checkpoints)
"""


def test_few_open_files_mean_fewer_checkpoints(tmp_path: Path) -> None:
    root = Path(__file__).parents[3]
    script = [sys.executable, "-c", FEW_FILES, str(tmp_path / "mine.py")]
    numbers = []
    for most in ("4096", "20"):
        done = subprocess.run([*script, most], cwd=root, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        numbers.append(int(done.stdout))
    assert numbers[1] < numbers[0]


def test_a_process_that_cannot_be_started_is_a_failure_in_one_sentence(
    mine: Mine, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise BlockingIOError(11, "Resource temporarily unavailable")

    path = mine(COUNT)
    with monkeypatch.context() as patch, own_search("queens", path) as search:
        patch.setattr("knightwatch.engine.own.first.subprocess.Popen", refuse)
        run_to_end(search)
        assert search.status is Status.FAILED
        assert "Resource temporarily unavailable" in search.reason
        assert search.frame().code
    with own_search("queens", path) as search:
        run_to_end(search)
        assert (search.status, search.done) == (Status.GAVE_UP, 100)
        assert isinstance(search.driver, SolverProcess)
