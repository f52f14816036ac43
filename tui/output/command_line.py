"""Command lines that repeat a run, a race, a sweep or a paper; and the parser that reads them again."""

import math
import shlex
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic.fields import FieldInfo

from knightwatch.engine.core.declaration import kind, option
from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.words import quoted
from knightwatch.engine.lab.races.entries import split_entry
from knightwatch.engine.plans.catalog import PUZZLES, find_solver, puzzle, unambiguous_names
from knightwatch.engine.plans.plan import Plan, declaration
from knightwatch.engine.plans.puzzle import Puzzle, is_file

if TYPE_CHECKING:
    from knightwatch.engine.lab.papers.declaration import Paper
    from knightwatch.engine.lab.races.race import Race
    from knightwatch.engine.lab.sweeps.sweep import Sweep


AT = "at"
"""The option that names a step of a run."""
MOST_DIGITS = 15
"""Digits of the largest step that can be typed."""
MOST_CELLS = 500
"""Most cells of a sweep that `read_sweep` reads: a lecture must open at once."""


def plan_command(plan: Plan, moment: int = 0) -> str:
    """Return the command line that repeats a run; if `moment` is not 0, the line opens the run at that step."""
    at = [f"--{AT}", str(moment)] if moment else []
    return _line(plan.puzzle.name, *_options(plan.values(), declaration(plan.puzzle, plan.solver)), *at)


def race_command(race: "Race") -> str:
    """Return the command line that repeats a race."""
    from knightwatch.engine.lab.races.entries import format_racer
    from knightwatch.engine.lab.races.racer import By

    plan = race.racers[0].plan
    common = {name: value for name, value in plan.values().items() if name in type(plan.problem).model_fields}
    racers = [word for racer in race.racers for word in ("--solver", format_racer(racer.plan, race.seed))]
    clock = [] if race.by is By.WORK else ["--by", str(race.by)]
    options = _options(common, declaration(race.puzzle, plan.solver))
    return _line("race", race.puzzle.name, *racers, *options, *clock, "--seed", str(race.seed))


def sweep_command(sweep: "Sweep") -> str:
    """Return the command line that starts or continues a sweep."""
    varied = [word for axis in sweep.axes for word in ("--vary", str(axis))]
    fixed = _options(sweep.fixed, declaration(sweep.puzzle, sweep.cells[0].plan.solver))
    solver = sweep.cells[0].plan.solver
    named = [sweep.puzzle.name, "--solver", solver.address or solver.name]
    if solver.name in unambiguous_names():
        named = [solver.name]
    return _line("sweep", *named, *varied, *fixed, "--repeat", str(sweep.repeat))


def paper_command(paper: "Paper", full: bool) -> str:
    """Return the command line that starts or continues the short or the full form of a paper."""
    return _line("papers", paper.name, *(["--full"] if full else []))


def read_command(line: str, folder: Path | None = None) -> "tuple[Plan | Race, int]":
    """Parse a command line; return its plan or its race, and the step at which to open it.

    Raises BadInput for a wrong command line, and for a Python file as the solver. With a `folder`, files are allowed,
    and their names start there.
    """
    words = _words(line)
    racing = words[:1] == ["race"]
    name, *options = words[racing:] or [""]
    chosen = puzzle(name)
    if not racing:
        values = _values(chosen, options, folder)
        if several := [name for name, given in values.items() if len(given) > 1]:
            raise BadInput(f"{option(several[0])} is given more than once")
        moment = read_step(values.pop(AT, ["0"])[0])
        return Plan.read(chosen, {name: given[0] for name, given in values.items()}), moment
    from knightwatch.engine.lab.races.entries import parse_racers
    from knightwatch.engine.lab.races.race import MOST, Race, Rules

    values = _values(chosen, options, folder, Rules.model_fields)
    if AT in values:
        raise BadInput("at is an option of one run, not of a race")
    rules = {name: values.pop(name)[0] for name in Rules.model_fields if name in values}
    racers = values.pop("solver", list(chosen.solvers_at)[:MOST])
    plans = parse_racers(chosen, {name: given[0] for name, given in values.items()}, racers)
    return Race(plans, Rules(**rules).by), 0


def read_sweep(line: str, folder: Path | None = None) -> "Sweep":
    """Parse the command line of a sweep; raises BadInput like `read_command`, and for too many cells."""
    from knightwatch.engine.lab.sweeps.axis import Axis
    from knightwatch.engine.lab.sweeps.sweep import Repetition, Sweep

    words = _words(line)
    name, *options = words[1:] or [""]
    if words[:1] != ["sweep"]:
        raise BadInput(f"{quoted(line)} is not a sweep, as sweep evolve --vary k=2,3,5 --repeat 10")
    chosen, solver = (puzzle(name), "") if name in [each.name for each in PUZZLES] else find_solver(name)
    more = Repetition.model_fields | {"vary": FieldInfo(annotation=str)}
    values = _values(chosen, [*(["--solver", solver] if solver else []), *options], folder, more)
    if AT in values:
        raise BadInput("at is an option of one run, not of a sweep")
    axes = [Axis.read(text) for text in values.pop("vary", [])]
    if (cells := math.prod(len(axis.values) for axis in axes)) > MOST_CELLS:
        raise BadInput(f"the sweep has {cells:,} cells, but must have at most {MOST_CELLS:,} here: vary less")
    repeat = values.pop("repeat", [None])[0]
    return Sweep.read(chosen, {name: given[0] for name, given in values.items()}, axes, repeat)


def read_step(text: str) -> int:
    """Parse the number of a step; raises BadInput if it is not one."""
    if not text.isdecimal() or len(text) > MOST_DIGITS:
        raise BadInput(f"{AT} is {quoted(text)}, but must be the number of a step, as 1234")
    return int(text)


def _words(line: str) -> list[str]:
    """Split a command line into words, without the name of the program."""
    try:
        words = shlex.split(line)
    except ValueError as error:
        raise BadInput(f"{quoted(line)} is not a command line: {str(error).lower()}") from None
    return words[1:] if words[:1] == ["knightwatch"] else words


def _values(
    chosen: Puzzle, words: Sequence[str], folder: Path | None, more: Mapping[str, FieldInfo] | None = None
) -> dict[str, list[str]]:
    """Parse options; return the values of each field. Known are the fields of all solvers of a puzzle, and `more`."""
    words = _with_files(chosen, words, folder)
    named = [word for before, word in pairwise(words) if before == "--solver"]
    names = [split_entry(chosen, word)[0] for word in named]
    others = [chosen.solver(name) for name in names if is_file(name) or name in chosen.installed]
    solvers = (*chosen.solvers, *others)
    fields = {name: field for solver in solvers for name, field in declaration(chosen, solver).items()}
    fields |= more or {}
    known = {f"--{option(name)}": name for name in (*fields, "solver", "preset", AT)}
    values: dict[str, list[str]] = {}
    rest = iter(words)
    for word in rest:
        flag, equals, value = word.partition("=")
        name = known.get(flag) or known.get(flag.replace("--no-", "--", 1), "")
        if not name:
            raise BadInput(f"{quoted(word)} is not an option of {chosen.name}")
        if name in fields and kind(fields[name]) is bool:
            value = "no" if flag not in known else value or "yes"
        elif not equals:
            value = next(rest, "")
        values.setdefault(name, []).append(value)
    return values


def _with_files(chosen: Puzzle, words: Sequence[str], folder: Path | None) -> list[str]:
    """Return the words of options with the place of each Python file; raises BadInput if files are not allowed."""
    placed, parts = [], [part for word in words for part in (word.split("=", 1) if word[:9] == "--solver=" else [word])]
    for before, word in pairwise(["", *parts]):
        name, settings = split_entry(chosen, word)
        if before == "--solver" and is_file(name):
            if folder is None:
                raise BadInput(f"solver is {quoted(name)}, but Python files run only with --allow-solvers")
            word = f"{folder / name}:{settings}" if settings else str(folder / name)
        placed.append(word)
    return placed


def _line(*words: str) -> str:
    return shlex.join(["knightwatch", *words])


def _options(values: Mapping[str, str], fields: Mapping[str, FieldInfo]) -> list[str]:
    """Return values as the words of options."""
    words = []
    for name, value in values.items():
        if name in fields and fields[name].annotation is bool:
            words.append(f"--{option(name)}" if value == "yes" else f"--no-{option(name)}")
        else:
            words += [f"--{option(name)}", value]
    return words
