"""Command lines that repeat a run: parsed again, they give the same plan, race, sweep or paper."""

import shlex
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.lab.papers.registry import PAPERS
from knightwatch.engine.lab.races.entries import parse_racers
from knightwatch.engine.lab.races.race import Race
from knightwatch.engine.lab.races.racer import By
from knightwatch.engine.lab.sweeps.axis import Axis
from knightwatch.engine.lab.sweeps.sweep import Sweep
from knightwatch.engine.plans.catalog import puzzle
from knightwatch.engine.plans.plan import Plan
from knightwatch.engine.plans.puzzle import Puzzle
from knightwatch.tui.output.command_line import (
    paper_command,
    plan_command,
    race_command,
    read_command,
    read_sweep,
    sweep_command,
)
from tests.support.inline import sweep
from tests.support.strategies import NAMES, SOLVERS, AnySearch, plans


@pytest.mark.parametrize(("puzzle", "solver"), SOLVERS, ids=NAMES)
@given(data=st.data())
def test_a_plan_is_parsed_from_its_command(puzzle: Puzzle, solver: type[AnySearch], data: st.DataObject) -> None:
    plan, moment = data.draw(plans(puzzle, solver)), data.draw(st.integers(0, 10**15 - 1))
    assert read_command(plan_command(plan, moment)) == (plan, moment)


@pytest.mark.parametrize("by", By)
def test_a_race_is_parsed_from_its_command(by: By) -> None:
    race = Race(parse_racers(puzzle("swap"), {"seed": "3"}, ["breadth", "best-first:max-seconds=5"]), by)
    again, _ = read_command(race_command(race))
    assert isinstance(again, Race)
    assert (again.by, [racer.plan for racer in again.racers]) == (by, [racer.plan for racer in race.racers])


@given(st.text(max_size=60))
def test_any_other_text_is_bad_input(line: str) -> None:
    with pytest.raises(BadInput) as error:
        read_command(f"{line} --no-such-option")
    assert str(error.value)


def test_a_command_leaves_out_defaults() -> None:
    plan = Plan.read(puzzle("swap"), {"preset": "danube", "seed": "1"})
    line = "knightwatch swap --solver breadth --from BBBB.WWW --to WWW.BBBB --moves files --seed 1"
    assert plan_command(plan) == line


@pytest.mark.parametrize(
    ("of", "solver", "varied", "values"),
    [
        ("queens", "evolve", ["n=8,20"], {}),
        ("queens", "evolve", ["crossover=pmx,ox", "decay=yes,no"], {}),
        ("tour", "backtrack", ["order=fixed,wall", "start=a1,"], {}),
        ("tour", "backtrack", ["start=0,0;5,7;", "closed=no"], {"rows": "6", "cols": "8", "holes": "b2"}),
        ("tour", "genetic", ["pm=10:50:20"], {"preset": "best", "rows": "6"}),
        ("tour", "repair", ["evaluations=100,1000"], {"evolve": "no", "seed": "5"}),
    ],
)
def test_a_sweep_is_parsed_from_its_command(of: str, solver: str, varied: list[str], values: dict[str, Any]) -> None:
    it = sweep(*varied, of=of, solver=solver, **values)
    program, command, name, *words = shlex.split(sweep_command(it))
    assert (program, command) == ("knightwatch", "sweep")
    assert name == (of if solver == "backtrack" else solver)
    axes, given = [], {"solver": name}
    while words:
        word = words.pop(0)
        if word == "--vary":
            axes.append(Axis.read(words.pop(0)))
        elif word.startswith("--no-"):
            given[word.removeprefix("--no-").replace("-", "_")] = "no"
        else:
            given[word.removeprefix("--").replace("-", "_")] = words.pop(0)
    again = Sweep.read(puzzle(of), given, axes, given.pop("repeat"))
    assert again == it == read_sweep(sweep_command(it))
    assert again.identity == it.identity


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("queens --n 8", "is not a sweep"),
        ("sweep", "solver is"),
        ("sweep evolve --vary", "vary"),
        ("sweep evolve --vary n=8 --at 3", "at is an option of one run"),
        ("sweep evolve --vary n=4:600 --vary k=2,3", "cells"),
        ("sweep queens --solver mine.py --vary n=8", "--allow-solvers"),
    ],
)
def test_a_wrong_sweep_is_bad_input(line: str, words: str) -> None:
    with pytest.raises(BadInput, match=words):
        read_sweep(line)


def test_the_command_of_a_paper_has_its_form() -> None:
    assert paper_command(PAPERS[0], full=False) == f"knightwatch papers {PAPERS[0].name}"
    assert paper_command(PAPERS[0], full=True) == f"knightwatch papers {PAPERS[0].name} --full"
