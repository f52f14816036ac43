"""The end of a run: status in words and by a sign, and what to do next."""

from unittest.mock import Mock

import pytest

from knightwatch.engine.core.frame import Status
from knightwatch.tui.screens.base.worker_screen import PACES
from knightwatch.tui.widgets.state import SIGNS, State
from knightwatch.tui.widgets.words import Words
from tests.support.pilot import opened


async def test_space_after_the_end_shows_a_notice() -> None:
    async with opened({"n": "8", "generations": "3"}) as it:
        await it.press(*["right"] * 5)
        assert it.screen.runner.report.status in (Status.GAVE_UP, Status.SOLVED)
        await it.pilot.press("space")
        assert not it.screen.runner.playing
        assert any("has ended" in notice for notice in it.app.notices)


async def test_a_search_that_gave_up_says_why_and_what_to_do() -> None:
    async with opened({"n": "20", "generations": "2"}) as it:
        await it.press("right", "right", "right")
        assert "gave up" in it.text("#state")
        sentence = it.screen.query_one("#sentence", Words).words
        assert sentence.startswith("Gave up: ")
        assert "2 generations" in sentence
        assert sentence.endswith(" R takes another seed, s other settings.")


async def test_an_impossible_board_says_why_at_once() -> None:
    async with opened({"n": "3"}) as it:
        assert it.screen.runner.report.status is Status.IMPOSSIBLE
        assert "Proved impossible: on 3 x 3" in it.text("#sentence")
        await it.press("right", "left", "i", "end", "home")
        assert it.moment == 0


async def test_a_solver_that_does_not_fit_does_not_start() -> None:
    async with opened({"n": "100000", "solver": "min-conflicts"}) as it:
        await it.press("1")
        assert it.screen.plan.solver.name == "min-conflicts"
        assert any("n x pop" in notice for notice in it.app.notices)


@pytest.mark.parametrize("status", Status)
def test_every_status_has_its_own_sign(status: Status) -> None:
    name = str(status).replace("-", " ")
    for ascii_only in (False, True):
        assert [signs[ascii_only] for signs in SIGNS.values()].count(SIGNS[name][ascii_only]) == 1
    assert SIGNS[name][True].isascii()


async def test_the_state_has_the_sign_and_class_of_the_status() -> None:
    async with opened({"n": "8"}) as it:
        assert it.text("#state").split() == ["‖", "paused,", "10/s"]
        await it.press(*["+"] * len(PACES), "space")
        assert it.text("#state").split() == ["✓", "solved"]
        assert it.screen.query_one(State).has_class("-solved")
        await it.press("left")
        assert not it.screen.query_one(State).has_class("-solved")


async def test_a_run_without_memory_ends_and_the_screen_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise MemoryError

    async with opened({"n": "20", "generations": "9"}) as it:
        await it.press("right", "right")
        with monkeypatch.context() as patch:
            patch.setattr(it.screen.runner.run.search, "step", refuse)
            await it.press("right")
        assert it.screen.runner.report.status is Status.GAVE_UP
        assert "memory" in it.text("#sentence")
        await it.press("left")
        assert it.moment == 1


async def test_a_step_that_cannot_be_kept_in_memory_shows_a_notice(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise MemoryError

    async with opened({"n": "20", "generations": "9"}) as it:
        with monkeypatch.context() as patch:
            patch.setattr(it.screen.runner.run.search, "save", refuse)
            await it.press("right")
        assert any("memory" in notice for notice in it.app.notices)
        await it.press("right")
        assert it.moment == 2


async def test_a_refused_thread_ends_the_program_with_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    async with opened({"n": "20", "generations": "9"}) as it:
        monkeypatch.setattr(it.app, "exit", exits := Mock())
        it.app.handle_error(RuntimeError("can't start new thread"))
        assert exits.call_args.kwargs["return_code"] == 4
        assert "memory" in exits.call_args.kwargs["message"]
