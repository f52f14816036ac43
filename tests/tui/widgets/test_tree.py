"""The view of a search tree: its bars compare levels, whether a row has one level or several."""

import numpy as np
from textual.app import App, ComposeResult

from knightwatch.engine.core.tree import SearchTree
from knightwatch.tui.look import Look
from knightwatch.tui.widgets.tree import TreeView

LEVELS = 62
BAR = "█"


class Shown(App[None]):
    """A tree that fills the terminal."""

    def __init__(self, nodes: list[int]) -> None:
        super().__init__()
        self._visited = nodes

    def compose(self) -> ComposeResult:
        yield TreeView(Look())

    def on_mount(self) -> None:
        self.query_one(TreeView).show(SearchTree(np.array([0, *self._visited]), len(self._visited), (), first=1))


async def shown(nodes: list[int], height: int) -> list[str]:
    async with Shown(nodes).run_test(size=(80, height)) as pilot:
        await pilot.pause()
        return pilot.app.query_one(TreeView).render().plain.split("\n")


async def test_levels_with_equally_many_nodes_have_equal_bars_when_they_share_a_row() -> None:
    lines = await shown([1] * LEVELS, 30)
    bars = [line.count(BAR) for line in lines if BAR in line]
    assert len(bars) == 27 < LEVELS
    assert len(set(bars)) == 1
    assert "nodes per level" in lines[1]


async def test_the_heading_of_bars_of_single_levels_says_nothing_of_rows() -> None:
    lines = await shown([1, 2, 3], 30)
    bars = [line.count(BAR) for line in lines if BAR in line]
    assert bars == sorted(set(bars))
    assert len(bars) == 3
    assert "per level" not in lines[1]
