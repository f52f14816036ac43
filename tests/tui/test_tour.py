"""The screen of the knight's tour: its keys and the mouse, set-up, map, ten starts, and playing by hand."""

import io
import json
import shlex
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, redirect_stderr
from pathlib import Path
from typing import Any

import pytest
from textual.screen import Screen
from textual.widgets import DataTable, Label, OptionList

from engine.boards import read_square
from engine.frame import Status
from engine.tour.problem import DEAD_END, HOLE, KNIGHT, PROOF, TourProblem
from engine.tour.survey import Survey
from tests.tui.opened import Opened, opened, until
from tests.tui.test_form import Form
from tui import cli
from tui.look import Look
from tui.screens.export import ExportScreen
from tui.screens.help import HelpScreen
from tui.screens.inquiry import MapScreen, TenScreen
from tui.screens.play import PlayScreen
from tui.screens.puzzle import PuzzleScreen
from tui.screens.settings import Field, SettingsScreen
from tui.screens.setup import SetupScreen
from tui.screens.tour import TourScreen
from tui.widgets.board import BoardView
from tui.widgets.words import Words

SOLVERS = ("auto", "warnsdorff", "backtrack")
STUCK = {"start": "a3", "solver": "warnsdorff"}
"""Where the pure rule fails."""
FIVE = {"rows": "5", "cols": "5"}


@asynccontextmanager
async def tour(
    values: dict[str, str] | None = None, size: tuple[int, int] = (80, 24), look: Look | None = None
) -> AsyncIterator[Opened]:
    async with opened(values, size, look, "tour") as it:
        assert isinstance(it.screen, TourScreen)
        yield it


async def over(it: Opened, key: str, kind: type[Screen[Any]]) -> None:
    """Press a key that opens another screen."""
    await it.pilot.press(key)
    await until(it.pilot, lambda: isinstance(it.app.screen, kind) and it.app.screen.is_mounted)


async def back(it: Opened, key: str = "q") -> None:
    await it.pilot.press(key)
    await until(it.pilot, lambda: isinstance(it.app.screen, PuzzleScreen))
    await it.at_rest()


def problem(it: Opened) -> TourProblem:
    found = it.screen.plan.problem
    assert isinstance(found, TourProblem)
    return found


def view(it: Opened) -> BoardView:
    return it.app.screen.query_one(BoardView)


def marked(it: Opened, name: str) -> set[str]:
    """Return the squares of the board on show that carry a mark."""
    board = view(it).board
    kinds = [mark.name for mark in board.marks]
    places = zip(board.squares.tolist(), board.kinds.tolist(), strict=True)
    return {named(it, square) for square, kind in places if kinds[kind] == name}


def named(it: Opened, square: int) -> str:
    board = view(it).board
    return f"{'abcdefgh'[square % board.cols]}{board.rows - square // board.cols}"


def trail(it: Opened) -> list[str]:
    return [named(it, int(square)) for square in view(it).board.trail]


def sentence(it: Opened) -> str:
    words = it.app.screen.query_one("#sentence")
    return " ".join(" ".join(strip.text for strip in words.render_lines(words.outer_size.region)).split())


def cells(it: Opened) -> dict[str, str]:
    """Return what is written on each square of a board that fits, read off the screen."""
    shown, found = view(it), {}
    scale, indent = shown.scale, shown._indent
    lines = it.text("BoardView").split("\n")
    for row in range(scale.rows):
        line = lines[indent.y + int(row * scale.height + scale.height // 2)]
        for col in range(scale.cols):
            first = indent.x + scale.margin[0] + col * scale.width
            found[named(it, row * scale.cols + col)] = line[first : first + scale.width].strip()
    return found


async def click(it: Opened, square: str, button: int = 1) -> None:
    shown = view(it)
    board, scale, indent = shown.board, shown.scale, shown._indent
    row, col = divmod(read_square(square, board.rows, board.cols, "square"), board.cols)
    x, y = indent.x + scale.margin[0] + col * scale.width + 1, indent.y + int(row * scale.height)
    await it.pilot.click(shown, offset=(x, y), button=button)
    await it.pilot.pause()


# The search.


@pytest.mark.parametrize("solver", SOLVERS)
async def test_a_tour_goes_step_by_step_there_and_back_and_runs_to_its_end(solver: str) -> None:
    async with tour(FIVE | {"solver": solver, "start": "a1"}) as it:
        assert trail(it) == ["a1"]
        assert marked(it, KNIGHT.name) == {"a1"}
        assert (cells(it)["a1"], cells(it)["b3"], cells(it)["c2"]) == ("♞", "+5", "+5")
        await it.press("right", "right")
        assert it.moment == 2
        first, second, third = trail(it)
        assert (first, cells(it)["a1"], cells(it)[second], cells(it)[third]) == ("a1", "1", "2", "♞")
        assert third in sentence(it)
        assert sentence(it).endswith("go.")
        await it.press("left")
        assert trail(it) == [first, second]
        assert (cells(it)[second], cells(it)[third][0]) == ("♞", "+")
        await it.press(*["+"] * 20)
        await it.pilot.press("space")
        await until(it.pilot, lambda: it.screen.runner.report.status is Status.SOLVED)
        await it.at_rest()
        assert sentence(it) == "Solved. All 25 squares are visited."
        assert sorted(cells(it).values(), key=int) == [str(number) for number in range(1, 26)]
        await it.press("r")
        assert (it.moment, trail(it), it.screen.plan.seed) == (0, ["a1"], 7)


async def test_a_new_seed_begins_elsewhere_unless_the_start_is_given() -> None:
    async with tour({"rows": "30", "cols": "30"}) as it:
        starts = set()
        for _ in range(4):
            starts.add(int(view(it).board.trail[0]))
            await it.press("R")
        assert len(starts) > 1
    async with tour(FIVE | {"start": "c3"}) as it:
        await it.press("R")
        assert it.screen.plan.seed != 7
        assert trail(it) == ["c3"]


async def test_tab_keeps_board_and_start_from_solver_to_solver() -> None:
    values = FIVE | {"start": "a1", "holes": "c3:c4", "closed": "yes", "rows": "6"}
    async with tour(values) as it:
        asked, met = problem(it).model_dump(), []
        names = tuple(solver.name for solver in it.screen.plan.puzzle.solvers)
        for _ in names:
            met.append(it.screen.plan.solver.name)
            assert problem(it).model_dump() == asked
            assert it.screen.plan.solver.name not in SOLVERS or trail(it) == ["a1"]
            await it.press("tab")
        assert tuple(met) == names
        assert it.screen.plan.solver.name == "auto"


async def test_i_runs_to_the_next_dead_end_and_the_board_shows_it_after_a_step_back() -> None:
    async with tour({"solver": "backtrack", "order": "warnsdorff", "start": "a3"}) as it:
        await it.press("i")
        assert it.moment == 61
        assert trail(it)[-1] == "c4"
        assert "a dead end" in sentence(it)
        assert not marked(it, DEAD_END.name)
        await it.press("right")
        assert sentence(it).startswith("Stepped back 1 square to e3; 1 of 2 candidates failed; c2 has 1 way on")
        assert marked(it, DEAD_END.name) == {"c4"}
        assert cells(it)["c4"] == "×"
        assert cells(it)["a1"] == "+0"
        await it.press("i", "i", "i", "i", "i", "i", "i", "i", "i", "i", "i", "i", "i", "i", "i", "i")
        assert it.screen.runner.report.status is Status.SOLVED
        assert it.moment == 90


async def test_i_runs_to_the_next_turn_of_a_walk() -> None:
    async with tour({"rows": "6", "cols": "6", "closed": "yes"}) as it:
        await it.press("i")
        assert it.moment > 1
        assert "run through backwards" in sentence(it) or "leads back" in sentence(it)


async def test_the_pure_rule_gives_up_with_its_reason() -> None:
    async with tour(STUCK) as it:
        await it.press("i")
        assert it.screen.runner.report.status is Status.GAVE_UP
        assert "Gave up: the rule came to a dead end on c4 after 62 of 64 squares." in sentence(it)
        assert "gave up" in it.text("#state")
        await it.pilot.press("space")
        assert any("has ended" in note.message for note in it.app._notifications)


async def test_advice_after_giving_up_is_only_what_can_help() -> None:
    """From a given start the rule does the same whatever the seed is."""
    async with tour(STUCK) as it:
        await it.press("i")
        assert "another seed" not in sentence(it)


async def test_an_impossible_board_says_why_at_once_and_on_which_squares() -> None:
    async with tour({"holes": "a8:h1"}) as it:
        assert it.screen.runner.report.status is Status.IMPOSSIBLE
        assert sentence(it).startswith("Proved impossible: a knight changes colour with each move")
        assert sentence(it).endswith("here 30 are light and 32 dark.")
        assert len(marked(it, PROOF.name)) == 32
        assert marked(it, HOLE.name) == {"a8", "h1"}
        assert (cells(it)["a8"], cells(it)["h1"], cells(it)["b8"], cells(it)["c8"]) == ("#", "#", "●", "")
        for key in ("space", "i"):
            await it.pilot.press(key)
            assert any("nothing to search for" in note.message for note in it.app._notifications)
            it.app.clear_notifications()
        await it.press("right", "left", "end", "home")
        assert it.moment == 0
        for solver in ("warnsdorff", "backtrack"):
            await it.press("tab")
            assert it.screen.plan.solver.name == solver
            assert "30 are light and 32 dark" in sentence(it)


@pytest.mark.parametrize("look", [Look(ascii=True), Look(colour=False)], ids=["ascii", "no-colour"])
async def test_signs_tell_everything_without_colour_and_beyond_ascii(look: Look) -> None:
    async with tour(STUCK | {"rows": "6", "cols": "6", "holes": "a6:b6"}, look=look) as it:
        assert (cells(it)["a3"], cells(it)["a6"], cells(it)["b5"]) == ("N" if look.ascii else "♞", "#", "+3")
        await it.press("right")
        assert cells(it)["a3"] == "1"
        shown = "".join(it.text(part) for part in ("BoardView", "#sentence", "#state", "Timeline", "Figures"))
        assert shown.isascii() == look.ascii


# Setting up the board.


async def test_start_and_holes_are_chosen_with_the_cursor_and_the_search_begins_with_them() -> None:
    async with tour({"rows": "6", "cols": "6"}) as it:
        await it.press("right")
        await over(it, "o", SetupScreen)
        assert cells(it)["a6"] == "[ ]"
        await it.pilot.press("right", "down", "space")
        assert cells(it)["b5"] == "[♞]"
        assert "Tour of 6 x 6 from b5." in sentence(it)
        await it.pilot.press("right", "right", "down", "x", "h", "x")
        assert marked(it, HOLE.name) == {"c4", "d4"}
        assert "Tour of 6 x 6 without 2 squares from b5." in sentence(it)
        assert it.text("Figures").split() == ["start", "b5", "squares", "34", "tour", "open"]
        await it.pilot.press("x")
        assert marked(it, HOLE.name) == {"d4"}
        await back(it, "enter")
        assert (problem(it).start, problem(it).holes) == ("b5", "d4")
        assert (it.screen.plan.solver.name, it.screen.plan.seed) == ("auto", 7)
        assert (it.moment, trail(it), cells(it)["d4"]) == (0, ["b5"], "#")
        await over(it, "o", SetupScreen)
        assert cells(it)["b5"] == "[♞]"
        await it.pilot.press("space", "k", "x", "f5")
        await it.at_rest()
        assert (problem(it).start, problem(it).holes) == (None, "b6:d4")


async def test_changes_are_undone_one_by_one_and_all_at_once() -> None:
    async with tour({"rows": "6", "cols": "6", "start": "a1", "holes": "c3:c4"}) as it:
        await over(it, "o", SetupScreen)
        await it.pilot.press("u")
        assert sentence(it) == "There is nothing to take back."
        await it.pilot.press("c")
        assert marked(it, HOLE.name) | marked(it, KNIGHT.name) == set()
        await it.pilot.press("right", "x", "right", "space")
        assert (marked(it, HOLE.name), marked(it, KNIGHT.name)) == ({"b1"}, {"c1"})
        await it.pilot.press("u")
        assert (marked(it, HOLE.name), marked(it, KNIGHT.name)) == ({"b1"}, set())
        await it.pilot.press("u", "backspace")
        assert (marked(it, HOLE.name), marked(it, KNIGHT.name)) == ({"c3", "c4"}, {"a1"})
        await back(it, "enter")
        assert (problem(it).start, problem(it).holes) == ("a1", "c3:c4")


@pytest.mark.parametrize("key", ["q", "escape"])
async def test_a_board_that_was_set_up_can_be_left_as_if_nothing_had_happened(key: str) -> None:
    async with tour(FIVE | {"start": "a1"}) as it:
        await it.press("right", "right")
        runner, walked = it.screen.runner, trail(it)
        await over(it, "o", SetupScreen)
        await it.pilot.press("x", "down", "space")
        await back(it, key)
        assert it.screen.runner is runner
        assert (it.moment, trail(it), problem(it).start) == (2, walked, "a1")


async def test_the_rule_that_forbids_a_tour_is_told_while_holes_are_made() -> None:
    async with tour() as it:
        await over(it, "o", SetupScreen)
        await it.pilot.press("x")
        assert "impossible" not in sentence(it)
        await it.pilot.press("up", "left", "x")
        assert "without 2 squares: proved impossible, since a knight changes colour" in sentence(it)
        assert len(marked(it, PROOF.name)) == 32
        await it.pilot.press("u")
        assert "impossible" not in sentence(it)
        assert not marked(it, PROOF.name)
        await it.pilot.press("x", "enter")
        await it.at_rest()
        assert it.screen.runner.report.status is Status.IMPOSSIBLE
        assert len(marked(it, PROOF.name)) == 32


async def test_setting_up_begins_with_what_is_asked_and_with_the_reason_against_it() -> None:
    async with tour({"rows": "6", "cols": "6", "start": "b5"}) as it:
        await over(it, "o", SetupScreen)
        assert sentence(it).startswith("Tour of 6 x 6 from b5. Space puts the start")
    async with tour({"holes": "a8:h1"}) as it:
        await over(it, "o", SetupScreen)
        assert "without 2 squares: proved impossible, since a knight changes colour" in sentence(it)


async def test_the_mouse_puts_the_start_and_makes_holes() -> None:
    async with tour({"rows": "6", "cols": "6"}) as it:
        await click(it, "e4")
        await until(it.pilot, lambda: isinstance(it.app.screen, SetupScreen))
        await it.pilot.pause()
        assert cells(it)["e4"] == "[ ]"
        assert not marked(it, KNIGHT.name)
        await click(it, "b2")
        assert marked(it, KNIGHT.name) == {"b2"}
        await click(it, "f6", button=3)
        await click(it, "f5", button=3)
        assert (marked(it, HOLE.name), cells(it)["f5"]) == ({"f6", "f5"}, "[#]")
        await click(it, "f6", button=3)
        await back(it, "enter")
        assert (problem(it).start, problem(it).holes) == ("b2", "f5")


async def test_what_cannot_be_set_up_is_refused_in_a_sentence() -> None:
    async with tour({"rows": "1", "cols": "3"}) as it:
        await over(it, "o", SetupScreen)
        await it.pilot.press("x", "space")
        assert sentence(it) == "a1 is a hole; x mends it."
        assert (marked(it, HOLE.name), marked(it, KNIGHT.name)) == ({"a1"}, set())
        await it.pilot.press("right", "space", "x")
        assert (marked(it, HOLE.name), marked(it, KNIGHT.name)) == ({"a1", "b1"}, set())
        await it.pilot.press("right", "x")
        assert sentence(it) == "Holes has all squares of the board, but one at least must be left."
        assert marked(it, HOLE.name) == {"a1", "b1"}
        await it.pilot.press("u")
        assert (marked(it, HOLE.name), marked(it, KNIGHT.name)) == ({"a1"}, {"b1"})


# Map and ten starts.


@pytest.fixture
def ended(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return how many runs were done when the worker of a survey ended, once it has."""
    slices, known = Survey.slices, []

    def watched(survey: Survey) -> Iterator[None]:
        try:
            yield from slices(survey)
        finally:
            known.append(len(survey.trials))

    monkeypatch.setattr(Survey, "slices", watched)
    return known


async def test_the_map_shows_the_two_starts_from_which_the_rule_fails(tmp_path: Path) -> None:
    async with tour(STUCK) as it:
        await over(it, "m", MapScreen)
        await until(it.pilot, lambda: "All 64 runs are done." in sentence(it))
        assert marked(it, "gave up") == {"a3", "b5"}
        assert (cells(it)["a3"], cells(it)["a1"]) == ("×", "✓")
        assert " ✓ 62 tour found, - 0 no tour (proved), × 2 gave up." in sentence(it)
        assert sentence(it).endswith("Every square is tried, so start a3 is not used.")
        assert "from a3" not in it.text(".title")
        for place, ending in enumerate(("txt", "json")):
            await over(it, "e", ExportScreen)
            it.app.screen.query_one(OptionList).highlighted = place
            await it.pilot.press("enter")
            await until(it.pilot, lambda: isinstance(it.app.screen, MapScreen))
            assert (tmp_path / f"tour-map.{ending}").exists()
        await back(it)
        assert problem(it).start == "a3"
    text, written = (tmp_path / f"tour-map.{ending}" for ending in ("txt", "json"))
    assert "found from 62 of 64 starts" in text.read_text()
    assert text.read_text().count("×") == 3
    answer = json.loads(written.read_text())
    assert (answer["question"], answer["complete"], answer["counts"]["solved"]) == ("map", True, 62)


async def test_the_map_fills_while_one_looks_and_its_worker_stops_with_it(ended: list[int]) -> None:
    async with tour({"rows": "200", "cols": "200", "solver": "warnsdorff"}) as it:
        await over(it, "m", MapScreen)
        await until(it.pilot, lambda: len(view(it).board.squares) > 3)
        assert " of 40,000 runs." in sentence(it)
        await back(it)
        await until(it.pilot, lambda: bool(ended))
        assert 3 < ended[0] < 40_000
        await it.press("right")
        assert it.moment == 1


async def test_ten_starts_fill_a_table_of_the_four_methods(tmp_path: Path) -> None:
    async with tour(FIVE | {"solver": "backtrack", "max_states": "2000"}) as it:
        await over(it, "t", TenScreen)
        await until(it.pilot, lambda: "All 40 runs are done." in sentence(it))
        table = it.app.screen.query_one(DataTable)
        heads = [str(column.label) for column in table.ordered_columns]
        assert heads == ["start", "warnsdorff", "back. warnsdorff", "back. wall", "back. warnsdorff+wall"]
        rows = [[str(cell) for cell in table.get_row_at(row)] for row in range(table.row_count)]
        assert len({row[0] for row in rows}) == 11
        assert rows[-1][0] == "found"
        for row in rows[:-1]:
            assert all(cell[0] in "✓×-" and len(cell.split()) == 3 for cell in row[1:])
        for method in range(1, 5):
            found = sum(row[method].startswith("✓") for row in rows[:-1])
            assert rows[-1][method] == f"{found} of 10"
        assert "✓ found, × gave up, - no tour (proved)" in sentence(it)
        await over(it, "e", ExportScreen)
        await it.pilot.press("enter")
        await until(it.pilot, lambda: isinstance(it.app.screen, TenScreen))
    assert (tmp_path / "tour-ten.txt").read_text().count("of 10") == 4


async def test_as_many_starts_are_announced_as_there_are() -> None:
    async with tour({"rows": "3", "cols": "3"}) as it:
        await over(it, "t", TenScreen)
        await until(it.pilot, lambda: "All 36 runs are done." in sentence(it))
        assert "ten" not in it.text(".title")


async def test_ten_starts_can_be_left_early(ended: list[int]) -> None:
    async with tour({"rows": "12", "cols": "12", "solver": "backtrack", "max_states": "1000000000"}) as it:
        await over(it, "t", TenScreen)
        table = it.app.screen.query_one(DataTable)
        await until(it.pilot, lambda: "✓" in str(table.get_row_at(0)[1]) or "×" in str(table.get_row_at(0)[1]))
        await back(it, "escape")
        await until(it.pilot, lambda: bool(ended))
        assert ended[0] < 40


async def test_keys_that_arrive_together_open_and_close_one_screen_after_the_other(ended: list[int]) -> None:
    async with tour(FIVE | {"solver": "warnsdorff"}) as it:
        for key in ("m", "q", "t", "q", "o", "q", "m", "escape", "escape", "right"):
            it.app.simulate_key(key)
        await until(it.pilot, lambda: isinstance(it.app.screen, TourScreen) and it.moment == 1)
        assert len(it.app.screen_stack) == 2
        await until(it.pilot, lambda: len(ended) == 3)


@pytest.mark.parametrize(
    ("key", "kind", "words"),
    [
        ("", TourScreen, ("choose the start and make holes", "from which starts", "ten random starts", "one step on")),
        ("o", SetupScreen, ("begin the tour here", "take the square away", "take the last change back", "begin the")),
        ("m", MapScreen, ("write what is known", "stop, and back to the search")),
        ("t", TenScreen, ("write what is known", "stop, and back to the search")),
        ("p", PlayScreen, ("choose the square under the cursor", "take the last change back", "back to the search")),
    ],
)
@pytest.mark.parametrize("ascii_only", [False, True])
async def test_help_lists_the_keys_of_each_screen(
    key: str, kind: type[Screen[Any]], words: tuple[str, ...], ascii_only: bool
) -> None:
    async with tour(FIVE | {"solver": "warnsdorff"}, (100, 60), Look(ascii=ascii_only)) as it:
        if key:
            await over(it, key, kind)
        await over(it, "question_mark", HelpScreen)
        page = it.text("HelpScreen Static")
        for each in words:
            assert each in page
        await it.pilot.press("escape")
        assert isinstance(it.app.screen, kind)
        if ascii_only:
            unknown = {char for char in page if not char.isascii()}
            assert unknown <= set("↑↓←→⌫"), f"{unknown} stand on no key"


# Little room.


def whole(it: Opened) -> bool:
    """Tell whether all of the sentence is in sight."""
    return sentence(it) == " ".join(it.app.screen.query_one("#sentence", Words).render().plain.split())


@pytest.mark.parametrize("size", [(40, 12), (50, 20)], ids=["40x12", "50x20"])
async def test_everything_about_tours_can_be_done_in_little_room(size: tuple[int, int]) -> None:
    async with tour(STUCK | FIVE, size) as it:
        await it.press("right", "right")
        assert whole(it)
        assert "♞" in it.text("BoardView")
        await over(it, "o", SetupScreen)
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
async def test_the_counts_of_the_map_can_be_read_in_little_room(size: tuple[int, int]) -> None:
    async with tour(FIVE | {"solver": "warnsdorff"}, size) as it:
        await over(it, "m", MapScreen)
        await until(it.pilot, lambda: "All 25 runs" in sentence(it))
        assert "- 12 no tour (proved)" in sentence(it)


async def test_a_map_of_pixels_can_be_zoomed_into_as_it_says() -> None:
    async with tour({"rows": "8", "cols": "8", "solver": "warnsdorff"}, (40, 12)) as it:
        await over(it, "m", MapScreen)
        await until(it.pilot, lambda: "All 64 runs" in sentence(it))
        assert "z zooms in" in it.text("BoardView")
        await it.pilot.press("z")
        assert "✓" in it.text("BoardView")


async def test_the_longest_reason_can_be_read_in_little_room() -> None:
    async with tour({"rows": "4", "cols": "5", "closed": "yes"}, (40, 12)) as it:
        assert whole(it)
        await over(it, "o", SetupScreen)
        assert whole(it)


# By hand.


async def test_a_tour_by_hand_goes_by_knight_s_moves_only() -> None:
    async with tour(FIVE | {"start": "a1", "holes": "e5:e4"}) as it:
        await over(it, "p", PlayScreen)
        assert (trail(it), marked(it, KNIGHT.name)) == (["a1"], {"a1"})
        await click(it, "b3")
        assert sentence(it) == "The knight goes to b3. 5 ways on."
        assert (cells(it)["a1"], cells(it)["b3"], cells(it)["d2"]) == ("1", "[♞]", "+2")
        for square, words in (
            ("b4", "b4 is no knight's move from b3."),
            ("a1", "The knight was on a1 already."),
            ("e5", "e5 is not there."),
        ):
            await click(it, square)
            assert sentence(it) == words
            assert trail(it) == ["a1", "b3"]
        await click(it, "b3")
        assert (sentence(it), trail(it)) == ("The knight steps back from b3.", ["a1"])
        await it.pilot.press("c")
        assert trail(it) == []
        await it.pilot.press("u")
        assert trail(it) == ["a1"]
        await it.pilot.press("c")
        await click(it, "c3")
        assert (sentence(it), trail(it)) == ("The tour has to begin on a1.", [])


async def test_undo_takes_back_a_move_and_not_what_was_refused() -> None:
    async with tour(FIVE | {"start": "a1"}) as it:
        await over(it, "p", PlayScreen)
        await click(it, "b3")
        await click(it, "b4")
        await it.pilot.press("u")
        assert trail(it) == ["a1"]
        await it.pilot.press("u")
        assert sentence(it) == "There is nothing to take back."


async def test_a_tour_can_be_finished_by_hand() -> None:
    async with tour({"rows": "3", "cols": "4", "start": "a1"}) as it:
        await it.press(*["+"] * 20, "i", "i", "i", "i", "i")
        await until(it.pilot, lambda: it.screen.runner.report.status is Status.SOLVED)
        tour_found = trail(it)
        await it.press("home")
        await over(it, "p", PlayScreen)
        for square in tour_found[1:]:
            await click(it, square)
        assert sentence(it).endswith("All squares are visited. Solved!")


# Export, settings, and the way to repeat a run.


async def test_e_offers_the_drawing_the_text_json_and_csv(tmp_path: Path) -> None:
    async with tour(FIVE | {"start": "a1", "solver": "backtrack"}) as it:
        await it.press(*["right"] * 24)
        await over(it, "e", ExportScreen)
        offered = [str(each.prompt) for each in it.app.screen.query_one(OptionList).options]
        for place in range(len(offered)):
            if place:
                await over(it, "e", ExportScreen)
            it.app.screen.query_one(OptionList).highlighted = place
            await it.pilot.press("enter")
            await until(it.pilot, lambda: isinstance(it.app.screen, PuzzleScreen))
        path = [list(divmod(int(square), 5)) for square in view(it).board.trail]
    files = {file.name.removeprefix("tour-backtrack-7"): file.read_text() for file in tmp_path.glob("tour-*")}
    assert set(files) == {".txt", ".json", ".csv", "-curves.csv", "-board.svg", ".svg"}
    assert json.loads(files[".json"])["path"] == path
    rows = [[int(cell) for cell in line.split(",")] for line in files[".csv"].splitlines()[1:]]
    assert files[".csv"].startswith("step,row,column\n")
    assert rows == [[number, *square] for number, square in enumerate(path, 1)]
    assert files[".txt"].startswith("tour of 5 x 5 from a1 by backtrack: solved")
    assert "start: a1" in files["-board.svg"]
    assert files["-board.svg"].startswith("<svg")


@asynccontextmanager
async def form(values: dict[str, str]) -> AsyncIterator[Form]:
    async with tour(values, (120, 40)) as it:
        await over(it, "s", SettingsScreen)
        yield Form(it)


async def test_wrong_text_is_marked_where_it_stands_in_the_words_of_the_command_line() -> None:
    wrong = {
        "start": ("z9", "e", "4;4", "8,0", "a0", "a1:b2", "-1,0"),
        "holes": ("a1::b2", "i1", "a1,b2", "c3", "a1:"),
        "moves": ("123", "11234567", "abc", "123456789"),
        "rows": ("-8", "0", "1001", "many"),
        "max_states": ("-1",),
        "max_seconds": ("-0.5",),
    }
    async with form({"solver": "backtrack", "start": "c3"}) as it:
        for name, values in wrong.items():
            before = it.value(name)
            for value in values:
                await it.enter(**{name: value})
                assert (it.marked, it.can_apply) == ({name}, False)
                told = it.sentence
                given = {"solver": "backtrack", "start": "c3", name: value}
                options = [f"--{key.replace('_', '-')}={each}" for key, each in given.items()]
                with redirect_stderr(io.StringIO()) as printed:
                    assert cli.run(["tour", *options]) == cli.BAD_INPUT
                assert printed.getvalue() == f"knightwatch: {told}\n"
            await it.enter(**{name: before})
            assert (it.marked, it.can_apply) == (set(), True)


async def test_text_that_was_entered_is_used() -> None:
    async with form({"solver": "backtrack"}) as it:
        await it.enter(rows="6", cols="5", start="5,0", holes="0,0:b6", moves="87654321")
        assert it.marked == set()
        await it.apply()
        assert trail(it.puzzle) == ["a1"]
        assert marked(it.puzzle, HOLE.name) == {"a6", "b6"}
        used = {"solver": "backtrack", "rows": "6", "cols": "5", "start": "5,0", "holes": "0,0:b6", "moves": "87654321"}
        assert it.puzzle.screen.plan.values() == used | {"seed": "7"}
        await over(it.puzzle, "s", SettingsScreen)
        await it.enter(start="", holes="")
        await it.apply()
        assert (problem(it.puzzle).start, problem(it.puzzle).holes) == (None, None)


async def test_a_size_that_no_longer_holds_the_start_marks_the_start() -> None:
    async with form({"start": "h8"}) as it:
        await it.enter(rows="5")
        assert it.marked == {"start"}
        assert "outside the board of 5 x 8" in it.sentence


async def test_y_copies_a_command_line_that_repeats_the_tour(capsys: pytest.CaptureFixture[str]) -> None:
    async with tour({"rows": "6", "cols": "5", "closed": "yes", "holes": "c3:c4"}) as it:
        await it.press("y", *["+"] * 20)
        await it.pilot.press("space")
        await until(it.pilot, lambda: it.screen.runner.report.status is not Status.RUNNING)
        await it.at_rest()
        words = shlex.split(it.app.clipboard)
        found = it.screen.runner.run.search.answer()
        status = it.screen.runner.report.status
    assert words[:2] == ["knightwatch", "tour"]
    capsys.readouterr()
    cli.run([*words[1:], "--json"])
    again = json.loads(capsys.readouterr().out)
    assert (again["status"], again["path"]) == (status, found["path"])


async def test_what_is_allowed_can_be_read_to_its_end() -> None:
    async with tour({"solver": "backtrack"}) as it:
        await over(it, "s", SettingsScreen)
        for field in it.app.screen.query(Field):
            words = field.query_one(".says", Label)
            assert len(str(words.content).rstrip()) <= words.size.width, field.field
