"""Dispatchers: compiled code in this process, and what it needs from numba."""

import gc
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
import pytest

from knightwatch.engine.compiled import dispatchers, locator
from knightwatch.engine.compiled.rng import below, generator, uniform, word
from knightwatch.engine.compiled.tiers import interpret
from knightwatch.engine.evolution.mutation import decayed

ROOT = Path(__file__).parents[3]


def test_loaded_code_is_used_without_waiting_for_a_lock(monkeypatch: pytest.MonkeyPatch) -> None:
    types = dispatchers.signature(decayed, (0.5, 3, 9))
    dispatchers.compile_now(decayed, types)

    def lock(_: str) -> None:
        raise AssertionError("another process may hold the lock for seconds")

    monkeypatch.setattr(dispatchers, "compiling_alone", lock)
    dispatchers.compile_now(decayed, types)
    assert dispatchers.dispatcher(decayed)(0.5, 3, 9) == decayed(0.5, 3, 9)


@pytest.fixture
def empty_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[[], None]:
    """Use an empty cache; return a function that forgets all dispatchers, as a new process would."""
    assert dispatchers.cache_ready()
    monkeypatch.setattr(locator, "folder", lambda: tmp_path)

    def forget() -> None:
        monkeypatch.setattr(dispatchers, "_dispatchers", {})
        monkeypatch.setattr(dispatchers, "_namespaces", {})

    forget()
    return forget


def test_an_inner_kernel_is_linked_and_emits_no_machine_code(empty_cache: Callable[[], None]) -> None:
    callers: list[tuple[Callable[..., Any], tuple[int, ...]]] = [(uniform, ()), (below, (6,))]
    for hits, (caller, more) in enumerate(callers):  # the second caller finds the inner kernel in the cache
        empty_cache()
        dispatchers.compile_now(caller, dispatchers.signature(caller, (generator(7), *more)))
        inner = dispatchers.dispatcher(word, inner=True)
        assert sum(inner.stats.cache_hits.values()) == hits
        assert not [each for code in inner.overloads.values() for each in code.library.get_defined_functions()]
        assert dispatchers.dispatcher(caller)(generator(7), *more) == interpret(caller, generator(7), *more)
    assert gc.isenabled()


def test_a_process_that_must_not_compile_loads_only_from_the_cache(empty_cache: Callable[[], None]) -> None:
    types = dispatchers.signature(decayed, (0.5, 3, 9))
    assert not dispatchers.load(decayed, types)
    with pytest.raises(dispatchers.NotCompiled):
        dispatchers.dispatcher(decayed)(0.5, 3, 9)
    dispatchers.compile_now(decayed, types)
    empty_cache()
    assert dispatchers.load(decayed, types)


def test_functions_of_other_programs_are_compiled_as_usual() -> None:
    assert numba.njit(lambda x: x + 1)(1) == 2


def test_a_damaged_inner_kernel_is_compiled_again(empty_cache: Callable[[], None], tmp_path: Path) -> None:
    types = dispatchers.signature(uniform, (generator(7),))
    dispatchers.compile_now(uniform, types)
    files = sorted(tmp_path.glob("*.nb?"))
    assert {path.name.split("-")[0] for path in files} == {"rng.uniform", "rng.word_inner"}
    for path in files:
        path.write_bytes(b"\x80")
    empty_cache()
    dispatchers.compile_now(uniform, types)
    assert dispatchers.dispatcher(uniform)(generator(7)) == uniform(generator(7))
    assert all(path.read_bytes() != b"\x80" for path in files)


FALLBACK = """
import numba.core.{module} as module
{remove}
from knightwatch.engine.compiled import dispatchers
from knightwatch.engine.compiled.rng import generator, uniform
assert dispatchers.INNER == dispatchers.OUTER == {{}}
dispatchers.compile_now(uniform, dispatchers.signature(uniform, (generator(7),)))
print(dispatchers.dispatcher(uniform)(generator(7)))
"""
"""Compiles a kernel with a numba that lacks one of its internals."""


@pytest.mark.parametrize(
    ("module", "remove"),
    [("codegen", "del module.JITCodeLibrary"), ("cpu", "del module._options_mixin.no_cfunc_wrapper")],
)
def test_without_numba_s_internals_kernels_are_compiled_as_usual(module: str, remove: str, tmp_path: Path) -> None:
    script = FALLBACK.format(module=module, remove=remove)
    environment = {"XDG_CACHE_HOME": str(tmp_path), "PYTHONPATH": str(ROOT), "HOME": str(tmp_path)}
    run = subprocess.run([sys.executable, "-P", "-c", script], env=environment, capture_output=True, text=True)
    assert run.stdout.strip() == str(uniform(generator(7))), run.stderr
