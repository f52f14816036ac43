"""Machine code in this process: compiled or loaded once, and then at hand."""

import gc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from knightwatch.engine.compiled import dispatchers, locator
from knightwatch.engine.compiled.rng import below, generator, uniform, word
from knightwatch.engine.compiled.tiers import interpret
from knightwatch.engine.evolution.mutation import decayed


def test_machine_code_that_is_loaded_is_taken_without_waiting_for_anybody(monkeypatch: pytest.MonkeyPatch) -> None:
    types = dispatchers.signature(decayed, (0.5, 3, 9))
    dispatchers.compile_now(decayed, types)

    def waited(_: str) -> None:
        raise AssertionError("another process may be compiling for seconds")

    monkeypatch.setattr(dispatchers, "compiling_alone", waited)
    dispatchers.compile_now(decayed, types)
    assert dispatchers.form(decayed)(0.5, 3, 9) == decayed(0.5, 3, 9)


def test_a_kernel_that_kernels_alone_call_is_linked_and_never_machine_code_of_its_own(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert dispatchers.kept()
    monkeypatch.setattr(locator, "folder", lambda: tmp_path)
    callers: list[tuple[Callable[..., Any], tuple[int, ...]]] = [(uniform, ()), (below, (6,))]
    for hits, (caller, more) in enumerate(callers):  # the second finds what both call in the cache
        monkeypatch.setattr(dispatchers, "_forms", {})
        monkeypatch.setattr(dispatchers, "_namespaces", {})
        dispatchers.compile_now(caller, dispatchers.signature(caller, (generator(7), *more)))
        called = dispatchers.form(word, inner=True)
        assert sum(called.stats.cache_hits.values()) == hits
        assert not [each for made in called.overloads.values() for each in made.library.get_defined_functions()]
        assert dispatchers.form(caller)(generator(7), *more) == interpret(caller, generator(7), *more)
    assert gc.isenabled()
