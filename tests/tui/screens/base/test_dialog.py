"""Dialogs: the command palette."""

from textual.command import CommandList

from knightwatch.tui.screens.base.dialog import CommandsScreen
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
