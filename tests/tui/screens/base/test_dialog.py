"""Dialogs: the command palette, and the keys in the border."""

from textual.command import CommandList

from knightwatch.tui.screens.base.dialog import CommandsScreen
from knightwatch.tui.screens.puzzle.step_number import StepNumberScreen
from tests.support.pilot import opened, until


async def test_page_keys_in_an_empty_palette_do_nothing() -> None:
    async with opened() as it:
        await it.pilot.press("colon")
        await until(it.pilot, lambda: isinstance(it.app.screen, CommandsScreen))
        commands = it.app.screen.query_one(CommandList)
        await until(it.pilot, lambda: commands.option_count > 3)
        commands.styles.height = 0
        commands.styles.border = ("none", "white")
        await until(it.pilot, lambda: not commands.scrollable_content_region)
        commands.highlighted = 2
        await it.pilot.press("pagedown", "pageup", "pageup")
        assert commands.highlighted == 2


async def test_an_earlier_notice_does_not_hide_the_keys_of_a_dialog() -> None:
    async with opened() as it:
        await it.press("right")
        it.app.screen.notify("Something happened.")
        await it.pilot.press("at")
        await until(it.pilot, lambda: isinstance(it.app.screen, StepNumberScreen))
        await it.pilot.pause()
        assert "esc" in str(it.app.screen.query_one(".page").border_subtitle)
