"""Memory: what is closed or replaced is let go, and going back costs no more than it may."""

import gc
import weakref

from textual._styles_cache import StylesCache

from knightwatch.tui.screens.help import HelpScreen
from knightwatch.tui.textual_internals import FooterKey
from tests.support.pilot import opened, until
from tests.support.screens import draw


async def test_a_page_of_help_leaves_nothing_behind_when_it_is_closed() -> None:
    async with opened({"n": "8"}) as it:
        shown: list[weakref.ref[object]] = []
        lines = 0
        for _ in range(3):
            shown += map(weakref.ref, it.screen.query(FooterKey))
            it.screen.action_help()
            await until(it.pilot, lambda: isinstance(it.app.screen, HelpScreen))
            draw(it.app.screen)
            shown.append(weakref.ref(it.app.screen))
            it.app.screen.dismiss()
            await until(it.pilot, lambda: it.app.screen is it.screen_below and bool(it.screen.query(FooterKey)))
            draw(it.screen)
            gc.collect()
            lines = lines or drawn_lines()
        kept = {id(each()) for each in shown if each()}
        assert len(shown) > 20
        assert len(kept) <= 2 * len(it.screen.query(FooterKey))
        assert 0 < drawn_lines() <= lines


def drawn_lines() -> int:
    """Return how many lines of widgets are kept as they were drawn."""
    return sum(len(each._cache) for each in gc.get_objects() if isinstance(each, StylesCache))
