"""The count of all solutions on the screen, and its gallery."""

from knightwatch.tui.screens.base.count import CountScreen
from knightwatch.tui.screens.base.gallery import GalleryScreen
from tests.support.pilot import opened, over, until


async def test_the_count_ends_with_solutions_and_classes_and_has_a_gallery() -> None:
    async with opened({"n": "8"}) as it:
        await over(it, "C", CountScreen)
        await until(it.pilot, lambda: "published" in it.text("#numbers-words"))
        assert "92" in it.text("#numbers-words")
        assert "12" in it.text("#numbers-words")
        await over(it, "g", GalleryScreen)
        await until(it.pilot, lambda: "class 1 of 12" in it.text("#problem"))


async def test_a_notice_refuses_a_large_board() -> None:
    async with opened({"n": "100"}) as it:
        await it.pilot.press("C")
        await until(it.pilot, lambda: len(it.app.notices) == 1)
        assert "months" in it.app.notices[0]


async def test_a_count_without_solutions_says_that_there_is_nothing_to_show() -> None:
    async with opened({"n": "3"}) as it:
        await over(it, "C", CountScreen)
        await until(it.pilot, lambda: "published" in it.text("#numbers-words"))
        await it.pilot.press("g")
        assert it.app.notices == ["There is nothing to show: nothing was found."]


async def test_a_board_that_is_too_large_has_no_key_for_the_gallery() -> None:
    async with opened({"n": "11"}) as it:
        await over(it, "C", CountScreen)
        assert "g" not in it.app.screen.active_bindings
