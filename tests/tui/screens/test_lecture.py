"""Lectures: scenes are read and checked before they begin, and played on the screens of their commands."""

from importlib.resources import files

import pytest

from engine.core.errors import BadInput
from engine.core.frame import Status
from tests.support.pilot import Opened, until
from tui.app import Knightwatch
from tui.screens.home import HomeScreen
from tui.screens.lecture import Caption, Lecture, Stage
from tui.screens.puzzle.screen import PuzzleScreen
from tui.workers.worker import RunAt, ToMilestone

TWO = """
title = "Two"
[[scene]]
command = "queens --n 20 --seed 7"
caption = "One."
moment = 5
[[scene]]
command = "knightwatch tour --solver warnsdorff --start a1 --seed 1"
caption = "Two."
"""


@pytest.mark.parametrize("name", [path.name for path in (files("tui") / "lectures").iterdir()])
def test_every_lecture_that_comes_with_knightwatch_can_be_played(name: str) -> None:
    lecture = Lecture.named(name.removesuffix(".toml"))
    assert lecture.title
    for scene in lecture.scenes:
        assert scene.subject()
        assert len(scene.caption) < 300


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("title = ", "a lecture is written in TOML: invalid value (at end of document)"),
        ('title = "x"', "a lecture has a title and 1 to 100 scenes"),
        ("[[scene]]\ncaption = 'x'", "scene 1: command is"),
        ("[[scene]]\ncommand = 'rooks'\ncaption = 'x'", "scene 1: puzzle is rooks, but must be one of tour"),
        ("[[scene]]\ncommand = 'tour --rows 0'\ncaption = 'x'", "scene 1: rows is 0, but must be a whole number"),
        ("[[scene]]\ncommand = 'tour --colour 0'\ncaption = 'x'", "scene 1: --colour is no option of tour"),
        ("[[scene]]\ncommand = 'tour'\ncaption = 'x'\npace = -1", "scene 1: pace is -1, but must be a number"),
        ("[[scene]]\ncommand = 'tour'\ncaption = 'x'\nspeed = 1", "scene 1: speed is not known here; known are"),
        ("[[scene]]\ncommand = 'tour'\ncaption = ''\nmoment = 1\nmilestones = 1", "scene 1: it stops at a moment or"),
        ("speed = 1\n[[scene]]", "speed is not known here; known are title and scene"),
        ("scene = [1]", "scene 1: it is written as [[scene]]"),
    ],
)
def test_what_is_wrong_with_a_lecture_is_told_with_its_place(text: str, complaint: str) -> None:
    with pytest.raises(BadInput) as told:
        Lecture.read(text)
    assert str(told.value).startswith(complaint)


def test_a_scene_says_how_far_it_runs_and_how_fast() -> None:
    scene = "[[scene]]\ncommand = 'tour'\ncaption = 'x'\n"
    orders = [Lecture.read(scene + more).scenes[0].order() for more in ("", "pace=5\nmoment=3", "milestones=2")]
    assert orders == [RunAt(None), RunAt(5, 3), ToMilestone(2)]


async def test_keys_lead_from_scene_to_scene_and_each_is_run_as_it_says() -> None:
    app = Knightwatch()
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        it = Opened(app, pilot)
        await until(pilot, lambda: isinstance(app.screen, HomeScreen))
        await Stage(app, Lecture.read(TWO)).begin()
        for key, title, moment in (("", "20 queens", 5), ("right", "tour of 8 x 8", 63), ("b", "20 queens", 5)):
            await pilot.press(*[key] if key else [])
            await until(pilot, lambda title=title: it.screen.plan.problem.title().startswith(title))  # type: ignore[misc]
            await it.at_rest()
            assert it.moment == moment
            assert it.screen.query_one(Caption).has_focus
        assert len(app.screen_stack) == 2
        await pilot.press("left")
        await until(pilot, lambda: "This is the first scene" in it.text("#sentence"))
        await pilot.press("q")
        await until(pilot, lambda: isinstance(app.screen, HomeScreen))


async def test_start_here_is_played_from_home_to_its_end() -> None:
    app = Knightwatch()
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await until(pilot, lambda: isinstance(app.screen, HomeScreen))
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, PuzzleScreen))
        scenes = Lecture.named("start-here").scenes
        for number in range(1, len(scenes) + 1):
            await until(pilot, lambda n=number: app.screen.query_one(Caption).border_title == f"Start here, {n} of 5")  # type: ignore[misc]
            if number == 3:
                assert isinstance(app.screen, PuzzleScreen)
                assert app.screen.runner.report.status is Status.IMPOSSIBLE
            await pilot.press("n")
        assert any("last scene" in note.message for note in app._notifications)
