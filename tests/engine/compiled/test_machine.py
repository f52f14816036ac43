"""Machine code in this process: compiled or loaded once, and then at hand."""

import pytest

from engine.compiled import machine
from engine.evolution.mutation import decayed


def test_machine_code_that_is_loaded_is_taken_without_waiting_for_anybody(monkeypatch: pytest.MonkeyPatch) -> None:
    types = machine.signature(decayed, (0.5, 3, 9))
    machine.compile_now(decayed, types)

    def waited(_: str) -> None:
        raise AssertionError("another process may be compiling for seconds")

    monkeypatch.setattr(machine, "compiling_alone", waited)
    machine.compile_now(decayed, types)
    assert machine.form(decayed)(0.5, 3, 9) == decayed(0.5, 3, 9)
