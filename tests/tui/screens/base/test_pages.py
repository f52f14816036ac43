"""Pages of a step, heat on boards, and events in the chart."""

import re
import unicodedata
from textwrap import wrap

import numpy as np
import pytest
from textual.strip import Strip
from textual.widgets import Static

from knightwatch.engine.core.frame import Board, Mark, Tone
from knightwatch.engine.core.page import Page, Picture
from knightwatch.tui.look import Look
from knightwatch.tui.output.text import board_text
from knightwatch.tui.screens.base.gallery import GalleryScreen
from knightwatch.tui.screens.base.pages import PagesScreen
from knightwatch.tui.textual_internals import FooterKey
from knightwatch.tui.widgets.board.scale import SHADES, scales
from knightwatch.tui.widgets.board.view import BoardView
from knightwatch.tui.widgets.page import PageBoard, PageView, Slot
from knightwatch.tui.widgets.page_layout import PageRoom, page_layout
from knightwatch.tui.widgets.words import Words
from tests.support.pilot import Opened, opened, over, until

SMALL = {"rows": "6", "cols": "6", "start": "a1", "seed": "3"}


def title(it: Opened) -> str:
    return str(it.app.screen.query_one("#problem", Words).render())


async def turned(it: Opened, key: str) -> None:
    await it.pilot.press(key)
    await until(it.pilot, lambda: isinstance(it.app.screen, PagesScreen))


async def test_d_shows_the_parts_of_a_generation_as_pages() -> None:
    async with opened(SMALL | {"solver": "genetic", "elitism": "1"}, of="tour") as it:
        await it.press("right", "right")
        await turned(it, "d")
        titles = [title(it)]
        assert "drawn" in it.text(".table Static")
        assert not it.app.screen.query_one(".cells").display
        await it.pilot.press("right")
        titles.append(title(it))
        assert not it.app.screen.query_one(".table").display
        assert it.text("CellRows").split()[:4] == ["gene", "1", "2", "3"]
        await it.pilot.press("right", "right", "right", "right")
        assert "last page" in it.app.notices[-1]
        assert [each.split("  ")[0] for each in titles] == ["tournament", "parents and child"]
        assert titles[0].endswith("(page 1 of 4)")
        await it.pilot.press("home")
        assert title(it) == titles[0]
        await it.pilot.press("left")
        assert "first page" in it.app.notices[-1]
        await it.pilot.press("q")
        assert it.moment == 2


async def test_no_board_is_drawn_before_its_page_is_laid_out(monkeypatch: pytest.MonkeyPatch) -> None:
    fitted, draw = list[bool](), PageBoard.render_line

    def render_line(board: PageBoard, y: int) -> Strip:
        fitted.append(board._fitted is not None)
        return draw(board, y)

    monkeypatch.setattr(PageBoard, "render_line", render_line)
    async with opened({"start": "a1", "solver": "backtrack"}, of="tour") as it:
        await it.press("right", "right")
        await turned(it, "d")
        await until(it.pilot, lambda: any(board.size.width for board in it.app.screen.query(PageBoard)))
        assert all(fitted)


async def test_d_on_a_page_explains_the_next_step() -> None:
    async with opened({"solver": "backtrack", "rows": "5", "cols": "5", "start": "a1"}, of="tour") as it:
        await it.press("right", "right")
        await turned(it, "d")
        before = title(it)
        await it.pilot.press("d")
        await until(it.pilot, lambda: title(it) != before)
        assert it.screen_below.runner.moment == 3
        assert title(it).startswith("from ")
        await it.pilot.press("q")
        assert it.moment == 3


async def test_d_after_the_end_says_that_there_is_no_next_step() -> None:
    async with opened({"n": "8", "solver": "min-conflicts"}) as it:
        await it.pilot.press(*["plus"] * 10, "space")
        await until(it.pilot, lambda: it.screen.runner.report.status == "solved")
        await turned(it, "d")
        await it.pilot.press("d")
        await until(it.pilot, lambda: any("no next step" in notice for notice in it.app.notices))


@pytest.mark.parametrize("solver", ["evolve", "backtrack"])
async def test_boards_keep_their_size_from_page_to_page_and_captions_touch_them(solver: str) -> None:
    async with opened({"n": "12", "seed": "3", "solver": solver}, (120, 40)) as it:
        await it.press("right", "right")
        await turned(it, "d")
        sizes, panels = set(), set()
        for place in range(it.app.screen._pages):  # type: ignore[attr-defined]
            it.app.screen.action_turn_to(place)  # type: ignore[attr-defined]
            await it.pilot.pause()
            panels |= {view.size.width for view in it.app.screen.query("CodeView, TreeView") if view.display}
            for slot in it.app.screen.query(Slot):
                if slot.display:
                    board, name = slot.query_one(BoardView), slot.query_one(".caption")
                    sizes.add(board.scale.width)
                    assert board.scale.size[1] == board.size.height
                    assert not name.display or name.region.y == board.region.bottom
        (width,) = sizes
        assert width >= 4
        assert min(panels) >= 60


async def test_boards_that_do_not_fit_side_by_side_are_shown_in_turn() -> None:
    async with opened({"solver": "genetic", "start": "a1"}, (120, 40), of="tour") as it:
        await it.press("right", "right")
        await turned(it, "d")
        await it.pilot.press("right")
        assert "boards 1 to 2 of 4" in title(it)
        await it.pilot.press("right")
        assert "boards 3 to 4 of 4" in title(it)
        assert [slot.display for slot in it.app.screen.query(Slot)] == [False, False, True, True]
        await it.pilot.press("left")
        assert "boards 1 to 2 of 4" in title(it)


async def test_explaining_a_step_does_not_move_an_ended_run() -> None:
    async with opened({"rows": "3", "cols": "7", "start": "1,3", "solver": "backtrack"}, of="tour") as it:
        await it.pilot.press(*["plus"] * 10, "space")
        await until(it.pilot, lambda: it.screen.runner.report.status == "impossible")
        moment = it.moment
        await turned(it, "d")
        await it.pilot.press("q")
        assert (it.moment, it.screen.runner.report.status) == (moment, "impossible")


async def test_a_notice_says_that_there_is_no_step_to_explain() -> None:
    async with opened(SMALL | {"solver": "genetic"}, of="tour") as it:
        await it.pilot.press("d")
        await until(it.pilot, lambda: len(it.app.notices) == 1)
        assert "no step to explain yet" in it.app.notices[0]
        await it.pilot.press("3", "right", "g")
        await until(it.pilot, lambda: any("no solutions" in notice for notice in it.app.notices))


async def test_d_shows_the_proof_that_a_board_has_no_solution() -> None:
    async with opened({"holes": "a8:h1"}, of="tour") as it:
        await turned(it, "d")
        words = it.text("#sentence")
        assert all(fact in words for fact in ("colour", "30", "32"))
        assert it.app.screen.query_one(PageBoard).board.rows == 8


async def test_collected_tours_are_shown_newest_first() -> None:
    async with opened(SMALL | {"solver": "genetic", "rule": "0", "tours": "3"}, of="tour") as it:
        await it.pilot.press("plus", "plus", "plus", "plus", "space")
        await until(it.pilot, lambda: it.screen.runner.report.status == "solved")
        await over(it, "g", GalleryScreen)
        await turned(it, "enter")
        found = it.screen_below.runner.run.search.gallery().size
        assert found >= 4
        boards = set()
        for place in range(found, 1, -1):
            assert title(it).startswith(f"tour {place - 1} of {found - 1}, from a1 to ")
            assert title(it).endswith(f"(page {place} of {found})")
            board = it.app.screen.query_one(BoardView).board
            assert sorted(board.trail.tolist()) == list(range(36))
            boards.add(tuple(board.trail.tolist()))
            await it.pilot.press("left")
        assert len(boards) == found - 1
        assert title(it).endswith(f"(page 1 of {found})")
        assert it.app.screen.query_one(BoardView).board.heat.argmax() == 30


@pytest.mark.parametrize("look", [Look(), Look(ascii=True), Look(colour=False)], ids=["signs", "ascii", "no colour"])
async def test_heat_is_shown_by_digits_as_well_as_colour(look: Look) -> None:
    async with opened(SMALL | {"solver": "ants"}, look=look, of="tour") as it:
        await it.go(40)
        board = it.screen.query_one(BoardView).board
        text = it.text("BoardView")
        raised = "".join(re.findall(r":(\d)" if look.ascii else "([⁰¹²³⁴⁵⁶⁷⁸⁹])", text))
        tenths = [int(digit) for digit in unicodedata.normalize("NFKC", raised)]
        expected = np.minimum(board.heat * 10, 9).astype(int)
        if "♞" not in text and "N" not in text:  # a knight that is drawn leaves no room
            expected = np.delete(expected, board.trail[-1])
        assert tenths == expected.tolist()
        assert all(str(number) in text for number in range(1, len(board.trail)))


def test_every_cell_of_a_hot_board_has_the_shade_of_its_heat() -> None:
    mark = Mark("piece", "p", "p", Tone.PIECE)
    heat = np.linspace(0, 1, 36)
    board = Board(6, 6, (mark,), np.array([7]), np.array([0], np.uint8), heat=heat)
    for scale in scales(board, plain=False):
        times = scale.grid(board) // 2
        assert times.min() >= 1
        assert times.max() == SHADES
        if scale.covers == 1:
            assert (np.diff(times.ravel()) >= 0).all()
            assert scale.grid(board).ravel()[7] % 2 == 1
    lines = board_text(board, ascii_only=True).splitlines()
    assert lines[0].split() == ["6", *"000011"]
    assert lines[1].split() == ["5", "1", "p", *"2223"]


async def test_the_chart_names_the_generation_where_the_rule_starts() -> None:
    async with opened(SMALL | {"solver": "genetic", "generations": "20", "rule": "50"}, (120, 40), of="tour") as it:
        await it.go(10)
        assert "Warnsdorff" not in it.text("Chart")
        await it.press("right", "right")
        assert "┊ Warnsdorff's rule" in it.text("Chart")


def named_keys(it: Opened) -> set[str]:
    """Return the labels of the keys in the footer."""
    return {each.description for each in it.app.screen.query(FooterKey)}


async def test_scroll_keys_appear_only_on_long_pages() -> None:
    async with opened({"solver": "genetic"}, of="tour") as it:
        await it.press("right")
        await turned(it, "d")
        await until(it.pilot, lambda: "Next" in named_keys(it))
        assert "Scroll" not in named_keys(it)
        await it.pilot.press("right")
        await until(it.pilot, lambda: "Scroll" in named_keys(it))
        await it.pilot.press("down")
        await until(it.pilot, lambda: it.app.screen.query_one(".cells").scroll_offset.y > 0)
        await it.pilot.press("left")
        await until(it.pilot, lambda: "Scroll" not in named_keys(it))


async def test_boards_of_a_page_drop_labels_before_signs() -> None:
    async with opened({"n": "12", "seed": "3"}) as it:
        await it.press("right", "right")
        await turned(it, "d")
        labelled = set()
        for _ in range(6):
            await it.pilot.press("right")
            slots = [slot for slot in it.app.screen.query(Slot) if slot.display]
            drawn_as = {slot.query_one(BoardView).scale for slot in slots}
            assert len(drawn_as) == 1, title(it)
            (scale,) = drawn_as
            assert scale.signs, title(it)
            labelled.add(scale.labels)
        assert labelled == {True, False}


async def test_boards_beside_a_long_chain_of_repairs_still_show_queens() -> None:
    async with opened({"n": "12", "seed": "626443761"}) as it:
        await it.press("W")
        await turned(it, "d")
        for place in range(it.app.screen._pages):  # type: ignore[attr-defined]
            it.app.screen.action_turn_to(place)  # type: ignore[attr-defined]
            await it.pilot.pause()
            shown = [slot.query_one(BoardView) for slot in it.app.screen.query(Slot) if slot.display]
            assert shown
            for board in shown:
                assert board.scale.signs, title(it)
                assert "♛" in it.text("BoardView"), title(it)


def test_a_page_without_room_for_two_boards_with_signs_shows_one() -> None:
    board = Board(12, 12, (Mark("queen", "q", "q", Tone.PIECE),), np.array([7]), np.array([0], np.uint8))
    page = Page("two", "", pictures=(Picture("before", board), Picture("after", board)))
    layout = page_layout(page, PageRoom(45, 18), plain=False)
    assert (layout.shown, layout.scale.signs) == (1, True)


@pytest.mark.parametrize(
    ("of", "values"),
    [
        ("queens", {"n": "12", "seed": "3"}),
        ("queens", {"solver": "min-conflicts", "n": "100"}),
        ("tour", {"solver": "genetic"}),
        ("tour", {"solver": "repair"}),
        ("swap", {"solver": "breadth"}),
        ("swap", {"solver": "within-level"}),
    ],
)
async def test_captions_of_boards_are_never_cut(of: str, values: dict[str, str]) -> None:
    async with opened(values, of=of) as it:
        await it.press("right", "right")
        await turned(it, "d")
        for _ in range(it.app.screen._pages):  # type: ignore[attr-defined]
            for slot in it.app.screen.query(Slot):
                if slot.display:
                    name = slot.query_one(".caption", Static)
                    assert len(wrap(str(name.content), name.size.width)) <= name.size.height, title(it)
                    board = slot.query_one(BoardView)
                    below = "" if board.scale.signs else board.render_line(board.size.height - 1).text.strip()
                    assert not below or below.endswith(("z zooms in", "is a square")) or "covers" in below
            await it.pilot.press("right")


async def test_a_notice_about_the_pages_ends_with_them() -> None:
    async with opened(SMALL | {"solver": "genetic"}, of="tour") as it:
        await it.press("right")
        await turned(it, "d")
        await it.pilot.press("end", "right")
        assert any("last page" in notice for notice in it.app.notices)
        await it.pilot.press("q")
        await until(it.pilot, lambda: it.app.screen is it.screen_below)
        assert it.app.notices == []


def test_a_page_without_a_size_names_no_boards() -> None:
    board = Board(8, 8)
    page = Page("two", "", pictures=(Picture("before", board), Picture("after", board)))
    assert not PageView(page, Look()).visible_boards
