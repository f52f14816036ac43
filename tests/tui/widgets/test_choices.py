"""The option list: page keys."""

from textual.app import App, ComposeResult

from knightwatch.tui.widgets.choices import Choices


class Lists(App[None]):
    """A list of height 0."""

    CSS = "Choices { height: 0; border: none; }"

    def compose(self) -> ComposeResult:
        yield Choices(*map(str, range(40)))


async def test_page_keys_do_nothing_before_the_first_layout() -> None:
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
