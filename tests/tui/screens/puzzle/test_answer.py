"""Somebody else's answer on the screen: what is pasted is drawn and judged, what is none is said."""

from textual import events

from knightwatch.tui.screens.puzzle.answer import AnswerScreen
from knightwatch.tui.widgets.page import PageView
from knightwatch.tui.widgets.words import Words
from tests.support.pilot import opened, until


async def test_a_pasted_answer_is_judged_and_turned_square_by_square() -> None:
    async with opened({"rows": "5", "cols": "5"}, of="tour") as it:
        it.screen.post_message(events.Paste("a1 b3 no square"))
        await until(it.pilot, lambda: any("What was pasted is no answer" in notice for notice in it.app.notices))
        it.screen.post_message(events.Paste("a1 b3 c5"))
        await until(it.pilot, lambda: isinstance(it.app.screen, AnswerScreen))
        await until(it.pilot, lambda: bool(it.app.screen.query(PageView)))
        assert "this is no answer" in it.app.screen.query_one("#problem", Words).words
        assert it.app.screen.query_one("#sentence", Words).words == "22 squares not visited, a5 first."
        await it.pilot.press("left")
        assert it.app.screen.query_one("#sentence", Words).words == "2 of 3."
        await it.pilot.press("q")
        await until(it.pilot, lambda: not isinstance(it.app.screen, AnswerScreen))
