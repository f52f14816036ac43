"""The screen says that code is being compiled, or why it stays interpreted."""

import pytest

from knightwatch.engine.compiled import background, dispatchers, tiers
from knightwatch.tui.widgets.figures import Figures
from tests.support.pilot import opened, until


class Silent(background.Compiler):
    """A compiler that never answers."""

    def send(self, **_: object) -> None:
        """Ignore the message."""


@pytest.fixture(autouse=True)
def nothing_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tiers, "_source", tiers.Source.BACKGROUND)
    monkeypatch.setattr(tiers, "_patience", 0.0)
    monkeypatch.setattr(dispatchers, "load", lambda *_: False)
    monkeypatch.setattr(dispatchers, "has_code", lambda _: False)  # whatever other tests have loaded


async def test_a_figure_says_that_code_is_compiled_and_the_pace_stays(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(background, "_compiler", Silent(furthest=0.29, requested={"an older kernel"}))
    async with opened() as it:
        await it.press("right", "right")
        assert it.moment == 2
        assert "paused, 10/s" in it.text("#state")
        assert "compiled" in it.screen.query_one(Figures).meanings["faster soon"]


async def test_a_notice_says_why_code_stays_interpreted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(background, "_compiler", Silent(fault="the folder for compiled code cannot be written"))
    async with opened() as it:
        await until(it.pilot, lambda: "runs interpreted" in it.text("#sentence"))
        await it.press("right", "right")
        assert it.moment == 2
        assert "paused, 10/s" in it.text("#state")
        assert "folder" in it.screen.query_one(Figures).meanings["slower"]
