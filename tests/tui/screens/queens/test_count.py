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
