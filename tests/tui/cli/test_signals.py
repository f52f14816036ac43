"""Signals stop work without a screen between two slices; a second Ctrl+C stops it at once."""

import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from knightwatch.engine.core.frame import Status
from knightwatch.engine.core.search import Search
from knightwatch.engine.plans.catalog import puzzle
from knightwatch.engine.plans.plan import Plan
from knightwatch.engine.tour.questions.count import Count, CountOptions
from knightwatch.tui.cli import headless
from knightwatch.tui.cli.options.common import Common
from knightwatch.tui.cli.signals import StopRequest

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@pytest.fixture(autouse=True)
def handlers() -> Iterator[None]:
    before = {number: signal.getsignal(number) for number in SIGNALS}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.mark.parametrize("number", SIGNALS)
def test_a_signal_waits_for_the_end_of_the_slice(number: signal.Signals) -> None:
    stop = StopRequest(lambda: True)
    assert not stop.received
    signal.raise_signal(number)
    assert stop.received


@pytest.mark.parametrize("number", SIGNALS)
def test_a_signal_acts_at_once_without_a_state(number: signal.Signals) -> None:
    StopRequest(lambda: False)
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(number)


def test_a_second_ctrl_c_acts_at_once() -> None:
    StopRequest(lambda: True)
    signal.raise_signal(signal.SIGTERM)
    signal.raise_signal(signal.SIGHUP)  # a different signal does not count as repeated
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)


def test_an_ignored_signal_stays_ignored() -> None:
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    stop = StopRequest(lambda: True)
    signal.raise_signal(signal.SIGHUP)
    assert not stop.received


def test_a_slice_is_always_completed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    plan = Plan.read(puzzle("queens"), {"n": "60", "seed": "1", "generations": "1000000"})
    search = type(plan.search())
    whole, moments = search.advance, []

    def interrupted(self: Search[Any, Any], budget: int, halt: bool) -> None:
        signal.raise_signal(signal.SIGINT)
        whole(self, budget, halt)
        moments.append(self.done)

    monkeypatch.setattr(search, "advance", interrupted)
    common = Common(json=True)
    assert headless.solve(plan, common) == headless.CODES[Status.RUNNING]
    assert len(moments) == 1
    assert f'"generations": {moments[0]}' in capsys.readouterr().out


def test_an_interrupted_count_continues_from_its_store(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = Count.slices

    def interrupted(count: Count) -> Iterator[None]:
        for place, _ in enumerate(whole(count)):
            if place == 30:
                signal.raise_signal(signal.SIGINT)
            yield

    common = Common(headless=True)
    options = CountOptions(store=str(tmp_path / "counts.sqlite"))

    def asked() -> tuple[int, str]:
        code = headless.ask(puzzle("tour"), Count(np.ones((4, 5), np.bool_), None, False, options), common)
        return code, capsys.readouterr().out

    monkeypatch.setattr(Count, "slices", interrupted)
    code, text = asked()
    assert code == headless.CODES[Status.RUNNING]
    assert "Not complete: " in text
    monkeypatch.setattr(Count, "slices", whole)
    code, text = asked()
    assert code == headless.CODES[Status.SOLVED]
    assert ["open,", "directed", "164", "164"] in [line.split() for line in text.splitlines()]


def test_a_second_ctrl_c_while_a_question_is_closed_is_no_error(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(_: Count) -> Iterator[None]:
        try:
            signal.raise_signal(signal.SIGINT)
            yield
        finally:
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(Count, "slices", interrupted)
    count = Count(np.ones((4, 5), np.bool_), None, False)
    code = headless.ask(puzzle("tour"), count, Common(headless=True))
    assert code == headless.CODES[Status.RUNNING]
    assert "Not complete: " in capsys.readouterr().out
