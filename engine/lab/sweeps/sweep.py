"""Sweeps: all combinations of some settings' values, each run several times with its own seeds.

A sweep is a plain value, complete before anything starts: every cell has a checked plan. The seed of a run follows only
from its identity: puzzle, solver, settings, repetition. So a cell has the same runs in every sweep that contains it,
with any number of workers and after any interruption.
"""

import hashlib
import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from typing import Any

from pydantic import Field

from knightwatch.engine.core.declaration import Declared, option, written
from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.search import Search
from knightwatch.engine.lab.sweeps.axis import Axis
from knightwatch.engine.plans.plan import Plan, declaration
from knightwatch.engine.plans.puzzle import Puzzle

MOST_RUNS = 1_000_000


class Repetition(Declared):
    """The number of runs of each cell."""

    repeat: int = Field(20, ge=1, le=100_000, description="runs of each cell, each with its own seed")


@dataclass(frozen=True)
class Cell:
    """One combination of values, and its plan."""

    axis_values: tuple[str, ...]
    """The values of the axes, in order."""
    plan: Plan
    """The plan to run; its seed is the given one, or 0."""
    seeded: bool
    """Whether the user gave a seed, which is then part of the identity."""

    @cached_property
    def values(self) -> dict[str, str]:
        """All values that differ from their defaults; the cell's runs share them."""
        return {n: v for n, v in self.plan.values().items() if n != "seed" or self.seeded}

    @property
    def puzzle_name(self) -> str:
        """The name of the puzzle."""
        return self.plan.puzzle.name

    @cached_property
    def identity(self) -> str:
        """A name that cells with the same runs share, in any sweep. The folder of a user's file is no part of it."""
        return _digest([self.puzzle_name, self.values | {"solver": self.plan.solver.name}])

    @property
    def source(self) -> Any:
        """What a worker needs besides the values: the contents of a user's file."""
        return self.plan.solver.source()

    @property
    def code(self) -> str:
        """A digest of the solver's code: its module and everything in the engine that it imports."""
        return self.plan.solver.code()

    def seed(self, repetition: int) -> int:
        """Return the seed of one run."""
        return int(_digest([self.identity, repetition])[:8], 16)

    def run(self, repetition: int) -> Plan:
        """Return the plan of one run."""
        return replace(self.plan, seed=self.seed(repetition))


@dataclass(frozen=True)
class Sweep:
    """Cells, and the number of runs of each."""

    puzzle: Puzzle
    axes: tuple[Axis, ...]
    """The axes, with their values as plans write them."""
    cells: tuple[Cell, ...]
    """One for each combination; the last axis changes fastest."""
    repeat: int

    @classmethod
    def read(cls, puzzle: Puzzle, values: Mapping[str, Any], axes: Sequence[Axis], repeat: object = None) -> "Sweep":
        """Return the sweep of the solver that the values name, by default the puzzle's first.

        The values are those of a plan, with `preset` and `seed`. Every cell is checked here: raises BadInput with one
        sentence about the first wrong value and its axis.
        """
        times = Repetition(**({} if repeat is None else {"repeat": repeat})).repeat
        solver = puzzle.solver(str(values.get("solver", puzzle.usual_solver)))
        axes = _named(puzzle, solver, values, axes)
        runs = math.prod(len(axis.values) for axis in axes) * times
        """The number of runs."""
        if runs > MOST_RUNS:
            raise BadInput(f"the sweep has {runs:,} runs, but must have at most {MOST_RUNS:,}: vary or repeat less")
        cells = [_cell(puzzle, values, axes, chosen, solver) for chosen in product(*(axis.values for axis in axes))]
        places = range(len(axes))
        known = tuple(Axis(axes[i].name, tuple(dict.fromkeys(cell.axis_values[i] for cell in cells))) for i in places)
        for axis, given in zip(known, axes, strict=True):
            if len(axis.values) < len(given.values):
                raise BadInput(f"vary {given} has a value twice, but each value must appear once")
        return cls(puzzle, known, tuple(cells), times)

    @classmethod
    def from_cells(cls, puzzle: Puzzle, cells: Sequence[Mapping[str, Any]], repeat: int) -> "Sweep":
        """Return a sweep without axes, with each cell given by the values of its plan.

        This is for values that change together. Raises BadInput with one sentence about the first wrong value.
        """
        return cls(puzzle, (), tuple(_cell(puzzle, values, (), ()) for values in cells), repeat)

    @property
    def solver(self) -> str:
        """The name of the solver."""
        return self.cells[0].plan.solver.name

    @property
    def unit(self) -> str:
        """The name of one step of the solver, in the singular."""
        return self.cells[0].plan.solver.unit

    @property
    def fitness(self) -> tuple[str, ...]:
        """The names of the solver's fitness curves."""
        return self.cells[0].plan.solver.fitness

    @property
    def runs(self) -> int:
        """How many runs there are."""
        return len(self.cells) * self.repeat

    @property
    def fixed(self) -> dict[str, str]:
        """The values that all cells share and that are not defaults."""
        varied = {axis.name for axis in self.axes}
        return {n: v for n, v in self.cells[0].values.items() if n not in varied and n != "solver"}

    @cached_property
    def identity(self) -> str:
        """A name that is the same for the same cells, for any number of runs."""
        return _digest([cell.identity for cell in self.cells])

    def notes(self) -> list[str]:
        """Return sentences that help to read the figures."""
        notes = []
        if any(cell.plan.settings.max_seconds is not None for cell in self.cells):
            notes.append("max-seconds limits processor time, so the successes depend on the speed of the machine.")
        if self.repeat > 1 and not any(cell.plan.seeded for cell in self.cells):
            notes.append("This solver uses no random numbers: repetitions differ only in seconds.")
        if self.cells[0].plan.solver.interpreted:
            notes.append(f"{self.solver} is interpreted Python; its time is the processor time of its own process.")
        return notes


def _named(
    puzzle: Puzzle, solver: type[Search[Any, Any]], values: Mapping[str, Any], axes: Sequence[Axis]
) -> list[Axis]:
    """Return the axes with the names of their fields."""
    fields = {option(name): name for name in declaration(puzzle, solver) if name != "seed"}
    named: dict[str, Axis] = {}
    for axis in axes:
        written_name = option(axis.name)
        if written_name == "seed":
            raise BadInput("seed cannot be varied: repeat gives every run its own seed")
        if written_name not in fields:
            raise BadInput(
                f"vary {written_name} is not a setting of {solver.name}; its settings are {', '.join(fields)}"
            )
        name = fields[written_name]
        if name in named:
            raise BadInput(f"vary {written_name} is given twice: give all its values at once")
        if name in values:
            raise BadInput(f"{written_name} is {values[name]} and is varied too: leave one of the two out")
        named[name] = Axis(name, axis.values)
    return list(named.values())


def _cell(
    puzzle: Puzzle,
    values: Mapping[str, Any],
    axes: Sequence[Axis],
    chosen: Sequence[str],
    solver: type[Search[Any, Any]] | None = None,
) -> Cell:
    """Return the cell of a combination of values; a file is read once for all cells."""
    varied = {axis.name: value for axis, value in zip(axes, chosen, strict=True)}
    seeded = values.get("seed", "") != ""
    try:
        given = {"seed": "0"} | {n: v for n, v in values.items() if n != "seed" or seeded} | varied
        plan = Plan.read(puzzle, given, None if "preset" in given else solver)
    except BadInput as error:
        where = ", ".join(f"{option(name)}={value}" for name, value in varied.items())
        raise BadInput(f"{error} (in the cell {where})" if where else str(error)) from None
    parts = (plan.problem, plan.settings)
    there = ((part, axis.name) for axis in axes for part in parts if axis.name in type(part).model_fields)
    return Cell(tuple(written(getattr(part, name)) for part, name in there), plan, seeded)


def _digest(value: object) -> str:
    return hashlib.sha256(json.dumps(value, sort_keys=True, separators=(",", ":")).encode()).hexdigest()[:32]
