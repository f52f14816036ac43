"""Common sizes have room for large squares and for the names of solvers, curves and keys."""

import pytest

from knightwatch.engine.core.inquiry import Diagram
from knightwatch.engine.pictures.informative import informative, shown_curves
from knightwatch.engine.plans.catalog import PUZZLES
from knightwatch.engine.plans.puzzle import Puzzle
from knightwatch.tui.brief import brief, briefest
from knightwatch.tui.look import Look
from knightwatch.tui.output.charts.chart import chart
from knightwatch.tui.screens.puzzle.play import PlayScreen
from knightwatch.tui.textual_internals import FooterKey
from knightwatch.tui.widgets.board.view import BoardView
from knightwatch.tui.widgets.chart import Chart
from knightwatch.tui.widgets.footer import Keys
from knightwatch.tui.widgets.words import Words
from tests.support.pilot import opened, over, until
from tests.support.strategies import AnySearch, default_search

TITLES: dict[str, tuple[dict[str, str], ...]] = {
    "tour": ({}, {"start": "a3"}),
    "swap": ({}, {"from_": "BBBB/..../..../WWWW"}),
    "queens": ({}, {"n": "1000"}),
}
"""Values with usual titles."""
LONG = {"closed": "yes", "holes": "a8:h1", "rows": "20", "cols": "20"}
CHART = {"swap": 28}
"""Columns of a chart at 80 x 24, if not 38."""


@pytest.mark.parametrize(("of", "size"), [("tour", (100, 30)), ("tour", (90, 28)), ("queens", (100, 30))])
async def test_pieces_fill_squares_of_8_x_8_at_100_x_30(of: str, size: tuple[int, int]) -> None:
    async with opened({"n": "8"} if of == "queens" else {}, size, of=of) as it:
        await it.press("right")
        assert it.screen.query_one(BoardView).scale.width == 6
        assert it.text("#aside").split() == it.screen.query_one("#sentence", Words).words.split()
        assert it.screen.query_one(Chart).size.height >= 8
        await it.press("y")
        await until(it.pilot, lambda: "Copied: knightwatch" in it.text("#aside"))


async def test_the_sentence_is_in_one_place_in_every_view() -> None:
    async with opened({"n": "8"}, (100, 30)) as it:
        await it.press("right")
        for _ in range(4):
            await it.press("v")
            places = [place for place in it.screen.query("#sentence, #aside") if place.region]
            assert len(places) == 1
            assert "Generation 1" in it.text(f"#{places[0].id}")


@pytest.mark.parametrize("of", [puzzle.name for puzzle in PUZZLES])
async def test_all_solvers_are_named_at_80_columns(of: str) -> None:
    names = [solver.name for puzzle in PUZZLES if puzzle.name == of for solver in puzzle.solvers]
    for values in TITLES[of]:
        async with opened(values, of=of) as it:
            words = it.text("#solvers").split()
            assert words == [word for number, name in enumerate(names, 1) for word in (str(number), name)]
            assert "…" not in it.text("#problem")


@pytest.mark.parametrize("solver", ["auto", "ants"])
async def test_a_long_title_takes_the_names_of_far_solvers(solver: str) -> None:
    async with opened(LONG | {"solver": solver}, of="tour") as it:
        words = it.text("#solvers").split()
        assert solver in words
        assert [word for word in words if word.isdigit()] == [*"1234567"]
        assert ("auto" in words) != ("divide" in words)
        assert it.text("#problem").startswith("closed 20 x 20 without 2")


@pytest.mark.parametrize(
    ("title", "short"),
    [
        ("closed tour of 8 x 8 from a3", "closed 8 x 8 from a3"),
        ("3 black and 3 white knights on 4 x 3", "3+3 knights on 4 x 3"),
        ("2 white knights on 3 x 3", "2 white knights on 3 x 3"),
        ("8 queens", "8 queens"),
    ],
)
def test_brief_titles_keep_the_board(title: str, short: str) -> None:
    assert brief(title) == short
    assert "from" not in briefest(title)


@pytest.mark.parametrize(
    ("of", "solver"), [(puzzle, solver) for puzzle in PUZZLES for solver in puzzle.solvers], ids=lambda each: each.name
)
def test_no_name_of_a_curve_is_cut_at_80_x_24(of: Puzzle, solver: type[AnySearch]) -> None:
    search = default_search(of, solver, 1)
    search.advance(40)
    curves, width = shown_curves(search.frame()), CHART.get(of.name, 38)
    head = str(chart(Diagram("", (), curves, across="generations"), width, 7, Look()).sheet).split("\n")[0]
    assert all(curve.name in head for _, curve in informative(curves)), head


@pytest.mark.parametrize("of", [puzzle.name for puzzle in PUZZLES])
async def test_all_keys_of_playing_by_hand_fit_80_columns(of: str) -> None:
    async with opened({"n": "8"} if of == "queens" else {}, of=of) as it:
        await over(it, "p", PlayScreen)
        await until(it.pilot, lambda: bool(it.app.screen.query(FooterKey)))
        keys = it.app.screen.query_one(Keys)
        assert max(key.region.right for key in keys.query(FooterKey)) <= 80


@pytest.mark.parametrize("of", [puzzle.name for puzzle in PUZZLES])
async def test_the_footer_in_ascii_names_all_keys(of: str) -> None:
    async with opened({"n": "8"} if of == "queens" else {}, look=Look(ascii=True), of=of) as it:
        await until(it.pilot, lambda: bool(it.screen.query(FooterKey)))
        keys = [key for key in it.screen.query(FooterKey) if not key.has_class("-command-palette")]
        others = it.screen.query_one("FooterKey.-command-palette")
        assert max(key.region.right for key in keys) <= others.region.x
        assert it.text("Keys").isascii()


@pytest.mark.parametrize("columns", [50, 58, 63])
async def test_a_narrow_footer_drops_keys_but_not_the_palette(columns: int) -> None:
    async with opened(size=(columns, 20)) as it:
        await until(it.pilot, lambda: bool(it.screen.query("FooterKey.-cut")))
        *keys, palette = it.screen.query(FooterKey)
        seen = [key for key in keys if key.visible]
        assert 4 < len(seen) < len(keys)
        assert seen == keys[: len(seen)]
        assert max(key.region.right for key in seen) <= palette.region.x
