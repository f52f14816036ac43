"""Two tiers: interpreted at once, compiled code once it is ready, and the same answers from both."""

import json
import os
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from filelock import FileLock

from knightwatch.engine.compiled import dispatchers, tiers
from knightwatch.engine.compiled.tiers import Source, Tier
from knightwatch.engine.evolution.mutation import decayed

ROOT = Path(__file__).parents[3]
PATIENCE = 300.0
"""Timeout in seconds: a compiler has low priority, so it waits for all others on a busy machine."""

COUNT = """
import json, sys, time
from knightwatch.engine.compiled import background
from knightwatch.engine.compiled.tiers import Tier
from knightwatch.engine.evolution.mutation import decayed

tier, answers = Tier(patience=0.0), []
deadline = time.monotonic() + 300
while time.monotonic() < deadline:
    answers.append(tier(decayed)(0.5, 3, 9))
    if not tier.waiting or background.fault():
        break
    time.sleep(0.01)
print(json.dumps([answers[0], answers[-1], tier.waiting, background.fault()]))
"""
"""Calls a small kernel until its compiled code is ready or will never come."""
ONCE = COUNT.replace("while time.monotonic() < deadline:\n    answers.append(", "answers.append(").replace(
    "    if not tier.waiting or background.fault():\n        break\n    time.sleep(0.01)\n",
    "while tier.waiting and not background.fault() and time.monotonic() < deadline:\n    time.sleep(0.01)\n",
)
"""Calls the kernel once, then waits."""


def run_script(folder: Path, script: str = COUNT, **environment: str) -> list[object]:
    """Run a script in a process with its cache in a folder; return the JSON that it printed."""
    variables = os.environ | {"XDG_CACHE_HOME": str(folder), "PYTHONPATH": str(ROOT)} | environment
    run = subprocess.run(
        [sys.executable, "-P", "-c", script], env=variables, capture_output=True, text=True, check=True
    )
    printed: list[object] = json.loads(run.stdout)
    return printed


def cache_files(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*decayed*.nb?"))


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[object]]:
    """Return a cache with the kernel, and the output of the program that requested it."""
    folder = tmp_path_factory.mktemp("cache")
    return folder, run_script(folder)


def test_the_background_process_compiles_once_for_all_programs(compiled: tuple[Path, list[object]]) -> None:
    folder, (first, last, waiting, fault) = compiled
    assert (first, waiting, fault) == (last, False, "")
    made = {path: path.stat().st_mtime_ns for path in cache_files(folder)}
    assert {path.suffix for path in made} == {".nbi", ".nbc"}
    assert run_script(folder) == [first, first, False, ""]
    assert {path: path.stat().st_mtime_ns for path in cache_files(folder)} == made


def test_a_changed_line_recompiles_and_a_changed_docstring_does_not(
    compiled: tuple[Path, list[object]], tmp_path: Path
) -> None:
    shutil.copytree(compiled[0], tmp_path / "cache")
    copy = tmp_path / "knightwatch"
    shutil.copytree(ROOT / "knightwatch", copy, ignore=shutil.ignore_patterns("__pycache__", "tui"))
    kernel = copy / "engine" / "evolution" / "mutation.py"
    before, source = cache_files(tmp_path), kernel.read_text("utf-8")
    kernel.write_text(source.replace('"""', '"""Another first line.\n\n', 1), "utf-8")
    assert run_script(tmp_path / "cache", PYTHONPATH=str(tmp_path)) == compiled[1]
    assert cache_files(tmp_path) == before
    kernel.write_text(source + "\nCHANGED = 1\n", "utf-8")
    assert run_script(tmp_path / "cache", PYTHONPATH=str(tmp_path)) == compiled[1]
    assert len(cache_files(tmp_path)) == 2 * len(before)


def test_two_programs_do_not_compile_the_same_kernel_twice(tmp_path: Path) -> None:
    script = (
        "from knightwatch.engine.compiled import dispatchers\n"
        "from knightwatch.engine.evolution.mutation import decayed\n"
        "dispatchers.compile_now(decayed, dispatchers.signature(decayed, (0.5, 3, 9)))\n"
        "print(sum(dispatchers.dispatcher(decayed).stats.cache_misses.values()) > 0)"
    )
    variables = os.environ | {"XDG_CACHE_HOME": str(tmp_path), "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", script]
    programs = [subprocess.Popen(command, env=variables, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    assert sorted(program.communicate()[0].strip() for program in programs) == ["False", "True"]


@pytest.mark.parametrize(("suffix", "content"), [(".nbi", b"random bytes, and more of them"), (".nbc", b"\x80")])
def test_a_damaged_cache_file_is_compiled_again(
    compiled: tuple[Path, list[object]], tmp_path: Path, suffix: str, content: bytes
) -> None:
    folder, sound = compiled
    shutil.copytree(folder, tmp_path, dirs_exist_ok=True)
    (damaged,) = (path for path in cache_files(tmp_path) if path.suffix == suffix)
    damaged.write_bytes(content)
    assert run_script(tmp_path) == sound
    assert all(path.read_bytes() != content for path in cache_files(tmp_path))


def test_an_unwritable_cache_leaves_kernels_interpreted(tmp_path: Path) -> None:
    (tmp_path / "knightwatch").write_text("a file where the folder should be")
    first, last, waiting, fault = run_script(tmp_path)
    assert (first, waiting) == (last, True)
    assert "cannot be written" in str(fault)


FULL = (
    "import resource, signal\n"
    "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\nresource.setrlimit(resource.RLIMIT_FSIZE, (200, 200))\n"
)
"""Limits the size of files, like a full disk."""


def test_a_full_disk_leaves_kernels_interpreted(tmp_path: Path) -> None:
    first, last, waiting, fault = run_script(tmp_path, FULL + COUNT)
    assert (first, waiting) == (last, True)
    assert "compiled code cannot be saved" in str(fault)


def test_a_worker_on_a_full_disk_compiles_in_memory(tmp_path: Path) -> None:
    here = "from knightwatch.engine.compiled.tiers import compile_here\ncompile_here()\n"
    first, last, waiting, fault = run_script(tmp_path, FULL + here + COUNT)
    assert (first, waiting, fault) == (last, False, "")
    assert not cache_files(tmp_path)


def test_a_killed_compiler_leaves_kernels_interpreted(tmp_path: Path) -> None:
    killing = COUNT.replace("    time.sleep(0.01)", "    background._compiler.process.kill()\n    time.sleep(0.01)")
    first, last, waiting, fault = run_script(tmp_path, killing)
    assert (first, waiting) == (last, True)
    assert "ended" in str(fault)


def test_a_missing_compiler_process_leaves_kernels_interpreted(tmp_path: Path) -> None:
    missing = COUNT.replace("tier, answers", "sys.executable = '/nowhere/python'\ntier, answers")
    first, last, waiting, fault = run_script(tmp_path, missing)
    assert (first, waiting) == (last, True)
    assert "cannot be started" in str(fault)


LEAVING = COUNT.replace("    time.sleep(0.01)", "    break").replace(
    "background.fault()]", "background._compiler.process.pid]"
)
"""Ends right after it has requested the kernel; prints the process number of its compiler."""


def ended(pid: object) -> bool:
    """Tell whether a process has ended."""
    return not Path(f"/proc/{pid}/exe").exists()


def wait_until(holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < deadline, "this takes too long"
        time.sleep(0.01)


def test_the_compiler_ends_with_its_program_unless_it_is_the_only_one_that_finishes(tmp_path: Path) -> None:
    pid = run_script(tmp_path, LEAVING)[3]
    wait_until(lambda: ended(pid))
    (folder,) = (tmp_path / "knightwatch").glob("kernels-*")
    with FileLock(folder / "finishing.lock"):  # another compiler finishes its work
        pid = run_script(tmp_path, LEAVING, KNIGHTWATCH_FINISH_COMPILING="1")[3]
        wait_until(lambda: ended(pid))
    assert not cache_files(tmp_path)


def test_the_compiler_finishes_what_a_search_waited_for_and_the_program_says_so_once(tmp_path: Path) -> None:
    saying = LEAVING.replace("answers[0]", "background.farewell()").replace(
        "background._compiler.process.pid",
        "background._compiler.process and background._compiler.process.pid",  # none if the first one has finished
    )
    said = [run_script(tmp_path, saying, KNIGHTWATCH_FINISH_COMPILING="1") for _ in range(2)]
    assert "60 s" in str(said[0][0])
    assert said[1][0] == ""
    for *_, pid in said:
        wait_until(lambda pid=pid: ended(pid))  # type: ignore[misc]
    assert {path.suffix for path in cache_files(tmp_path)} == {".nbi", ".nbc"}


def test_a_small_search_never_imports_numba(tmp_path: Path) -> None:
    script = (
        "import sys\nfrom knightwatch import TourProblem, solve\n"
        "status = solve(TourProblem(rows=8, cols=8), seed=1).status\n"
        "import json; print(json.dumps([str(status), 'numba' in sys.modules]))"
    )
    assert run_script(tmp_path, script) == ["solved", False]
    assert not list(tmp_path.iterdir())


def test_waiting_ends_for_a_kernel_that_is_called_once(tmp_path: Path) -> None:
    first, last, waiting, fault = run_script(tmp_path, ONCE)
    assert (first, waiting, fault) == (last, False, "")


def test_no_full_collection_runs_while_numba_is_imported(tmp_path: Path) -> None:
    counting = COUNT.replace(
        "tier, answers",
        "import gc\nfull = []\ngc.collect()\n"
        "gc.callbacks.append(lambda phase, it: phase == 'start' and it['generation'] == 2 and full.append(it))\n"
        "background.request = lambda *_: False\n"
        "tier, answers",
    ).replace("    if not", "    break\n    if not")
    script = counting.replace("[answers[0], answers[-1], tier.waiting, background.fault()]", "PRINTED")
    printed = "[len(full), 'numba' in sys.modules, gc.isenabled()]"
    assert run_script(tmp_path, script.replace("PRINTED", printed)) == [0, True, True]


def test_threads_that_compile_keep_the_permission_of_others(monkeypatch: pytest.MonkeyPatch) -> None:
    ended = threading.Event()
    allowed: list[bool] = []

    class Slow:
        """Compiles slowly: waits for the other thread, at most 0.2 s."""

        overloads = ()

        def compile(self, types: tuple[str]) -> None:
            if types == ("second",):
                ended.wait(0.2)
            else:
                threads[1].start()
            allowed.append(dispatchers.may_compile)

    def compile_and_signal(name: str) -> None:
        dispatchers.compile_now(decayed, (name,))
        ended.set()

    monkeypatch.setattr(dispatchers, "load", lambda *_: False)
    monkeypatch.setattr(dispatchers, "cache_ready", lambda: False)
    monkeypatch.setattr(dispatchers, "dispatcher", lambda _: Slow())
    monkeypatch.setattr(dispatchers, "compiling_alone", lambda _: nullcontext())
    threads = [threading.Thread(target=compile_and_signal, args=(name,)) for name in ("first", "second")]
    threads[0].start()
    threads[0].join()
    threads[1].join()
    assert allowed == [True, True]


def compiling_tier() -> Tier:
    tier = Tier(patience=0.0)
    tier.source = Source.HERE
    return tier


def test_a_second_search_uses_loaded_code_without_computing_types(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = compiling_tier()(decayed)(0.5, 3, 9)
    monkeypatch.setattr(dispatchers, "signature", None)
    assert compiling_tier()(decayed)(0.5, 3, 9) == expected


def test_a_search_computes_types_once_while_it_waits_for_code(monkeypatch: pytest.MonkeyPatch) -> None:
    tier, asked = Tier(patience=0.0), list[Any]()

    def signature(kernel: Any, _: Any) -> tuple[str]:
        asked.append(kernel)
        return ("types",)

    tier.source = Source.BACKGROUND
    tier.request = lambda *_: False
    monkeypatch.setattr(tiers, "AGAIN", float("inf"))
    monkeypatch.setattr(dispatchers, "has_code", lambda _: False)
    monkeypatch.setattr(dispatchers, "load", lambda *_: False)
    monkeypatch.setattr(dispatchers, "signature", signature)
    for _ in range(3):
        assert tier(decayed)(0.5, 3, 9) == decayed(0.5, 3, 9)
    assert (asked, tier.waiting) == ([decayed], True)


def test_a_second_search_with_other_types_finds_its_own_code() -> None:
    compiling_tier()(decayed)(0.5, 3, 9)
    tier = compiling_tier()
    others: list[Any] = [np.int16(3), np.uint8(3)]
    for best in others:
        assert tier(decayed)(0.5, best, 9) == decayed(0.5, 3, 9)
    types = [dispatchers.signature(decayed, (0.5, best, 9)) for best in others]
    assert set(types) <= set(dispatchers.dispatcher(decayed).overloads)


def test_code_that_is_ready_but_does_not_load_is_given_up(compiled: tuple[Path, list[object]], tmp_path: Path) -> None:
    shutil.copytree(compiled[0], tmp_path, dirs_exist_ok=True)
    for path in cache_files(tmp_path):
        path.write_bytes(b"no machine code")
    ready = COUNT.replace(
        "tier, answers",
        "from knightwatch.engine.compiled import tiers\ntiers.AGAIN = 0.0\n"
        "background.request = lambda *_: True\ntier, answers",
    ).replace("+ 120", "+ 20")
    first, last, waiting, fault = run_script(tmp_path, ready)
    assert (first, waiting) == (last, True)
    assert str(tmp_path) in str(fault)


@pytest.mark.parametrize(
    ("variable", "value"), [("NUMBA_DISABLE_JIT", "1"), ("NUMBA_NUM_THREADS", "0"), ("NUMBA_NUM_THREADS", "many")]
)
def test_a_variable_that_stops_numba_is_named_and_work_goes_on_interpreted(
    tmp_path: Path, variable: str, value: str
) -> None:
    first, last, waiting, fault = run_script(tmp_path, **{variable: value})
    assert (first, waiting) == (last, True)
    assert variable in str(fault)
    assert "\n" not in str(fault)
