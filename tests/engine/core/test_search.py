"""Search: its verdict before, at and after the end."""

import pytest

from knightwatch.engine.core.frame import Status
from knightwatch.engine.core.pace import SLICE
from knightwatch.engine.core.run import Run
from tests.support.toy import toy


def test_a_search_without_a_state_is_running() -> None:
    run = Run(toy(units=0, solved_at=0, max_seconds=0))
    assert (run.status, run.search.status) == (Status.RUNNING, Status.RUNNING)
    run.search.prepare()
    assert (run.status, run.search.status) == (Status.SOLVED, Status.SOLVED)


def test_a_refuted_problem_is_never_searched() -> None:
    search = toy(n=3)
    search.advance(10)
    assert (search.status, search.ready, search.executed) == (Status.IMPOSSIBLE, False, 0)
    blank = search.blank()
    assert (blank.moment, blank.status, blank.reason) == (0, Status.IMPOSSIBLE, search.refutation)
    assert len(blank.board.squares) == 0


@pytest.mark.parametrize(("units", "words"), [(0, "0 units"), (1, "1 unit"), (2500, "2,500 units")])
def test_the_reason_for_giving_up_names_the_limit(units: int, words: str) -> None:
    search = toy(units=units)
    search.advance(10_000)
    assert (search.status, search.reason) == (Status.GAVE_UP, f"no solution within the limit of {words}")


def test_the_verdict_follows_load_and_rewind() -> None:
    search = toy(solved_at=25)
    search.advance(10)
    saved = search.save()
    search.advance(100)
    assert search.verdict == (Status.SOLVED, "")
    search.load(saved)
    assert search.verdict == (Status.RUNNING, "")
    search.advance(100)
    search.rewind()
    assert search.verdict == search.frame().verdict == (Status.RUNNING, "")


def test_a_search_sleeps_while_it_waits_for_compiled_code(monkeypatch: pytest.MonkeyPatch) -> None:
    slept: list[float] = []
    monkeypatch.setattr("knightwatch.engine.core.search.time.sleep", slept.append)
    search = toy()
    search.waits = 3
    assert len(list(search.preparing())) == 3
    assert slept == [SLICE] * 3
    assert search.ready
