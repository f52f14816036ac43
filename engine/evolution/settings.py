"""A check that the settings of all evolving solvers share."""

from pydantic import ValidationInfo

from knightwatch.engine.core.errors import BadInput


def within_population(number: int | None, info: ValidationInfo) -> int | None:
    """Return a number of individuals. Raise BadInput if it is more than `pop`, an earlier field."""
    pop = info.data.get("pop")
    if number is not None and pop is not None and number > pop:
        raise BadInput(f"{info.field_name} is {number}, but must be at most pop, which is {pop}")
    return number
