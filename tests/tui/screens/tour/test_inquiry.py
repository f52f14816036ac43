"""Map, ten starts, count, estimate and help of the knight's tour, also in small terminals."""

import json
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from textual.screen import Screen
from textual.widgets import DataTable, OptionList

from knightwatch.engine.boards import adjacent
from knightwatch.engine.tour.problem import TourProblem
from knightwatch.engine.tour.questions.estimate import Estimate, EstimateOptions
from knightwatch.engine.tour.questions.known_counts import Published
from knightwatch.engine.tour.questions.starts import Survey
from knightwatch.tui.look import Look
from knightwatch.tui.screens.base.count import CountScreen
from knightwatch.tui.screens.export import ExportScreen
from knightwatch.tui.screens.help import HelpScreen
from knightwatch.tui.screens.puzzle.play import PlayScreen
from knightwatch.tui.screens.puzzle.screen import PuzzleScreen
from knightwatch.tui.screens.tour.estimate import EstimateScreen
from knightwatch.tui.screens.tour.screen import TourScreen
from knightwatch.tui.screens.tour.setup import TourSetupScreen
from knightwatch.tui.screens.tour.starts import MapScreen, TenScreen
from knightwatch.tui.widgets.board.view import BoardView
from knightwatch.tui.widgets.words import Words
from tests.support.pilot import Opened, over, until
from tests.support.touring import FIVE, STUCK, back, cells, marked, problem, sentence, tour, view


class Ended(list[int]):
    """The number of runs at the end of each survey; `begun` counts the surveys that started."""

    begun = 0


@pytest.fixture
def ended(monkeypatch: pytest.MonkeyPatch) -> Ended:
    """Record the number of runs when the worker of a survey ends."""
    slices, ended = Survey.slices, Ended()

    def watched(survey: Survey) -> Iterator[None]:
        ended.begun += 1
        try:
            yield from slices(survey)
        finally:
            ended.append(len(survey.trials))

    monkeypatch.setattr(Survey, "slices", watched)
    return ended


async def test_the_map_shows_the_two_starts_where_the_rule_fails(tmp_path: Path) -> None:
    async with tour(STUCK) as it:
        await over(it, "m", MapScreen)
        await until(it.pilot, lambda: "All 64 runs are done." in sentence(it))
        assert marked(it, "gave up") == {"a3", "b5"}
        assert (cells(it)["a3"], cells(it)["a1"]) == ("[×]", "✓")
        assert " ✓ tour found: 62, - no tour (proved): 0, × gave up: 2." in sentence(it)
        assert "a3" in sentence(it)
        assert "from a3" not in it.text("#problem")
        for place, ending in enumerate(("txt", "json")):
            await over(it, "e", ExportScreen)
            it.app.screen.query_one(OptionList).highlighted = place
            await it.pilot.press("enter")
            await until(it.pilot, lambda: isinstance(it.app.screen, MapScreen))
            assert (tmp_path / f"tour-map.{ending}").exists()
        await back(it)
        assert problem(it).start == "a3"
    text, written = (tmp_path / f"tour-map.{ending}" for ending in ("txt", "json"))
    assert "62 of 64 starts" in text.read_text()
    assert text.read_text().count("×") == 3
    answer = json.loads(written.read_text())
    assert (answer["question"], answer["complete"], answer["counts"]["solved"]) == ("map", True, 62)


async def test_enter_and_click_open_a_run_of_the_map() -> None:
    async with tour(STUCK) as it:
        await over(it, "m", MapScreen)
        await until(it.pilot, lambda: "All 64 runs are done." in sentence(it))
        assert it.text("#state") == "a3: gave up, 61 states"
        assert view(it).cursor == (5, 0)
        await it.pilot.press("right", "down")
        assert it.text("#state") == "b2: tour found, 63 states"
        map_screen = it.app.screen
        await it.pilot.press("enter")
        await until(it.pilot, lambda: isinstance(it.app.screen, PuzzleScreen))
        assert (problem(it).start, it.screen.plan.solver.name) == ("b2", "warnsdorff")
        await it.at_rest()
        await it.pilot.press("q")
        await until(it.pilot, lambda: it.app.screen is map_screen)
        assert view(it).cursor == (6, 1)
        cell = view(it).scale
        left, indent = cell.margin[0], view(it)._indent
        await it.pilot.click(BoardView, offset=(indent.x + left + 4 * cell.width + 1, indent.y + int(4 * cell.height)))
        await until(it.pilot, lambda: isinstance(it.app.screen, PuzzleScreen))
        assert problem(it).start == "e4"
        await it.at_rest()
        await it.pilot.press("q")
        await until(it.pilot, lambda: it.app.screen is map_screen)
        assert view(it).cursor == (4, 4)


async def test_a_hole_of_the_map_has_no_run() -> None:
    async with tour({"rows": "5", "cols": "5", "holes": "a5", "solver": "warnsdorff"}) as it:
        await over(it, "m", MapScreen)
        await until(it.pilot, lambda: "are done." in sentence(it))
        assert it.text("#state") == "a5 is a hole"
        await it.pilot.press("enter")
        await until(it.pilot, lambda: any("hole" in notice for notice in it.app.notices))
        assert isinstance(it.app.screen, MapScreen)


async def test_leaving_the_map_stops_its_worker(ended: list[int]) -> None:
    async with tour({"rows": "200", "cols": "200", "solver": "warnsdorff"}) as it:
        await over(it, "m", MapScreen)
        await until(it.pilot, lambda: len(view(it).board.squares) > 3)
        assert " of 40,000 runs." in sentence(it)
        await back(it)
        await until(it.pilot, lambda: bool(ended))
        assert 3 < ended[0] < 40_000
        await it.press("right")
        assert it.moment == 1


async def test_ten_starts_fill_a_table_of_four_methods(tmp_path: Path) -> None:
    async with tour(FIVE | {"solver": "backtrack", "max_states": "2000"}) as it:
        await over(it, "t", TenScreen)
        await until(it.pilot, lambda: "All 40 runs are done." in sentence(it))
        table = it.app.screen.query_one(DataTable)
        heads = [str(column.label) for column in table.ordered_columns]
        assert heads == ["start", "warnsdorff", "order warnsdorff", "order wall", "order warnsdorff+wall"]
        rows = [[str(cell) for cell in table.get_row_at(row)] for row in range(table.row_count)]
        assert len({row[0] for row in rows}) == 11
        assert rows[-1][0] == "found"
        for row in rows[:-1]:
            assert all(cell == "-" or (cell[0] in "✓×-" and cell.endswith(" ms")) for cell in row[1:])
        for method in range(1, 5):
            found = sum(row[method].startswith("✓") for row in rows[:-1])
            assert rows[-1][method] == f"{found} of 10"
        assert "✓ found, × gave up, - no tour (proved)" in sentence(it)
        await over(it, "e", ExportScreen)
        await it.pilot.press("enter")
        await until(it.pilot, lambda: isinstance(it.app.screen, TenScreen))
    assert (tmp_path / "tour-ten.txt").read_text().count("of 10") == 4


async def test_enter_opens_the_run_of_a_cell() -> None:
    async with tour(FIVE | {"solver": "backtrack", "max_states": "2000"}) as it:
        await over(it, "t", TenScreen)
        screen = it.app.screen
        assert isinstance(screen, TenScreen)
        await until(it.pilot, lambda: "All 40 runs are done." in sentence(it))
        await it.pilot.press("down", "right", "right", "enter")
        await until(it.pilot, lambda: isinstance(it.app.screen, TourScreen))
        assert isinstance(it.app.screen, TourScreen)
        plan = it.app.screen.plan
        assert isinstance(plan.problem, TourProblem)
        assert (plan.problem.first, plan.values()["order"]) == (screen.inquiry.starts[1], "wall")
        await it.pilot.press("q")
        await until(it.pilot, lambda: isinstance(it.app.screen, TenScreen))


async def test_counting_ends_with_the_counts() -> None:
    async with tour({"rows": "4", "cols": "5"}) as it:
        await over(it, "C", CountScreen)
        await until(it.pilot, lambda: "open, directed" in it.text("#numbers-words"))
        assert "82 open tours" in sentence(it)
        assert "164" in it.text("#numbers-words")
        assert "g" not in it.app.screen.active_bindings  # it keeps no tours
        await back(it)


async def test_the_count_screen_reports_a_number_other_than_the_published_one(monkeypatch: pytest.MonkeyPatch) -> None:
    published = "knightwatch.engine.tour.questions.count.published"
    monkeypatch.setattr(published, lambda *_: Published(closed=7, open=None))
    async with tour(FIVE) as it:
        await over(it, "C", CountScreen)
        await until(it.pilot, lambda: it.app.screen.has_class("-answered"))
        await until(it.pilot, lambda: "WRONG NUMBER" in it.text("#numbers-words"))
        await until(it.pilot, lambda: "WRONG NUMBER" in sentence(it))


async def test_a_notice_refuses_to_count_a_wide_board() -> None:
    async with tour({"rows": "20", "cols": "20"}) as it:
        await it.pilot.press("C")
        await until(it.pilot, lambda: len(it.app.notices) == 1)
        message = it.app.notices[0]
        assert "too wide" in message
        assert message.endswith("E estimates their number.")
        assert isinstance(it.app.screen, TourScreen)


async def test_estimating_shows_the_last_probe_and_the_chart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("knightwatch.tui.screens.tour.screen.EstimateOptions", lambda: EstimateOptions(estimate=400))
    resume, slices = Event(), Estimate.slices

    def halfway(inquiry: Estimate) -> Iterator[None]:
        for _ in slices(inquiry):
            yield
            if inquiry.done > 50:
                resume.wait(60)

    monkeypatch.setattr(Estimate, "slices", halfway)
    async with tour({"rows": "3", "cols": "4", "seed": "3"}) as it:
        await over(it, "E", EstimateScreen)
        facts = (" directed tours", "95% interval ", " s left. ")
        await until(it.pilot, lambda: all(fact in sentence(it) for fact in facts))
        walk = view(it).board.trail.tolist()
        assert len(set(walk)) == len(walk) > 1
        assert all(adjacent(a, b, 4) for a, b in pairwise(walk))
        resume.set()
        await until(it.pilot, lambda: "All 400 probes are done." in sentence(it))
        await until(it.pilot, lambda: "published: 16" in " ".join(it.text("#numbers-words").split()))
        assert it.text("#measure").strip()
        assert all(name in it.text("Chart") for name in ("mean", "low", "high", "published"))
        await it.pilot.press("down")
        await until(it.pilot, lambda: it.app.screen.query_one("#numbers").scroll_offset.y == 1)
        await back(it)


async def test_the_title_counts_the_starts() -> None:
    async with tour({"rows": "3", "cols": "3"}) as it:
        await over(it, "t", TenScreen)
        await until(it.pilot, lambda: "All 36 runs are done." in sentence(it))
        assert "ten" not in it.text(".title")


async def test_leaving_ten_starts_stops_their_worker(ended: list[int]) -> None:
    async with tour({"rows": "12", "cols": "12", "solver": "backtrack", "max_states": "1000000000"}) as it:
        await over(it, "t", TenScreen)
        table = it.app.screen.query_one(DataTable)
        await until(it.pilot, lambda: "✓" in str(table.get_row_at(0)[1]) or "×" in str(table.get_row_at(0)[1]))
        await back(it, "escape")
        await until(it.pilot, lambda: bool(ended))
        assert ended[0] < 40


async def test_keys_that_arrive_together_open_one_screen_at_a_time(ended: Ended) -> None:
    async with tour(FIVE | {"solver": "warnsdorff"}) as it:
        for key in ("m", "q", "t", "q", "o", "q", "m", "escape", "escape", "right"):
            it.app.simulate_key(key)
        await until(it.pilot, lambda: isinstance(it.app.screen, TourScreen) and it.moment == 1)
        assert len(it.app.screen_stack) == 2
        await until(it.pilot, lambda: len(ended) == ended.begun)  # a worker may not start if its screen closes at once


HELP: list[tuple[str, type[Screen[Any]], tuple[str, ...]]] = [
    ("", TourScreen, ("edit the start and the holes", "from which squares", "ten random squares", "one step forwards")),
    ("o", TourSetupScreen, ("start the tour here", "make or fill a hole", "undo the last change", "start the search")),
    ("m", MapScreen, ("write the results so far", "stop and go back")),
    ("t", TenScreen, ("write the results so far", "stop and go back")),
    ("p", PlayScreen, ("choose the square under the cursor", "undo the last change", "back to the search")),
]
"""Keys that open a screen, the screen, and words of its help."""


@pytest.mark.parametrize("ascii_only", [False, True])
async def test_help_lists_the_keys_of_each_screen(ascii_only: bool) -> None:
    async with tour(FIVE | {"solver": "warnsdorff"}, (100, 60), Look(ascii=ascii_only)) as it:
        for key, kind, words in HELP:
            if key:
                await over(it, key, kind)
            await over(it, "question_mark", HelpScreen)
            page = it.text("HelpScreen Static")
            for each in words:
                assert each in page
            if ascii_only:
                unknown = {char for char in page if not char.isascii()}
                assert unknown <= set("↑↓←→⌫"), f"{unknown} are not ASCII"
            await it.pilot.press("escape")
            await until(it.pilot, lambda kind=kind: isinstance(it.app.screen, kind))  # type: ignore[misc]
            if key:
                await back(it)


# Small terminals.


def whole(it: Opened) -> bool:
    """Return whether the whole sentence is visible."""
    return sentence(it) == " ".join(it.app.screen.query_one("#sentence", Words).render().plain.split())


@pytest.mark.parametrize("size", [(40, 12), (50, 20)], ids=["40x12", "50x20"])
async def test_all_screens_of_tours_fit_a_small_terminal(size: tuple[int, int]) -> None:
    async with tour(STUCK | FIVE, size) as it:
        await it.press("right", "right")
        assert whole(it)
        assert "♞" in it.text("BoardView")
        await over(it, "o", TourSetupScreen)
        assert whole(it)
        await it.pilot.press("x", "right", "space")
        assert whole(it)
        assert view(it).size.height > 1
        await back(it)
        await over(it, "m", MapScreen)
        await until(it.pilot, lambda: "All 25 runs" in sentence(it))
        assert whole(it)
        assert "×" in it.text("BoardView")
        await back(it)
        await over(it, "t", TenScreen)
        await until(it.pilot, lambda: "All 40 runs" in sentence(it))
        assert whole(it)
        await back(it)
        await over(it, "p", PlayScreen)
        assert whole(it)
        await back(it)
        assert it.moment == 2


@pytest.mark.parametrize("size", [(40, 12), (50, 20)], ids=["40x12", "50x20"])
async def test_the_counts_of_the_map_fit_a_small_terminal(size: tuple[int, int]) -> None:
    async with tour(FIVE | {"solver": "warnsdorff"}, size) as it:
        await over(it, "m", MapScreen)
        await until(it.pilot, lambda: "All 25 runs" in sentence(it))
        assert "- no tour (proved): 12" in sentence(it)


async def test_a_map_of_pixels_names_the_zoom_key() -> None:
    async with tour({"rows": "8", "cols": "8", "solver": "warnsdorff"}, (40, 12)) as it:
        await over(it, "m", MapScreen)
        await until(it.pilot, lambda: "All 64 runs" in sentence(it))
        assert "z zooms in" in it.text("BoardView")
        await it.pilot.press("z")
        assert "✓" in it.text("BoardView")


async def test_the_longest_proof_fits_a_small_terminal() -> None:
    async with tour({"rows": "4", "cols": "5", "closed": "yes"}, (40, 12)) as it:
        assert whole(it)
        await over(it, "o", TourSetupScreen)
        assert whole(it)
