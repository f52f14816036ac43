"""Plans: everything that a run is made from, so everything that repeats it.

A plan is read from named values, which may be text as a user types it.
"""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from pkgutil import resolve_name
from typing import Any

from pydantic import Field
from pydantic.fields import FieldInfo

from knightwatch.engine.core.declaration import Declared, Settings, complaints, option, written
from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.inquiry import Inquiry
from knightwatch.engine.core.parts import Parts
from knightwatch.engine.core.quiz import Quiz
from knightwatch.engine.core.search import Problem, Search
from knightwatch.engine.plans.puzzle import Offer, Puzzle, Question


class Seed(Declared):
    """The seed of the random numbers of a run."""

    seed: int | None = Field(
        None, ge=0, le=(1 << 32) - 1, description="seed of the random numbers; empty: a new seed each time"
    )

    def chosen(self) -> int:
        """Return the seed or, if it is empty, a new one."""
        return secrets.randbelow(1 << 32) if self.seed is None else self.seed


def declarations(puzzle: Puzzle, solver: type[Search[Any, Any]]) -> tuple[type[Declared], ...]:
    """Return the declarations of a plan with this solver: problem, settings, seed."""
    return puzzle.problem, solver.settings_type, Seed


def declaration(puzzle: Puzzle, solver: type[Search[Any, Any]]) -> dict[str, FieldInfo]:
    """Return all fields of a plan with this solver by name: fields that all solvers share come last."""
    fields = {name: field for part in declarations(puzzle, solver) for name, field in part.model_fields.items()}
    return dict(sorted(fields.items(), key=lambda item: item[0] in Settings.model_fields or item[0] == "seed"))


@dataclass(frozen=True)
class Plan:
    """A problem, a solver with its settings, and a seed."""

    puzzle: Puzzle
    solver: type[Search[Any, Any]]
    problem: Problem
    settings: Settings
    seed: int

    @classmethod
    def read(cls, puzzle: Puzzle, values: Mapping[str, Any], solver: type[Search[Any, Any]] | None = None) -> "Plan":
        """Return the plan that the values describe. Missing values have their defaults; a missing seed is random.

        A value named `preset` adds the values of that preset, unless they are given too. A `solver` is used instead
        of the one that the values name. Raise BadInput with a sentence about the first wrong value.
        """
        if "preset" in values:
            name, preset = str(values["preset"]), puzzle.preset(str(values["preset"]))
            values = preset | {n: v for n, v in values.items() if n != "preset"}
            if values.get("solver") != preset.get("solver", values.get("solver")):
                raise BadInput(f"preset {name} is for solver {preset['solver']}, but solver is {values['solver']}")
        solver = solver or puzzle.solver(str(values.get("solver", puzzle.usual_solver)))
        fields = declaration(puzzle, solver)
        for name in values:
            if name != "solver" and name not in fields:
                known = ", ".join(map(option, fields))
                raise BadInput(f"{option(name)} is not a setting of {solver.name}; its settings are {known}")
        problem, settings, seed = (
            part(**{name: values[name] for name in part.model_fields if name in values})
            for part in declarations(puzzle, solver)
        )
        assert isinstance(problem, Problem)
        assert isinstance(settings, Settings)
        assert isinstance(seed, Seed)
        solver.check(problem, settings)
        return cls(puzzle, solver, problem, settings, seed.chosen())

    @property
    def seeded(self) -> bool:
        """Whether a different seed makes a different run."""
        return self.solver.seeded(self.problem, self.settings)

    @property
    def solvers(self) -> tuple[Offer, ...]:
        """The solvers of its puzzle and, if a user wrote it, its own."""
        every = self.puzzle.offers
        return every if self.solver in every else (*every, self.solver)

    @property
    def parts(self) -> Parts:
        """How to look into a step of its search."""
        return self.puzzle.parts(self.solver.name)

    @property
    def quiz(self) -> Quiz | None:
        """How to ask about a step of its search; None if nothing can be predicted."""
        if not self.solver.interpreted:
            return self.puzzle.quiz(self.solver.name)
        quiz: Quiz | None = resolve_name(self.solver.quiz_at) if self.solver.quiz_at else None
        return quiz

    def search(self) -> Search[Any, Any]:
        """Return a new search."""
        return self.solver(self.problem, self.settings, self.seed)

    def ask(self, question: Question, number: str = "", **options: str) -> Inquiry:
        """Return the inquiry that answers a question about this plan; `number` and options are text as typed."""
        inquiry: Inquiry = self.puzzle.resolve(question.at)(self, number, **options)
        return inquiry

    def values(self) -> dict[str, str]:
        """Return solver, seed and all values that differ from their defaults, as a user would type them."""
        chosen = {"solver": self.solver.address or self.solver.name}
        for part in (self.problem, self.settings):
            for name, field in type(part).model_fields.items():
                value = getattr(part, name)
                if value != field.get_default():
                    chosen[name] = written(value)
        return chosen | {"seed": str(self.seed)}

    def shared(self, solver: str) -> dict[str, str]:
        """Return the values that have the same meaning for another solver."""
        here, there = declaration(self.puzzle, self.solver), declaration(self.puzzle, self.puzzle.solver(solver))
        same = {name for name in here.keys() & there.keys() if here[name].description == there[name].description}
        return {name: value for name, value in self.values().items() if name in same}


def faults(puzzle: Puzzle, values: Mapping[str, Any]) -> dict[str, str]:
    """Return a sentence for each wrong field of a plan; under "" a fault that concerns several fields."""
    solver = puzzle.solver(str(values["solver"]))
    sentences = {
        name: sentence
        for part in declarations(puzzle, solver)
        for name, sentence in complaints(part, {n: values[n] for n in part.model_fields if n in values}).items()
    }
    if not sentences:
        try:
            Plan.read(puzzle, values)
        except BadInput as error:
            sentences[""] = str(error)
    return sentences
