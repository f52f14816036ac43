"""Solvers of other packages on the screen and on the command line."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from textual.widgets import Select, Static

from knightwatch.engine.plans.catalog import puzzle
from knightwatch.tui.screens.lab.sweep_form import SweepForm
from knightwatch.tui.screens.puzzle.settings import SettingsScreen
from tests.support.commands import BAD_INPUT, SOLVED, Command, command
from tests.support.own import hosts
from tests.support.packages import install
from tests.support.pilot import opened, over, until

__all__ = ["command"]

SWARM = """
def solve(problem, random, birds: int = 3):
    '''Birds try random orders.'''
    for bird in range(birds):
        yield [bird], f"bird {bird}"
    return [2, 4, 1, 3, 0]
"""
ENTRIES = {"queens.broken": "bird_broken:solve", "queens.swarm": "birds:solve", "queens.evolve": "birds:solve"}


@pytest.fixture(autouse=True)
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    with install(tmp_path / "site", monkeypatch, "birds", ENTRIES, {"birds.py": SWARM}) as folder:
        yield folder


def key(name: str) -> str:
    """Return the key of a solver of n-queens."""
    return str(1 + puzzle("queens").solver_names.index(name))


async def test_the_keys_of_solvers_open_installed_ones() -> None:
    async with opened({"n": "5"}, (120, 40)) as it:
        assert "swarm" in it.text("#solvers")
        assert "birds" not in sys.modules
        await it.press(key("swarm"))
        assert it.screen.plan.solver.name == "swarm"
        assert [solver.name for solver in it.screen.solvers].count("swarm") == 1
        await it.go(2)
        assert it.screen.runner.report.frame.sentence == "bird 1"
        assert len(hosts()) == 1
        await it.press(key("broken"))
        assert it.screen.plan.solver.name == "swarm"
        assert any("bird_broken" in notice for notice in it.app.notices)
        assert any(solver.summary.startswith("cannot be used") for solver in it.screen.solvers)


async def test_the_form_says_why_a_solver_cannot_be_used() -> None:
    async with opened({"n": "5"}) as it:
        await over(it, "s", SettingsScreen)
        it.app.screen.query_one("#solver", Select).value = "broken"
        about = it.app.screen.query_one("#about", Static)
        await until(it.pilot, lambda: "bird_broken" in str(about.content))
        assert it.app.screen.query_one("#solver", Select).value == "evolve"
        it.app.screen.query_one("#solver", Select).value = "swarm"
        await until(it.pilot, lambda: any(getattr(f, "field", "") == "birds" for f in it.app.screen.query(".field")))


async def test_the_form_of_a_sweep_lists_installed_solvers() -> None:
    async with opened() as it:
        it.app.push_screen(SweepForm())
        await until(it.pilot, lambda: isinstance(it.app.screen, SweepForm))
        values = [value for _, value in it.app.screen.query_one("#solver", Select)._options]
        assert {"queens.swarm", "queens.broken"} <= set(values)


def test_the_command_line_lists_and_runs_installed_solvers(command: Command) -> None:
    for words in (("queens",), ("race", "queens"), ("sweep",), ("sweep", "queens")):
        _, out, _ = command(*words, "--help")
        assert "swarm" in out, words
    _, out, _ = command("queens", "--help")
    assert "built-in solver" in " ".join(out.split())
    assert "birds" not in sys.modules
    assert command("queens", "--n", "5", "--solver", "swarm", "--birds", "2", "--json")[0] == SOLVED
    assert command("sweep", "swarm", "--n", "5", "--vary", "birds=1,2", "--repeat", "1", "--json")[0] == SOLVED
    race = ("race", "queens", "--n", "5", "--solvers", "evolve,swarm", "--birds", "2", "--json")
    assert command(*race)[0] == SOLVED
    code, _, err = command("queens", "--solver", "broken")
    assert (code, err.count("\n")) == (BAD_INPUT, 1)
    assert "bird_broken" in err
