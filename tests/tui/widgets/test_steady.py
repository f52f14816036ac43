"""What keeps its place: the board while words change, the cursor on the knight, words that fit."""

from textual.widgets import Static

from tests.support.pilot import opened, until
from tui.screens.base.cursor import CursorScreen
from tui.screens.tour.starts import TenScreen
from tui.widgets.board.view import BoardView


async def test_words_never_take_fewer_lines_than_they_did_so_that_the_board_stays() -> None:
    async with opened({"solver": "repair", "tours": "9", "pop": "4"}, of="tour") as it:
        lines = []
        for _ in range(40):
            await it.press("right")
            lines.append(it.screen.query_one("#sentence").size.height)
        assert lines == sorted(lines)
        assert lines[-1] == 3
        await it.press("r")
        await until(it.pilot, lambda: it.screen.query_one("#sentence").size.height == 2)


async def test_while_ants_run_there_is_heat_alone_and_at_rest_the_last_walk_on_it() -> None:
    async with opened({"solver": "ants", "tours": "1000", "rows": "6", "cols": "6"}, of="tour") as it:
        await it.press(*["right"] * 40)
        view = it.screen.query_one(BoardView)
        assert len(view.board.trail) > 1
        await it.pilot.press("space")
        await until(it.pilot, lambda: len(view.board.heat) > 0 and len(view.board.trail) == 0)
        await it.press("space")
        await until(it.pilot, lambda: len(view.board.trail) > 1)


async def test_playing_and_setting_up_begin_on_the_knight_or_the_start() -> None:
    async with opened({"solver": "warnsdorff", "start": "c3"}, of="tour") as it:
        await it.press(*["right"] * 4)
        row, col = divmod(int(it.screen.runner.report.frame.board.trail[-1]), 8)
        for key, square in (("p", (row, col)), ("o", (5, 2))):
            await it.pilot.press(key)
            await until(it.pilot, lambda: isinstance(it.app.screen, CursorScreen))
            await until(it.pilot, lambda: it.app.screen.query_one(BoardView).cursor is not None)
            assert it.app.screen.query_one(BoardView).cursor == square
            await it.pilot.press("q")


async def test_ten_starts_say_that_solver_and_start_are_not_used() -> None:
    async with opened({"solver": "ants", "start": "c3"}, of="tour") as it:
        await it.pilot.press("t")
        await until(it.pilot, lambda: isinstance(it.app.screen, TenScreen))
        assert "solver ants and start c3 are not used" in " ".join(it.text("#sentence").split())


async def test_the_help_of_ants_tells_what_the_digits_are() -> None:
    async with opened({"solver": "ants"}, of="tour") as it:
        await it.pilot.press("question_mark")
        words = it.app.screen.query_one(Static).visual
        assert "digits 0 to 9" in str(words._renderable.renderables[2])  # type: ignore[attr-defined]


async def test_what_has_no_parts_says_so_also_before_the_first_step() -> None:
    async with opened({"solver": "repair"}, of="tour") as it:
        await it.pilot.press("d")
        await until(it.pilot, lambda: any("no parts" in note.message for note in it.app._notifications))
