"""An assignment: the tests of a TOML file, checked before the first one runs. The standard sets are such files too."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field, field_validator

from knightwatch.engine.core.declaration import Declared, Text, option, written
from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.search import Problem
from knightwatch.engine.core.words import one_line, quoted
from knightwatch.engine.plans.catalog import puzzle
from knightwatch.engine.plans.plan import Plan
from knightwatch.engine.plans.puzzle import Puzzle

LARGEST = 1 << 18
"""Largest size of a file in bytes."""
MOST_TESTS, MOST_SEEDS = 200, 100
VALUES = "a table of options, as { n = 8 }"
SEEDS = f"a list of 1 to {MOST_SEEDS} different whole numbers from 0 to 4,294,967,295, as [1, 2, 3]"

LIMITS = {"max_steps": "steps", "max_seconds": "seconds", "max_megabytes": "megabytes"}
"""Settings of every solver that a test sets by fields of its own."""


class Expected(StrEnum):
    """What a solver must find out about a problem."""

    SOLVED = "solved"
    IMPOSSIBLE = "impossible"


class Case(Declared):
    """One test: a problem, what to expect, limits and points."""

    name: Annotated[str, Text("a text of at most 80 characters"), Field(max_length=80)] = Field(
        "", description="the name of the test; if left out, the title of the problem"
    )
    problem: Annotated[dict[str, Any], Text(VALUES)] = Field(
        default_factory=dict, description="the fields of the problem, as in other commands"
    )
    settings: Annotated[dict[str, Any], Text(VALUES)] = Field(
        default_factory=dict, description="settings of the solver that differ from its defaults"
    )
    seeds: Annotated[tuple[int, ...], Text(SEEDS)] = Field((1,), description="one run for each seed; all must pass")
    expect: Expected | None = Field(
        None, description="what the solver must find out; if left out, knightwatch decides the problem itself"
    )
    like: Annotated[str | None, Text("a built-in solver")] = Field(
        None, description="the built-in solver to compare with; if left out, the default solver of the puzzle"
    )
    steps: int = Field(1_000_000, ge=0, le=10**12, description="the most steps of a run")
    seconds: float = Field(10, ge=0.1, le=86_400, description="the most seconds of the processor that a run may take")
    megabytes: int = Field(1024, ge=64, le=1 << 20, description="the most memory of the solver's process, in MB")
    moves: int | None = Field(None, ge=0, le=10**6, description="the most moves of an answer (swap only)")
    points: float = Field(1, ge=0, le=1_000_000, description="points for passing the test")
    hidden: bool = Field(False, description="whether students do not see what the test is")

    @field_validator("problem", "settings", mode="before")
    @classmethod
    def _texts(cls, values: Any) -> dict[str, str]:
        """Return values as a user would type them, so that the command line and the file mean the same."""
        if not isinstance(values, dict):
            raise BadInput(f"problem and settings are tables, but one is {quoted(str(values))}: write {VALUES}")
        for name, value in values.items():
            if not isinstance(value, str | int | float):
                raise BadInput(f"{name} is {quoted(str(value))}, but must be a text, a number, true or false")
        return {name.replace("-", "_"): written(value) for name, value in values.items()}

    @field_validator("settings")
    @classmethod
    def _no_limits(cls, settings: dict[str, str]) -> dict[str, str]:
        for name in settings:
            if limit := LIMITS.get(name):
                raise BadInput(f"{option(name)} is a limit, not a setting: write {limit} = ... in the test")
        return settings

    @field_validator("seeds", mode="before")
    @classmethod
    def _seeds(cls, seeds: Any) -> tuple[int, ...]:
        listed = seeds if isinstance(seeds, list | tuple) else ()
        right = all(type(seed) is int and 0 <= seed < 1 << 32 for seed in listed)
        if not (right and 0 < len(listed) <= MOST_SEEDS and len(set(listed)) == len(listed)):
            raise BadInput(f"seeds is {quoted(str(seeds))}, but must be {SEEDS}")
        return tuple(listed)


@dataclass(frozen=True)
class Exercise:
    """A test whose problem is read."""

    case: Case
    puzzle: Puzzle
    number: int
    """Its place in the file, from 1."""

    @cached_property
    def values(self) -> dict[str, str]:
        """The values of the problem, by the names of its fields."""
        fields = {option(name): name for name in self.puzzle.problem.model_fields}
        return {fields.get(option(name), name): value for name, value in self.case.problem.items()}

    @cached_property
    def problem(self) -> Problem:
        """The problem to solve."""
        return self.puzzle.problem(**self.values)

    @property
    def name(self) -> str:
        """The name of the test."""
        return one_line(self.case.name) if self.case.name else self.problem.title()

    @property
    def shown_name(self) -> str:
        """The name that a student may see."""
        return f"hidden test {self.number}" if self.case.hidden else self.name

    @property
    def like(self) -> str:
        """The built-in solver to compare with."""
        return self.case.like or self.puzzle.usual_solver

    def built_in(self, solver: str) -> Plan:
        """Return the plan of a built-in solver for the same problem, within the same seconds."""
        limits = {"seed": self.case.seeds[0], "max_seconds": self.case.seconds}
        return Plan.read(self.puzzle, {**self.values, **limits, "solver": solver})

    def check(self) -> None:
        """Raise BadInput if problem, expectation and built-in solver do not fit together."""
        theorem = self.problem.refutation()
        if self.case.expect is Expected.SOLVED and theorem:
            raise BadInput(f"expect is solved, but the problem is impossible: {theorem}")
        if self.like not in self.puzzle.solvers_at:
            raise BadInput(f"like is {quoted(self.like)}, but must be one of {', '.join(self.puzzle.solvers_at)}")
        if self.case.moves is not None and self.puzzle.name != "swap":
            raise BadInput(f"moves is a limit of swap, but the puzzle is {self.puzzle.name}")
        self.built_in(self.like)


@dataclass(frozen=True)
class Assignment:
    """The tests for one puzzle, in order."""

    puzzle: Puzzle
    exercises: tuple[Exercise, ...]

    @classmethod
    def read(cls, path: Path) -> "Assignment":
        """Read a file; raise BadInput with the first mistake."""
        name = quoted(str(path), 200)
        try:
            with path.open("rb") as file:
                data = file.read(LARGEST + 1)
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or str(error)
            raise BadInput(f"tests is {name}, but the file cannot be read ({why})") from None
        if len(data) > LARGEST:
            raise BadInput(f"tests is {name}, but the file is larger than {LARGEST >> 10} KiB, the limit for tests")
        try:
            return cls.parse(data.decode())
        except UnicodeDecodeError:
            raise BadInput(f"tests is {name}, but the file is not a text in UTF-8") from None
        except BadInput as error:
            raise BadInput(f"{name}: {error}") from None

    @classmethod
    def standard(cls, chosen: Puzzle) -> "Assignment":
        """Return the standard set of a puzzle."""
        folder = files("knightwatch.engine") / "own" / "grading" / "standard"
        return cls.parse((folder / f"{chosen.name}.toml").read_text("utf-8"))

    @classmethod
    def parse(cls, text: str) -> "Assignment":
        """Return the tests of a text; raise BadInput with the first mistake."""
        try:
            contents = tomllib.loads(text)
        except (ValueError, RecursionError) as error:
            raise BadInput(f"tests are written in TOML: {one_line(str(error))}") from None
        unknown = contents.keys() - {"puzzle", "test"}
        if unknown:
            raise BadInput(f"{quoted(min(unknown))} is unknown; known fields are puzzle and [[test]]")
        chosen = puzzle(str(contents.get("puzzle", "")))
        tests = contents.get("test", [])
        if not (isinstance(tests, list) and 0 < len(tests) <= MOST_TESTS and all(isinstance(t, dict) for t in tests)):
            raise BadInput(f"the file must have 1 to {MOST_TESTS} tests, each written as [[test]]")
        return cls(chosen, tuple(_exercise(chosen, place, values) for place, values in enumerate(tests, 1)))

    @property
    def points(self) -> float:
        """The points of all tests."""
        return sum(exercise.case.points for exercise in self.exercises)


def _exercise(chosen: Puzzle, number: int, values: Mapping[str, Any]) -> Exercise:
    name = f" ({quoted(str(values['name']))})" if values.get("name") else ""
    try:
        exercise = Exercise(Case(**values), chosen, number)
        exercise.check()
    except BadInput as error:
        raise BadInput(f"test {number}{name}: {error}") from None
    return exercise
