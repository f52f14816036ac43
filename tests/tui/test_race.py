"""The screen of a race: every key does to all racers what the help says, in any room that there is."""

import csv
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import OptionList

from engine.catalog import puzzle
from engine.frame import Status
from engine.lab.entry import entered
from engine.lab.race import By, Race
from tests.catalogued import digest
from tests.tui.opened import opened, until
from tui.app import Knightwatch
from tui.look import Look
from tui.screens.driven import PACES
from tui.screens.export import ExportScreen
from tui.screens.help import HelpScreen
from tui.screens.home import HomeScreen
from tui.screens.puzzle import PuzzleScreen
from tui.screens.race import RaceScreen
from tui.widgets.board import BoardView
from tui.widgets.chart import Chart
from tui.widgets.lane import Lane

Compare = Callable[..., bool]

FOUR = ("warnsdorff", "backtrack:order=warnsdorff", "backtrack", "genetic:generations=1000")
ENDLESS = ("genetic:generations=1000000,rule=100", "genetic:generations=1000000,rule=100,pm=0,pop=20")
SIZES = ((40, 12), (64, 20), (100, 30), (200, 60))


def race(entries: tuple[str, ...] = FOUR, by: By = By.WORK, **values: str) -> Race:
    return Race(entered(puzzle("tour"), {"seed": "7", "start": "a3"} | values, entries), by)


class Racing:
    """The screen of a race in a running application."""

    def __init__(self, app: Knightwatch, pilot: Pilot[Any]) -> None:
        self.app = app
        self.pilot = pilot

    @property
    def screen(self) -> RaceScreen:
        assert isinstance(self.app.screen, RaceScreen)
        return self.app.screen

    @property
    def screen_below(self) -> RaceScreen:
        """The race, also where another screen lies on it."""
        return next(screen for screen in self.app.screen_stack if isinstance(screen, RaceScreen))

    @property
    def done(self) -> list[int]:
        """The moments on show."""
        return [standing.frame.moment for standing in self.screen.runner.report.standings]

    async def at_rest(self) -> None:
        await until(self.pilot, lambda: isinstance(self.app.screen, RaceScreen) and self.screen.runner.idle)

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.at_rest()

    async def go(self, steps: int) -> None:
        """Do what so many presses of → do."""
        self.screen.runner.step(steps)
        await self.at_rest()

    def run_at_full_speed(self) -> None:
        """Do what + and space do."""
        self.screen.action_pace(len(PACES))
        self.screen.action_run()

    def texts(self, selector: str) -> list[str]:
        found = self.app.screen.query(selector)
        return [" ".join(" ".join(s.text for s in w.render_lines(w.size.region)).split()) for w in found]


@asynccontextmanager
async def racing(it: Race, size: tuple[int, int] = (80, 24), look: Look | None = None) -> AsyncIterator[Racing]:
    app = Knightwatch(it, look, "dark")
    async with app.run_test(size=size, notifications=True) as pilot:
        shown = Racing(app, pilot)
        await shown.at_rest()
        yield shown


async def test_steps_move_all_and_who_has_ended_waits() -> None:
    async with racing(race()) as it:
        await it.press(*["right"] * 3, "n")
        assert it.done == [4] * 4
        assert it.texts("#clock") == ["by work, 4 steps each"]
        await it.go(66)
        assert it.done == [61, 70, 63, 70]
        assert it.texts(".standing") == ["gave up", "paused", "solved, first!", "paused"]
        for racer, done in zip(it.screen.race.racers, it.done, strict=True):
            alone = racer.plan.search()
            alone.advance(done)
            assert digest(racer.run.search) == digest(alone)


async def test_space_runs_to_the_end_and_tells_who_was_first() -> None:
    async with racing(race()) as it:
        it.run_at_full_speed()
        await it.at_rest()
        report = it.screen.runner.report
        assert report.ended
        assert [standing.status for standing in report.standings][:3] == [Status.GAVE_UP, Status.SOLVED, Status.SOLVED]
        assert it.texts(".standing")[1:3] == ["solved, 2nd", "solved, first!"]
        assert "First by work: backtrack:order=warnsdorff+wall, 63 states." in it.texts("#sentence")[0]
        assert it.texts("#state") == ["all have ended"]
        await it.press("space")
        assert any("race is over" in str(notice.message) for notice in it.app._notifications)
        await it.press("right")
        assert it.done[:3] == [61, 90, 63]


async def test_space_pauses_and_all_have_had_the_same_then() -> None:
    async with racing(race(ENDLESS)) as it:
        it.run_at_full_speed()
        await until(it.pilot, lambda: it.done[0] > 100)
        assert it.texts(".standing") == ["running"] * 2
        await it.press("space")
        assert it.done[0] == it.done[1] == it.screen.race.level
        assert it.texts(".standing") == ["paused"] * 2


async def test_r_begins_again_with_the_same_seed_and_shift_r_with_a_new_one() -> None:
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


async def test_w_changes_the_clock_and_begins_again() -> None:
    async with racing(race(ENDLESS)) as it:
        await it.press("right", "w")
        assert (it.screen.race.by, it.done) == (By.TIME, [0, 0])
        assert it.texts("#clock") == ["by time, 0.000 s each"]
        assert any("begins again" in str(notice.message) for notice in it.app._notifications)
        await it.go(4)
        assert it.texts("#clock") == ["by time, 0.004 s each"]
        assert all(standing.seconds >= 0.004 for standing in it.screen.runner.report.standings)
        await it.press("w")
        assert it.screen.race.by is By.WORK


async def test_a_number_or_a_click_opens_that_racer_alone_and_q_comes_back() -> None:
    async with racing(race()) as it:
        await it.press("right")
        await it.pilot.press("2")
        await until(it.pilot, lambda: isinstance(it.app.screen, PuzzleScreen))
        assert isinstance(it.app.screen, PuzzleScreen)
        assert it.app.screen.plan == it.screen_below.race.racers[1].plan
        await it.pilot.press("q")
        await it.at_rest()
        assert it.done == [1] * 4
        await it.pilot.click(Lane, (2, 1))
        await until(it.pilot, lambda: isinstance(it.app.screen, PuzzleScreen))
        await it.pilot.press("q")
        await it.at_rest()
        await it.pilot.press("q")
        await until(it.pilot, lambda: isinstance(it.app.screen, HomeScreen))


async def test_a_number_without_a_racer_says_so() -> None:
    async with racing(race(ENDLESS)) as it:
        await it.press("3")
        assert any("2 racers" in str(notice.message) for notice in it.app._notifications)


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
        assert it.app.clipboard == it.screen.race.command()
        await it.pilot.press("question_mark")
        await until(it.pilot, lambda: isinstance(it.app.screen, HelpScreen))
        assert "knightwatch race tour" in it.texts("HelpScreen Static")[0]


async def test_z_zooms_all_boards() -> None:
    async with racing(race(), (120, 40)) as it:
        before = [view.scale for view in it.screen.query(BoardView)]
        await it.press("Z")
        assert all(a != b for a, b in zip([view.scale for view in it.screen.query(BoardView)], before, strict=True))


async def test_a_race_can_be_left_at_full_speed() -> None:
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


# Ways in


async def test_home_offers_races() -> None:
    app = Knightwatch()
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: bool(app.screen.query_one(OptionList).option_count))
        menu = app.screen.query_one(OptionList)
        menu.highlighted = menu.get_option_index("race-0")
        await pilot.press("enter")
        it = Racing(app, pilot)
        await it.at_rest()
        assert len(it.screen.race.racers) == 4


@pytest.mark.parametrize("place", range(3))
def test_races_to_begin_with_are_races(place: int) -> None:
    from engine.catalog import PUZZLES

    races = [(entry, values, racers) for entry in PUZZLES for _, racers, values in entry.races]
    assert Race(entered(*races[place])).racers


async def test_a_puzzle_offers_a_race_against_other_solvers_with_its_board_and_seed() -> None:
    async with opened({"solver": "backtrack", "rows": "6", "cols": "6", "order": "wall"}, of="tour") as it:
        await it.pilot.press("a")
        await until(it.pilot, lambda: isinstance(it.app.screen, RaceScreen))
        found = it.app.screen
        assert isinstance(found, RaceScreen)
        mine = it.screen_below.plan
        assert found.race.racers[0].plan == mine
        assert len({racer.plan.solver for racer in found.race.racers}) == 4
        assert (found.race.problem, found.race.seed) == (mine.problem, mine.seed)


# Room


@pytest.mark.parametrize("racers", [2, 4])
async def test_all_lanes_are_in_sight_at_any_size(racers: int) -> None:
    async with racing(race(FOUR[:racers])) as it:
        for size in SIZES:
            await it.pilot.resize_terminal(*size)
            await it.go(1)
            for lane in it.screen.query(Lane):
                assert lane.region.width >= 15
                assert it.screen.region.contains_region(lane.region)
                assert lane.query_one(BoardView).size.height > 0
            names = it.texts(".racer")
            assert [name[:6] for name in names] == ["1 warn", "2 back", "3 back", "4 gene"][:racers]


async def test_a_narrow_terminal_folds_figures_behind_a_key() -> None:
    async with racing(race(), (50, 20)) as it:
        assert [side.display for side in it.screen.query(".side")] == [False] * 4
        await it.press("right", "v")
        assert [view.display for view in it.screen.query(BoardView)] == [False] * 4
        assert all("seconds" in figures for figures in it.texts("Figures"))


async def test_a_usual_terminal_shows_boards_figures_and_curves_of_four() -> None:
    async with racing(race()) as it:
        await it.go(9)
        assert all(view.scale.signs for view in it.screen.query(BoardView))
        assert all("seconds" in figures for figures in it.texts("Figures"))
        assert all(chart.size.height >= 4 for chart in it.screen.query(Chart))


# Looks


class Still:
    """Stands in for the module `time` of the driving loop: seconds are what no two machines agree about."""

    def perf_counter(self) -> float:
        return 0.0


@pytest.fixture
def still(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.search.time", Still())


def stepped(steps: int) -> Callable[[Pilot[Any]], Any]:
    async def run_before(pilot: Pilot[Any]) -> None:
        assert isinstance(pilot.app, Knightwatch)
        it = Racing(pilot.app, pilot)
        await it.at_rest()
        await it.go(steps)

    return run_before


@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=["80x24", "120x40"])
@pytest.mark.usefixtures("still")
def test_a_race_looks_as_it_did(size: tuple[int, int], snap_compare: Compare) -> None:
    assert snap_compare(Knightwatch(race(), theme="dark"), terminal_size=size, run_before=stepped(70))


@pytest.mark.usefixtures("still")
def test_a_race_in_ascii_without_colour_looks_as_it_did(snap_compare: Compare, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    app = Knightwatch(race(), Look(ascii=True), theme="dark")
    assert snap_compare(app, terminal_size=(80, 24), run_before=stepped(20))
