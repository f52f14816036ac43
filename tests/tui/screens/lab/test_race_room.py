"""The layout of a race at all sizes."""

from dataclasses import replace

import pytest
from textual.strip import Strip
from textual.widget import Widget

from knightwatch.engine.lab.races.entries import parse_racers
from knightwatch.engine.lab.races.race import Race
from knightwatch.engine.lab.races.racer import By
from knightwatch.engine.plans.catalog import puzzle
from knightwatch.tui.output.charts.sheet import Ink
from knightwatch.tui.screens.help import commands_of
from knightwatch.tui.screens.lab.lane import Lane
from knightwatch.tui.widgets.board.view import BoardView
from knightwatch.tui.widgets.chart import Chart
from knightwatch.tui.widgets.figures import Figures
from knightwatch.tui.widgets.words import Words
from tests.support.laboratory import FOUR, race, racing
from tests.support.pilot import until


def shown(widget: Widget) -> list[Strip]:
    return widget.render_lines(widget.outer_size.region)


SIZES = ((40, 12), (64, 20), (100, 30), (200, 60))


@pytest.mark.parametrize("racers", [2, 4])
async def test_all_lanes_can_be_seen_at_any_size(racers: int) -> None:
    async with racing(race(FOUR[:racers])) as it:
        for size in SIZES:
            await it.pilot.resize_terminal(*size)
            await it.go(1)
            await until(it.pilot, lambda: it.screen.size == size)  # noqa: B023
            seen = set[Lane]()
            while len(seen) < racers:
                visible = {lane for lane in it.screen.query(Lane) if lane.display}
                assert visible - seen, size
                for lane in visible:
                    assert lane.region.width >= 15
                    assert it.screen.region.contains_region(lane.region)
                    assert lane.query_one(BoardView).size.height > 0
                seen |= visible
                await it.pilot.press("tab")


async def test_a_narrow_terminal_shows_figures_with_v() -> None:
    async with racing(race(), (50, 20)) as it:
        assert [side.display for side in it.screen.query(".side")] == [False] * 4
        await it.press("right", "v")
        assert [view.display for view in it.screen.query(BoardView)] == [False] * 4
        assert it.texts("Figures")[0].startswith("squares 1")
        assert "squares of the longest walk" in it.texts("Chart")[0]


async def test_a_narrow_lane_names_its_work_with_a_whole_word() -> None:
    solvers = ("evolve", "min-conflicts", "climb", "backtrack")
    queens = Race(parse_racers(puzzle("queens"), {"seed": "7", "n": "8"}, solvers), By.WORK)
    async with racing(queens, (50, 20)) as it:
        await it.press("right", "v")
        names = {text.split()[0] for text in it.texts("Figures") if text}
        assert names == {"work"}


async def test_lanes_at_80_x_24_keep_whole_names_and_show_changed_settings() -> None:
    solvers = ("evolve:pop=20", "min-conflicts", "backtrack")
    queens = Race(parse_racers(puzzle("queens"), {"seed": "7", "n": "30"}, solvers), By.WORK)
    async with racing(queens, (80, 24)) as it:
        assert it.texts(".racer") == ["1 evolve:pop=20", "2 min-conflicts", "3 backtrack"]
        assert [racer.name for racer in queens.racers] == ["evolve", "min-conflicts", "backtrack"]
        figures = it.screen.query(Figures).first()
        state = it.screen.runner.report.standings[0]
        for work, words in ((213, "placements 213"), (2_052_395, "work 2,052,395"), (117_092_565, "work 117M")):
            state = replace(state, work=work, seconds=3.239)
            it.screen.query(Lane).first().show(state, False, "")
            assert " ".join(str(figures.render()).split()) == f"{words}, 3.239 s"


@pytest.mark.parametrize("racers", [2, 4])
async def test_80_x_24_shows_two_racers_with_readable_squares(racers: int) -> None:
    async with racing(race(FOUR[:racers])) as it:
        await it.go(9)
        lanes = list(it.screen.query(Lane))
        assert [lane.display for lane in lanes] == [True, True, False, False][:racers]
        assert all(lane.query_one(BoardView).scale.width >= 4 for lane in lanes if lane.display)
        if racers > 2:
            await it.pilot.press("tab")
            assert [lane.display for lane in lanes] == [False, False, True, True]
            await it.pilot.press("tab")
            assert lanes[0].display


async def test_four_boards_use_a_large_terminal() -> None:
    async with racing(race((*FOUR[:3], "genetic")), (200, 60)) as it:
        await it.go(30)
        views = list(it.screen.query(BoardView))
        assert {view.scale.width for view in views} == {6}
        assert len({view.region.height for view in views}) == 1


async def test_two_boards_use_the_width() -> None:
    async with racing(race(FOUR[:2]), (120, 40)) as it:
        assert {view.scale.width for view in it.screen.query(BoardView)} == {6}
        assert it.screen.query_one(Chart).size.height >= 6


@pytest.mark.parametrize("racers", [2, 3, 4])
async def test_lanes_and_chart_fill_the_screen(racers: int) -> None:
    async with racing(race(FOUR[:racers]), (80, 24)) as it:
        await it.go(9)
        lanes = list(it.screen.query(Lane))
        for size in ((50, 20), (80, 24), (100, 30), (120, 40), (200, 60), (80, 60)):
            await it.pilot.resize_terminal(*size)
            await it.pilot.pause()
            visible = [lane for lane in lanes if lane.display]
            parts = [*(lane.region for lane in visible), it.screen.query_one(Chart).region]
            room = it.screen.query_one("#lanes").region
            assert sum(part.area for part in parts) >= room.area - room.height * len(lanes), size
            assert len({lane.query_one(BoardView).scale.width for lane in visible}) == 1
            assert len({lane.query_one(BoardView).region.y - lane.region.y for lane in visible}) == 1


async def test_the_winner_has_a_sign_a_word_and_a_colour() -> None:
    async with racing(race(), (200, 60)) as it:
        await it.go(66)
        winners = [lane.has_class("-first") for lane in it.screen.query(Lane)]
        assert winners == ["1st" in words for words in it.texts(".standing")] == [False, False, True, False]
        lines = it.screen.query_one(Chart).picture.sheet.lines()
        assert any(ink == Ink.GOOD and "3" in text for line in lines for text, ink in line)


async def test_shift_p_shows_large_boards_and_standings() -> None:
    solvers = ("breadth", "both-ends", "best-first")
    async with racing(Race(parse_racers(puzzle("swap"), {"seed": "1"}, solvers)), (80, 24)) as it:
        await it.go(9)
        view, chart = it.screen.query(BoardView).first(), it.screen.query_one(Chart)
        before = view.scale.width * view.scale.height
        await it.press("P")
        await until(it.pilot, lambda: not chart.display)
        await until(it.pilot, lambda: view.scale.width * view.scale.height > before)
        assert all(it.texts(".standing"))
        assert any("who is first" in binding.tooltip for _, binding in commands_of(it.screen))
        await it.press("P")
        await until(it.pilot, lambda: chart.display)


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_the_result_of_a_race_is_fully_visible(size: tuple[int, int]) -> None:
    knights = Race(parse_racers(puzzle("swap"), {"seed": "7"}, ("both-ends", "best-first")))
    async with racing(knights, size) as it:
        boards = [view.scale for view in it.screen.query(BoardView)]
        it.run_at_full_speed()
        await it.at_rest()
        await until(it.pilot, lambda: it.screen.has_class("-over"))
        seen = " ".join(" ".join(line.text for line in shown(it.screen.query_one("#sentence", Words))).split())
        assert seen == it.screen.runner.report.words
        assert "14 of 16 moves" in seen
        assert "7 + 8 levels" in seen
        assert [view.scale for view in it.screen.query(BoardView)] == boards
        assert it.screen.query_one(Chart).size.height >= 4
        await it.press("r")
        await until(it.pilot, lambda: not it.screen.has_class("-over"))


@pytest.mark.parametrize("size", [(64, 20), (72, 24), (80, 24), (120, 40)])
async def test_the_problem_and_the_clock_have_a_space_between_them(size: tuple[int, int]) -> None:
    it = Race(parse_racers(puzzle("swap"), {"seed": "1"}, ["breadth", "best-first"]))
    async with racing(it, size) as racers:
        await racers.go(1)
        title = racers.screen._compositor.render_strips()[0].text
        assert f"{it.problem.title()} " in title
        assert " by work" in title
