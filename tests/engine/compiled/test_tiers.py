"""Two tiers: interpreted at once, machine code when it is there, and no answer depends on which it was."""

import json
import os
import shutil
import subprocess
import sys
import threading
import time
from contextlib import nullcontext
from pathlib import Path

import pytest

from knightwatch.engine.compiled import dispatchers
from knightwatch.engine.evolution.mutation import decayed

ROOT = Path(__file__).parents[3]

COUNT = """
import json, sys, time
from knightwatch.engine.compiled import background
from knightwatch.engine.compiled.tiers import Tier
from knightwatch.engine.evolution.mutation import decayed

tier, answers, said = Tier(patience=0.0), [], ""
deadline = time.monotonic() + 120
while time.monotonic() < deadline:
    answers.append(tier(decayed)(0.5, 3, 9))
    if not tier.waiting or background.fault():
        break
    time.sleep(0.01)
print(json.dumps([answers[0], answers[-1], tier.waiting, background.fault()]))
"""
"""Asks for a small kernel until its machine code is there, or will not come."""
ONCE = COUNT.replace("while time.monotonic() < deadline:\n    answers.append(", "answers.append(").replace(
    "    if not tier.waiting or background.fault():\n        break\n    time.sleep(0.01)\n",
    "while tier.waiting and not background.fault() and time.monotonic() < deadline:\n    time.sleep(0.01)\n",
)
"""Calls it once, and then only waits."""


def counted(folder: Path, script: str = COUNT, **environment: str) -> list[object]:
    """Run the script in a process whose cache is in a folder; return what it printed."""
    variables = os.environ | {"XDG_CACHE_HOME": str(folder), "PYTHONPATH": str(ROOT)} | environment
    run = subprocess.run(
        [sys.executable, "-P", "-c", script], env=variables, capture_output=True, text=True, check=True
    )
    found: list[object] = json.loads(run.stdout)
    return found


def machine_code(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*decayed*.nb?"))


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[object]]:
    """Return a cache that has the kernel, and what was printed by the program which had it compiled."""
    folder = tmp_path_factory.mktemp("cache")
    return folder, counted(folder)


def test_a_process_in_the_background_compiles_once_for_all_programs(compiled: tuple[Path, list[object]]) -> None:
    folder, (first, last, waiting, fault) = compiled
    assert (first, waiting, fault) == (last, False, "")
    made = {path: path.stat().st_mtime_ns for path in machine_code(folder)}
    assert {path.suffix for path in made} == {".nbi", ".nbc"}
    assert counted(folder) == [first, first, False, ""]
    assert {path: path.stat().st_mtime_ns for path in machine_code(folder)} == made


def test_machine_code_outlives_a_changed_docstring_and_not_a_changed_line(
    compiled: tuple[Path, list[object]], tmp_path: Path
) -> None:
    shutil.copytree(compiled[0], tmp_path / "cache")
    copy = tmp_path / "knightwatch"
    shutil.copytree(ROOT / "knightwatch", copy, ignore=shutil.ignore_patterns("__pycache__", "tui"))
    kernel = copy / "engine" / "evolution" / "mutation.py"
    before, source = machine_code(tmp_path), kernel.read_text("utf-8")
    kernel.write_text(source.replace('"""', '"""Another first line.\n\n', 1), "utf-8")
    assert counted(tmp_path / "cache", PYTHONPATH=str(tmp_path)) == compiled[1]
    assert machine_code(tmp_path) == before
    kernel.write_text(source + "\nCHANGED = 1\n", "utf-8")
    assert counted(tmp_path / "cache", PYTHONPATH=str(tmp_path)) == compiled[1]
    assert len(machine_code(tmp_path)) == 2 * len(before)


def test_two_programs_at_once_do_not_compile_the_same_thing_twice(tmp_path: Path) -> None:
    script = (
        "from knightwatch.engine.compiled import dispatchers\n"
        "from knightwatch.engine.evolution.mutation import decayed\n"
        "dispatchers.compile_now(decayed, dispatchers.signature(decayed, (0.5, 3, 9)))\n"
        "print(sum(dispatchers.form(decayed).stats.cache_misses.values()) > 0)"
    )
    variables = os.environ | {"XDG_CACHE_HOME": str(tmp_path), "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", script]
    programs = [subprocess.Popen(command, env=variables, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    assert sorted(program.communicate()[0].strip() for program in programs) == ["False", "True"]


@pytest.mark.parametrize(("suffix", "content"), [(".nbi", b"random bytes, and more of them"), (".nbc", b"\x80")])
def test_what_is_damaged_in_the_cache_is_compiled_anew(
    compiled: tuple[Path, list[object]], tmp_path: Path, suffix: str, content: bytes
) -> None:
    folder, sound = compiled
    shutil.copytree(folder, tmp_path, dirs_exist_ok=True)
    (damaged,) = (path for path in machine_code(tmp_path) if path.suffix == suffix)
    damaged.write_bytes(content)
    assert counted(tmp_path) == sound
    assert all(path.read_bytes() != content for path in machine_code(tmp_path))


def test_where_the_cache_cannot_be_written_it_goes_on_interpreted_and_says_why(tmp_path: Path) -> None:
    (tmp_path / "knightwatch").write_text("a file where the folder should be")
    first, last, waiting, fault = counted(tmp_path)
    assert (first, waiting) == (last, True)
    assert "cannot be written" in str(fault)


FULL = (
    "import resource, signal\n"
    "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\nresource.setrlimit(resource.RLIMIT_FSIZE, (200, 200))\n"
)
"""Lets no file grow beyond some bytes: what a full disk comes to."""


def test_on_a_full_disk_it_goes_on_interpreted_and_says_why(tmp_path: Path) -> None:
    first, last, waiting, fault = counted(tmp_path, FULL + COUNT)
    assert (first, waiting) == (last, True)
    assert "machine code cannot be kept" in str(fault)


def test_a_worker_on_a_full_disk_has_machine_code_in_its_memory_alone(tmp_path: Path) -> None:
    here = "from knightwatch.engine.compiled.tiers import compile_here\ncompile_here()\n"
    first, last, waiting, fault = counted(tmp_path, FULL + here + COUNT)
    assert (first, waiting, fault) == (last, False, "")
    assert not machine_code(tmp_path)


def test_a_killed_compiler_leaves_the_work_interpreted(tmp_path: Path) -> None:
    killing = COUNT.replace("    time.sleep(0.01)", "    background._compiler.process.kill()\n    time.sleep(0.01)")
    first, last, waiting, fault = counted(tmp_path, killing)
    assert (first, waiting) == (last, True)
    assert "ended" in str(fault)


def test_without_a_compiler_process_it_goes_on_interpreted(tmp_path: Path) -> None:
    missing = COUNT.replace("tier, answers", "sys.executable = '/nowhere/python'\ntier, answers")
    first, last, waiting, fault = counted(tmp_path, missing)
    assert (first, waiting) == (last, True)
    assert "cannot be started" in str(fault)


def test_nothing_of_the_compiler_is_left_when_its_program_is_gone(tmp_path: Path) -> None:
    leaving = COUNT.replace("    time.sleep(0.01)", "    break").replace(
        "background.fault()]", "background._compiler.process.pid]"
    )
    pid = counted(tmp_path, leaving)[3]
    assert isinstance(pid, int)
    deadline = time.monotonic() + 60
    while Path(f"/proc/{pid}/exe").exists():
        assert time.monotonic() < deadline, "it is still there"
        time.sleep(0.01)


def test_a_small_search_never_loads_numba(tmp_path: Path) -> None:
    script = (
        "import sys\nfrom knightwatch import TourProblem, solve\n"
        "status = solve(TourProblem(rows=8, cols=8), seed=1).status\n"
        "import json; print(json.dumps([str(status), 'numba' in sys.modules]))"
    )
    assert counted(tmp_path, script) == ["solved", False]
    assert not list(tmp_path.iterdir())


def test_a_kernel_that_is_called_only_once_is_not_waited_for_without_end(tmp_path: Path) -> None:
    first, last, waiting, fault = counted(tmp_path, ONCE)
    assert (first, waiting, fault) == (last, False, "")


def test_no_thread_is_held_up_by_the_garbage_collector_while_numba_is_loaded(tmp_path: Path) -> None:
    counting = COUNT.replace(
        "tier, answers",
        "import gc\nlong = []\ngc.collect()\n"
        "gc.callbacks.append(lambda phase, it: phase == 'start' and it['generation'] == 2 and long.append(it))\n"
        "background.ask = lambda *_: False\n"
        "tier, answers",
    ).replace("    if not", "    break\n    if not")
    script = counting.replace("[answers[0], answers[-1], tier.waiting, background.fault()]", "SEEN")
    seen = "[len(long), 'numba' in sys.modules, gc.isenabled()]"
    assert counted(tmp_path, script.replace("SEEN", seen)) == [0, True, True]


def test_a_thread_that_has_compiled_leaves_others_their_leave_to_do_so(monkeypatch: pytest.MonkeyPatch) -> None:
    ended = threading.Event()
    allowed: list[bool] = []

    class Slow:
        """Takes until another thread has compiled, but not for ever."""

        overloads = ()

        def compile(self, types: tuple[str]) -> None:
            if types == ("second",):
                ended.wait(0.2)
            else:
                threads[1].start()
            allowed.append(dispatchers.may_compile)

    def compile_and_tell(name: str) -> None:
        dispatchers.compile_now(decayed, (name,))
        ended.set()

    monkeypatch.setattr(dispatchers, "load", lambda *_: False)
    monkeypatch.setattr(dispatchers, "kept", lambda: False)
    monkeypatch.setattr(dispatchers, "form", lambda _: Slow())
    monkeypatch.setattr(dispatchers, "compiling_alone", lambda _: nullcontext())
    threads = [threading.Thread(target=compile_and_tell, args=(name,)) for name in ("first", "second")]
    threads[0].start()
    threads[0].join()
    threads[1].join()
    assert allowed == [True, True]
