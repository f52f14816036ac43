"""Bookmarks: M sets one with a note, J goes to it, the timeline shows it."""

from knightwatch.tui.screens.puzzle.bookmark_note import NoteScreen
from knightwatch.tui.screens.puzzle.screen import PuzzleScreen
from knightwatch.tui.widgets.timeline import Timeline
from tests.support.pilot import opened, over


async def test_a_bookmark_is_set_found_and_removed() -> None:
    async with opened() as it:
        await it.press(*["right"] * 4)
        await over(it, "M", NoteScreen)
        await it.pilot.press(*"here", "enter")
        await it.at_rest()
        assert isinstance(it.app.screen, PuzzleScreen)
        assert it.screen.runner.keeper.bookmarks == {4: "here"}
        await it.press(*["right"] * 4)
        assert "◆" in str(it.screen.query_one(Timeline).render())
        await it.press("J")
        assert it.moment == 4
        assert "here" in it.text("#sentence")
        await it.press("M")
        assert it.screen.runner.keeper.bookmarks == {}


async def test_escape_sets_no_bookmark() -> None:
    async with opened() as it:
        await it.press("right")
        await over(it, "M", NoteScreen)
        await it.pilot.press("escape")
        await it.at_rest()
        assert it.screen.runner.keeper.bookmarks == {}
        await it.press("J")
        assert "no bookmarks yet" in it.text("#sentence")
