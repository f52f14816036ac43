"""Playing a lecture: each scene runs on the screen of its command."""

from itertools import chain
from pathlib import Path

import pytest

from knightwatch.engine.compiled import tiers
from knightwatch.engine.core.frame import Status
from knightwatch.engine.plans.warm import kernels
from knightwatch.tui.app import Knightwatch
from knightwatch.tui.lectures.lecture import Lecture, parsed
from knightwatch.tui.screens.base.pages import PagesScreen
from knightwatch.tui.screens.help import HelpScreen, commands_of
from knightwatch.tui.screens.home import HomeScreen
from knightwatch.tui.screens.lab.race import RaceScreen
from knightwatch.tui.screens.lab.sweep import SweepScreen
from knightwatch.tui.screens.lecture import Caption, LecturePlayer
from knightwatch.tui.screens.puzzle.screen import PuzzleScreen
from knightwatch.tui.textual_internals import FooterKey
from knightwatch.tui.widgets.board.view import BoardView
from tests.support.own import COUNT, write
from tests.support.pilot import Opened, until

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
CODED = """
[[scene]]
command = "queens --solver backtrack --seed 1"
caption = "With its code."
pace = 20
moment = 5
code = true
[[scene]]
command = "queens --solver backtrack --seed 1"
caption = "Without."
moment = 1
"""
WITH_VIEWS = """
[[scene]]
command = "queens --n 20 --seed 7 --at 4"
caption = "Large."
moment = 5
view = "projector"
next = 0
[[scene]]
command = "race queens --n 8 --solver evolve --solver min-conflicts --seed 1"
caption = "A race."
moment = 3
next = 0
[[scene]]
command = "swap --seed 1"
caption = "The graph."
view = "graph"
zoom = 1
milestones = 2
next = 0
"""

RACE = """
[[scene]]
command = "race queens --n 8 --solver evolve --solver min-conflicts --seed 1"
caption = "A race."
moment = 0
"""


async def test_keys_go_from_scene_to_scene() -> None:
    app = Knightwatch()
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        it = Opened(app, pilot)
        await until(pilot, lambda: isinstance(app.screen, HomeScreen))
        await LecturePlayer(app, Lecture.read(TWO)).begin()
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


def words(it: Opened) -> str:
    """Return the text of the scene's caption."""
    return str(it.app.screen.query_one(Caption).content)


@pytest.mark.parametrize("key", ["2", "R"])
async def test_a_changed_scene_says_so_and_enter_plays_it_again(key: str) -> None:
    app = Knightwatch()
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        it = Opened(app, pilot)
        await until(pilot, lambda: isinstance(app.screen, HomeScreen))
        await LecturePlayer(app, Lecture.read(TWO)).begin()
        await it.at_rest()
        before, caption = it.screen.plan.values(), words(it)
        await it.press("r")  # the same run once more
        assert words(it) == caption
        await it.press(key)
        assert it.screen.plan.values() != before
        await until(pilot, lambda: "You changed this scene" in words(it))
        assert "One." in words(it)
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, PuzzleScreen) and it.screen.plan.values() == before)
        await it.at_rest()
        assert words(it) == caption
        assert it.moment == 5


async def test_a_changed_race_of_a_scene_says_so() -> None:
    app = Knightwatch()
    async with app.run_test(size=(100, 30), notifications=True) as pilot:
        it = Opened(app, pilot)
        await until(pilot, lambda: isinstance(app.screen, HomeScreen))
        await LecturePlayer(app, Lecture.read(RACE)).begin()
        await until(pilot, lambda: isinstance(app.screen, RaceScreen) and app.screen.is_mounted)
        await pilot.press("r")
        assert "You changed" not in words(it)
        await pilot.press("R")
        await until(pilot, lambda: "You changed this scene" in words(it))


async def test_scenes_with_next_follow_automatically() -> None:
    app = Knightwatch()
    async with app.run_test(size=(100, 30), notifications=True) as pilot:
        await until(pilot, lambda: isinstance(app.screen, HomeScreen))
        await LecturePlayer(app, Lecture.read(WITH_VIEWS)).begin()
        first = app.screen
        assert isinstance(first, PuzzleScreen)
        assert first.has_class("-projector")
        await until(pilot, lambda: isinstance(app.screen, RaceScreen))
        await until(pilot, lambda: isinstance(app.screen, PuzzleScreen))
        it = Opened(app, pilot)
        await it.at_rest()
        assert it.screen.has_class("-graph-only")
        assert it.screen.runner.run.search.milestones == 2
        await until(pilot, lambda: it.screen.query(BoardView).first()._zoom == -1)
        assert it.screen.query_one(Caption).border_title == "A lecture, 3 of 3"


async def test_the_footer_of_a_race_in_a_lecture_fits() -> None:
    app = Knightwatch()
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, HomeScreen))
        await LecturePlayer(app, Lecture.read(RACE)).begin()
        await until(pilot, lambda: len(app.screen.query(FooterKey)) > 6)
        assert max(key.region.right for key in app.screen.query(FooterKey)) <= 80


async def test_the_boards_of_a_race_leave_room_for_the_caption() -> None:
    lecture = Lecture.named("start-here")
    app = Knightwatch()
    async with app.run_test(size=(80, 24)) as pilot:
        player = LecturePlayer(app, lecture)
        player.place = len(lecture.scenes) - 1
        await player.begin()
        await until(pilot, lambda: isinstance(app.screen, RaceScreen) and app.screen.is_mounted)
        views = app.screen.query(BoardView)
        await until(pilot, lambda: {view.scale.width for view in views} == {4})
        assert all(view.scale.size[1] <= view.size.height for view in views)


async def test_a_lecture_compiles_its_races_from_the_first_scene(monkeypatch: pytest.MonkeyPatch) -> None:
    requests: list[tuple[object, ...]] = []
    monkeypatch.setattr(tiers, "prepare", lambda *request: requests.append(request))
    app = Knightwatch()
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, HomeScreen))
        await LecturePlayer(app, Lecture.read(TWO + RACE)).begin()
        kind = "knightwatch.engine.plans.warm:kernels"
        await until(pilot, lambda: [request[0] for request in requests].count(kind) >= 2)
        values = [request[2] for request in requests if request[1:2] == ("queens",)]
        assert [each["solver"] for each in values if isinstance(each, dict)] == ["evolve", "min-conflicts"]
        list(chain.from_iterable(kernels("queens", each) for each in values if isinstance(each, dict)))


async def test_start_here_plays_to_its_end() -> None:
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
        assert any("last scene" in notice for notice in app.notices)
        await pilot.press("q")
        await until(pilot, lambda: isinstance(app.screen, HomeScreen))
        assert not any("last scene" in notice for notice in app.notices)


async def test_the_projector_view_stays_on_for_the_next_scenes() -> None:
    app = Knightwatch()
    async with app.run_test(size=(80, 24)) as pilot:
        it = Opened(app, pilot)
        await until(pilot, lambda: isinstance(app.screen, HomeScreen))
        await LecturePlayer(app, Lecture.read(TWO)).begin()
        for keys, projected in ((("P", "right"), True), (("P", "left"), False)):
            shown = app.screen
            await pilot.press(*keys)
            await until(pilot, lambda shown=shown: app.screen is not shown)  # type: ignore[misc]
            assert it.screen.has_class("-projector") is projected
            if projected:
                assert it.text("#hint").split() == ["n", "b", "scenes", "P", "all", "?", "help"]


OPENING = """
[[scene]]
command = "queens --n 12 --seed 7"
caption = "Look inside."
moment = 3
open = "step"
[[scene]]
command = "queens --n 12 --seed 7"
caption = "The population."
moment = 3
view = "population"
"""


async def test_a_scene_opens_the_pages_of_a_step() -> None:
    app = Knightwatch()
    async with app.run_test(size=(100, 30), notifications=True) as pilot:
        await until(pilot, lambda: isinstance(app.screen, HomeScreen))
        await LecturePlayer(app, Lecture.read(OPENING)).begin()
        await until(pilot, lambda: isinstance(app.screen, PagesScreen))
        await pilot.press("q")
        await until(pilot, lambda: isinstance(app.screen, PuzzleScreen))
        assert any(key.description == "Next scene" for key in app.screen.query(FooterKey))
        await pilot.press("n")
        await until(pilot, lambda: app.screen.has_class("-population-only"))
        await until(pilot, lambda: all(key.description != "Next scene" for key in app.screen.query(FooterKey)))


async def test_a_scene_shows_the_code_with_the_lines_of_its_last_step() -> None:
    app = Knightwatch()
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, HomeScreen))
        await LecturePlayer(app, Lecture.read(CODED)).begin()
        it = Opened(app, pilot)
        await until(pilot, lambda: it.screen.runner.report.frame.moment == 5 and "▶" in it.text("CodeView"))
        assert it.text("CodeView").count("│") >= 2
        await pilot.press("n")
        await until(pilot, lambda: "2 of 2" in str(it.screen.query_one(Caption).border_title))
        assert not it.screen.query_one("CodeView").display


async def test_a_scene_opens_a_sweep() -> None:
    lecture = Lecture.read(
        '[[scene]]\ncommand = "queens --n 8 --seed 7"\ncaption = "How often?"\nmoment = 1\n'
        'sweep = "sweep evolve --vary n=4,5 --repeat 2 --seed 1"\n'
    )
    app = Knightwatch()
    async with app.run_test(size=(100, 30), notifications=True) as pilot:
        await until(pilot, lambda: isinstance(app.screen, HomeScreen))
        await LecturePlayer(app, lecture).begin()
        await until(pilot, lambda: isinstance(app.screen, SweepScreen))
        assert isinstance(app.screen, SweepScreen)
        assert app.screen.inquiry.sweep.runs == 4
        await pilot.press("q")
        await until(pilot, lambda: isinstance(app.screen, PuzzleScreen))


async def test_a_lecture_from_the_command_line_ends_there() -> None:
    app = Knightwatch()
    app.home_quits = True
    async with app.run_test(size=(100, 30), notifications=True) as pilot:
        await until(pilot, lambda: isinstance(app.screen, HomeScreen))
        await LecturePlayer(app, Lecture.read(TWO)).begin()
        await until(pilot, lambda: isinstance(app.screen, PuzzleScreen))
        await pilot.press("q")
        await until(pilot, lambda: not app.is_running)


async def test_a_scene_plays_a_file_of_the_user(tmp_path: Path) -> None:
    write(tmp_path / "count.py", COUNT)
    scene = '[[scene]]\ncommand = "queens --solver count.py --most 9 --seed 1"\ncaption = "x"\nmoment = 3\n'
    lecture, _ = parsed(scene, tmp_path)
    assert lecture
    app = Knightwatch()
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        it = Opened(app, pilot)
        await until(pilot, lambda: isinstance(app.screen, HomeScreen))
        await LecturePlayer(app, lecture).begin()
        await until(pilot, lambda: isinstance(app.screen, PuzzleScreen) and it.moment == 3)
        await it.at_rest()
        assert it.screen.plan.solver.address == str(tmp_path / "count.py")
        assert it.screen.runner.report.frame.sentence == "row 2"


async def test_help_in_a_lecture_lists_the_keys_of_its_scenes_first() -> None:
    app = Knightwatch()
    async with app.run_test(size=(100, 60), notifications=True) as pilot:
        it = Opened(app, pilot)
        await until(pilot, lambda: isinstance(app.screen, HomeScreen))
        await LecturePlayer(app, Lecture.read(TWO)).begin()
        for place, last in ((1, False), (2, True)):
            await until(pilot, lambda place=place: f"{place} of 2" in it.screen.introduction)  # type: ignore[misc]
            documented = {binding.key: binding.tooltip for _, binding in commands_of(it.screen)}
            assert ("last scene" in documented["n,right"]) == last
            assert "right,n" not in documented
            await pilot.press("question_mark")
            await until(pilot, lambda: isinstance(app.screen, HelpScreen))
            assert it.text("HelpScreen Static").index(f"Scene {place} of 2") < 10
            await pilot.press("escape")
            await until(pilot, lambda: isinstance(app.screen, PuzzleScreen))
            await pilot.press("n")


async def test_the_palette_turns_to_the_next_scene() -> None:
    app = Knightwatch()
    async with app.run_test(size=(100, 40), notifications=True) as pilot:
        it = Opened(app, pilot)
        await until(pilot, lambda: isinstance(app.screen, HomeScreen))
        await LecturePlayer(app, Lecture.read(TWO)).begin()
        await until(pilot, lambda: it.screen.query_one(Caption).has_focus)
        command = next(each for each in app.get_system_commands(app.screen) if each.title.startswith("Next scene"))
        await command.callback()
        await until(pilot, lambda: it.screen.plan.puzzle.name == "tour")
