"""A pasted answer: it is checked and shown, or refused with a notice."""

from textual import events

from knightwatch.tui.app import Knightwatch
from knightwatch.tui.cli.commands.puzzle import _shown_answer
from knightwatch.tui.screens.puzzle.answer import AnswerScreen, CheckedAnswerScreen, read_answer
from knightwatch.tui.widgets.page import PageView
from knightwatch.tui.widgets.words import Words
from tests.support.pilot import opened, plan, until


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


async def test_q_leaves_an_answer_that_the_command_line_names() -> None:
    app = Knightwatch(_shown_answer(read_answer(plan("tour", rows="5", cols="5"), "a1 b2 c4")), None, "dark")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, CheckedAnswerScreen))
        await until(pilot, lambda: bool(app.screen.query(PageView)))
        assert "a1 to b2, is not a knight's move" in app.screen.query_one("#sentence", Words).words
        await pilot.press("q")
        await until(pilot, lambda: app.return_code is not None)
    assert app.return_code == 0


async def test_several_answers_have_a_page_each_and_steps() -> None:
    walks = ("a1:b3:c5", "a1:b3:d4:c2")
    text = "tour,squares\n" + "".join(f"1,{walk}\n" for walk in walks)
    async with opened({"rows": "5", "cols": "5"}, of="tour") as it:
        it.screen.post_message(events.Paste(text))
        await until(it.pilot, lambda: isinstance(it.app.screen, AnswerScreen))
        await until(it.pilot, lambda: bool(it.app.screen.query(PageView)))
        assert "Tour 1 of 2" in it.app.screen.query_one("#sentence", Words).words
        await it.pilot.press("right", "enter")
        await until(it.pilot, lambda: "page 4 of 4" in it.app.screen.query_one("#problem", Words).words)
        await it.pilot.press("q")
        await until(it.pilot, lambda: "page 2 of 2" in it.app.screen.query_one("#problem", Words).words)
