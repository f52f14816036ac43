"""Stable layout: changing text moves no widget, notices cover nothing, the cursor starts on the knight."""

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual.app import App, ComposeResult
from textual.widgets import Static
from textual.widgets._toast import Toast

from knightwatch.tui.screens.base.cursor import CursorScreen
from knightwatch.tui.screens.help import HelpScreen
from knightwatch.tui.screens.tour.starts import TenScreen
from knightwatch.tui.widgets.board.view import BoardView
from knightwatch.tui.widgets.words import Words
from tests.support.pilot import opened, over, until


class Placed(App[None]):
    """A Words widget of four lines."""

    CSS = "Words { width: 30; height: 4; }"

    def compose(self) -> ComposeResult:
        yield Words()


@pytest.mark.parametrize("size", [(50, 20), (80, 24), (100, 30), (120, 40)])
async def test_no_widget_moves_when_words_change(size: tuple[int, int]) -> None:
    async with opened({"solver": "repair", "tours": "9", "pop": "4"}, size, of="tour") as it:
        places = set()
        for place, key in enumerate(("right", "y", "left", "R", "d") * 5):
            await it.press(key)
            for words in it.screen.query("#sentence, #aside").results(Words):
                words.show("word " * 20 * place)
            await it.pilot.pause()
            parts = it.screen.query("#sentence, #aside, BoardView, Timeline, #state")
            places.add(tuple(widget.region for widget in parts))
        assert len(places) == 1


async def test_new_sentences_cause_no_layout(monkeypatch: pytest.MonkeyPatch) -> None:
    async with opened() as it:
        layouts: list[Words] = []
        monkeypatch.setattr(
            Words, "refresh", lambda self, *_, layout=False, **__: layouts.append(self) if layout else None
        )
        for place in range(5):
            for words in it.screen.query("#sentence, #projected").results(Words):
                words.show("word " * 30 * place)
        assert not layouts


async def test_a_notice_appears_below_the_sentence() -> None:
    async with opened() as it:
        sentence = it.text("#sentence").strip()
        await it.press("y")
        await until(it.pilot, lambda: "Copied: knightwatch queens" in it.text("#sentence"))
        assert it.text("#sentence").strip().startswith(sentence)
        assert not it.screen.query(Toast)
        await it.press("right")
        await until(it.pilot, lambda: "Copied" not in it.text("#sentence"))


@given(sentence=st.text("ab ", max_size=400), notice=st.text("xy ", max_size=200))
def test_words_that_do_not_fit_end_in_an_ellipsis(sentence: str, notice: str) -> None:
    async def check() -> None:
        async with Placed().run_test() as pilot:
            words = pilot.app.query_one(Words)
            words.show(sentence)
            words.notice(notice)
            await pilot.pause()
            lines = [strip.text.strip() for strip in words.render_lines(words.size.region)]
            text = " ".join(" ".join(lines).split())
            assert len(lines) == 4
            assert words.words == sentence
            assert "…" in text or text == " ".join(f"{sentence} {notice}".split())
            if notice.strip():
                assert lines[-1]

    asyncio.run(check())


async def test_the_trail_of_ants_is_drawn_only_while_paused() -> None:
    async with opened({"solver": "ants", "tours": "1000", "rows": "6", "cols": "6"}, of="tour") as it:
        await it.go(40)
        view = it.screen.query_one(BoardView)
        assert len(view.board.trail) > 1
        await it.pilot.press("space")
        await until(it.pilot, lambda: len(view.board.heat) > 0 and len(view.board.trail) == 0)
        await it.press("space")
        await until(it.pilot, lambda: len(view.board.trail) > 1)


async def test_the_cursor_starts_on_the_knight_or_the_start() -> None:
    async with opened({"solver": "warnsdorff", "start": "c3"}, of="tour") as it:
        await it.press(*["right"] * 4)
        row, col = divmod(int(it.screen.runner.report.frame.board.trail[-1]), 8)
        for key, square in (("p", (row, col)), ("o", (5, 2))):
            await it.pilot.press(key)
            await until(it.pilot, lambda: isinstance(it.app.screen, CursorScreen))
            await until(it.pilot, lambda: it.app.screen.query_one(BoardView).cursor is not None)
            assert it.app.screen.query_one(BoardView).cursor == square
            await it.pilot.press("q")


async def test_the_ten_starts_ignore_solver_and_start() -> None:
    async with opened({"solver": "ants", "start": "c3"}, of="tour") as it:
        await it.pilot.press("t")
        await until(it.pilot, lambda: isinstance(it.app.screen, TenScreen))
        assert "solver ants and start c3 are ignored" in " ".join(it.text("#sentence").split())


async def test_the_help_of_ants_explains_the_digits() -> None:
    async with opened({"solver": "ants"}, of="tour") as it:
        await it.pilot.press("question_mark")
        words = it.app.screen.query_one(Static).visual
        assert any("digits 0 to 9" in str(part) for part in words._renderable.renderables)  # type: ignore[attr-defined]


async def test_a_cut_sentence_names_the_key_of_the_whole_sentence() -> None:
    async with opened({"solver": "ants"}, (80, 24), of="tour") as it:
        await over(it, "p", CursorScreen)
        sentence = " ".join(f"word{place}" for place in range(100))
        it.app.screen.query_one("#sentence", Words).show(sentence)
        drawn = it.text("#sentence").rstrip()
        assert drawn.endswith("… (?: more)")
        assert drawn.removesuffix("… (?: more)").split()[-1] in sentence.split(), "the last word is whole"
        await it.pilot.press("question_mark")
        await until(it.pilot, lambda: isinstance(it.app.screen, HelpScreen) and bool(it.app.screen.query("#help")))
        page = it.app.screen.query_one("#help", Static).visual
        assert str(page._renderable.renderables[0]).strip() == sentence  # type: ignore[attr-defined]
