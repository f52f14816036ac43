"""Predict, then see: A asks before each step, hides the answer until then, and keeps a score."""

import pytest

from knightwatch.engine.core.quiz import Prediction
from knightwatch.engine.tour.problem import CANDIDATES
from knightwatch.engine.tour.solvers.base import NEXT_MOVE
from knightwatch.tui.screens.base.question import NumberQuestion, QuestionScreen, SquareQuestion
from knightwatch.tui.screens.help import HelpScreen
from knightwatch.tui.screens.puzzle.explaining import StepScreen
from knightwatch.tui.screens.puzzle.run_view import masked
from knightwatch.tui.widgets.board.view import BoardView
from knightwatch.tui.widgets.words import Words
from tests.support.pilot import Opened, opened, over, until

RULE = {"solver": "warnsdorff", "start": "a3"}
"""From a3 the rule goes to b1, which has 2 ways on."""


def drawn(it: Opened) -> str:
    """Return everything that the screen shows."""
    return "\n".join(strip.text for strip in it.app.screen._compositor.render_strips())


def question(it: Opened) -> Prediction:
    screen = it.app.screen
    assert isinstance(screen, QuestionScreen)
    return screen.question


def sentence(it: Opened) -> str:
    return it.screen.query_one("#sentence", Words).words


async def answer(it: Opened, with_answer: int | None) -> None:
    """Answer the open question, and wait for the step."""
    screen, moment = it.app.screen, question(it).until
    assert isinstance(screen, QuestionScreen)
    screen.dismiss(with_answer)
    await until(it.pilot, lambda: it.app.screen is it.screen_below)
    if with_answer is not None:
        await until(it.pilot, lambda: it.moment == moment and it.screen.runner.idle)


async def step_or_question(it: Opened) -> None:
    """Press →, and wait for a question or for the step without one."""
    moment = it.moment
    await it.pilot.press("right")
    await until(it.pilot, lambda: isinstance(it.app.screen, QuestionScreen) or it.moment > moment)


async def test_nothing_tells_the_next_square_before_the_answer() -> None:
    async with opened(RULE, of="tour") as it:
        assert "Next move" in drawn(it)
        assert "+2" in drawn(it)
        await over(it, "A", SquareQuestion)
        assert all(words not in drawn(it) for words in ("b1", "+2", "+5", "Next move"))
        await answer(it, None)
        assert all(words not in drawn(it) for words in ("b1", "+2", "+5", "Next move"))
        assert it.moment == 0
        await it.press("A")
        assert "Next move: b1" in sentence(it)
        assert "+2" in drawn(it)


async def test_the_cursor_answers_and_the_sentence_says_why() -> None:
    async with opened(RULE, of="tour") as it:
        await over(it, "A", SquareQuestion)
        await it.pilot.press("down", "down", "right", "enter")
        await until(it.pilot, lambda: it.app.screen is it.screen_below and it.moment == 1)
        assert sentence(it).startswith("Right: b1. (1 of 1 right)")
        assert "fewest ways on (2)" in sentence(it)
        await over(it, "right", SquareQuestion)
        await it.pilot.press("up", "enter")
        await until(it.pilot, lambda: it.app.screen is it.screen_below and it.moment == 2)
        assert sentence(it).startswith("Wrong: the answer is d2.")
        assert "1 of 2 right" in it.text("Figures")


async def test_a_masked_report_has_no_variables_of_the_code() -> None:
    async with opened({"solver": "backtrack", "start": "a3", "order": "warnsdorff"}, of="tour") as it:
        await it.press("right", "c")
        await until(it.pilot, lambda: it.screen.runner.report.frame.code is not None)
        report, quiz = it.screen.runner.report, it.screen.plan.quiz
        assert report.frame.code
        assert quiz
        assert "pending" in dict(report.frame.code.variables)
        assert report.frame.next_move
        hidden = masked(report, quiz).frame
        assert hidden.code
        assert (hidden.code.variables, hidden.next_move) == ((), "")


@pytest.mark.parametrize(
    ("of", "values", "key"),
    [
        ("tour", {"solver": "backtrack", "rows": "5", "cols": "5", "start": "a1"}, "c"),
        ("tour", {"solver": "backtrack", "rows": "5", "cols": "5", "start": "a1"}, "T"),
        ("tour", {"solver": "auto", "rows": "5", "cols": "5", "start": "a1"}, "c"),
        ("queens", {"solver": "climb", "n": "8", "seed": "1"}, "c"),
        ("queens", {"solver": "evolve", "n": "8", "seed": "1"}, "v"),
        ("swap", {"solver": "best-first"}, "c"),
    ],
)
async def test_a_step_that_ran_before_shows_as_little_as_a_new_one(of: str, values: dict[str, str], key: str) -> None:
    async with opened(values, of=of, size=(120, 40)) as it:
        await it.press(key)
        await it.go(3)
        await over(it, "A", QuestionScreen)
        await answer(it, None)
        it.app.clear_notifications()
        await until(it.pilot, lambda: "Skipped" not in drawn(it))
        new = drawn(it)
        await it.press("A")
        await it.go(60)
        newest = it.moment
        await it.go(3 - newest)
        await over(it, "A", QuestionScreen)
        await answer(it, None)
        it.app.clear_notifications()
        await until(it.pilot, lambda: "Skipped" not in drawn(it))
        assert it.moment == 3
        assert drawn(it) == new
        await it.press("A")
        assert f" {newest} " in it.text("Timeline")


async def test_no_figure_and_no_tree_tells_the_answer() -> None:
    async with opened({"solver": "climb", "n": "8", "seed": "1"}) as it:
        assert "better" in it.text("Figures")
        await over(it, "A", SquareQuestion)
        await answer(it, None)
        assert "better" not in it.text("Figures")
    async with opened({"solver": "backtrack", "start": "a3"}, of="tour", size=(120, 40)) as it:
        await it.press("right", "right", "T")
        assert "○" in it.text("TreeView").rsplit("\n", 1)[0]
        await over(it, "A", QuestionScreen)
        await answer(it, None)
        assert "○" not in it.text("TreeView").rsplit("\n", 1)[0]


async def test_help_explains_the_question() -> None:
    async with opened(RULE, of="tour") as it:
        await over(it, "A", SquareQuestion)
        await it.pilot.press("question_mark")
        await until(it.pilot, lambda: isinstance(it.app.screen, HelpScreen))
        shown = drawn(it)
        assert "fewest ways on" in shown
        assert "• free square" in shown
        assert "b1" not in shown


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_enter_before_the_cursor_moved_says_so_and_answers_nothing(size: tuple[int, int]) -> None:
    async with opened(RULE, of="tour", size=size) as it:
        await over(it, "A", SquareQuestion)
        await it.pilot.press("enter")
        await until(it.pilot, lambda: "Move the cursor to your answer first" in drawn(it))
        await it.pilot.press("down")
        await until(it.pilot, lambda: "Move the cursor to your answer first" not in drawn(it))


async def test_enter_alone_does_not_tell_that_the_first_square_is_right() -> None:
    async with opened({"solver": "climb", "n": "8", "seed": "1"}) as it:
        await over(it, "A", SquareQuestion)
        screen = it.app.screen
        assert isinstance(screen, SquareQuestion)
        screen._cursor = divmod(screen.question.right[0], 8)
        await it.pilot.press("enter")
        await until(it.pilot, lambda: "Move the cursor to your answer first" in drawn(it))
        assert it.app.screen is screen


async def test_a_click_answers() -> None:
    async with opened(RULE, of="tour") as it:
        await over(it, "A", SquareQuestion)
        view = it.app.screen.query_one(BoardView)
        it.app.screen.post_message(BoardView.Pressed(view, 7, 1))
        await until(it.pilot, lambda: it.app.screen is it.screen_below and it.moment == 1)
        assert sentence(it).startswith("Right: b1.")


async def test_going_back_asks_again_but_counts_once() -> None:
    async with opened(RULE, of="tour") as it:
        await over(it, "A", SquareQuestion)
        await answer(it, 0)
        await it.press("left")
        assert it.moment == 0
        assert "Wrong" not in sentence(it)
        await over(it, "right", SquareQuestion)
        await answer(it, question(it).right[0])
        assert "not counted" in sentence(it)
        assert it.screen.score == "0 of 1 right"


async def test_a_restart_and_another_solver_begin_a_new_score() -> None:
    async with opened(RULE, of="tour") as it:
        await over(it, "A", SquareQuestion)
        await answer(it, question(it).right[0])
        await it.press("r")
        assert it.screen.score == ""
        assert it.screen.predicting
        assert "Right" not in sentence(it)
        await it.press("7")
        await it.press("right")
        assert it.moment == 1
        await it.press("2")
        await over(it, "right", SquareQuestion)


async def test_many_keys_at_once_ask_one_question() -> None:
    async with opened(RULE, of="tour") as it:
        await it.pilot.press("A", "right", "right", "right")
        await until(it.pilot, lambda: isinstance(it.app.screen, QuestionScreen))
        assert sum(isinstance(screen, QuestionScreen) for screen in it.app.screen_stack) == 1
        below = it.screen_below
        await it.pilot.press("up", "enter", "enter", "enter")
        await until(it.pilot, lambda: bool(below.score))
        assert sum(isinstance(screen, QuestionScreen) for screen in it.app.screen_stack) <= 1


async def test_a_resize_keeps_the_question() -> None:
    async with opened(RULE, of="tour") as it:
        await over(it, "A", SquareQuestion)
        await it.pilot.press("down")
        for size in ((40, 12), (120, 40), (80, 24)):
            await it.pilot.resize_terminal(*size)
            await it.pilot.pause()
        assert it.app.screen.query_one(BoardView).cursor == (6, 0)
        await it.pilot.press("down", "right", "enter")
        await until(it.pilot, lambda: it.app.screen is it.screen_below and it.moment == 1)
        assert sentence(it).startswith("Right: b1.")


async def test_numbers_and_choices_answer_by_key() -> None:
    async with opened({"solver": "breadth"}, of="swap") as it:
        await over(it, "A", NumberQuestion)
        await it.pilot.press("1", "2", "enter")
        await until(it.pilot, lambda: it.app.screen is it.screen_below and it.moment == 1)
        assert sentence(it).startswith("Right: 12.")
    async with opened({"n": "8", "seed": "1"}) as it:
        await over(it, "A", QuestionScreen)
        await it.pilot.press("9", "2")
        await until(it.pilot, lambda: it.app.screen is it.screen_below and it.moment == 1)
        assert sentence(it).startswith("Right: individual 30.")


@pytest.mark.parametrize(
    ("of", "values", "words"),
    [
        ("tour", {"solver": "divide"}, "divide has no questions"),
        ("queens", {"solver": "formula"}, "formula has no questions"),
        ("tour", {"solver": "warnsdorff", "rows": "1", "cols": "1"}, "has ended"),
        ("tour", {"solver": "backtrack", "rows": "3", "cols": "3"}, "Proved impossible"),
        ("queens", {"solver": "climb", "n": "2"}, "Proved impossible"),
        ("queens", {"solver": "evolve", "n": "1"}, "has ended"),
    ],
)
async def test_a_run_without_a_question_says_why(of: str, values: dict[str, str], words: str) -> None:
    async with opened(values, of=of) as it:
        await it.press("A")
        await until(it.pilot, lambda: any(words in notice for notice in it.app.notices))
        assert not isinstance(it.app.screen, QuestionScreen)


async def test_the_end_of_a_run_asks_no_more() -> None:
    async with opened({"solver": "warnsdorff", "rows": "3", "cols": "4", "start": "a1"}, of="tour") as it:
        await over(it, "A", SquareQuestion)
        while it.screen_below.runner.report.frame.status == "running":
            if isinstance(it.app.screen, QuestionScreen):
                await answer(it, question(it).right[0])
            else:
                await step_or_question(it)
        await it.press("right")
        await until(it.pilot, lambda: any("has ended" in notice for notice in it.app.notices))
        right, asked = it.screen.score.removesuffix(" right").split(" of ")
        assert right == asked != "0"


async def test_the_pages_about_a_step_do_not_tell_the_next_one() -> None:
    async with opened({"solver": "backtrack", "order": "warnsdorff", "start": "a3"}, of="tour") as it:
        await it.press("right")
        await over(it, "A", SquareQuestion)
        await it.pilot.press("escape")
        await until(it.pilot, lambda: it.app.screen is it.screen_below)
        await over(it, "d", StepScreen)
        pages = it.app.screen
        assert isinstance(pages, StepScreen)
        shown = [pages._page(place) for place in range(pages._pages)]
        after = [each.board for page in shown for each in page.pictures if each.name != "before"]
        assert after
        assert not any(link.name == NEXT_MOVE for board in after for link in board.links)
        assert not any(mark in CANDIDATES for board in after for mark in board.marks)
        assert not any(page.ahead or (page.code and page.code.variables) for page in shown)
        await it.pilot.press("d")
        assert it.screen_below.runner.moment == 1
