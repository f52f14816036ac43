"""The editor of a tour's board: start and holes by cursor and mouse, undo, refusals."""

import pytest
from textual.events import MouseMove

from knightwatch.engine.core.frame import Status
from knightwatch.engine.tour.problem import HOLE, KNIGHT, PROOF
from knightwatch.tui.screens.tour.setup import TourSetupScreen
from tests.support.pilot import Opened, over, until
from tests.support.touring import FIVE, back, cells, click, marked, place, problem, sentence, tour, trail, view


async def test_the_cursor_sets_start_and_holes() -> None:
    async with tour({"rows": "6", "cols": "6"}) as it:
        await it.press("right")
        await over(it, "o", TourSetupScreen)
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
        assert (it.moment, trail(it), cells(it)["d4"]) == (0, ["b5"], "░" * 8)
        await over(it, "o", TourSetupScreen)
        assert cells(it)["b5"] == "[♞]"
        await it.pilot.press("space", "k", "x", "f5")
        await it.at_rest()
        assert (problem(it).start, problem(it).holes) == (None, "b6:d4")


async def test_changes_are_undone_one_by_one() -> None:
    async with tour({"rows": "6", "cols": "6", "start": "a1", "holes": "c3:c4"}) as it:
        await over(it, "o", TourSetupScreen)
        await it.pilot.press("u")
        assert "nothing to" in sentence(it)
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
async def test_cancelling_the_editor_changes_nothing(key: str) -> None:
    async with tour(FIVE | {"start": "a1"}) as it:
        await it.press("right", "right")
        runner, walked = it.screen.runner, trail(it)
        await over(it, "o", TourSetupScreen)
        await it.pilot.press("x", "down", "space")
        await back(it, key)
        assert it.screen.runner is runner
        assert (it.moment, trail(it), problem(it).start) == (2, walked, "a1")


async def test_the_editor_shows_the_proof_while_holes_are_made() -> None:
    async with tour() as it:
        await over(it, "o", TourSetupScreen)
        await it.pilot.press("x")
        assert "impossible" not in sentence(it)
        await it.pilot.press("up", "left", "x")
        assert "without 2 squares: proved impossible" in sentence(it)
        assert len(marked(it, PROOF.name)) == 32
        await it.pilot.press("u")
        assert "impossible" not in sentence(it)
        assert not marked(it, PROOF.name)
        await it.pilot.press("x", "enter")
        await it.at_rest()
        assert it.screen.runner.report.status is Status.IMPOSSIBLE
        assert len(marked(it, PROOF.name)) == 32


async def test_the_editor_first_describes_the_problem() -> None:
    async with tour({"rows": "6", "cols": "6", "start": "b5"}) as it:
        await over(it, "o", TourSetupScreen)
        assert sentence(it).startswith("Tour of 6 x 6 from b5. Space sets")
    async with tour({"holes": "a8:h1"}) as it:
        await over(it, "o", TourSetupScreen)
        assert "without 2 squares: proved impossible" in sentence(it)


async def test_the_mouse_sets_start_and_holes() -> None:
    async with tour({"rows": "6", "cols": "6"}) as it:
        await click(it, "e4")
        await until(it.pilot, lambda: isinstance(it.app.screen, TourSetupScreen))
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


async def test_the_editor_explains_what_it_refuses() -> None:
    async with tour({"rows": "1", "cols": "3"}) as it:
        await over(it, "o", TourSetupScreen)
        await it.pilot.press("x", "space")
        assert sentence(it) == "a1 is a hole; x fills it."
        assert (marked(it, HOLE.name), marked(it, KNIGHT.name)) == ({"a1"}, set())
        await it.pilot.press("right", "space", "x")
        assert (marked(it, HOLE.name), marked(it, KNIGHT.name)) == ({"a1", "b1"}, set())
        await it.pilot.press("right", "x")
        assert sentence(it).startswith("Holes ")
        assert marked(it, HOLE.name) == {"a1", "b1"}
        await it.pilot.press("u")
        assert (marked(it, HOLE.name), marked(it, KNIGHT.name)) == ({"a1"}, {"b1"})


async def drag(it: Opened, *squares: str) -> None:
    """Press the mouse on the first square and release it on the last."""
    places = [place(it, square) for square in squares]
    await it.pilot.mouse_down(view(it), offset=places[0])
    for offset in places[1:]:
        app, region = it.app, view(it).region
        x, y = region.x + offset[0], region.y + offset[1]
        app.screen._forward_event(MouseMove(view(it), x, y, 0, 0, 1, False, False, False, x, y))
        await it.pilot.pause()
    await it.pilot.mouse_up(view(it), offset=places[-1])
    await it.pilot.pause()


async def test_dragging_makes_or_fills_holes() -> None:
    async with tour({"rows": "6", "cols": "6", "start": "a1"}) as it:
        await over(it, "o", TourSetupScreen)
        await drag(it, "b2", "c2", "d2", "d3")
        assert marked(it, HOLE.name) == {"b2", "c2", "d2", "d3"}
        await drag(it, "c2", "d2", "e2")
        assert marked(it, HOLE.name) == {"b2", "d3"}
        assert marked(it, KNIGHT.name) == {"a1"}
        await click(it, "e5")
        assert marked(it, KNIGHT.name) == {"e5"}
