"""Lists to choose from: what keys do there."""

from textual.app import App, ComposeResult

from knightwatch.tui.widgets.choices import Choices


class Lists(App[None]):
    """A list without any room."""

    CSS = "Choices { height: 0; border: none; }"

    def compose(self) -> ComposeResult:
        yield Choices(*map(str, range(40)))


async def test_a_page_is_turned_where_there_is_one_and_keys_that_come_too_early_do_nothing() -> None:
    app = Lists()
    async with app.run_test() as pilot:
        choices = app.query_one(Choices)
        choices.highlighted = 20
        await pilot.press("pagedown", "pageup", "pageup")
        assert choices.highlighted == 20
        choices.styles.height = 10
        await pilot.pause()
        await pilot.press("pagedown")
        assert choices.highlighted == 30
        await pilot.press("pageup", "pageup")
        assert choices.highlighted == 10
