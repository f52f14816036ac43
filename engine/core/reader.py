"""Reading what a solver yields. Each puzzle has a `Reader` in its module `yields`, made from the puzzle's task.

Readers run in the process of the solver, so they import only the standard library.
"""

import re
from typing import Any, Protocol

ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")
"""Addresses in a repr differ from run to run, and say nothing."""


class WrongYield(Exception):
    """A yielded value that cannot be drawn. The message is a clause that follows the step and its line."""


class Reader(Protocol):
    """Checks the values of one run and turns them into plain data."""

    def check(self, value: Any) -> None:
        """Raise WrongYield if a value cannot be drawn. It is called for every step, so it is fast."""

    def plain(self, value: Any) -> Any:
        """Return a checked value as data for JSON, as the puzzle's `drawing` module reads it."""

    def measures(self, value: Any) -> dict[str, float]:
        """Return the points that a checked value adds to the curves."""

    def square(self, square: Any) -> int:
        """Return the number of a square that the author names in marks or candidates. Raise WrongYield."""


def shown(value: Any) -> str:
    """Return a short text for a value of the author's; its `__repr__` may fail."""
    try:
        text = ADDRESS.sub("", " ".join(repr(value).split()))
    except Exception as error:
        text = f"<{type(value).__name__}: repr raised {type(error).__name__}>"
    return text if len(text) <= 60 else f"{text[:57]}..."


def listed(value: Any) -> Any:
    """Return a NumPy array, a range or a tuple as a list; any other value as it is."""
    if type(value) is list:
        return value
    if isinstance(value, tuple | range):
        return list(value)
    to_list = getattr(value, "tolist", None)
    return to_list() if callable(to_list) else value
