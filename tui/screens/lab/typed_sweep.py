"""What a user typed into the form for a sweep, so that the next form can begin with it."""

from collections.abc import Mapping
from dataclasses import dataclass

from knightwatch.engine.lab.sweeps.axis import Axis
from knightwatch.engine.plans.plan import Plan


@dataclass(frozen=True)
class Typed:
    """What a form of a sweep holds: a solver, and what is typed into the fields."""

    solver: str
    """The puzzle and the solver, as `queens.evolve`."""
    texts: Mapping[str, str]
    """The text of each field that does not have its default."""
    plan: Plan | None = None
    """The plan from whose screen the form was opened."""

    @classmethod
    def of(cls, plan: Plan) -> "Typed":
        """Return the values of a plan. The seed is left out: a sweep gives each run its own."""
        values = {name: text for name, text in plan.values().items() if name != "seed"}
        solver = f"{plan.puzzle.name}.{values.pop('solver')}"
        return cls(solver, {name: _one_value(text) for name, text in values.items()}, plan)


def _one_value(text: str) -> str:
    """Return a value as the only one of a field; one with commas ends in a semicolon."""
    return str(Axis("", (text,))).removeprefix("=")
