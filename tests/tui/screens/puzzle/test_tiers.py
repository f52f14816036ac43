"""What the screen says of machine code: how far it is while it is compiled, and that it will not come."""

import pytest

from knightwatch.engine.compiled import background, dispatchers, tiers
from tests.support.pilot import opened, until


class Elsewhere(background.Compiler):
    """A compiler of which nothing is heard."""

    def tell(self, **_: object) -> None:
        """Take an order, and do nothing."""


@pytest.fixture(autouse=True)
def nothing_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tiers, "_source", tiers.Source.BACKGROUND)
    monkeypatch.setattr(tiers, "_patience", 0.0)
    monkeypatch.setattr(dispatchers, "load", lambda *_: False)


async def test_while_code_is_compiled_steps_are_interpreted_and_the_state_tells_how_much_there_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(background, "_compiler", Elsewhere(fraction=0.29))
    async with opened() as it:
        await it.press("right", "right")
        assert it.moment == 2
        assert "paused, compile 29%" in it.text("#state")


async def test_where_no_code_will_come_steps_are_interpreted_and_it_is_said_why(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(background, "_compiler", Elsewhere(fault="the folder for machine code cannot be written"))
    async with opened() as it:
        await until(it.pilot, lambda: "The search goes on interpreted, which is slower: the" in it.text("#sentence"))
        await it.press("right", "right")
        assert it.moment == 2
        assert "paused, no code" in it.text("#state")
