"""Bookmarks: a key marks a moment with a note, another goes there, and the timeline shows where they are."""

from knightwatch.tui.screens.puzzle.bookmark_note import NoteScreen
from knightwatch.tui.screens.puzzle.screen import PuzzleScreen
from knightwatch.tui.widgets.timeline import Timeline
from tests.support.pilot import opened, over


async def test_a_moment_is_marked_found_again_and_unmarked() -> None:
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


async def test_a_note_that_is_not_wanted_marks_nothing() -> None:
    async with opened() as it:
        await it.press("right")
        await over(it, "M", NoteScreen)
        await it.pilot.press("escape")
        await it.at_rest()
        assert it.screen.runner.keeper.bookmarks == {}
        await it.press("J")
        assert "no bookmarks yet" in it.text("#sentence")
