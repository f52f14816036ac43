"""The screen of the knight's tour: running, and playing by hand."""

import pytest

from knightwatch.engine.core.frame import Status
from knightwatch.engine.tour.problem import DEAD_END, HOLE, KNIGHT, PROOF
from knightwatch.tui.look import Look
from knightwatch.tui.screens.puzzle.play import PlayScreen
from knightwatch.tui.widgets.words import Words
from tests.support.pilot import over, until
from tests.support.touring import FIVE, STUCK, cells, click, marked, problem, sentence, tour, trail, view

SOLVERS = ("auto", "warnsdorff", "backtrack")


@pytest.mark.parametrize("solver", SOLVERS)
async def test_a_tour_steps_forwards_and_back_and_runs_to_the_end(solver: str) -> None:
    async with tour(FIVE | {"solver": solver, "start": "a1"}) as it:
        assert trail(it) == ["a1"]
        assert marked(it, KNIGHT.name) == {"a1"}
        assert (cells(it)["a1"], cells(it)["b3"], cells(it)["c2"]) == ("♞", "+5", "+5")
        await it.press("right", "right")
        assert it.moment == 2
        first, second, third = trail(it)
        assert (first, cells(it)["a1"], cells(it)[second], cells(it)[third]) == ("a1", "1", "2", "♞")
        assert third in sentence(it)
        await it.press("left")
        assert trail(it) == [first, second]
        assert (cells(it)[second], cells(it)[third][0]) == ("♞", "+")
        await it.press(*["+"] * 20)
        await it.pilot.press("space")
        await until(it.pilot, lambda: it.screen.runner.report.status is Status.SOLVED)
        await it.at_rest()
        assert sentence(it).startswith("Solved. ")
        assert sorted(cells(it).values(), key=int) == [str(number) for number in range(1, 26)]
        await it.press("r")
        assert (it.moment, trail(it), it.screen.plan.seed) == (0, ["a1"], 7)


async def test_a_new_seed_changes_only_a_free_start() -> None:
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
        names = tuple(solver.name for solver in it.screen.plan.puzzle.solvers if solver.name != "divide")  # no holes
        for _ in names:
            met.append(it.screen.plan.solver.name)
            assert problem(it).model_dump() == asked
            assert it.screen.plan.solver.name not in SOLVERS or trail(it) == ["a1"]
            await it.press("tab")
        assert tuple(met) == names
        assert it.screen.plan.solver.name == "auto"


async def test_i_runs_to_the_next_dead_end() -> None:
    async with tour({"solver": "backtrack", "order": "warnsdorff", "start": "a3"}) as it:
        await it.press("i")
        assert it.moment == 61
        assert trail(it)[-1] == "c4"
        assert "Dead end" in sentence(it)
        assert not marked(it, DEAD_END.name)
        await it.press("right")
        assert "e3" in sentence(it)
        assert marked(it, DEAD_END.name) == {"c4"}
        assert cells(it)["c4"] == "×"
        assert cells(it)["a1"] == "+0"
        await it.press("i", "i", "i", "i", "i", "i", "i", "i", "i", "i", "i", "i", "i", "i", "i", "i")
        assert it.screen.runner.report.status is Status.SOLVED
        assert it.moment == 90


async def test_i_runs_to_the_next_reversal_of_a_walk() -> None:
    async with tour({"rows": "6", "cols": "6", "closed": "yes"}) as it:
        await it.press("i")
        assert it.moment > 1
        assert it.screen.runner.run.search.milestones == 1


async def test_the_rule_alone_gives_up_with_a_reason() -> None:
    async with tour(STUCK) as it:
        await it.press("i")
        assert it.screen.runner.report.status is Status.GAVE_UP
        assert sentence(it).startswith("Gave up: ")
        assert "62 of 64 squares" in sentence(it)
        assert "gave up" in it.text("#state")
        await it.pilot.press("space")
        assert any("has ended" in notice for notice in it.app.notices)


async def test_the_rule_does_not_suggest_another_seed() -> None:
    """From a given start the rule makes the same moves with every seed."""
    async with tour(STUCK) as it:
        await it.press("i")
        assert "another seed" not in sentence(it)


async def test_an_impossible_board_shows_the_squares_of_the_proof() -> None:
    async with tour({"holes": "a8:h1"}) as it:
        assert it.screen.runner.report.status is Status.IMPOSSIBLE
        assert sentence(it).startswith("Proved impossible: ")
        assert "30 are light and 32 dark" in sentence(it)
        assert len(marked(it, PROOF.name)) == 32
        assert marked(it, HOLE.name) == {"a8", "h1"}
        assert (cells(it)["a8"], cells(it)["h1"], cells(it)["b8"], cells(it)["c8"]) == ("░" * 8, "░" * 8, "●", "")
        for key in ("space", "i"):
            await it.pilot.press(key)
            assert any("nothing to search" in notice for notice in it.app.notices)
            it.app.clear_notifications()
        await it.press("right", "left", "end", "home")
        assert it.moment == 0
        for solver in ("warnsdorff", "backtrack"):
            await it.press("tab")
            assert it.screen.plan.solver.name == solver
            assert "30 are light and 32 dark" in sentence(it)


@pytest.mark.parametrize("look", [Look(ascii=True), Look(colour=False)], ids=["ascii", "no-colour"])
async def test_signs_are_enough_without_colour(look: Look) -> None:
    async with tour(STUCK | {"rows": "6", "cols": "6", "holes": "a6:b6"}, look=look) as it:
        assert (cells(it)["a3"], cells(it)["a6"], cells(it)["b5"]) == (
            "N" if look.ascii else "♞",
            ("#" if look.ascii else "░") * 8,
            "+3",
        )
        await it.press("right")
        assert cells(it)["a3"] == "1"
        shown = "".join(it.text(part) for part in ("BoardView", "#sentence", "#state", "Timeline", "Figures"))
        assert shown.isascii() == look.ascii


# By hand.


async def test_a_tour_by_hand_allows_only_knight_moves() -> None:
    async with tour(FIVE | {"start": "a1", "holes": "e5:e4"}) as it:
        await over(it, "p", PlayScreen)
        assert (trail(it), marked(it, KNIGHT.name)) == (["a1"], {"a1"})
        assert sentence(it).endswith("h gives a hint.")
        await click(it, "b3")
        assert "b3" in sentence(it)
        assert (cells(it)["a1"], cells(it)["b3"], cells(it)["d2"]) == ("1", "[♞]", "+2")
        for square in ("b4", "a1", "e5"):
            await click(it, square)
            assert square in sentence(it)
            assert trail(it) == ["a1", "b3"]
        await click(it, "b3")
        assert trail(it) == ["a1"]
        await click(it, "a1")
        assert trail(it) == ["a1"]
        assert "the knight stays there" in sentence(it)
        await click(it, "b3")
        await it.pilot.press("c")
        assert trail(it) == ["a1"]
        await it.pilot.press("u")
        assert trail(it) == ["a1", "b3"]


async def test_undo_skips_refused_moves() -> None:
    async with tour(FIVE | {"start": "a1"}) as it:
        await over(it, "p", PlayScreen)
        await click(it, "b3")
        await click(it, "b4")
        await it.pilot.press("u")
        assert trail(it) == ["a1"]
        await it.pilot.press("u")
        assert "nothing to" in sentence(it)


async def test_a_tour_can_be_finished_by_hand() -> None:
    async with tour({"rows": "3", "cols": "4", "start": "a1"}) as it:
        await it.press(*["+"] * 20, "i", "i", "i", "i", "i")
        await until(it.pilot, lambda: it.screen.runner.report.status is Status.SOLVED)
        tour_found = trail(it)
        await it.press("home")
        await over(it, "p", PlayScreen)
        for square in tour_found[1:]:
            await click(it, square)
        assert sentence(it).endswith("Solved!")


async def test_a_board_without_a_tour_offers_no_way_back() -> None:
    async with tour({"holes": "a8:h1"}) as it:
        await over(it, "p", PlayScreen)
        await until(it.pilot, lambda: "From here a tour is not possible" in sentence(it))
        await it.pilot.press("w")
        await until(it.pilot, lambda: "No earlier position" in sentence(it) and "is not possible" in sentence(it))
        assert "goes back" not in sentence(it)
        await it.pilot.press("h")
        await until(it.pilot, lambda: "No earlier position" not in sentence(it))
        assert "goes back" not in sentence(it)


async def test_a_hint_after_the_loss_says_the_reason_once() -> None:
    async with tour(FIVE | {"start": "a1"}) as it:
        await over(it, "p", PlayScreen)
        for square in ("b3", "c5", "d3"):
            await click(it, square)
        await until(it.pilot, lambda: "both need d3" in sentence(it))
        await it.pilot.press("h")
        await until(it.pilot, lambda: "goes back to a position" in sentence(it))
        it.app.screen.post_message(PlayScreen.Updated())
        await it.pilot.pause()
        assert it.app.screen.query_one("#sentence", Words).words.count("both need d3") == 1
