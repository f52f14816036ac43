"""The code of a solver beside its board: the panel of `c`, the page of `d`, scenes of lectures, and all sizes."""

import re

import pytest

from knightwatch.engine.own.companion import Companion
from knightwatch.tui.look import Look
from knightwatch.tui.screens.base.pages import PagesScreen
from knightwatch.tui.widgets.board.view import BoardView
from knightwatch.tui.widgets.code import CodeView
from tests.support.pilot import Opened, opened, plan, until

BACKTRACK = {"solver": "backtrack", "order": "warnsdorff", "start": "a3", "seed": "1"}


def marked(text: str) -> tuple[list[int], int]:
    """Return the lines that ran, and the line where the step ended, as the panel marks them."""
    signs = {int(number): sign for number, sign in re.findall(r"^ *(\d+)([│▶|>])", text, re.MULTILINE)}
    (here,) = (number for number, sign in signs.items() if sign in "▶>")
    return sorted(signs), here


async def code_page(it: Opened) -> str:
    await it.pilot.press("d")
    await until(it.pilot, lambda: isinstance(it.app.screen, PagesScreen))
    await it.pilot.press("c")
    await until(it.pilot, lambda: "the code" in it.text("#problem"))
    return it.text("CodeView")


@pytest.mark.parametrize("name", ["tour", "queens"])
async def test_a_page_of_d_marks_the_lines_that_did_the_step(name: str) -> None:
    values = BACKTRACK if name == "tour" else {"solver": "backtrack", "n": "6"}
    beside = Companion(plan(name, **values))
    try:
        async with opened(values, (120, 40), of=name) as it:
            await it.press(*["right"] * 6)
            text = await code_page(it)
            for moment in (6, 7, 8):  # d goes on, and stays on this page
                code = beside.code(moment, False)
                lines, here = marked(text)
                assert here == code.line
                assert set(lines) <= set(code.ran)
                assert len(lines) > 3
                await it.pilot.press("d")
                await until(it.pilot, lambda before=text: it.text("CodeView") != before)  # type: ignore[misc]
                text = it.text("CodeView")
    finally:
        beside.close()


async def test_the_page_scrolls_to_the_crossover_and_the_next_step_scrolls_back() -> None:
    async with opened({"n": "8", "seed": "1"}) as it:
        await it.press("right")
        assert "def pmx" not in await code_page(it)
        while "def pmx" not in it.text("CodeView"):
            await it.pilot.press("down")
        await it.pilot.press("down")
        lines = it.text("CodeView").split("\n")
        assert sum("│" in line for line in lines) >= 5  # the crossover ran in this step
        await it.pilot.press("d")
        await until(it.pilot, lambda: "▶" in it.text("CodeView"))


async def test_page_keys_scroll_the_panel_and_the_next_step_scrolls_back() -> None:
    async with opened({"n": "8", "seed": "1"}) as it:
        await it.press("c", "right")
        await until(it.pilot, lambda: "▶" in it.text("#side CodeView"))
        assert "def pmx" not in it.text("#side CodeView")
        for _ in range(4):
            await it.pilot.press("pagedown")
        assert "def pmx" in it.text("#side CodeView")
        await it.press("right")
        await until(it.pilot, lambda: "▶" in it.text("#side CodeView"))


def rows_on_board(genes: str) -> tuple[str, ...]:
    """Return the rows that a list of the plain version stands for, on a board with 8 rows."""
    return tuple(f"{8 - int(gene)}" for gene in genes.strip("[]").split(", "))


async def test_the_code_page_is_about_the_child_of_the_other_pages() -> None:
    async with opened({"n": "8", "seed": "1"}, (120, 40)) as it:
        crossed = 0
        while it.screen_below.runner.report.status == "running":
            await it.press("right")
            await code_page(it)
            *pages, last = it.screen_below.runner.pages
            assert last.code
            variables = dict(last.code.variables)
            rows = {(page.title, row.name): row.cells for page in pages for row in page.rows}
            assert rows_on_board(variables["child"]) == rows["the child", "child"]
            repaired = [cells for (_, name), cells in rows.items() if name == "repaired"]
            if repaired:
                crossed += 1
                assert rows_on_board(variables["pmx: child"]) == repaired[0]
                assert "pmx: mapping" in it.text("CodeView")
            await it.pilot.press("q")
            await until(it.pilot, lambda: it.app.screen is it.screen_below)
        assert crossed


@pytest.mark.parametrize("on_page", [False, True])
async def test_shift_and_arrows_reach_all_variables_and_the_end_of_long_lines(on_page: bool) -> None:
    async with opened({"solver": "genetic", "seed": "1"}, of="tour") as it:
        await it.press("right", "c")
        await until(it.pilot, lambda: "variables 1-" in it.text("#side CodeView"))
        assert "shift ↑ ↓ ← →" in it.text("#side CodeView")
        view = it.screen.query_one("#side CodeView", CodeView)
        if on_page:
            await it.press("c")
            await code_page(it)
            view = it.app.screen.query_one(CodeView)
        assert view._code
        names = {name for name, _ in view._code.variables}
        seen, ends = set[str](), set[str]()
        for _ in names:
            seen |= set(re.findall(r"^ ?[ •](\w+) = ", it.text("CodeView"), re.MULTILINE))
            await it.pilot.press("shift+down")
        assert seen == names
        for _ in names:
            await it.pilot.press("shift+up")
        first = it.text("CodeView")
        for _ in range(30):
            ends |= {line.rstrip() for line in it.text("CodeView").split("\n") if "…" not in line}
            await it.pilot.press("shift+right")
        assert any(line.endswith("in all") for line in ends)
        text = it.text("CodeView")
        await it.pilot.press("shift+right")
        assert it.text("CodeView") == text
        for _ in range(30):
            await it.pilot.press("shift+left")
        assert it.text("CodeView") == first


@pytest.mark.parametrize("width", [80, 200])
async def test_the_heading_of_the_source_names_the_keys_if_a_line_is_cut(width: int) -> None:
    async with opened(BACKTRACK, (width, 24), of="tour") as it:
        await it.press("right", "c")
        await until(it.pilot, lambda: "variables" in it.text("#side CodeView"))
        head, rest = it.text("#side CodeView").split("\n", 1)
        source = rest.split("── variables")[0]
        assert "line" in head
        assert "…" not in head
        assert ("…" in source) == ("shift ← →" in head)


async def test_variables_name_squares_as_the_board_does() -> None:
    async with opened(BACKTRACK, (120, 40), of="tour") as it:
        await it.press("right", "c")
        await until(it.pilot, lambda: "path = [(5, 0) a3, (7, 1) b1]" in it.text("#side CodeView"))
    async with opened({"solver": "backtrack", "n": "6"}) as it:
        await it.press("right", "c")
        await until(it.pilot, lambda: "row y here is row 6 - y of the board" in it.text("#side CodeView"))


async def test_the_panel_marks_the_same_lines_forwards_and_back() -> None:
    async with opened(BACKTRACK, (120, 40), of="tour") as it:
        await it.press("c", *["right"] * 5)
        fifth = it.text("CodeView")
        await it.press("right")
        assert it.text("CodeView") != fifth
        await it.press("left")
        assert it.text("CodeView") == fifth


async def test_the_panel_says_that_plain_python_catches_up_and_then_marks_the_line(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("knightwatch.engine.own.companion.PATIENCE", 0.0)
    async with opened(BACKTRACK, (120, 40), of="tour") as it:
        await it.go(60)
        await it.press("c")
        await until(it.pilot, lambda: "of 60" in it.text("CodeView"))
        monkeypatch.setattr("knightwatch.engine.own.companion.PATIENCE", 60.0)
        await until(it.pilot, lambda: "▶" in it.text("CodeView"))
        assert "of 60" not in it.text("CodeView")


@pytest.mark.parametrize("size", [(40, 12), (60, 20), (80, 24), (120, 40)])
async def test_board_and_code_are_visible_together(size: tuple[int, int]) -> None:
    async with opened(BACKTRACK, size, of="tour") as it:
        await it.press("c", "right", "right")
        board, code = it.app.screen.query_one(BoardView), it.app.screen.query_one(CodeView)
        assert board.region.width >= board.scale.size[0]
        assert board.region.height >= board.scale.size[1]
        assert code.region.width >= 20
        assert "▶" in it.text("CodeView")
        assert it.app.screen.query_one("Figures").display is (size == (120, 40))


async def test_the_projector_shows_the_code() -> None:
    async with opened(BACKTRACK, of="tour") as it:
        await it.press("c", "right", "right", "P")
        await until(it.pilot, lambda: it.app.screen.query_one(CodeView).size.width >= 40)
        lines, _ = marked(it.text("CodeView"))
        assert len(lines) >= 5


async def test_without_unicode_the_panel_and_the_footer_are_ascii() -> None:
    async with opened(BACKTRACK, look=Look(ascii=True), of="tour") as it:
        await it.press("c", *["right"] * 3)
        assert "..." in it.text("CodeView")
        assert it.text("CodeView").isascii()
        screen = it.app.screen
        assert "".join(strip.text for strip in screen._compositor.render_strips(screen.size)[-1:]).isascii()


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)])
async def test_the_tree_shows_the_path_and_the_nodes_of_each_level(size: tuple[int, int]) -> None:
    async with opened({"solver": "backtrack", "n": "6"}, size) as it:
        await it.press("T", *["right"] * 9)
        tree = it.screen.runner.report.frame.tree
        assert tree is not None
        rows = [line for line in it.text("TreeView").split("\n") if re.match(r"[ ▶]\d", line)]
        assert [line.startswith("▶") for line in rows].index(True) == tree.depth
        for level, line in enumerate(rows):
            assert f" {tree.nodes[level]} " in line
            choice = tree.choice(level)
            if choice and level:
                assert f"{choice.name} {'×' * choice.failed}●{'○' * choice.untried}" in line
        assert not it.app.screen.query_one(CodeView).display
        await it.press("c")
        assert not it.app.screen.query_one("TreeView").display


async def test_a_solver_without_a_tree_says_so() -> None:
    async with opened({"solver": "backtrack", "n": "6"}) as it:
        await it.press("T", "1")
        assert it.app.screen.query_one("Figures").display
        await it.press("T")
        assert "no search tree" in it.app.notices[-1]
