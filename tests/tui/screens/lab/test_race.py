"""The keys of a race, and the ways to open one."""

import asyncio
import csv
import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from textual.widgets import Input, OptionList

from knightwatch.engine.core.frame import Status
from knightwatch.engine.lab.races.entries import parse_racers
from knightwatch.engine.lab.races.race import Race
from knightwatch.engine.lab.races.racer import By
from knightwatch.engine.own.permission import ALLOW
from knightwatch.engine.plans.catalog import PUZZLES
from knightwatch.tui.app import Knightwatch
from knightwatch.tui.output.command_line import race_command
from knightwatch.tui.screens.base.worker_screen import PACES
from knightwatch.tui.screens.export import ExportScreen
from knightwatch.tui.screens.help import HelpScreen, commands_of
from knightwatch.tui.screens.home import HomeScreen
from knightwatch.tui.screens.lab.lane import Lane
from knightwatch.tui.screens.lab.race import RaceScreen
from knightwatch.tui.screens.own_solver import OwnSolverForm
from knightwatch.tui.screens.puzzle.screen import PuzzleScreen
from knightwatch.tui.textual_internals import FooterKey
from knightwatch.tui.widgets.board.view import BoardView
from knightwatch.tui.widgets.chart import Chart
from knightwatch.tui.widgets.figures import Figures
from knightwatch.tui.widgets.words import Words
from tests.support.laboratory import Racing, race, racing
from tests.support.own import WALK, hosts, write
from tests.support.pilot import opened, until
from tests.support.strategies import digest

ENDLESS = ("genetic:generations=1000000,rule=100", "genetic:generations=1000000,rule=100,pm=0,pop=20")


async def test_steps_move_all_racers_that_have_not_ended() -> None:
    async with racing(race(), (200, 60)) as it:
        await it.press(*["right"] * 3, "n")
        assert it.done == [4, 4, 4, 0]  # the first generation has entered more squares than that
        assert it.texts("#clock") == ["by work, 4 squares"]
        await it.go(66)
        assert it.done == [61, 70, 63, 0]
        assert it.texts(".standing") == [
            "gave up, 61 squares",
            "paused",
            "★ solved, 1st, 63 squares",
            "waits until 6,400",
        ]
        for racer, done in zip(it.screen.race.racers, it.done, strict=True):
            alone = racer.plan.search()
            alone.advance(done)
            assert digest(racer.run.search) == digest(alone)


async def test_a_racer_far_ahead_says_until_when_it_waits() -> None:
    async with racing(race(("backtrack", "genetic"), rows="6", cols="6")) as it:
        await it.press("right")
        assert it.texts(".standing") == ["paused", "waits until 3,600"]
        it.screen.action_pace(len(PACES))
        await it.press("right")
        assert it.texts(".standing") == ["paused", "paused"]  # at full speed nobody waits for long


async def test_a_step_moves_racers_that_are_all_ahead_of_the_clock() -> None:
    async with racing(race(("genetic", "genetic:pop=50"), rows="6", cols="6")) as it:
        await it.press("right")
        assert it.done == [0, 1]
        assert it.texts("#clock") == ["by work, 1,801 squares"]


async def test_seconds_below_a_millisecond_have_more_digits() -> None:
    async with racing(race(("warnsdorff", "backtrack")), (200, 60)) as it:
        lane, now = it.screen.query_one(Lane), it.screen.runner.report.standings[0]
        for seconds, shown in ((0.0, "0.000"), (0.000213, "0.000213"), (0.0213, "0.021")):
            lane.show(replace(now, seconds=seconds), False, "")
            assert re.search(rf"[ ,]{shown}( s)?$", str(lane.query_one(Figures).render()), re.MULTILINE)


async def test_the_footer_of_a_race_shows_the_keys_of_its_pace() -> None:
    async with racing(race(("warnsdorff", "backtrack"), rows="6", cols="6")) as it:
        shown = [key.key_display for key in it.screen.query(FooterKey) if not key.has_class("-cut")]
        assert shown[-3:] == ["?", "q", "+/-"]


async def test_space_runs_a_race_to_its_result() -> None:
    async with racing(race(), (200, 60)) as it:
        it.run_at_full_speed()
        await it.at_rest()
        report = it.screen.runner.report
        assert report.ended
        assert [standing.status for standing in report.standings][:3] == [Status.GAVE_UP, Status.SOLVED, Status.SOLVED]
        assert it.texts(".standing")[1:3] == ["solved, 2nd, 90 squares", "★ solved, 1st, 63 squares"]
        sentence = it.screen.query_one("#sentence", Words).words
        assert re.search(r"\+wall, 63 squares entered.*order=warnsdorff, 90 squares entered", sentence)
        assert "1.4 times" in sentence
        assert it.texts("#state") == ["finished"]
        await it.press("space")
        assert any("race is over" in notice for notice in it.app.notices)
        await it.press("right")
        assert it.done[:3] == [61, 90, 63]


async def test_space_pauses_all_racers_at_the_same_step() -> None:
    async with racing(race(ENDLESS)) as it:
        it.run_at_full_speed()
        await until(it.pilot, lambda: it.done[0] > 100)
        assert it.texts(".standing") == ["running"] * 2
        await it.press("space")
        work = [racer.run.search.common_work() for racer in it.screen.race.racers]
        assert min(work) >= it.screen.race.level > 0
        assert it.texts(".standing") == ["paused"] * 2


async def test_r_restarts_a_race_and_shift_r_changes_the_seed() -> None:
    async with racing(race()) as it:
        await it.go(5)
        before = [digest(racer.run.search) for racer in it.screen.race.racers]
        await it.press("r")
        assert it.done == [0] * 4
        await it.go(5)
        assert [digest(racer.run.search) for racer in it.screen.race.racers] == before
        await it.press("R")
        assert it.screen.race.seed != 7
        assert it.done == [0] * 4


async def test_w_changes_the_clock_and_restarts() -> None:
    async with racing(race(ENDLESS)) as it:
        await it.press("right", "w")
        assert (it.screen.race.by, it.done) == (By.TIME, [0, 0])
        assert it.screen.query_one(Chart)._diagram.curves == ()
        assert it.texts("#clock") == ["by time, 0.000 s"]
        assert any("starts again" in notice for notice in it.app.notices)
        await it.go(4)
        assert it.texts("#clock") == ["by time, 0.004 s"]
        assert all(standing.seconds >= 0.004 for standing in it.screen.runner.report.standings)
        await it.press("w")
        assert it.screen.race.by is By.WORK


async def test_a_digit_or_a_click_opens_a_racer() -> None:
    async with racing(race()) as it:
        await it.press("right")
        await it.pilot.press("2")
        await until(it.pilot, lambda: isinstance(it.app.screen, PuzzleScreen))
        assert isinstance(it.app.screen, PuzzleScreen)
        assert it.app.screen.plan == it.screen_below.race.racers[1].plan
        await it.pilot.press("q")
        await it.at_rest()
        assert it.done == [1, 1, 1, 0]
        await it.pilot.click(Lane, (2, 1))
        await until(it.pilot, lambda: isinstance(it.app.screen, PuzzleScreen))
        await it.pilot.press("q")
        await it.at_rest()
        await it.pilot.press("q")
        await until(it.pilot, lambda: isinstance(it.app.screen, HomeScreen))


async def test_a_digit_without_a_racer_shows_a_notice() -> None:
    async with racing(race(ENDLESS)) as it:
        await it.press("3")
        assert any("2 racers" in notice for notice in it.app.notices)


async def test_e_writes_the_table_and_the_screen(tmp_path: Path) -> None:
    async with racing(race()) as it:
        await it.go(70)
        written = {}
        for place, ending in enumerate((".csv", ".json", ".txt", ".svg")):
            await it.pilot.press("e")
            await until(it.pilot, lambda: isinstance(it.app.screen, ExportScreen))
            await it.pilot.press(*["down"] * place, "enter")
            await it.at_rest()
            written[ending] = (tmp_path / f"race-tour-7{ending}").read_text("utf-8")
        names = [racer.name for racer in it.screen.race.racers]
        assert [row["racer"] for row in csv.DictReader(written[".csv"].splitlines())] == names
        assert [racer["racer"] for racer in json.loads(written[".json"])["racers"]] == names
        assert all(name in written[".txt"] for name in names)
        assert "warnsdorff" in written[".svg"]


async def test_y_copies_the_command_and_question_mark_explains() -> None:
    async with racing(race()) as it:
        await it.press("y")
        assert it.app.clipboard == race_command(it.screen.race)
        await it.pilot.press("question_mark")
        await until(it.pilot, lambda: isinstance(it.app.screen, HelpScreen))
        assert "knightwatch race tour" in it.texts("HelpScreen Static")[0]


async def test_z_zooms_all_boards() -> None:
    async with racing(race(), (200, 60)) as it:
        before = [view.scale for view in it.screen.query(BoardView)]
        await it.press("Z")
        assert all(a != b for a, b in zip([view.scale for view in it.screen.query(BoardView)], before, strict=True))


async def test_leaving_a_race_at_full_speed_stops_it() -> None:
    async with racing(race(ENDLESS)) as it:
        runner = it.screen.runner
        it.run_at_full_speed()
        await until(it.pilot, lambda: it.done[0] > 10)
        await it.pilot.press("q")
        await until(it.pilot, lambda: isinstance(it.app.screen, HomeScreen))
        await until(it.pilot, lambda: not any(worker.is_running for worker in it.app.workers))
        level = runner.race.level
        await it.pilot.pause()
        assert runner.race.level == level


# Open a race.


async def test_home_offers_races() -> None:
    app = Knightwatch()
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: bool(app.screen.query_one(OptionList).option_count))
        menu = app.screen.query_one(OptionList)
        entries = [str(option.prompt) for option in menu.options]
        menu.highlighted = next(place for place, words in enumerate(entries) if "a race for a tour" in words)
        await pilot.press("enter")
        it = Racing(app, pilot)
        await it.at_rest()
        assert len(it.screen.race.racers) == 4


@pytest.mark.parametrize("place", range(3))
def test_the_races_of_home_are_valid(place: int) -> None:
    races = [(entry, race.values, race.racers) for entry in PUZZLES for race in entry.races]
    assert Race(parse_racers(*races[place])).racers


async def test_a_race_has_the_board_and_seed_of_the_run() -> None:
    async with opened({"solver": "backtrack", "rows": "6", "cols": "6", "order": "wall"}, of="tour") as it:
        await it.pilot.press("a")
        await until(it.pilot, lambda: isinstance(it.app.screen, RaceScreen))
        found = it.app.screen
        assert isinstance(found, RaceScreen)
        mine = it.screen_below.plan
        assert found.race.racers[0].plan == mine
        assert len({racer.plan.solver for racer in found.race.racers}) == 4
        assert (found.race.problem, found.race.seed) == (mine.problem, mine.seed)


# Solvers of users.


async def test_a_adds_a_file_to_the_race(tmp_path: Path) -> None:
    write(tmp_path / "walk.py", WALK)
    async with racing(race(("warnsdorff", "backtrack")), (120, 40)) as it:
        await it.go(5)
        await it.pilot.press("a")
        await until(it.pilot, lambda: isinstance(it.app.screen, OwnSolverForm))
        it.app.screen.query_one("#file", Input).value = "walk.py"
        await it.pilot.press("enter")
        await until(it.pilot, lambda: isinstance(it.app.screen, RaceScreen) and len(it.screen.race.racers) == 3)
        await it.at_rest()
        assert (it.done, it.screen.race.seed) == ([0, 0, 0], 7)
        assert it.texts(".racer")[2] == "3 walk.py (Python)"
        await it.go(20)
        assert it.done == [20, 20, 20]
        assert "walk.py is interpreted Python" in it.screen.runner.report.words
        assert len(hosts()) == 1
        assert str(tmp_path / "walk.py") in race_command(it.screen.race)
    async with asyncio.timeout(60):
        while hosts():
            await asyncio.sleep(0.01)


async def test_a_full_race_and_a_wrong_file_are_notices(tmp_path: Path) -> None:
    async with racing(race()) as it:
        await it.press("a")
        assert any("at most 4" in notice for notice in it.app.notices)
    write(tmp_path / "queens.py", "puzzle = 'queens'\ndef solve(problem, random):\n    yield []\n")
    async with racing(race(("warnsdorff", "backtrack"))) as it:
        it.screen._add(("tour", tmp_path / "queens.py"))
        await until(it.pilot, lambda: bool(it.app.notices))
        assert any("not for tour" in notice for notice in it.app.notices)
        assert len(it.screen.race.racers) == 2


async def test_files_cannot_join_where_they_are_forbidden(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(ALLOW, "0")
    async with racing(race(("warnsdorff", "backtrack"))) as it:
        await it.press("a")
        assert isinstance(it.app.screen, RaceScreen)
        assert not [binding for _, binding in commands_of(it.screen) if binding.action == "add"]
