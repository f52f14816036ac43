"""The screen of knights that change places: goal, graph, replay, editor, and play by hand."""

from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from textual import events

from knightwatch.engine.core.frame import Board, Status
from knightwatch.engine.swap.problem import SwapProblem
from knightwatch.tui.look import Look
from knightwatch.tui.screens.base.cursor import CursorScreen
from knightwatch.tui.screens.help import HelpScreen
from knightwatch.tui.screens.puzzle.play import PlayScreen
from knightwatch.tui.screens.swap.play import SwapPlayScreen
from knightwatch.tui.screens.swap.replay import ReplayScreen
from knightwatch.tui.screens.swap.screen import SwapScreen
from knightwatch.tui.screens.swap.setup import SwapSetupScreen
from knightwatch.tui.screens.swap.solutions import SolutionsScreen
from knightwatch.tui.widgets.board.view import BoardView
from knightwatch.tui.widgets.graph import GraphView
from tests.support.boards import signs
from tests.support.pilot import Opened, opened, over, until

GUARINI = {"from_": "W.W/.../B.B"}
DANUBE = {"from_": "BBBB.WWW", "to": "WWW.BBBB", "moves": "files"}


@asynccontextmanager
async def swap(
    values: dict[str, str] | None = None, size: tuple[int, int] = (80, 24), look: Look | None = None
) -> AsyncIterator[Opened]:
    async with opened(values, size, look, "swap") as it:
        assert isinstance(it.screen, SwapScreen)
        yield it


async def solve(it: Opened) -> None:
    await it.pilot.press(*["plus"] * 10, "space")
    await until(it.pilot, lambda: it.screen.runner.report.status is Status.SOLVED)
    await it.at_rest()


def position(view: BoardView) -> str:
    """Return the knights of a board as text."""
    board = view.board
    letters = ["."] * (board.rows * board.cols)
    for square, kind in zip(board.squares.tolist(), board.kinds.tolist(), strict=True):
        letters[square] = board.marks[kind].ascii if board.marks[kind].ascii in "BW#" else "."
    return "/".join("".join(letters[r * board.cols : (r + 1) * board.cols]) for r in range(board.rows))


def now(it: Opened) -> str:
    return position(board(it))


def board(it: Opened) -> BoardView:
    return it.app.screen.query_one("PlacesView BoardView", BoardView)


@pytest.mark.parametrize(
    ("size", "look"),
    [((50, 20), Look()), ((80, 24), Look(ascii=True)), ((120, 40), Look(colour=False))],
    ids=["50x20", "80x24 in ascii", "120x40 without colour"],
)
async def test_board_goal_and_graph_name_every_square(size: tuple[int, int], look: Look) -> None:
    async with swap(size=size, look=look) as it:
        goal = it.app.screen.query_one("#goal", BoardView)
        assert (now(it), position(goal)) == ("BBB/.../.../WWW", "WWW/.../.../BBB")
        black, white, empty = ("B", "W", ".") if look.ascii else ("♞", "♞" if look.colour else "♘", "·")
        if look.no_half_blocks:  # else knights are drawn, where there is room
            for text in (it.text("BoardView"), it.text("#goal")):
                assert (text.count(black), text.count(white)) == (3, 3)
        graph = it.app.screen.query_one(GraphView)
        for rings in (0, 1):
            await until(it.pilot, lambda rings=rings: len(graph.drawing.rings) == rings)  # type: ignore[misc]
            drawn = it.text("GraphView")
            for row, sign in ((4, black), (3, empty), (2, empty), (1, white)):
                assert all(f"{sign}{file}{row}" in drawn for file in "abc")
            assert drawn.isascii() == look.ascii
            await it.pilot.press("U")


async def test_shift_u_draws_the_graph_around_a_ring_and_back() -> None:
    async with swap(GUARINI) as it:
        before = it.text("GraphView")
        graph = it.app.screen.query_one(GraphView)
        await it.pilot.press("U")
        await until(it.pilot, lambda: len(graph.drawing.rings) == 1)
        assert it.text("GraphView") != before
        assert "as on the board" in it.text("#way")
        await it.pilot.press("U")
        assert it.text("GraphView") == before


async def test_a_notice_says_that_a_ring_does_not_help() -> None:
    rows = ["B......." if r == 0 else "W......." if r == 7 else "........" for r in range(8)]
    async with swap({"from_": "/".join(rows)}) as it:
        await it.pilot.press("U")
        await until(it.pilot, lambda: any("clearer" in notice for notice in it.app.notices))


async def test_the_graph_shows_the_position_of_the_search() -> None:
    async with swap(GUARINI) as it:
        await it.press("right", "right", "right")
        text, drawn = now(it).split("/"), it.text("GraphView")
        assert text != ["W.W", "...", "B.B"]
        for row, letters in enumerate(text):
            for file, letter in zip("abc", letters, strict=True):
                assert f"{({'B': '♞', 'W': '♞', '.': '·'})[letter]}{file}{3 - row}" in drawn


async def test_i_goes_level_by_level_and_the_end_names_g() -> None:
    async with swap(GUARINI) as it:
        await it.press("i")
        assert it.screen.runner.run.search.milestones == 1
        await it.press("i", "i")
        assert it.screen.runner.run.search.milestones == 3
        await solve(it)
        sentence = " ".join(it.text("#sentence").split())
        assert "16 moves" in sentence
        assert sentence.endswith("g replays the moves.")


async def test_moves_are_replayed_forwards_and_backwards_and_marked() -> None:
    async with swap(GUARINI) as it:
        await solve(it)
        positions = it.screen.runner.run.search.answer()["positions"]
        await over(it, "g", ReplayScreen)
        seen = [now(it)]
        assert board(it).board.links == ()
        for number in range(1, 17):
            await it.pilot.press("right")
            seen.append(now(it))
            left = f", {16 - number} to the goal" if number < 16 else ""
            assert it.text("#problem") == f"Move {number} of 16{left}"
            shown = list(signs(board(it)).values())
            assert shown.count("·") == 1
            (move,) = board(it).board.links
            assert (shown.count("♞"), len(move.pairs)) == (4, 1)
            here, there = it.text("#sentence").split(" from ")[1].split(".")[0].split(" to ")
            drawn = it.text("GraphView")
            assert f"·{here}" in drawn
            assert f"♞{there}" in drawn
        assert seen == positions
        assert "goal" in it.text("#sentence")
        for number in range(15, -1, -1):
            await it.pilot.press("left")
            assert now(it) == positions[number]
        await it.pilot.press("end")
        assert now(it) == positions[-1]
        await it.pilot.press("home", "q")
        await until(it.pilot, lambda: isinstance(it.app.screen, SwapScreen))


async def test_a_replay_plays_to_the_goal_and_again_from_the_start() -> None:
    async with swap({"from_": "B../.../...", "to": ".../.../B.."}) as it:
        await solve(it)
        last = it.screen.runner.run.search.gallery().size - 1
        await over(it, "g", ReplayScreen)
        await it.pilot.press("plus", "plus", "plus", "space")
        assert it.text("#state") == "playing, 10/s"
        await until(it.pilot, lambda: it.text("#problem") == f"Move {last} of {last}")
        await until(it.pilot, lambda: it.text("#state").strip() == "")
        await it.pilot.press("minus", "minus", "minus", "minus", "space")
        assert it.text("#problem").startswith("Start, ")
        assert it.text("#state") == "playing, 0.5/s"
        await it.pilot.press("space")
        assert it.text("#state").strip() == ""


async def test_a_notice_says_that_there_is_nothing_to_replay() -> None:
    async with swap(GUARINI) as it:
        await it.pilot.press("g")
        await until(it.pilot, lambda: any("no moves to replay yet" in notice for notice in it.app.notices))


async def test_the_danube_is_replayed_on_files_and_real_board() -> None:
    async with swap(DANUBE) as it:
        await solve(it)
        await over(it, "g", ReplayScreen)
        real = it.app.screen.query_one("#real", BoardView)
        assert (real.board.rows, real.board.cols) == (8, 8)
        for _ in range(19):
            await it.pilot.press("right")
            files = {square % 8 for square, kind in zip(real.board.squares, real.board.kinds, strict=True) if kind > 1}
            assert files == {file for file, letter in enumerate(now(it)) if letter != "."}
        assert "full board" in it.text("#sentence")
        await it.pilot.press("v")
        assert (real.display, it.app.screen.query_one("PlacesView").display) == (True, False)
        await it.pilot.press("v")
        assert (real.display, it.app.screen.query_one("PlacesView").display) == (False, True)
        await it.pilot.press("v")
        assert real.display


@pytest.mark.parametrize("size", [(50, 20), (80, 24)], ids=["50x20", "80x24"])
async def test_v_shows_each_part_alone(size: tuple[int, int]) -> None:
    async with swap(size=size) as it:
        shown = []
        for _ in range(5):
            parts = ("Boards", "#graph", "#side")
            shown.append([it.screen.query_one(part).region.area > 0 for part in parts])
            await it.pilot.press("v")
            await it.pilot.pause()
        everything = [True, True, size[0] > 64]
        assert shown[1] == [True, False, False]
        assert shown[2] == [False, True, False]
        assert shown[3] == [False, False, True]
        assert shown[0] == shown[4] == everything


async def test_the_cursor_sets_start_and_goal() -> None:
    async with swap(GUARINI) as it:
        await over(it, "o", SwapSetupScreen)
        await it.pilot.press("space", "right", "w", "down", "x", "tab", "up", "b")
        assert "is empty" not in it.text("#sentence")
        screen = it.app.screen
        start, goal = (position(screen.query_one(f"#{side}", BoardView)) for side in ("start", "goal"))
        assert (start, goal) == (".WW/.#./B.B", ".BB/.#./W.W")
        await it.pilot.press("u", "enter")
        await until(it.pilot, lambda: isinstance(it.app.screen, SwapScreen))
        assert it.screen.plan.problem == SwapProblem(from_=".WW/.../B.B")
        await it.at_rest()


async def test_the_cursor_stays_on_a_board_that_shrinks() -> None:
    async with swap(GUARINI) as it:
        await over(it, "o", SwapSetupScreen)
        start, goal = (it.app.screen.query_one(f"#{side}", BoardView) for side in ("start", "goal"))
        await it.pilot.press("left", "up")
        assert (start.cursor, goal.cursor) == ((2, 2), None)
        await it.pilot.press("R", "F")
        assert (start.cursor, position(start)) == ((1, 1), "W./..")
        await it.pilot.press("tab", "f", "r")
        assert (start.cursor, goal.cursor, position(goal)) == (None, (1, 1), "B../.../...")


async def test_a_position_can_be_pasted() -> None:
    async with swap(GUARINI) as it:
        await over(it, "o", SwapSetupScreen)
        screen = it.app.screen
        screen.post_message(events.Paste("BB../..../..WW"))
        await it.pilot.pause()
        assert position(screen.query_one("#start", BoardView)) == "BB../..../..WW"
        assert position(screen.query_one("#goal", BoardView)) == "WW../..../..BB"
        screen.post_message(events.Paste("BB../Z.../..WW"))
        await it.pilot.pause()
        assert "row 2, column 1 is Z" in it.text("#sentence")
        assert position(screen.query_one("#start", BoardView)) == "BB../..../..WW"


async def test_an_invalid_set_up_does_not_start() -> None:
    async with swap(GUARINI) as it:
        await over(it, "o", SwapSetupScreen)
        await it.pilot.press("b", "enter")
        assert isinstance(it.app.screen, SwapSetupScreen)
        await it.pilot.press("q")
        await until(it.pilot, lambda: isinstance(it.app.screen, SwapScreen))
        assert it.screen.plan.problem == SwapProblem(**GUARINI)


async def test_clicks_open_the_editor_and_put_knights() -> None:
    async with swap(GUARINI) as it:
        await it.pilot.click("#goal", offset=(9, 1))
        await until(it.pilot, lambda: isinstance(it.app.screen, SwapSetupScreen) and it.app.screen.is_mounted)
        await it.pilot.pause()
        goal = it.app.screen.query_one("#goal", BoardView)
        assert goal.cursor is not None
        before = position(goal)
        middle = goal.size.width // 2, goal.size.height // 2
        await it.pilot.click("#goal", offset=middle)
        await it.pilot.pause()
        assert position(goal) == before[:5] + "B" + before[6:]
        await it.pilot.click("#start", offset=middle, button=3)
        await it.pilot.pause()
        assert position(goal)[5] == position(it.app.screen.query_one("#start", BoardView))[5] == "#"


async def test_playing_a_swap_shows_distance_and_hint() -> None:
    async with swap(GUARINI) as it:
        await over(it, "p", SwapPlayScreen)
        await until(it.pilot, lambda: "possible" not in it.text("Figures"))  # the table of distances is ready
        assert "16 moves" in it.text("Figures")
        await it.pilot.press("h")
        hint = it.text("#sentence")
        assert hint.startswith(" Hint: the ")
        here, there = hint.split(" from ")[1].split(",")[0].split(" to ")
        assert "+" in it.text("BoardView")
        assert f"+{there}" in it.text("GraphView")
        await it.pilot.press("h", "h")
        screen = it.app.screen
        assert isinstance(screen, SwapPlayScreen)
        screen.move_to(3 - int(there[1]), "abc".index(there[0]))
        await it.pilot.press("space")
        assert f"from {here} to {there}" in it.text("#sentence")
        assert "15 moves" in it.text("Figures")
        await it.pilot.press("u")
        assert "16 moves" in it.text("Figures")
        assert now(it) == GUARINI["from_"]


async def test_undo_clears_the_chosen_knight() -> None:
    async with swap(GUARINI) as it:
        await over(it, "p", SwapPlayScreen)
        await it.pilot.press("space", "down", "down", "right", "space", "space", "u")
        assert now(it) == GUARINI["from_"]
        assert "+" not in it.text("BoardView")
        await it.pilot.press("up", "left", "space")
        assert "knight first" in it.text("#sentence")


async def test_the_coach_gives_a_hint_and_w_goes_back() -> None:
    async with opened({"n": "6", "solver": "min-conflicts"}) as it:
        await over(it, "p", PlayScreen)
        await until(it.pilot, lambda: "yes" in it.text("Figures"))
        await it.pilot.press("space")  # a queen in the corner leaves no solution of 6 queens
        await until(it.pilot, lambda: "no" in it.text("Figures").split())
        await it.pilot.press("h")
        assert "column a" in it.text("#sentence")
        await it.pilot.press("w")
        await until(it.pilot, lambda: "yes" in it.text("Figures"))
        await it.pilot.press("w")
        assert "From here a solution is still possible" in it.text("#sentence")
        await it.pilot.press("h")
        assert "Hint: " in it.text("#sentence")
        assert "+" in it.text("BoardView")
        assert "0 of 6" in it.text("Figures"), "a hint is not a queen"


@pytest.mark.parametrize(
    ("keys", "words"),
    [
        ((), ("draw the graph", "edit start and goal", "replay the solution", "♘ white knight")),
        (("o",), ("put a black knight", "remove the square", "add a row", "between start and goal")),
        (("p",), ("mark a good move", "draw the graph")),
    ],
)
async def test_the_help_names_the_keys(keys: tuple[str, ...], words: tuple[str, ...]) -> None:
    async with swap(GUARINI, (120, 60)) as it:
        await it.pilot.press(*keys)
        await it.pilot.pause()
        await over(it, "question_mark", HelpScreen)
        text = " ".join(it.text("Static").split())
        for each in words:
            assert each in text
        assert text.count("draw the graph") <= 1


async def test_a_position_is_drawn_once_on_each_board(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: Counter[str] = Counter()
    show = BoardView.show

    def counted(view: BoardView, board: Board) -> None:
        shown[view.id or "now"] += 1
        show(view, board)

    async with swap() as it:
        monkeypatch.setattr(BoardView, "show", counted)
        it.screen.show()
        assert shown == {"now": 1}
        for key, kind, boards in (("p", SwapPlayScreen, ["now"]), ("o", SwapSetupScreen, ["start", "goal"])):
            await over(it, key, kind)
            screen = it.app.screen
            assert isinstance(screen, CursorScreen)
            shown.clear()
            screen.show("Words.")
            assert shown == dict.fromkeys(boards, 1)
            await over(it, "q", SwapScreen)


async def test_all_shortest_solutions_are_counted_and_replayed() -> None:
    async with swap({"from_": "B../.../.../...", "to": ".../.../.../B.."}) as it:
        await over(it, "C", SolutionsScreen)
        await until(it.pilot, lambda: "There are 4 shortest solutions of 5 moves." in it.text("#sentence"))
        await it.pilot.press("down")
        await over(it, "enter", ReplayScreen)
        await until(it.pilot, lambda: bool(it.app.screen.query("PlacesView BoardView")))
        await it.pilot.press("end")
        assert now(it) == ".../.../.../B.."
        await it.pilot.press("q")
        await until(it.pilot, lambda: isinstance(it.app.screen, SolutionsScreen))
