"""Axes of a sweep: a setting and its values, as people write them.

k=2,3,5,10      values, separated by commas
start=0,0;5,0   values with commas, separated by semicolons; one at the end changes nothing
pm=0.1:0.5:0.1  from, to and step, both ends included; the default step is 1
"""

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation

from knightwatch.engine.core.declaration import option
from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.words import quoted

MOST_VALUES = 10_000


@dataclass(frozen=True)
class Axis:
    """A setting and its values."""

    name: str
    """The name as people write it; within a sweep, the name of the field."""
    values: tuple[str, ...]

    @classmethod
    def read(cls, text: str) -> "Axis":
        """Return the axis that a text describes; raise BadInput if the text is not an axis.

        A plan checks later whether the values are allowed.
        """
        name, equals, values = text.partition("=")
        if not equals or not name.strip():
            raise BadInput(
                f"vary is {quoted(text)}, but must be a setting and its values, as k=2,3,5 or pm=0.1:0.5:0.1"
            )
        words = values.removesuffix(";").split(";") if ";" in values else values.split(",")
        parts = [part for word in words for part in _spread(name.strip(), word.strip())]
        return cls(name.strip().lstrip("-"), tuple(parts))

    def __str__(self) -> str:
        commas = any("," in value for value in self.values)
        words = "".join(f"{value};" for value in self.values) if commas else ",".join(self.values)
        return f"{option(self.name)}={words}"


def _spread(name: str, word: str) -> Iterator[str]:
    """Yield the values that a word of an axis stands for: those of a range, or the word itself."""
    try:
        bounds = [Decimal(part) for part in word.split(":")]
    except InvalidOperation:
        bounds = []
    if len(bounds) not in (2, 3) or not all(bound.is_finite() for bound in bounds):
        yield word
        return
    first, last, *steps = bounds
    step = steps[0] if steps else Decimal(1)
    try:
        count = (last - first) / step
    except ArithmeticError:
        count = Decimal(-1)
    if count < 0:
        raise BadInput(f"vary {name} is {word}, but must go from, to and by a step that leads there, as 0.1:0.5:0.1")
    if count >= MOST_VALUES:
        raise BadInput(f"vary {name} is {word}, which is more than {MOST_VALUES:,} values: choose a larger step")
    for place in range(int(count) + 1):
        yield f"{(first + place * step).normalize():f}"
