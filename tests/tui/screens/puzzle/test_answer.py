"""A pasted answer: it is checked and shown, or refused with a notice."""

from textual import events

from knightwatch.tui.screens.puzzle.answer import AnswerScreen
from knightwatch.tui.widgets.page import PageView
from knightwatch.tui.widgets.words import Words
from tests.support.pilot import opened, until


async def test_a_pasted_answer_is_checked_and_shown() -> None:
    async with opened({"rows": "5", "cols": "5"}, of="tour") as it:
        it.screen.post_message(events.Paste("a1 b3 no square"))
        await until(it.pilot, lambda: any("not an answer" in notice for notice in it.app.notices))
        it.screen.post_message(events.Paste("a1 b3 c5"))
        await until(it.pilot, lambda: isinstance(it.app.screen, AnswerScreen))
        await until(it.pilot, lambda: bool(it.app.screen.query(PageView)))
        assert "22 squares" in it.app.screen.query_one("#sentence", Words).words
        await it.pilot.press("left")
        assert "2 of 3" in it.app.screen.query_one("#sentence", Words).words
        await it.pilot.press("q")
        await until(it.pilot, lambda: not isinstance(it.app.screen, AnswerScreen))
