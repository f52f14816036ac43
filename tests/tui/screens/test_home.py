"""The home screen: examples, saved runs and the preview, even with a broken store."""

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from textual.drivers.headless_driver import HeadlessDriver
from textual.events import Resize
from textual.geometry import Size
from textual.pilot import Pilot
from textual.widgets import OptionList, Static

from knightwatch.engine.core.frame import Status
from knightwatch.engine.core.run import Run
from knightwatch.engine.core.search import Search
from knightwatch.engine.plans.catalog import PUZZLES
from knightwatch.engine.store.limits import Limits
from knightwatch.engine.store.runs import RunStore, SavedRun, usual_path
from knightwatch.engine.store.saving import RunSaver, record_of
from knightwatch.tui.app import Knightwatch
from knightwatch.tui.lectures.lecture import BUILT_IN, heading_of
from knightwatch.tui.look import Look
from knightwatch.tui.screens.base.confirm import ConfirmScreen
from knightwatch.tui.screens.base.program import SavedRunsChanged
from knightwatch.tui.screens.entries import (
    FIRST_LECTURE,
    GUTTER,
    LABORATORY,
    LECTURES,
    MORE_LECTURES,
    OLDER,
    OWN_SOLVER,
    PAPERS,
    SAVED,
    START,
    SWEEP,
)
from knightwatch.tui.screens.help import HelpScreen
from knightwatch.tui.screens.home import NEWEST, HomeScreen
from knightwatch.tui.screens.lecture import Caption
from knightwatch.tui.screens.preview import Preview
from knightwatch.tui.screens.puzzle.screen import PuzzleScreen
from knightwatch.tui.screens.saved_runs import distinctions, keeper_of, list_line, saved_runs
from knightwatch.tui.widgets.board.view import BoardView
from knightwatch.tui.widgets.words import Words
from tests.support.own import hosts, own_plan, save_own_run, trap
from tests.support.pilot import Opened, opened, plan, until


class Home:
    """A running application that started at home."""

    def __init__(self, app: Knightwatch, pilot: Pilot[Any]) -> None:
        self.app = app
        self.pilot = pilot

    @property
    def menu(self) -> OptionList:
        return self.screen.query_one(OptionList)

    @property
    def screen(self) -> HomeScreen:
        assert isinstance(self.app.screen, HomeScreen)
        return self.app.screen

    @property
    def entries(self) -> list[str]:
        return [str(entry.prompt)[GUTTER:] for entry in self.menu.options]

    @property
    def sections(self) -> list[str]:
        return [name for entry in self.menu.options if (name := str(entry.prompt)[:GUTTER].strip())]

    @property
    def preview(self) -> Preview:
        return self.screen.query_one(Preview)

    async def mark(self, words: str) -> None:
        """Highlight an entry and wait for its preview."""
        self.menu.highlighted = self.entries.index(words)
        await self.pilot.pause()
        await until(self.pilot, lambda: self.preview.ready)

    async def opened(self) -> Opened:
        await until(self.pilot, lambda: isinstance(self.app.screen, PuzzleScreen))
        it = Opened(self.app, self.pilot)
        await it.at_rest()
        return it

    async def back(self) -> None:
        await self.pilot.press("q")
        await until(self.pilot, lambda: isinstance(self.app.screen, HomeScreen))


@asynccontextmanager
async def home(size: tuple[int, int] = (80, 24)) -> AsyncIterator[Home]:
    app = Knightwatch()
    async with app.run_test(size=size, notifications=True) as pilot:
        await until(pilot, lambda: bool(app.screen.query_one(OptionList).option_count))
        yield Home(app, pilot)


def playing(app: Knightwatch) -> bool:
    """Return whether a preview is running."""
    return any(isinstance(worker.node, Preview) for worker in app.workers)


def chosen(it: Opened) -> dict[str, str]:
    """Return the values that differ from their defaults, without the seed."""
    return {name: value for name, value in it.screen.plan.values().items() if name != "seed"}


def examples() -> Iterator[tuple[str, dict[str, str]]]:
    for puzzle in PUZZLES:
        for example in puzzle.examples:
            yield example.words, {"solver": puzzle.solvers[0].name} | example.values


def save_run(moment: int = 3) -> Run:
    """Save a run that is paused at a step."""
    run, keeper = Run(plan().search()), RunSaver(plan(), usual_path())
    list(run.slices(until=moment))
    keeper.keep(run)
    keeper.close()
    return run


async def test_home_lists_every_puzzle_and_opens_examples() -> None:
    async with home() as it:
        assert it.sections == [START, LECTURES, *(puzzle.section for puzzle in PUZZLES), LABORATORY]
        races = [race.words for puzzle in PUZZLES for race in puzzle.races]
        lectures = [words for words, _ in MORE_LECTURES.values()]
        listed = [FIRST_LECTURE, OWN_SOLVER, *lectures, *(words for words, _ in examples()), *races, SWEEP, PAPERS]
        assert it.entries == listed
        for words, values in list(examples())[:3]:
            it.menu.highlighted = it.entries.index(words)
            await it.pilot.press("enter")
            assert chosen(await it.opened()) == values
            await it.back()
            assert it.entries[it.menu.highlighted] == words


def test_home_lists_every_lecture_with_the_sentence_of_its_heading() -> None:
    assert ("start-here", *MORE_LECTURES) == BUILT_IN
    for name, (words, about) in MORE_LECTURES.items():
        heading = heading_of(name)
        assert (words, about) == (heading.title[0].lower() + heading.title[1:], heading.about)


@pytest.mark.parametrize("name", MORE_LECTURES)
async def test_home_previews_and_opens_a_lecture(name: str) -> None:
    async with home() as it:
        await it.mark(MORE_LECTURES[name][0])
        assert it.preview.query(BoardView)
        await it.pilot.press("enter")
        await until(it.pilot, lambda: bool(it.app.screen.query(Caption)))
        assert heading_of(name).title in str(it.app.screen.query_one(Caption).border_title)


@pytest.mark.parametrize("runs", [1, NEWEST])
async def test_all_entries_fit_80_x_27_below_the_newest_run(runs: int) -> None:
    for moment in range(1, runs + 1):
        save_run(moment)
    async with home((80, 27)) as it:
        sections = [SAVED, START, LECTURES, *(puzzle.section for puzzle in PUZZLES), LABORATORY]
        assert it.sections == sections + [OLDER] * (runs > 1)
        lines = [strip.text.rstrip() for strip in it.menu.render_lines(it.menu.size.region)]
        for entry, line in zip(it.entries[: len(lines)], lines, strict=True):
            assert line.rstrip("▁▂▃▄▅▆▇ ").endswith(entry)
        assert it.entries.index(PAPERS) == len(lines) - (runs == 1)  # one line names the older runs


@pytest.mark.parametrize(("size", "on_top"), [((80, 24), 1), ((80, 29), 2), ((120, 40), NEWEST)])
async def test_a_larger_terminal_lists_more_saved_runs_first(size: tuple[int, int], on_top: int) -> None:
    for moment in range(1, NEWEST + 2):
        save_run(moment)
    async with home(size) as it:
        assert [entry.section for entry in it.screen._entries if entry.run].count(SAVED) == on_top


async def test_a_line_below_the_newest_runs_leads_to_the_older_ones() -> None:
    for moment in range(1, 5):
        save_run(moment)
    async with home() as it:
        assert it.entries[1].startswith("3 older runs")
        it.menu.highlighted = 1
        await it.pilot.press("enter")
        first = it.menu.highlighted
        assert it.screen._entries[first].section == OLDER
        await it.pilot.press("home", "o")
        assert it.menu.highlighted == first
        titles = [command.title for command in it.app.get_system_commands(it.screen)]
        assert any(title.startswith("Older runs") for title in titles)


async def test_without_older_runs_no_key_leads_to_them() -> None:
    save_run(1)
    async with home() as it:
        await it.pilot.press("o")
        assert it.menu.highlighted == 0
        assert not any("older" in entry for entry in it.entries)


def test_lines_of_different_runs_differ_in_a_narrow_list() -> None:
    for solver, seed in (("backtrack", "3"), ("warnsdorff", "3"), ("genetic", "1531180836"), ("genetic", "1531180837")):
        own = plan("tour", solver=solver, seed=seed, start="a3")
        run, keeper = Run(own.search()), RunSaver(own, usual_path())
        list(run.slices(until=2))
        keeper.keep(run)
        keeper.close()
    kept = saved_runs()
    apart = distinctions(kept)
    lines = {list_line(replace(run, kept=run.kept - 3600), 28, Look(), apart.get(run.id, "")) for run in kept}
    assert len(lines) == len(kept)
    assert all(len(line) == 28 for line in lines)
    assert {apart.get(run.id) for run in kept} == {None, "seed ..0836", "seed ..0837"}
    wide = [list_line(run, 40, Look(), apart.get(run.id, "")) for run in kept]
    assert all("8 x 8" in line and run.solver in line for line, run in zip(wide, kept, strict=True))
    apart = distinctions([replace(run, moment=number) for number, run in enumerate(kept)])
    assert {apart.get(run.id) for run in kept} == {None, "at 0", "at 1"}


@pytest.mark.parametrize("room", [28, 34])
def test_the_line_of_a_saved_run_has_puzzle_and_solver_and_cuts_no_word(room: int) -> None:
    listed = [
        ("12 queens", "evolve", "at 2", "12"),
        ("12 queens", "evolve", "k 6, pm 0.02", "12"),
        ("tour of 8 x 8", "genetic", "at 1,501", "8 x 8"),
        ("tour of 8 x 8 from a1", "backtrack", "", "8 x 8"),
        ("3 black and 3 white knights on 4 x 3", "both-ends", "", "3+3"),
        ("3 black and 3 white knights on 4 x 3", "breadth", "at 16,331", "3+3"),
    ]
    for title, solver, apart, name in listed:
        run = replace(record_of(plan(), 1), title=title, values={"solver": solver}, kept=time.time() - 1500)
        line = list_line(run, room, Look(), apart)
        assert len(line) == room
        assert "..." not in line
        words = f"{solver}, {apart}" if apart else solver
        assert line.split(" ", 1)[1].startswith(name)
        assert f", {words}" in line


async def test_a_small_preview_of_a_race_shows_fewer_racers_with_signs() -> None:
    async with home() as it:
        await it.mark("a race for a tour from a3")
        (board,) = it.preview.query(BoardView)
        await until(it.pilot, lambda: bool(board.size.height))
        assert board.scale.signs
        assert str(it.preview.query_one(".caption", Static).render()) == "warnsdorff"


async def test_the_list_grows_with_the_terminal() -> None:
    save_run(1)
    save_run(2)
    async with home() as it:
        await it.mark(FIRST_LECTURE)
        driver = it.app._driver
        assert isinstance(driver, HeadlessDriver)
        driver._size = (80, 30)
        it.app.post_message(Resize(Size(80, 30), Size(80, 30)))
        async with asyncio.timeout(180):  # not `until`: the pilot would wait until the preview stops moving
            while [entry.section for entry in it.screen._entries if entry.run].count(SAVED) < 2:
                await asyncio.sleep(0.002)
        assert it.entries[it.menu.highlighted or 0] == FIRST_LECTURE


async def test_the_preview_plays_the_highlighted_entry() -> None:
    async with home() as it:
        await it.mark("the same, with backtracking")
        view = it.preview.query_one(BoardView)
        assert (view.board.rows, view.board.cols) == (8, 8)
        await until(it.pilot, lambda: len(view.board.trail) > 3)
        assert Opened(it.app, it.pilot).text("Preview #sentence").strip()
        await it.mark("a race for six knights")
        assert len(it.preview.query(BoardView)) == 3
        await it.pilot.press("enter")
        await until(it.pilot, lambda: not isinstance(it.app.screen, HomeScreen))
        await until(it.pilot, lambda: not playing(it.app))


async def test_leaving_home_while_a_preview_starts_is_safe() -> None:
    async with home() as it:
        preview, left, loop = it.preview, asyncio.Event(), asyncio.get_running_loop()

        async def leave() -> None:
            await preview.query_one("#boards").remove()
            left.set()

        def make() -> list[Search[Any, Any]]:
            asyncio.run_coroutine_threadsafe(leave(), loop).result()
            return [plan().search()]

        preview.show("words", make)
        await left.wait()
        await until(it.pilot, lambda: preview.ready)


async def test_without_animations_nothing_moves() -> None:
    async with home() as it:
        it.app.animation_level = "none"
        await it.mark("the same, with backtracking")
        assert len(it.preview.query_one(BoardView).board.trail) > 30
        await until(it.pilot, lambda: not playing(it.app))


@pytest.mark.parametrize(("size", "boards"), [((50, 20), False), ((80, 24), True), ((200, 60), True)])
async def test_the_preview_board_fills_its_room(size: tuple[int, int], boards: bool) -> None:
    async with home(size) as it:
        await it.mark("the same, with backtracking")
        place = it.preview.query_one("#boards")
        assert place.display is boards
        if boards:
            view = it.preview.query_one(BoardView)
            assert view.scale.size[1] > 0.7 * (size[1] - 6)


async def test_only_examples_without_a_pace_run_at_once() -> None:
    async with home() as it:
        for words, pace, status in (
            ("8 x 8, a tour at once", None, Status.SOLVED),
            ("8 by backtracking", 10, "running"),
        ):
            it.menu.highlighted = it.entries.index(words)
            await it.pilot.press("enter")
            opened = await it.opened()
            assert (opened.screen.pace, opened.screen.runner.report.status) == (pace, status)
            await it.back()


async def test_an_entry_opens_by_mouse() -> None:
    async with home() as it:
        first = list(examples())[1][0]
        lines = [strip.text for strip in it.menu.render_lines(it.menu.size.region)]
        place = next(y for y, line in enumerate(lines) if first in line)
        await it.pilot.click(OptionList, (16, place))
        assert chosen(await it.opened()) == list(examples())[1][1]


async def test_a_run_saved_before_home_opens_is_listed() -> None:
    async with opened() as it:
        await it.press("right")
        it.app.pop_screen()
        it.app.refresh_saved_runs()  # a worker thread may call it at any time
        await until(it.pilot, lambda: bool(it.app.screen.query(OptionList)))
        await until(it.pilot, lambda: Home(it.app, it.pilot).sections[:1] == [SAVED])


async def test_a_run_that_was_left_is_first_and_resumes() -> None:
    app = Knightwatch(plan(n="12", pop="50"))
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        it = Home(app, pilot)
        opened = await it.opened()
        await opened.press("right", "right", "right", "left")
        await it.back()
        await until(pilot, lambda: it.sections[:1] == [SAVED])
        assert it.entries[0].split() == ["‖", "12", "queens,", "evolve", "now"]
        await until(pilot, lambda: "The run is saved" in opened.text("Preview #sentence"))
        await pilot.press("down")
        await until(pilot, lambda: not app.notices)
    async with home() as it:
        assert it.menu.highlighted == 0
        await until(it.pilot, lambda: it.preview.ready)
        assert "paused at generation 2 of 3, just now" in it.preview.query_one(Words).words
        await it.pilot.press("enter")
        again = await it.opened()
        assert (again.moment, again.screen.runner.report.newest) == (2, 3)
        assert again.screen.plan == plan(n="12", pop="50")


def test_resuming_reads_the_newest_step_from_the_store() -> None:
    run, keeper = Run(plan().search()), RunSaver(plan(), usual_path())
    list(run.slices(until=3))
    keeper.keep(run)
    (listed,) = saved_runs()
    list(run.slices(until=5))
    keeper.keep(run)
    keeper.close()
    assert listed.moment == 3
    newest = keeper_of(listed).kept
    assert newest
    assert newest.moment == 5


async def test_the_preview_shows_where_a_saved_run_was_paused() -> None:
    run = save_run(9)
    async with home() as it:
        await until(it.pilot, lambda: it.preview.ready)
        shown, paused = it.preview.query_one(BoardView).board, run.search.frame().board
        assert (shown.squares == paused.squares).all()
        await until(it.pilot, lambda: not playing(it.app))


async def test_the_preview_never_starts_a_solver_of_the_user(tmp_path: Path) -> None:
    path, mark = trap(tmp_path)
    save_own_run(own_plan("queens", path), 9)
    mark.unlink()
    async with home() as it:
        await until(it.pilot, lambda: it.preview.ready)
        await until(it.pilot, lambda: not playing(it.app))
        assert it.preview.query_one(BoardView).board.rows == 8
        assert "step 9" in it.preview.query_one(Words).words
        assert (mark.exists(), hosts()) == (False, set())
        path.write_text(path.read_text() + "# edited")
        it.screen.refresh_list()
        await until(it.pilot, lambda: "trap.py has changed" in it.preview.query_one(Words).words)
        path.unlink()
        it.screen.refresh_list()
        await until(it.pilot, lambda: "cannot be opened" in it.preview.query_one(Words).words)
        assert not mark.exists()


async def test_a_run_whose_file_has_changed_is_resumed_after_consent(tmp_path: Path) -> None:
    path, mark = trap(tmp_path)
    save_own_run(own_plan("queens", path), 9)
    mark.unlink()
    path.write_text(path.read_text() + "# edited")
    async with home() as it:
        await it.pilot.press("enter")
        await until(it.pilot, lambda: isinstance(it.app.screen, ConfirmScreen))
        await it.pilot.press("escape")
        await until(it.pilot, lambda: it.app.screen is it.screen)
        assert not mark.exists()
        await it.pilot.press("enter", "enter")
        opened = await it.opened()
        await until(it.pilot, lambda: opened.moment == 9)


async def test_newest_runs_are_first_and_older_ones_last() -> None:
    for moment in range(1, NEWEST + 3):
        save_run(moment)
    async with home((80, 30)) as it:
        assert [it.sections[0], it.sections[-1]] == [SAVED, OLDER]
        shown = [entry.run.moment for entry in it.screen._entries if entry.run]
        assert shown == [*range(NEWEST + 2, 0, -1)]
        assert [entry.section for entry in it.screen._entries[:NEWEST]] == [SAVED] * NEWEST


async def test_x_deletes_a_run_and_u_restores_it() -> None:
    save_run(5)
    with RunStore(usual_path()) as store:
        store.mark(store.run(), 3, "here")
        before = store.runs()
    async with home() as it:
        await it.pilot.press("u")
        assert it.sections[0] == SAVED
        await it.pilot.press("x")
        assert it.sections[0] == START
        with RunStore(usual_path()) as store:
            assert store.runs() == []
        await it.pilot.press("end", "x")
        assert it.sections[0] == START, "only a run can be deleted"
        await it.pilot.press("u")
        assert it.sections[0] == SAVED
        await it.pilot.press("home", "enter")
        assert (await it.opened()).moment == 5
    with RunStore(usual_path()) as store:
        assert store.runs() == before


async def test_runs_of_another_version_cannot_be_resumed() -> None:
    values: list[tuple[str, dict[str, str]]] = [
        ("rooks", {}), ("queens", {"solver": "magic"}), ("queens", {"n": "[/]"}), ("queens", {"colour": "blue"})
    ]  # fmt: skip
    with RunStore(usual_path()) as store:
        for name, given in values:
            run = SavedRun(name, "[/] something", {"solver": "evolve"} | given, "step", 3, 3, Status.RUNNING, 0.0)
            store.keep(run, "", {})
    async with home() as it:
        for place, entry in enumerate(it.screen._entries):
            if entry.run:
                it.menu.highlighted = place
                await it.pilot.press("enter")
                assert isinstance(it.app.screen, HomeScreen)
                (notice,) = it.app.notices
                assert "cannot be resumed" in notice


async def test_home_works_with_an_unreadable_store() -> None:
    usual_path().write_text("this is not a database, and long enough to be checked" * 40)
    async with home() as it:
        assert it.sections[0] == START
        assert any("Cannot list the saved runs" in notice for notice in it.app.notices)
        await it.pilot.press("down", "down", "enter")
        await it.opened()
        await it.back()


async def test_the_last_theme_is_remembered() -> None:
    async with home() as it:
        await it.pilot.press("f2")
        await until(it.pilot, lambda: it.app.config.preferred.theme == "light")
    async with home() as it:
        assert not it.app.current_theme.dark


@pytest.mark.parametrize("key", ["q", "f10"])
async def test_home_quits(key: str) -> None:
    async with home() as it:
        await it.pilot.press(key)
        await until(it.pilot, lambda: not it.app.is_running)
        assert it.app.return_code == 0


@pytest.mark.parametrize("key", ["question_mark", "f1"])
async def test_help_opens_and_closes(key: str) -> None:
    async with home() as it:
        await it.pilot.press(key)
        assert isinstance(it.app.screen, HelpScreen)
        await it.pilot.press("escape")
        assert isinstance(it.app.screen, HomeScreen)
        assert it.menu.has_focus


async def test_home_reports_deleted_runs() -> None:
    for moment in (3, 4, 5):
        save_run(moment)
    with RunStore(usual_path()) as store:
        store.tidy(Limits(number=2))
    async with home() as it:
        assert any("Deleted 1 saved run" in notice for notice in it.app.notices)
    async with home() as it:
        assert not it.app.notices
        with RunStore(usual_path()) as store:
            store.tidy(Limits(number=0))
        it.app.screen.post_message(SavedRunsChanged())
        await until(it.pilot, lambda: any("Deleted 2 saved runs" in notice for notice in it.app.notices))
