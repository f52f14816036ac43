"""Setbacks: what was lost is told below the board, and a key goes to the next one."""

from knightwatch.tui.output.charts.sparklines import BARS
from knightwatch.tui.widgets.board.view import BoardView
from knightwatch.tui.widgets.words import Words
from tests.support.pilot import opened


async def test_a_dead_end_tells_with_which_square_the_walk_was_lost() -> None:
    async with opened({"start": "a3", "solver": "warnsdorff"}, of="tour") as it:
        await it.press("W")
        words = it.screen.query_one("#sentence", Words).words
        assert words.startswith(
            "Gave up: the rule came to a dead end on c4 after 62 of 64 squares. It was lost with square 56"
        )
        board = it.screen.query_one(BoardView).board
        assert any(links.name == "the move after which no tour was possible" for links in board.links)
        await it.press("left")
        assert "lost" not in it.screen.query_one("#sentence", Words).words


async def test_when_the_best_got_worse_it_is_told_what_became_of_it() -> None:
    async with opened({"n": "20", "seed": "5"}) as it:
        await it.press("W")
        words = it.screen.query_one("#sentence", Words).words
        assert "worse than the" in words
        assert "What was lost: the" in words
        best, *_, mean = it.screen.runner.report.frame.curves[0].values[-2:]
        assert mean > best
        await it.pilot.press("v")
        assert it.text("CrowdView").startswith("diversity ")
        assert set(it.text("CrowdView").splitlines()[1].strip()) <= set(BARS[False]), "its curve has a line of its own"
        assert it.text("CrowdView").count("\n") > 4
