"""The figures of a frame in two columns."""

from textual.app import App, ComposeResult

from knightwatch.engine.core.frame import Figure
from knightwatch.tui.widgets.figures import Figures


class Shown(App[None]):
    """Figures that have enough room."""

    CSS = "Figures { width: 40; height: auto; }"

    def compose(self) -> ComposeResult:
        yield Figures()


async def lines(*figures: tuple[str, str]) -> list[str]:
    async with Shown().run_test(size=(60, 10)) as pilot:
        shown = pilot.app.query_one(Figures)
        shown.show([Figure(name, value, "") for name, value in figures])
        await pilot.pause()
        return shown.render().plain.split("\n")


async def test_the_longest_name_keeps_apart_from_a_long_value() -> None:
    assert await lines(("chance of +1", "60.7%"), ("seed", "2")) == ["chance of +1  60.7%", "seed              2"]
    assert await lines(("seed", "12345"), ("per second", "-")) == ["seed       12345", "per second     -"]
