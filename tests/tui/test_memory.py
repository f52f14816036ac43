"""Memory: closed screens and replaced widgets are released."""

import gc
import weakref

from textual._styles_cache import StylesCache

from knightwatch.tui.screens.help import HelpScreen
from knightwatch.tui.textual_internals import FooterKey
from tests.support.pilot import opened, until
from tests.support.screens import draw


async def test_closing_the_help_releases_its_widgets() -> None:
    async with opened({"n": "8"}) as it:
        widgets: list[weakref.ref[object]] = []
        lines = 0
        for _ in range(3):
            widgets += map(weakref.ref, it.screen.query(FooterKey))
            it.screen.action_help()
            await until(it.pilot, lambda: isinstance(it.app.screen, HelpScreen))
            draw(it.app.screen)
            widgets.append(weakref.ref(it.app.screen))
            it.app.screen.dismiss()
            await until(it.pilot, lambda: it.app.screen is it.screen_below and bool(it.screen.query(FooterKey)))
            draw(it.screen)
            gc.collect()
            lines = lines or cached_lines()
        alive = {id(each()) for each in widgets if each()}
        assert len(widgets) > 20
        assert len(alive) <= 2 * len(it.screen.query(FooterKey))
        assert 0 < cached_lines() <= lines


def cached_lines() -> int:
    """Return the number of drawn lines in all style caches."""
    return sum(len(each._cache) for each in gc.get_objects() if isinstance(each, StylesCache))
