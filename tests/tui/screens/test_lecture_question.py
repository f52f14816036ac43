"""Questions of scenes on the screen: they open at the stop, hide the answer, and say whether it was right."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from knightwatch.engine.core.page import Page
from knightwatch.engine.core.quiz import AnswerKind, Prediction
from knightwatch.tui.app import Knightwatch
from knightwatch.tui.lectures.lecture import Lecture
from knightwatch.tui.screens.base.question import ChoiceQuestion, QuestionScreen, SquareQuestion, question_screen
from knightwatch.tui.screens.help import commands_of
from knightwatch.tui.screens.home import HomeScreen
from knightwatch.tui.screens.lab.race import RaceScreen
from knightwatch.tui.screens.lecture import LecturePlayer
from knightwatch.tui.screens.puzzle.screen import PuzzleScreen
from knightwatch.tui.widgets.words import Words
from tests.support.pilot import Opened, plan, until

NEXT = """
[[scene]]
command = "tour --solver warnsdorff --start a3 --seed 1"
caption = "Where to?"
moment = 0
[scene.ask]
answer = "next"
after = "A rule of 1823."
[[scene]]
command = "queens --n 8 --solver backtrack --seed 1"
caption = "Two."
moment = 5
"""
CHOICES = """
[[scene]]
command = "queens --n 8 --solver backtrack --seed 1"
caption = "A dead end."
moment = 5
ask = {text = "Which column is full?", choices = ["e", "f"], answer = 2, after = "No row is left."}
"""
RACE = """
[[scene]]
command = "race queens --n 8 --solver evolve --solver min-conflicts --seed 1"
caption = "A race."
moment = 0
ask = {text = "Who wins?", choices = ["evolve", "min-conflicts"], answer = 2, after = "Space starts it."}
"""


@asynccontextmanager
async def played(text: str) -> AsyncIterator[Opened]:
    app = Knightwatch()
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await until(pilot, lambda: isinstance(app.screen, HomeScreen))
        await LecturePlayer(app, Lecture.read(text)).begin()
        yield Opened(app, pilot)


def sentence(it: Opened) -> str:
    return it.screen_below.query_one("#sentence", Words).words


def board(it: Opened) -> str:
    return it.text("BoardView")


async def test_the_engine_answers_and_the_scene_adds_its_words() -> None:
    async with played(NEXT) as it:
        await until(it.pilot, lambda: isinstance(it.app.screen, SquareQuestion))
        assert "Next move" not in sentence(it)
        await it.pilot.press("escape")
        await until(it.pilot, lambda: it.app.screen is it.screen_below)
        assert "Next move" not in sentence(it)
        assert "+2" not in board(it)
        await it.pilot.press("enter")
        await until(it.pilot, lambda: isinstance(it.app.screen, SquareQuestion))
        await it.pilot.press("down", "down", "right", "enter")
        await until(it.pilot, lambda: it.app.screen is it.screen_below and it.moment == 1)
        assert sentence(it).startswith("Right: b1. A rule of 1823.\n")
        assert "Next move" in sentence(it)
        await it.pilot.press("enter")
        await it.at_rest()
        assert not isinstance(it.app.screen, QuestionScreen)
        await it.pilot.press("n")
        await until(it.pilot, lambda: it.screen_below.plan.puzzle.name == "queens")
        assert not it.screen_below.secret


async def test_on_the_way_back_a_notice_says_how_to_ask_again() -> None:
    async with played(NEXT) as it:
        await until(it.pilot, lambda: isinstance(it.app.screen, SquareQuestion))
        await it.pilot.press("n")
        await until(it.pilot, lambda: it.screen_below.plan.puzzle.name == "queens")
        assert not any("asks it again" in notice for notice in it.app.notices)
        await it.pilot.press("b")
        await until(it.pilot, lambda: any("enter asks it again" in notice for notice in it.app.notices))
        await it.pilot.press("enter")
        await until(it.pilot, lambda: isinstance(it.app.screen, SquareQuestion))


async def test_a_digit_before_the_question_changes_no_solver() -> None:
    async with played(NEXT) as it:
        await until(it.pilot, lambda: isinstance(it.app.screen, SquareQuestion))
        await it.pilot.press("escape")
        await until(it.pilot, lambda: it.app.screen is it.screen_below)
        await it.press("3", "tab")
        assert it.screen.plan.solver.name == "warnsdorff"


async def test_a_question_with_choices_does_no_step() -> None:
    async with played(CHOICES) as it:
        await until(it.pilot, lambda: isinstance(it.app.screen, ChoiceQuestion))
        assert "Which column is full?" in it.text("#sentence")
        await it.pilot.press("1")
        await until(it.pilot, lambda: it.app.screen is it.screen_below and "Wrong" in sentence(it))
        assert sentence(it).startswith("Wrong: the answer is f. No row is left.\n")
        assert it.moment == 5


async def test_another_run_ends_the_question() -> None:
    async with played(CHOICES) as it:
        await until(it.pilot, lambda: isinstance(it.app.screen, ChoiceQuestion))
        await it.pilot.press("escape")
        await until(it.pilot, lambda: it.app.screen is it.screen_below)
        await it.press("r", "enter")
        await until(it.pilot, lambda: any("another run" in notice for notice in it.app.notices))
        assert isinstance(it.app.screen, PuzzleScreen)


async def test_a_race_can_ask_before_it_starts() -> None:
    async with played(RACE) as it:
        await until(it.pilot, lambda: isinstance(it.app.screen, ChoiceQuestion))
        await it.pilot.press("2")
        await until(it.pilot, lambda: isinstance(it.app.screen, RaceScreen) and bool(it.app.notices))
        assert it.app.notices[-1].startswith("Right: min-conflicts. Space starts it.")


async def test_enter_on_the_square_of_the_knight_is_no_answer() -> None:
    async with played(NEXT) as it:
        await until(it.pilot, lambda: isinstance(it.app.screen, SquareQuestion))
        await it.pilot.press("enter")
        await until(it.pilot, lambda: any("Move the cursor" in notice for notice in it.app.notices))
        assert isinstance(it.app.screen, SquareQuestion)
        await it.pilot.press("down", "down", "right", "enter")
        await until(it.pilot, lambda: it.app.screen is it.screen_below and it.moment == 1)


async def test_a_question_of_a_scene_is_titled_question() -> None:
    async with played(CHOICES) as it:
        await until(it.pilot, lambda: isinstance(it.app.screen, ChoiceQuestion))
        await until(it.pilot, lambda: it.app.screen.query_one("#problem", Words).words == "Question")


NUMBER = """
[[scene]]
command = "queens --n 8 --solver backtrack --seed 1"
caption = "One."
moment = 5
ask = {text = "How many queens?", answer = 5}
[[scene]]
command = "tour --solver warnsdorff --start a3 --seed 1"
caption = "Two."
moment = 0
[scene.ask]
answer = "next"
"""


async def shows_question(it: Opened, puzzle: str) -> None:
    await until(
        it.pilot,
        lambda: isinstance(it.app.screen, QuestionScreen) and it.screen_below.plan.puzzle.name == puzzle,
    )


async def test_an_open_question_lets_users_turn_to_other_scenes() -> None:
    async with played(NUMBER) as it:
        await shows_question(it, "queens")
        await it.pilot.press("n")
        await shows_question(it, "tour")
        assert not it.app.notices
        await it.pilot.press("b")
        await until(it.pilot, lambda: it.app.screen is it.screen_below and it.screen.plan.puzzle.name == "queens")
        assert len(it.app.screen_stack) == 2
        assert not any("Skipped" in notice for notice in it.app.notices)


async def test_a_question_opens_by_itself_only_once() -> None:
    async with played(NUMBER) as it:
        await shows_question(it, "queens")
        await it.pilot.press("escape")
        await until(it.pilot, lambda: any("Skipped" in notice for notice in it.app.notices))
        await it.pilot.press("n")
        await shows_question(it, "tour")
        assert not it.app.notices
        await it.pilot.press("b")
        await until(it.pilot, lambda: it.app.screen is it.screen_below and it.screen.plan.puzzle.name == "queens")
        await it.at_rest()
        assert it.screen.secret
        await it.pilot.press("enter")
        await shows_question(it, "queens")
        await it.pilot.press("5", "enter")
        await until(it.pilot, lambda: it.app.screen is it.screen_below and not it.screen.secret)
        await it.pilot.press("n")
        await until(it.pilot, lambda: it.screen_below.plan.puzzle.name == "tour")
        await it.pilot.press("b")
        await until(it.pilot, lambda: it.app.screen is it.screen_below and it.screen.plan.puzzle.name == "queens")
        await it.at_rest()
        assert not it.screen.secret


async def test_questions_outside_of_lectures_have_no_scenes() -> None:
    async with played(NUMBER) as it:
        await shows_question(it, "queens")
        assert {"n", "b"} <= {binding.key for _, binding in commands_of(it.app.screen)}
        await it.pilot.press("n")
        await shows_question(it, "tour")
        await it.pilot.press("escape", "q")
        await until(it.pilot, lambda: isinstance(it.app.screen, HomeScreen))
        board = plan("queens").problem.board()
        it.app.push_screen(question_screen(Prediction(AnswerKind.SQUARE, Page.single("", board, "Where?"), (0,))))
        await until(it.pilot, lambda: isinstance(it.app.screen, QuestionScreen))
        assert not {"n", "b"} & {binding.key for _, binding in commands_of(it.app.screen)}
