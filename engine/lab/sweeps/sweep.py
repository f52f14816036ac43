"""Sweeps: a solver's runs over all combinations of some settings' values, each repeated with seeds of its own.

A sweep is a plain value, complete before anything starts: every cell is a plan that has been read. What a run is made
from, and so its seed, follows from its identity (puzzle, solver, settings, repetition) and from nothing else. So a cell
has the same runs in every sweep that holds it, on any number of workers and after any interruption.
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

from knightwatch.engine.compiled.digest import digest
from knightwatch.engine.core.declaration import Declared, option, written
from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.lab.sweeps.axis import Axis
from knightwatch.engine.plans.plan import Plan, declaration
from knightwatch.engine.plans.puzzle import Puzzle

MOST_RUNS = 1_000_000


class Repetition(Declared):
    """How often each cell is run."""

    repeat: int = Field(20, ge=1, le=100_000, description="runs of each cell, each with a seed of its own")


@dataclass(frozen=True)
class Cell:
    """One combination of the axes' values, and the plan that it makes."""

    axis_values: tuple[str, ...]
    """The values of the axes, in their order."""
    plan: Plan
    """What is run; its seed is the one that a person gave, or 0."""
    seeded: bool
    """Whether a person gave a seed, which then is part of the identity."""

    @cached_property
    def values(self) -> dict[str, str]:
        """All values that differ from their defaults: what the cell's runs have in common."""
        return {n: v for n, v in self.plan.values().items() if n != "seed" or self.seeded}

    @property
    def puzzle_name(self) -> str:
        """The name of the puzzle."""
        return self.plan.puzzle.name

    @cached_property
    def identity(self) -> str:
        """A name that cells with the same runs share, in any sweep."""
        return _digest([self.puzzle_name, self.values])

    @property
    def code(self) -> str:
        """A digest of the solver's code: of its module and of all in the engine that this imports."""
        return digest(self.plan.solver.__module__)

    def seed(self, repetition: int) -> int:
        """Return the seed of one run."""
        return int(_digest([self.identity, repetition])[:8], 16)

    def run(self, repetition: int) -> Plan:
        """Return the plan of one run."""
        return replace(self.plan, seed=self.seed(repetition))


@dataclass(frozen=True)
class Sweep:
    """Cells, and how often each is run."""

    puzzle: Puzzle
    axes: tuple[Axis, ...]
    """With their values as they are written in every plan."""
    cells: tuple[Cell, ...]
    """One for each combination, the last axis changing fastest."""
    repeat: int

    @classmethod
    def read(cls, puzzle: Puzzle, values: Mapping[str, Any], axes: Sequence[Axis], repeat: object = None) -> "Sweep":
        """Return the sweep of the solver that the values name, or the puzzle's first.

        The values are those of a plan, `preset` and `seed` included. Every cell is read here: raises BadInput with one
        sentence about the first value at fault, and the axis that it is of.
        """
        times = Repetition(**({} if repeat is None else {"repeat": repeat})).repeat
        axes = _named(puzzle, values, axes)
        runs = math.prod(len(axis.values) for axis in axes) * times
        if runs > MOST_RUNS:
            raise BadInput(f"the sweep has {runs:,} runs, but must have at most {MOST_RUNS:,}: vary or repeat less")
        cells = [_cell(puzzle, values, axes, chosen) for chosen in product(*(axis.values for axis in axes))]
        places = range(len(axes))
        known = tuple(Axis(axes[i].name, tuple(dict.fromkeys(cell.axis_values[i] for cell in cells))) for i in places)
        for axis, given in zip(known, axes, strict=True):
            if len(axis.values) < len(given.values):
                raise BadInput(f"vary {given} has a value twice, but must name each once")
        return cls(puzzle, known, tuple(cells), times)

    @classmethod
    def from_cells(cls, puzzle: Puzzle, cells: Sequence[Mapping[str, Any]], repeat: int) -> "Sweep":
        """Return the sweep of cells that are given one by one, each by the values of its plan; it has no axes.

        That is for values that change together. Raises BadInput with one sentence about the first value at fault.
        """
        return cls(puzzle, (), tuple(_cell(puzzle, values, (), ()) for values in cells), repeat)

    @property
    def solver(self) -> str:
        """The name of the solver."""
        return self.cells[0].plan.solver.name

    @property
    def unit(self) -> str:
        """What a step of the solver is called, in the singular."""
        return self.cells[0].plan.solver.unit

    @property
    def fitness(self) -> tuple[str, ...]:
        """The curves of the solver that show fitness."""
        return self.cells[0].plan.solver.fitness

    @property
    def runs(self) -> int:
        """How many runs there are."""
        return len(self.cells) * self.repeat

    @property
    def fixed(self) -> dict[str, str]:
        """The values that all cells share and that are not the defaults."""
        varied = {axis.name for axis in self.axes}
        return {n: v for n, v in self.cells[0].values.items() if n not in varied and n != "solver"}

    @cached_property
    def identity(self) -> str:
        """A name that is the same for the same cells, however often each is run."""
        return _digest([cell.identity for cell in self.cells])

    def notes(self) -> list[str]:
        """Return what to know about the figures, in sentences."""
        notes = []
        if any(cell.plan.settings.max_seconds is not None for cell in self.cells):
            notes.append("max-seconds ends runs by the time of the processor: successes then depend on the machine.")
        if self.repeat > 1 and not any(cell.plan.seeded for cell in self.cells):
            notes.append("Nothing here is left to chance: repetitions differ in seconds only.")
        return notes


def _named(puzzle: Puzzle, values: Mapping[str, Any], axes: Sequence[Axis]) -> list[Axis]:
    """Return the axes with the names of the fields that they vary."""
    solver = puzzle.solver(str(values.get("solver", puzzle.usual_solver)))
    fields = {option(name): name for name in declaration(puzzle, solver) if name != "seed"}
    named: dict[str, Axis] = {}
    for axis in axes:
        written_name = option(axis.name)
        if written_name == "seed":
            raise BadInput("seed cannot be varied: repeat gives every run a seed of its own")
        if written_name not in fields:
            raise BadInput(f"vary {written_name} is no setting of {solver.name}; its settings are {', '.join(fields)}")
        name = fields[written_name]
        if name in named:
            raise BadInput(f"vary {written_name} is there twice: give all its values at once")
        if name in values:
            raise BadInput(f"{written_name} is {values[name]} and varied too: leave one of them out")
        named[name] = Axis(name, axis.values)
    return list(named.values())


def _cell(puzzle: Puzzle, values: Mapping[str, Any], axes: Sequence[Axis], chosen: Sequence[str]) -> Cell:
    varied = {axis.name: value for axis, value in zip(axes, chosen, strict=True)}
    seeded = values.get("seed", "") != ""
    try:
        plan = Plan.read(puzzle, {"seed": "0"} | {n: v for n, v in values.items() if n != "seed" or seeded} | varied)
    except BadInput as error:
        where = ", ".join(f"{option(name)}={value}" for name, value in varied.items())
        raise BadInput(f"{error} (in the cell {where})" if where else str(error)) from None
    parts = (plan.problem, plan.settings)
    there = ((part, axis.name) for axis in axes for part in parts if axis.name in type(part).model_fields)
    return Cell(tuple(written(getattr(part, name)) for part, name in there), plan, seeded)


def _digest(value: object) -> str:
    return hashlib.sha256(json.dumps(value, sort_keys=True, separators=(",", ":")).encode()).hexdigest()[:32]
