"""The keys of a puzzle's screen."""

import pytest
from textual.screen import Screen
from textual.widgets import Input, OptionList

from knightwatch.engine.queens.kernels.evolve import EvolveCounter
from knightwatch.tui.config import Config
from knightwatch.tui.screens.base.worker_screen import PACES, USUAL_PACE
from knightwatch.tui.screens.help import HelpScreen, commands_of
from knightwatch.tui.screens.home import HomeScreen
from knightwatch.tui.screens.puzzle.play import PlayScreen
from knightwatch.tui.screens.puzzle.screen import PuzzleScreen
from knightwatch.tui.screens.puzzle.settings import SettingsScreen
from knightwatch.tui.widgets.board.view import BoardView
from knightwatch.tui.widgets.chart import Chart
from knightwatch.tui.widgets.words import Words
from tests.support.pilot import opened, over, plan, until
from tests.support.screens import draw

ENDLESS = {"n": "64", "pc": "0", "pm": "0", "generations": "1000000000"}
"""Settings under which the search never improves."""


def expected(moment: int) -> bytes:
    search = plan().search()
    search.advance(moment)
    return search.state["pop"].tobytes()


async def test_space_runs_and_pauses() -> None:
    async with opened(ENDLESS) as it:
        await it.pilot.press("space")
        await until(it.pilot, lambda: it.moment >= 3)
        assert it.screen.runner.playing
        await it.press("space")
        assert not it.screen.runner.playing
        moment = it.moment
        assert it.screen.runner.run.search.done == moment
        await it.press("right")
        assert it.moment == moment + 1


@pytest.mark.parametrize(("on", "back"), [("right", "left"), ("n", "b")])
async def test_arrows_and_letters_step_forwards_and_back(on: str, back: str) -> None:
    async with opened() as it:
        await it.press(on, on, on)
        assert it.moment == 3
        assert it.screen.runner.run.search.state["pop"].tobytes() == expected(3)
        await it.press(back)
        assert it.moment == 2
        assert it.screen.runner.run.search.state["pop"].tobytes() == expected(2)


async def test_steps_pressed_in_quick_succession_are_all_done() -> None:
    async with opened() as it:
        await it.pilot.press(*["right"] * 40, *["left"] * 15)
        await it.at_rest()
        assert it.moment == 25
        assert it.screen.runner.run.search.state["pop"].tobytes() == expected(25)


async def test_a_step_back_from_the_first_step_stays() -> None:
    async with opened() as it:
        await it.press("left", "left")
        assert it.moment == 0


async def test_home_and_end_go_to_the_first_and_newest_step() -> None:
    async with opened() as it:
        await it.press(*["right"] * 5)
        await it.press("home")
        assert it.moment == 0
        await it.press("end")
        assert it.moment == 5


async def test_end_pauses_a_running_search_at_its_newest_step() -> None:
    async with opened(ENDLESS) as it:
        await it.pilot.press("space")
        await until(it.pilot, lambda: it.moment >= 3)
        await it.press("end")
        assert not it.screen.runner.playing
        assert it.moment == it.screen.runner.report.newest == it.screen.runner.run.search.done


async def test_i_runs_to_the_next_improvement() -> None:
    async with opened() as it:
        best_ever = it.screen.runner.run.search.state["counters"][EvolveCounter.BEST_EVER]
        await it.press("i")
        search = it.screen.runner.run.search
        assert search.state["counters"][EvolveCounter.BEST_EVER] < best_ever
        before = plan().search()
        before.advance(search.done - 1)
        assert before.state["counters"][EvolveCounter.BEST_EVER] == best_ever


async def test_r_keeps_the_seed_and_shift_r_changes_it() -> None:
    async with opened() as it:
        await it.press("right", "right")
        await it.press("r")
        assert it.moment == 0
        assert it.screen.plan.seed == 7
        await it.press("R")
        assert it.moment == 0
        assert it.screen.plan.seed != 7


async def test_plus_and_minus_change_the_speed() -> None:
    async with opened() as it:
        assert f"{PACES[USUAL_PACE]}/s" in it.text("#state")
        await it.press("+")
        assert "20/s" in it.text("#state")
        await it.press(*["+"] * len(PACES))
        assert "full speed" in it.text("#state")
        await it.press(*["-"] * (len(PACES) + 2))
        assert " 1/s" in it.text("#state")


async def test_speed_can_be_changed_while_it_runs() -> None:
    async with opened(ENDLESS) as it:
        await it.press(*["+"] * (len(PACES) - USUAL_PACE - 2))
        assert "10,000/s" in it.text("#state")
        await it.pilot.press("space", "+")
        assert "full speed" in it.text("#state")
        await until(it.pilot, lambda: it.moment > 2000)
        await it.press("space")


async def test_s_opens_the_form_and_restarts() -> None:
    async with opened() as it:
        await it.pilot.press("s")
        form = it.app.screen
        assert isinstance(form, SettingsScreen)
        form.query(Input).first().value = "12"
        await it.pilot.press("f5")
        await until(it.pilot, lambda: isinstance(it.app.screen, PuzzleScreen))
        await it.at_rest()
        assert it.screen.plan.values()["n"] == "12"
        assert it.screen.plan.seed == 7


async def test_tab_and_digits_change_the_solver_and_remember_its_settings() -> None:
    async with opened({"pop": "50"}) as it:
        await it.press("tab")
        assert it.screen.plan.solver.name == "min-conflicts"
        await it.press("1")
        assert it.screen.plan.values() == plan(pop="50").values()
        await it.press("2")
        assert it.screen.plan.solver.name == "min-conflicts"
        await it.press("9")
        assert it.screen.plan.solver.name == "min-conflicts"


async def test_p_plays_by_hand_with_cursor_and_undo() -> None:
    async with opened({"n": "4", "generations": "0"}) as it:
        await it.pilot.press("p")
        await until(it.pilot, lambda: isinstance(it.app.screen, PlayScreen))
        await it.pilot.press("c", *"jj", "space", "right", *"kk", "enter")
        assert "attack" in it.text("#sentence")
        assert len(it.app.screen.query_one(BoardView).board.squares) == 2
        await it.pilot.press("u")
        assert len(it.app.screen.query_one(BoardView).board.squares) == 1
        await it.pilot.press("p")
        assert isinstance(it.app.screen, PuzzleScreen)


async def test_solving_by_hand_is_recognised() -> None:
    async with opened({"n": "4", "generations": "0"}) as it:
        await it.pilot.press("p")
        await until(it.pilot, lambda: isinstance(it.app.screen, PlayScreen))
        await it.pilot.press("c", "down", "space", "right", "down", "down", "space")
        await it.pilot.press("right", "down", "space", "right", "down", "down", "space")
        assert "Solved!" in it.text("#sentence")


async def test_help_lists_every_key_with_a_tooltip() -> None:
    async with opened(size=(100, 60)) as it:
        for key in ("question_mark", "f1"):
            await it.pilot.press(key)
            await until(it.pilot, lambda: isinstance(it.app.screen, HelpScreen))
            page = it.text("HelpScreen Static")
            shown = " ".join(page.split())
            assert shown.startswith("Now: ")
            assert "Quit the app" not in shown  # Textual's own words
            for _, binding in commands_of(it.screen_below):
                assert (binding.tooltip in shown) == (binding.action != "tree"), binding.tooltip
            for solver in plan().puzzle.solvers:
                assert f"{solver.name}: {solver.summary}. A step is one {solver.unit}" in shown
            for words in (
                "F2",
                "F10, ctrl+q leave knightwatch from anywhere",
                "Settings: solver evolve, n 20, seed 7;",
                "♛! attacked",
            ):
                assert words in shown
            await it.pilot.press("escape")
            await until(it.pilot, lambda: isinstance(it.app.screen, PuzzleScreen))


@pytest.mark.parametrize(("of", "solver"), [("swap", "breadth"), ("tour", "warnsdorff"), ("tour", "genetic")])
async def test_help_lists_only_keys_and_signs_that_apply(of: str, solver: str) -> None:
    async with opened({"solver": solver}, of=of) as it:
        await over(it, "question_mark", HelpScreen)
        page = " ".join(it.text("HelpScreen Static").split())
        evolves = solver == "genetic"
        assert ("every individual of the population" in page, "the family tree of" in page) == (evolves, evolves)
        assert "mutated gene" not in page  # no square is marked so before the first generation


async def test_q_goes_home_and_stops_the_worker() -> None:
    async with opened(ENDLESS) as it:
        await it.pilot.press("space")
        await until(it.pilot, lambda: it.moment > 0)
        runner = it.screen.runner
        await it.pilot.press("q")
        await until(it.pilot, lambda: isinstance(it.app.screen, HomeScreen))
        await until(it.pilot, lambda: not any(worker.group == "search" for worker in it.app.workers))
        done = runner.run.search.done
        assert not runner.playing
        assert runner.run.search.done == done


async def test_f10_quits_while_a_search_runs_at_full_speed() -> None:
    async with opened(ENDLESS) as it:
        await it.press(*["+"] * len(PACES))
        await it.pilot.press("space")
        await until(it.pilot, lambda: it.moment > 1000)
        await it.pilot.press("f10")
        await until(it.pilot, lambda: not it.app.is_running)


async def test_f2_changes_the_theme_and_remembers_it() -> None:
    async with opened() as it:
        assert it.app.current_theme.dark
        await it.press("f2")
        assert not it.app.current_theme.dark
        await until(it.pilot, lambda: Config().preferred.theme == "light")


async def test_z_zooms_in_and_out_and_letters_scroll() -> None:
    async with opened({"n": "20"}) as it:
        board = it.screen.query_one(BoardView)
        fit = board.scale
        await it.press("z", "z")
        assert board.scale.width > fit.width
        await it.press("j", "l")
        await until(it.pilot, lambda: board.scroll_offset.x > 0 and board.scroll_offset.y > 0)
        await it.press("k", "h")
        await until(it.pilot, lambda: board.scroll_offset.x == 0 and board.scroll_offset.y == 0)
        await it.press("Z", "Z")
        assert board.scale == fit


async def test_shift_p_switches_the_projector_view() -> None:
    async with opened({"solver": "backtrack", "start": "a3"}, of="tour") as it:
        await it.press(*["i"] * 3)
        board, chart = it.screen.query_one(BoardView), it.screen.query_one(Chart)
        before, curves = board.scale, len(chart._diagram.curves)
        await it.press("P")
        await until(it.pilot, lambda: board.scale.width == before.width * 3 // 2)
        assert len(chart._diagram.curves) == 1 <= curves
        rows = it.text("BoardView").splitlines()
        height = int(board.scale.height)
        assert [rows[height * row].strip()[:1] for row in range(8)] == list("87654321")
        assert [name in rows[8 * height - 1] for name in "abcdefgh"] == [True] * 8
        assert it.text("#aside").split() == it.screen.query_one("#sentence", Words).words.split()
        assert not any(it.screen.query_one(part).display for part in ("Figures", "#sentence", ".title", "Keys"))
        assert "? help" in it.text("#hint")
        it.screen.notify("seen")
        await until(it.pilot, lambda: "seen" in it.text("#aside"))
        await it.press("P")
        await until(it.pilot, lambda: board.scale == before)
        assert len(chart._diagram.curves) == curves


async def test_v_hides_the_side_or_the_board() -> None:
    async with opened() as it:
        shown = []
        for _ in range(4):
            shown.append((it.screen.query_one(BoardView).display, it.screen.query_one("#side").display))
            await it.press("v")
        assert shown == [(True, True), (True, True), (True, False), (False, True)]
        assert it.screen.query_one(BoardView).display


async def test_the_palette_runs_a_command() -> None:
    async with opened() as it:
        await it.pilot.press("colon", *"Step")
        hits = it.app.screen.query_one(OptionList)
        await until(it.pilot, lambda: hits.option_count > 1)  # the name matches first, then descriptions
        await it.pilot.press("enter", "enter")
        await until(it.pilot, lambda: isinstance(it.app.screen, PuzzleScreen))
        await until(it.pilot, lambda: it.moment == 1)


async def test_the_palette_also_searches_descriptions() -> None:
    async with opened() as it:
        await it.pilot.press("colon", *"by hand")
        await until(it.pilot, lambda: it.app.screen.query_one(OptionList).option_count == 1)
        await it.pilot.press("enter", "enter")
        await until(it.pilot, lambda: isinstance(it.app.screen, PlayScreen))


@pytest.mark.parametrize("key", ["s", "p", "colon"])
async def test_f10_quits_from_everywhere(key: str) -> None:
    async with opened() as it:
        await it.pilot.press(key)
        await until(it.pilot, lambda: not isinstance(it.app.screen, PuzzleScreen))
        await it.pilot.press("f10")
        await until(it.pilot, lambda: not it.app.is_running)


async def test_play_starts_with_the_current_board() -> None:
    async with opened({"n": "8", "solver": "min-conflicts", "seed": "4"}) as it:
        await it.press("i", "i", "i")
        shown = it.screen.query_one(BoardView).board.squares.tolist()
        assert len(shown) == 3
        await it.pilot.press("p")
        await until(it.pilot, lambda: isinstance(it.app.screen, PlayScreen))
        assert it.app.screen.query_one(BoardView).board.squares.tolist() == shown


async def test_another_solver_counts_in_its_own_units() -> None:
    async with opened() as it:
        assert " generation 0 " in it.text("Timeline")
        await it.press("tab")
        assert " trial 0 " in it.text("Timeline")


async def test_q_warns_before_unsaved_work_is_lost(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("knightwatch.tui.screens.base.worker_screen.WARN_SECONDS", 0.0)
    monkeypatch.setattr("knightwatch.engine.store.packing.LARGEST", 10)
    async with opened(ENDLESS) as it:
        await it.press("right", "right")
        await it.pilot.press("q")
        await until(it.pilot, lambda: "q again" in it.text("#sentence"))
        assert isinstance(it.app.screen, PuzzleScreen)
        await it.press("right")
        await it.pilot.press("q")
        assert isinstance(it.app.screen, PuzzleScreen), "another key had cleared the warning"
        await it.pilot.press("q")
        await until(it.pilot, lambda: isinstance(it.app.screen, HomeScreen))
        await until(it.pilot, lambda: "The run is saved" in it.text("#sentence"))


async def test_every_i_key_passes_one_milestone() -> None:
    async with opened({"solver": "min-conflicts"}) as it:
        await it.pilot.press(*["i"] * 8)
        await it.at_rest()
        assert it.screen.runner.run.search.milestones == 8


async def test_the_palette_names_the_keys() -> None:
    async with opened() as it:
        titles = {command.title for command in it.app.get_system_commands(it.screen)}
        assert {"Run  space", "Step  →", "Settings  s", "Faster  +"} <= titles


async def test_the_runner_learns_when_its_report_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Screen, "_compositor_refresh", draw)
    async with opened() as it:
        await it.press("right")
        await until(it.pilot, lambda: it.screen.runner._report_drawn)
