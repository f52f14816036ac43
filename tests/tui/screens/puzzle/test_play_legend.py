"""The legend of a board that users play on: the marks on it now, beside it and in help."""

import pytest

from knightwatch.engine.core.frame import Board, Links, Tone
from knightwatch.tui.screens.help import HelpScreen, legend
from knightwatch.tui.screens.puzzle.play import PlayScreen
from tests.support.pilot import opened, over, until


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
@pytest.mark.parametrize(("of", "words"), [("tour", "ways on"), ("queens", "queen"), ("swap", "white knight")])
async def test_the_marks_of_the_board_are_explained_beside_it_and_in_help(
    of: str, words: str, size: tuple[int, int]
) -> None:
    async with opened({"start": "a1"} if of == "tour" else None, size, of=of) as it:
        await over(it, "p", PlayScreen)
        await until(it.pilot, lambda: words in " ".join(it.text("#legend").split()))
        await it.pilot.press("question_mark")
        await until(it.pilot, lambda: isinstance(it.app.screen, HelpScreen))
        help_screen = it.app.screen
        assert isinstance(help_screen, HelpScreen)
        drawn = " ".join(
            part for strip in help_screen._compositor.render_strips() for part in strip.text.strip(" │┃").split()
        )
        assert "On the board:" in drawn


def test_attacks_and_a_hint_are_told_apart_in_the_legend() -> None:
    board = Board(8, 8, links=tuple(Links.equal("", tone, [0, 1]) for tone in (Tone.ALARM, Tone.GOOD)))
    first, second = legend(board, ascii_only=False)
    assert "red" in first
    assert first != second


@pytest.mark.parametrize("of", ["tour", "queens", "swap"])
async def test_space_follows_a_hint(of: str) -> None:
    async with opened({"start": "a3"} if of == "tour" else {"n": "8"} if of == "queens" else None, of=of) as it:
        await over(it, "p", PlayScreen)
        screen = it.app.screen
        assert isinstance(screen, PlayScreen)
        play = screen._play
        await until(it.pilot, lambda: play.advice is not None and bool(play.advice.next))
        before, advice = screen.figures(), play.advice
        await it.pilot.press("h")
        assert "Hint" in it.text("#sentence")
        assert screen.figures() == before, "a hint changes no figure"
        target = play.hinted[-1]
        assert screen.square == target
        await it.pilot.press("space")
        board = screen.board()
        assert target in (*board.trail[-1:], *board.squares)
        await until(it.pilot, lambda: play.advice is not None)
        assert play.advice
        assert advice
        assert (play.advice.moves or 0) == (advice.moves or 0) - 1


async def test_leaving_says_that_the_moves_are_kept() -> None:
    async with opened({"start": "a3"}, of="tour") as it:
        await over(it, "p", PlayScreen)
        await it.pilot.press("q")
        await until(it.pilot, lambda: it.app.screen is it.screen_below)
        assert not any("kept" in notice for notice in it.app.notices)
        await over(it, "p", PlayScreen)
        await it.pilot.press("up", "up", "right", "space", "q")
        await until(it.pilot, lambda: any("kept" in notice for notice in it.app.notices))
        await over(it, "p", PlayScreen)
        assert "2 of 64" in it.text("Figures")
