"""A user's solver on the screen: code, variables, printed lines, faults, and a run that follows the saved file."""

import os
import sys
from functools import partial
from pathlib import Path

import pytest
from textual.widgets import Input, Select, Static

from knightwatch.engine.core.frame import Status
from knightwatch.engine.own.search import OwnSearch
from knightwatch.tui.screens.own_solver import OwnSolverForm, editor
from knightwatch.tui.screens.puzzle.screen import PuzzleScreen
from tests.support.own import WALK, write
from tests.support.pilot import Opened, opened, until


def walk(tmp_path: Path) -> dict[str, str]:
    return {"solver": str(write(tmp_path / "walk.py", WALK)), "rows": "5", "cols": "5"}


def save(path: Path, text: str) -> None:
    """Save a file as an editor does, with a new time."""
    before = path.stat().st_mtime_ns
    path.write_text(text)
    os.utime(path, ns=(before + 10**9, before + 10**9))


async def test_a_step_marks_its_line_and_shows_variables_and_prints(tmp_path: Path) -> None:
    async with opened(walk(tmp_path), (120, 40), of="tour") as here:
        await here.press("right", "right", "right")
        code = here.text("CodeView")
        yields = [number for number, line in enumerate(WALK.lstrip("\n").split("\n"), 1) if "yield path" in line]
        assert f"walk.py line {yields[0]} ─" in code  # no line is cut, so no keys
        assert "•path = [(0, 0) a" in code  # the step changed it; the square has the name of the board
        assert "printed: 3 lines" in code
        await here.press("left")
        assert "printed: 2 lines" in here.text("CodeView")
        assert here.moment == 2


async def test_c_hides_the_code_and_shows_the_figures(tmp_path: Path) -> None:
    async with opened(walk(tmp_path), of="tour") as here:
        assert here.screen.query_one("CodeView").display
        assert not here.screen.query_one("Figures").display
        await here.press("c")
        assert not here.screen.query_one("CodeView").display
        assert here.screen.query_one("Figures").display


async def test_c_shows_the_plain_version_of_a_built_in_solver() -> None:
    values = {"solver": "backtrack", "start": "a3", "order": "warnsdorff"}
    async with opened(values, (120, 40), of="tour") as here:
        await here.press("right", "right", "c")
        await until(here.pilot, lambda: here.screen.runner.report.frame.code is not None)
        first = here.screen.runner.report.frame.code
        assert first
        assert dict(first.variables)["path"].count("(") == 3
        await here.press("right", "right", "left")
        second = here.screen.runner.report.frame.code
        assert second
        assert dict(second.variables)["path"].count("(") == 4
        assert "backtrack in plain Python" in here.text("CodeView")
        await here.press("c", "right")
        assert here.screen.runner.report.frame.code is None


async def test_a_saved_file_runs_to_the_same_step_with_the_same_seed(tmp_path: Path) -> None:
    async with opened(walk(tmp_path), of="tour") as here:
        await here.press("right", "right", "right", "right")
        trail = here.screen.runner.report.frame.board.trail.tolist()
        save(tmp_path / "walk.py", (tmp_path / "walk.py").read_text().replace('f"to', 'f"on to'))
        await until(here.pilot, lambda: here.screen.runner.report.frame.sentence.startswith("on to"))
        await here.at_rest()
        assert (here.moment, here.screen.runner.report.frame.board.trail.tolist()) == (4, trail)


async def test_a_syntax_error_keeps_the_old_run_and_is_shown(tmp_path: Path) -> None:
    async with opened(walk(tmp_path), of="tour") as here:
        await here.press("right", "right")
        text = (tmp_path / "walk.py").read_text()
        save(tmp_path / "walk.py", text + "\ndef broken(:\n")
        line = len(text.split("\n")) + 1
        await until(here.pilot, lambda: any(f"walk.py line {line}" in notice for notice in here.app.notices))
        assert here.moment == 2
        await here.press("right", "c", "c")
        assert here.moment == 3
        assert f"walk.py line {line}" in " ".join(here.text("CodeView").split())  # no key removes it
        save(tmp_path / "walk.py", text)
        await until(here.pilot, lambda: not here.app.notices)
        assert f"walk.py line {line}," not in " ".join(here.text("CodeView").split())


async def test_back_from_the_end_goes_to_the_last_step_before_the_end(tmp_path: Path) -> None:
    async with opened(walk(tmp_path), of="tour") as here:
        await here.press(*["plus"] * 10, "space")
        await until(here.pilot, lambda: here.screen.runner.report.status is not Status.RUNNING)
        await here.at_rest()
        last = here.moment
        await here.press("left")
        assert (here.moment, here.screen.runner.report.status) == (last, Status.RUNNING)
        await here.press("left")
        assert here.moment == last - 1
        await here.press("right", "right")
        assert here.moment == last
        assert here.screen.runner.report.status is not Status.RUNNING


async def test_back_from_the_end_of_a_built_in_solver_goes_one_step_back() -> None:
    async with opened({"solver": "auto", "rows": "6", "cols": "6", "seed": "1"}, of="tour") as here:
        await here.press(*["plus"] * 10, "space")
        await until(here.pilot, lambda: here.screen.runner.report.status is Status.SOLVED)
        await here.at_rest()
        last = here.moment
        await here.press("left")
        assert (here.moment, here.screen.runner.report.status) == (last - 1, Status.RUNNING)


async def test_a_setting_that_disappeared_is_named(tmp_path: Path) -> None:
    async with opened(walk(tmp_path) | {"greedy": "yes"}, of="tour") as here:
        await here.press("right")
        save(tmp_path / "walk.py", (tmp_path / "walk.py").read_text().replace(", greedy: bool = False", ""))
        await until(here.pilot, lambda: any("no setting greedy" in notice for notice in here.app.notices))


async def test_edits_do_not_multiply_the_saved_runs(tmp_path: Path) -> None:
    from knightwatch.engine.store.runs import RunStore, usual_path

    async with opened(walk(tmp_path), of="tour") as here:
        for k in range(3):
            await here.press("right")
            save(tmp_path / "walk.py", (tmp_path / "walk.py").read_text() + f"\n# {k}\n")
            await until(here.pilot, partial(_runs, here, f"# {k}\n"))
            await here.at_rest()
        await here.press("right")
    with RunStore(usual_path()) as store:
        assert [run.moment for run in store.runs()] == [4]


async def test_an_exception_ends_the_run_with_its_line_and_back_still_works(tmp_path: Path) -> None:
    path = write(tmp_path / "bad.py", "def solve(problem, random):\n    yield [0]\n    yield [1]\n    boom()\n")
    async with opened({"solver": str(path)}, (120, 40)) as here:
        await here.press("right", "right", "right")
        report = here.screen.runner.report
        assert report.status is Status.FAILED
        assert "bad.py line 4" in report.reason
        assert "boom" in report.reason
        assert "✗" in here.text("CodeView")
        await here.press("left")
        assert (here.moment, here.screen.runner.report.status) == (1, Status.RUNNING)


async def test_an_endless_loop_leaves_the_keys_alive_and_names_the_line(tmp_path: Path) -> None:
    text = "def solve(problem, random):\n    yield [0]\n    while True:\n        pass\n    yield [1]\n"
    path = write(tmp_path / "loop.py", text)
    async with opened({"solver": str(path)}) as here:
        await here.press("right")
        await here.pilot.press("right")
        await until(here.pilot, lambda: "loop.py line" in here.screen.runner.report.frame.sentence)
        await here.press("left")
        assert (here.moment, here.screen.runner.report.frame.sentence) == (1, "Step 1.")


async def test_tab_goes_through_the_built_in_solvers_and_back_to_the_file(tmp_path: Path) -> None:
    async with opened(walk(tmp_path), of="tour") as here:
        names = [solver.name for solver in here.screen.solvers]
        assert names[-1] == "walk.py"
        await here.press("tab")
        assert here.screen.plan.solver.name == names[0]
        await here.press(str(len(names)))
        assert here.screen.plan.solver.name == "walk.py"


async def test_the_form_shows_the_settings_of_the_file(tmp_path: Path) -> None:
    async with opened(walk(tmp_path), of="tour") as here:
        await here.pilot.press("s")
        await until(here.pilot, lambda: bool(here.app.screen.query("Field")))
        names = [field.field for field in here.app.screen.shown_fields]  # type: ignore[attr-defined]
        assert {"greedy", "max_steps", "max_megabytes", "rows", "seed"} <= set(names)


async def test_the_form_writes_a_new_solver_edits_it_and_opens_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    editing = write(tmp_path / "editing.py", "import sys\nwith open(sys.argv[1], 'a') as f:\n    f.write('# edited')\n")
    monkeypatch.setenv("VISUAL", f"{sys.executable} {editing}")
    monkeypatch.setattr("knightwatch.tui.app.Knightwatch.suspend", lambda _: _nothing())
    async with opened(of="queens") as here:
        await here.pilot.press("O")
        await until(here.pilot, lambda: isinstance(here.app.screen, OwnSolverForm))
        here.app.screen.query_one("#file", Input).value = "fresh.py"
        here.app.screen.query_one("#like", Select).value = "evolve"
        await here.pilot.press("f5")
        await until(here.pilot, lambda: isinstance(here.app.screen, PuzzleScreen))
        await here.at_rest()
        assert here.screen.plan.solver.name == "fresh.py"
        assert (tmp_path / "fresh.py").read_text().endswith("# edited")
        await here.press("right")
        assert here.screen.runner.report.frame.population is not None


@pytest.mark.parametrize("name", ["x" * 300, "~nosuchuser/x", "a/b/c", "x" * 300 + "/"])
async def test_a_name_that_cannot_be_a_file_is_refused_in_the_form(name: str) -> None:
    async with opened(of="queens") as here:
        await here.pilot.press("O")
        await until(here.pilot, lambda: isinstance(here.app.screen, OwnSolverForm))
        here.app.screen.query_one("#file", Input).value = name
        await here.pilot.press("f5")
        await until(here.pilot, lambda: "new" not in str(here.app.screen.query_one("#about", Static).content))
        assert isinstance(here.app.screen, OwnSolverForm)


def test_the_editor_is_the_users(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EDITOR", "emacs -nw")
    monkeypatch.delenv("VISUAL", raising=False)
    assert editor() == ["emacs", "-nw"]
    monkeypatch.setenv("VISUAL", "code --wait")
    assert editor() == ["code", "--wait"]


def _runs(here: Opened, ending: str) -> bool:
    solver = here.screen.plan.solver
    return issubclass(solver, OwnSearch) and solver.text.endswith(ending)


def _nothing() -> object:
    from contextlib import nullcontext

    return nullcontext()
