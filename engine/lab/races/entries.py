"""Entries of a race, as people write them, and labels that tell racers apart.

backtrack                             a solver
backtrack:order=wall                  a solver with its own setting, so it can race against itself
genetic:pop=50,preset=best            several settings, some by the name of a preset
genetic:seed=5                        a solver with its own seed, to see the role of chance
mine.py:greed=0.3                     a Python file with a solver
"""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from knightwatch.engine.core.declaration import option, written
from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.words import one_line, quoted
from knightwatch.engine.plans.plan import Plan, declaration
from knightwatch.engine.plans.puzzle import Puzzle

FILE = re.compile(r"(.*?\.py)(?::(.*))?", re.DOTALL)
"""A Python file, and its settings after a colon. The path may have colons too."""


def split_entry(puzzle: Puzzle, text: str) -> tuple[str, str]:
    """Return the solver of an entry, and the text of its settings."""
    name, _, settings = text.partition(":")
    if (match := FILE.fullmatch(text)) and name.strip() not in puzzle.solver_names:
        return match[1].strip(), match[2] or ""
    return name.strip(), settings


def parse_racers(puzzle: Puzzle, values: Mapping[str, Any], entries: Sequence[str]) -> list[Plan]:
    """Return the plans of a race. Shared values apply to every racer that has such a setting; a racer's own come first.

    All racers have the same seed unless they name their own. Raises BadInput with one sentence about the first wrong
    value.
    """
    values = dict(values)
    if name := values.pop("preset", None):
        preset = puzzle.preset(str(name))
        if "solver" in preset:
            raise BadInput(f"preset {name} is for one solver: write solver {preset['solver']}:preset={name}")
        values = preset | values
    read = [_parse_one(puzzle, text) for text in entries]
    known = [declaration(puzzle, puzzle.solver(own["solver"])) for own in read]
    for name in values:
        if not any(name in fields for fields in known):
            raise BadInput(f"{option(name)} is not a setting of any racer; the racers are {', '.join(entries)}")
    plans: list[Plan] = []
    for own, fields in zip(read, known, strict=True):
        meant = {name: value for name, value in values.items() if name in fields}
        seed = {"seed": str(plans[0].seed)} if plans else {}
        plans.append(Plan.read(puzzle, meant | seed | own))
    return plans


def rivals(plan: Plan, most: int) -> list[Plan]:
    """Return a plan and, up to `most` in all, plans of other solvers that can take its problem."""
    plans = [plan]
    for solver in plan.puzzle.solvers:
        if solver is not plan.solver and len(plans) < most:
            try:
                plans.append(Plan.read(plan.puzzle, plan.shared(solver.name) | {"solver": solver.name}))
            except BadInput:
                continue
    return plans


def format_racer(plan: Plan, seed: int | None = None) -> str:
    """Return a racer as people write it: its solver and all settings that differ from their defaults.

    The seed is included if it differs from the seed of the race.
    """
    return f"{plan.solver.address or plan.solver.name}{settings_of(plan, seed)}"


def settings_of(plan: Plan, seed: int | None = None) -> str:
    """Return the settings of a racer that differ from their defaults, after a colon; empty if there are none."""
    settings = {*type(plan.settings).model_fields, *(() if seed in (None, plan.seed) else ("seed",))}
    chosen = [f"{option(name)}={value}" for name, value in plan.values().items() if name in settings]
    return f":{','.join(chosen)}" if chosen else ""


def labels(plans: Sequence[Plan]) -> list[str]:
    """Return the solver of each racer; if a solver races against itself, also the settings in which they differ."""
    found = []
    for plan, solver in zip(plans, _solver_names(plans), strict=True):
        same = [other.settings for other in plans if other.solver is plan.solver]
        fields = [name for name in type(plan.settings).model_fields if len({str(getattr(s, name)) for s in same}) > 1]
        own = [f"{option(name)}={written(getattr(plan.settings, name))}" for name in fields]
        if len({other.seed for other in plans if other.solver is plan.solver}) > 1:
            own.append(f"seed={plan.seed}")
        found.append(f"{solver}:{','.join(own)}" if own else solver)
    return found


def full_labels(plans: Sequence[Plan], seed: int) -> list[str]:
    """Return the label of each racer; one that needs no settings to be told apart has those that it changes."""
    return [
        label if ":" in label else f"{label}{settings_of(plan, seed)}"
        for label, plan in zip(labels(plans), plans, strict=True)
    ]


def _solver_names(plans: Sequence[Plan]) -> list[str]:
    """Return the name of each solver; files of the same name get as much of their path as tells them apart."""
    addresses = {plan.solver.address for plan in plans}
    names = []
    for plan in plans:
        parts = Path(plan.solver.address).parts
        tails = ["/".join(parts[-length:]) for length in range(1, len(parts) + 1)]
        unique = (tail for tail in tails if sum(f"/{each}".endswith(f"/{tail}") for each in addresses) == 1)
        names.append(one_line(next(unique, plan.solver.name)))
    return names


def split_list(text: str) -> list[str]:
    """Return the entries of a list that commas separate. Settings after a colon may have commas too."""
    entries: list[str] = []
    for part in text.split(","):
        if entries and "=" in part and ":" not in part:
            entries[-1] += f",{part}"
        else:
            entries.append(part)
    return entries


def _parse_one(puzzle: Puzzle, text: str) -> dict[str, str]:
    """Return the values that a racer's text stands for."""
    name, words = split_entry(puzzle, text)
    solver = puzzle.solver(name)
    allowed = {option(field): field for field in (*solver.settings_type.model_fields, "preset", "seed")}
    values = {"solver": solver.address or solver.name}
    for word in words.split(",") if words else ():
        setting, equals, value = (part.strip() for part in word.partition("="))
        if not equals:
            raise BadInput(
                f"solver is {quoted(text)}, but a racer is a solver and its settings, as {name}:max-seconds=5"
            )
        if setting not in allowed:
            raise BadInput(
                f"{quoted(setting)} is not a setting of {solver.name}; its settings are {', '.join(allowed)}"
            )
        values[allowed[setting]] = value
    return values
