"""Command lines that repeat what was run: what is shown beside a result, and copied from the screen."""

import shlex
from collections.abc import Mapping
from typing import TYPE_CHECKING

from pydantic.fields import FieldInfo

from engine.core.declaration import option
from engine.plans.plan import Plan, declaration

if TYPE_CHECKING:
    from engine.lab.papers.declaration import Paper
    from engine.lab.races.race import Race
    from engine.lab.sweeps.sweep import Sweep


def plan_command(plan: Plan) -> str:
    """Return the command line that repeats a run."""
    return _line(plan.puzzle.name, *_options(plan.values(), declaration(plan.puzzle, plan.solver)))


def race_command(race: "Race") -> str:
    """Return the command line that repeats a race."""
    from engine.lab.races.race import By
    from engine.lab.races.racers import format_racer

    plan = race.racers[0].plan
    common = {name: value for name, value in plan.values().items() if name in type(plan.problem).model_fields}
    racers = [word for racer in race.racers for word in ("--solver", format_racer(racer.plan))]
    clock = [] if race.by is By.WORK else ["--by", str(race.by)]
    options = _options(common, declaration(race.puzzle, plan.solver))
    return _line("race", race.puzzle.name, *racers, *options, *clock, "--seed", str(race.seed))


def sweep_command(sweep: "Sweep") -> str:
    """Return the command line that runs a sweep, or goes on with it."""
    varied = [word for axis in sweep.axes for word in ("--vary", str(axis))]
    fixed = _options(sweep.fixed, declaration(sweep.puzzle, sweep.cells[0].plan.solver))
    return _line("sweep", sweep.solver, *varied, *fixed, "--repeat", str(sweep.repeat))


def paper_command(paper: "Paper", full: bool) -> str:
    """Return the command line that repeats a paper in one of its forms, or goes on with it."""
    return _line("papers", paper.name, *(["--full"] if full else []))


def _line(*words: str) -> str:
    return shlex.join(["knightwatch", *words])


def _options(values: Mapping[str, str], fields: Mapping[str, FieldInfo]) -> list[str]:
    """Return values as options."""
    words = []
    for name, value in values.items():
        if name in fields and fields[name].annotation is bool:
            words.append(f"--{option(name)}" if value == "yes" else f"--no-{option(name)}")
        else:
            words += [f"--{option(name)}", value]
    return words
