"""Setbacks: W runs to the next one, and the sentence explains it."""

from knightwatch.tui.screens.base.pages import PagesScreen
from knightwatch.tui.widgets.board.view import BoardView
from knightwatch.tui.widgets.words import Words
from tests.support.pilot import opened, over, until


async def test_a_dead_end_names_the_square_where_the_walk_was_lost() -> None:
    async with opened({"start": "a3", "solver": "warnsdorff"}, of="tour") as it:
        await it.press("W")
        sentence = it.screen.query_one("#sentence", Words).words
        assert sentence.startswith("Gave up: ")
        assert all(fact in sentence for fact in ("c4", "62 of 64 squares", "square 56"))
        board = it.screen.query_one(BoardView).board
        assert any(len(links.pairs) == 1 for links in board.links)
        await it.pilot.press("d")
        await until(it.pilot, lambda: isinstance(it.app.screen, PagesScreen))
        assert "square 56" in it.text("#sentence"), "the first page says why the walk is lost"
        await it.pilot.press("q")
        await it.press("left")
        assert "square 56" not in it.screen.query_one("#sentence", Words).words


async def test_a_worse_best_is_explained() -> None:
    async with opened({"n": "20", "seed": "5"}) as it:
        await it.press("W")
        report = it.screen.runner.report
        assert report.insight
        assert report.insight.sentence in it.screen.query_one("#sentence", Words).words
        before, after = report.frame.curves[0].values[-2:]
        assert after > before
        await it.pilot.press("v")
        assert it.text("PopulationView").startswith("diversity ")
        scale = [line.split()[0] for line in it.text("PopulationView").splitlines()[1:3]]
        assert scale == ["100%", "0%"]
        assert it.text("PopulationView").count("\n") > 4
        assert "not converged: agree in " in it.text("PopulationView")
        assert "same letter = equal" in it.text("PopulationView")


async def test_a_solver_without_known_setbacks_is_not_said_to_never_get_worse() -> None:
    async with opened({"solver": "anneal"}) as it:
        await it.pilot.press("W")
        assert (
            it.app.notices[-1]
            == f"W knows no setbacks of anneal: i runs to the next {it.screen.plan.solver.milestone}."
        )


async def test_w_on_the_pages_of_a_step_explains_the_next_setback() -> None:
    async with opened({"n": "20", "seed": "5"}) as it:
        await it.press("right")
        await over(it, "d", PagesScreen)
        await it.pilot.press("W")
        await until(it.pilot, lambda: "lost" in it.text("#problem"))
        report = it.screen_below.runner.report
        assert report.frame.moment > 1
        assert report.insight


async def test_w_on_the_pages_of_a_step_says_if_it_knows_no_setbacks() -> None:
    async with opened({"solver": "anneal"}) as it:
        await it.press("right")
        await over(it, "d", PagesScreen)
        await it.pilot.press("W")
        assert "knows no setbacks" in it.app.notices[-1]
        assert it.screen_below.runner.moment == 1
