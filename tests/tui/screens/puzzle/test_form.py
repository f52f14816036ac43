"""The settings form: it has the options of the command line and shows the same errors."""

import io
import re
from collections.abc import AsyncIterator, Container
from contextlib import asynccontextmanager, redirect_stderr
from typing import Any

import pytest
from textual.events import Key
from textual.widgets import Input, Select

from knightwatch.engine.core.declaration import allowed, choices, kind, option
from knightwatch.engine.core.search import Search
from knightwatch.engine.plans.catalog import puzzle
from knightwatch.engine.plans.plan import declaration
from knightwatch.tui.cli import main as cli
from knightwatch.tui.cli.options.common import COMMON
from knightwatch.tui.screens.puzzle.screen import PuzzleScreen
from knightwatch.tui.screens.puzzle.settings import SettingsScreen
from tests.support.forms import Form
from tests.support.pilot import opened, until
from tests.support.strategies import bounds

QUEENS = puzzle("queens")
SOLVERS = [solver.name for solver in QUEENS.solvers]


@asynccontextmanager
async def form(values: dict[str, str] | None = None, size: tuple[int, int] = (120, 40)) -> AsyncIterator[Form]:
    async with opened(values, size) as it:
        await it.pilot.press("s")
        await until(it.pilot, lambda: isinstance(it.app.screen, SettingsScreen))
        yield Form(it)


def fields_of(solver: str) -> list[str]:
    return list(declaration(QUEENS, QUEENS.solver(solver)))


def wrong_values(solver: str, but: Container[str]) -> list[tuple[str, str]]:
    """Return wrong values for all text fields except `but`: below and above the bounds, and not a number."""
    values = []
    for name, field in declaration(QUEENS, QUEENS.solver(solver)).items():
        if name not in but and kind(field) is not bool and not choices(field):
            least, most = bounds(field)
            values += [(name, str(least - 1)), (name, str(most + 1)), (name, "abc")]
    return values


def error_of(*arguments: str) -> str:
    """Return the error of the command line for these arguments."""
    with redirect_stderr(io.StringIO()) as printed:
        assert cli.run(["queens", *arguments]) == cli.BAD_INPUT
    return printed.getvalue().removeprefix("knightwatch: ").strip()


async def test_the_form_has_exactly_the_options_of_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    cli.run(["queens", "--help"])
    options = set(re.findall(r"--([a-z][a-z-]*)", capsys.readouterr().out))
    asked = {question.name for question in QUEENS.questions}
    for question in QUEENS.questions:
        if question.options_at:
            asked |= {option(name) for name in QUEENS.resolve(question.options_at).model_fields}
    options -= {*COMMON, *asked, "preset"} | {name for name in options if name.startswith("no-")}
    shown = {"solver"}
    async with form() as it:
        for solver in SOLVERS:
            await it.choose_solver(solver)
            own = {option(name) for name in it.fields}
            assert own <= options
            assert own == {option(name) for name in declaration(QUEENS, QUEENS.solver(solver))}
            shown |= own
    assert shown == options


async def test_a_wrong_value_has_the_error_of_the_command_line() -> None:
    checked: set[str] = set()
    async with form() as it:
        for solver in SOLVERS:
            await it.choose_solver(solver)
            right: dict[str, str] = {}
            for name, wrong in wrong_values(solver, checked):
                before = right[name] if name in right else it.value(name)
                await it.enter(**right | {name: wrong})
                assert it.marked == {name}
                assert not it.can_apply
                assert it.sentence == error_of("--solver", solver, f"--{option(name)}", wrong)
                right = {name: before}
            await it.enter(**right)
            assert it.marked == set()
            assert it.can_apply
            checked |= set(it.fields)


async def test_the_error_of_the_focused_field_comes_first() -> None:
    async with form() as it:
        await it.enter(n="0", pc="x", seed="-1")
        assert it.marked == {"n", "pc", "seed"}
        assert it.sentence.startswith("seed is -1")
        await it.enter(n="8", seed="1", pm="0.1")
        assert it.marked == {"pc"}
        assert it.sentence.startswith("pc is x")


async def test_a_wrong_value_keeps_the_form_open_and_gets_the_focus() -> None:
    async with form() as it:
        await it.enter(pm="7")
        for key in ("enter", "f5"):
            await it.enter(k="2")
            await it.puzzle.pilot.press(key)
            assert it.puzzle.app.screen is it.screen
            assert it.fields["pm"].entry.has_focus
        await it.enter(pm="0.5")
        await it.puzzle.pilot.press("enter")
        await until(it.puzzle.pilot, lambda: isinstance(it.puzzle.app.screen, PuzzleScreen))
        assert it.puzzle.screen.plan.values()["pm"] == "0.5"


async def test_fields_that_depend_on_each_other_are_checked_together() -> None:
    async with form() as it:
        await it.enter(pop="10", elitism="11")
        assert it.marked == {"elitism"}
        assert it.sentence == error_of("--pop", "10", "--elitism", "11")
        await it.enter(pop="11")
        assert it.can_apply


async def test_too_many_queens_for_the_population_are_an_error() -> None:
    async with form() as it:
        await it.enter(n="1000000", pop="100")
        assert not it.can_apply
        assert it.sentence == error_of("--n", "1000000", "--pop", "100")
        await it.puzzle.pilot.press("f5")
        assert it.screen
        await it.enter(pop="2")
        assert it.can_apply


async def test_typing_into_the_form_makes_no_search(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []
    begin = Search.__init__

    def counted(search: Search[Any, Any], *given: Any) -> None:
        made.append(search.name)
        begin(search, *given)

    async with opened() as it:
        monkeypatch.setattr(Search, "__init__", counted)
        await it.pilot.press("s")
        await until(it.pilot, lambda: isinstance(it.app.screen, SettingsScreen))
        form = Form(it)
        form.fields["n"].entry.focus()
        await it.pilot.press("1", "2")
        assert form.value("n") == "12"
        assert form.can_apply
        assert made == []
        await form.apply()
        assert made == ["evolve"]


async def test_changing_the_solver_keeps_typed_values() -> None:
    async with form() as it:
        await it.enter(n="12", pop="50", seed="3")
        await it.choose_solver("min-conflicts")
        assert (it.value("n"), it.value("seed")) == ("12", "3")
        await it.enter(trials="77")
        await it.choose_solver("evolve")
        assert (it.value("n"), it.value("pop"), it.value("seed")) == ("12", "50", "3")
        await it.enter(n="none")
        await it.choose_solver("min-conflicts")
        assert it.marked == {"n"}
        assert not it.can_apply
        await it.enter(n="12")
        await it.apply()
        plan = it.puzzle.screen.plan
        assert plan.values() == {"solver": "min-conflicts", "n": "12", "trials": "77", "seed": "3"}


async def test_the_run_has_the_values_of_the_form() -> None:
    values = {
        "n": "9",
        "pop": "30",
        "generations": "5",
        "pc": "0.25",
        "pm": "1",
        "selection": "plus",
        "k": "3",
        "mu": "10",
        "crossover": "ox",
        "section": "cuts",
        "mutation": "scramble",
        "elitism": "2",
        "decay": "yes",
        "max_seconds": "2.5",
        "seed": "11",
    }
    assert list(values) == fields_of("evolve")
    async with form() as it:
        await it.enter(**values)
        await it.apply()
        assert it.puzzle.screen.plan.values() == {"solver": "evolve"} | values


async def test_only_the_seed_may_be_empty() -> None:
    async with form({"pop": "50"}) as it:
        await it.enter(pop="", seed="")
        assert not it.can_apply
        assert it.sentence.startswith("pop is empty, but must be")
        await it.enter(pop="60")
        await it.apply()
        assert it.puzzle.screen.plan.values()["pop"] == "60"
        assert it.puzzle.screen.plan.seed != 7


@pytest.mark.parametrize("leave", ["escape", "cancel"])
async def test_leaving_the_form_changes_nothing(leave: str) -> None:
    async with opened() as it:
        await it.press("right", "right")
        runner = it.screen.runner
        await it.pilot.press("s")
        await until(it.pilot, lambda: isinstance(it.app.screen, SettingsScreen))
        await Form(it).enter(n="12", pop="abc")
        await it.pilot.press("escape") if leave == "escape" else await it.pilot.click("#cancel")
        await until(it.pilot, lambda: isinstance(it.app.screen, PuzzleScreen))
        assert it.screen.runner is runner
        assert it.moment == 2


async def test_every_field_can_be_reached_on_the_smallest_terminal() -> None:
    async with form(size=(40, 12)) as it:
        reached = set()
        for _ in range(len(it.fields) + 4):
            focused = it.screen.focused
            assert focused is not None
            assert it.screen.region.contains_region(focused.region)
            reached |= {name for name, field in it.fields.items() if field.entry is focused}
            await it.puzzle.pilot.press("tab")
        assert reached == set(it.fields)


def beside(it: Form, name: str) -> str:
    """Return the text beside a field."""
    says = it.fields[name].query_one(".says")
    return "".join(strip.text for strip in says.render_lines(says.size.region)).strip()


async def test_a_field_shows_its_meaning_or_the_allowed_values() -> None:
    async with form(size=(80, 24)) as it:
        for name, declared in declaration(QUEENS, QUEENS.solver("evolve")).items():
            assert declared.description
            assert declared.description.startswith(beside(it, name).removesuffix("…"))
            assert len(beside(it, name)) > 10
        await it.enter(n="0")
        assert beside(it, "n") == f"x {allowed(QUEENS.problem.model_fields['n'])}"


async def test_arrow_keys_move_between_all_fields() -> None:
    async with form(size=(80, 24)) as it:
        order = [field.entry for field in it.fields.values()]
        assert any(isinstance(entry, Select) for entry in order)
        for entry in order[1:]:
            await it.puzzle.pilot.press("down")
            assert entry.has_focus
        for entry in reversed(order[:-1]):
            await it.puzzle.pilot.press("up")
            assert entry.has_focus
        assert it.value("n") == "20"


@pytest.mark.parametrize(("on", "back"), [("down", "up"), ("tab", "shift+tab")])
async def test_fast_typing_goes_to_the_next_field(on: str, back: str) -> None:
    async with form() as it:
        app, first = it.puzzle.app, it.screen.focused
        for key in ("6", on, back, "7", on, "x"):
            app.post_message(Key(key, key if len(key) == 1 else None))
        await until(it.puzzle.pilot, lambda: it.screen.focused is not first)
        assert it.value("n") == "7"
        typed = it.screen.focused
        assert isinstance(typed, Input)
        assert typed.value == "x"
