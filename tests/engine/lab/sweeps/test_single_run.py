"""One run of an experiment in a worker."""

import pytest

from knightwatch.engine.compiled import dispatchers, tiers
from knightwatch.engine.core.frame import Status
from knightwatch.engine.lab.sweeps.single_run import run_plan


def test_a_run_waits_for_compiled_code_on_a_cluster(monkeypatch: pytest.MonkeyPatch) -> None:
    compile_now, compiled = dispatchers.compile_now, []

    def noted(*order: object) -> None:
        compiled.append(order)
        compile_now(*order)  # type: ignore[arg-type]

    monkeypatch.setattr(dispatchers, "compile_now", noted)
    monkeypatch.setattr(dispatchers, "has_code", lambda _: False)  # whatever other tests have loaded
    monkeypatch.setattr(tiers, "_source", tiers.Source.BACKGROUND)
    monkeypatch.setattr(tiers, "_patience", 0.0)
    outcome = run_plan("queens", {"n": "8", "seed": "1"})
    assert outcome
    assert outcome.status is Status.SOLVED
    assert compiled
