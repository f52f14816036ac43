"""What a solver's author may yield or return besides a plain value. This module imports only the standard library."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a solver: a value to draw, and what the screen shows beside it."""

    value: Any
    """The value to draw: a path, a placement of queens, a population, a position or moves."""
    sentence: str = ""
    """What the step did, and why."""
    figures: Mapping[str, Any] = field(default_factory=dict)
    """Named values to show beside the board."""
    curves: Mapping[str, float] = field(default_factory=dict)
    """Named numbers. Each name becomes a curve with one point per step."""
    marks: Mapping[Any, str] = field(default_factory=dict)
    """Signs of one or two characters to draw on squares."""
    candidates: Sequence[Any] = ()
    """Squares that the step considered."""
    milestone: bool = False
    """Whether key `i` stops at this step."""


@dataclass(frozen=True, slots=True)
class Impossible:
    """The claim that a problem has no solution. A solver returns it; the screen shows it as the author's claim."""

    reason: str = ""
