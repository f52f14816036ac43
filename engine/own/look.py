"""The description of one step from a solver's process. It is checked: the author's code can write to any socket."""

import math
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from knightwatch.engine.boards import square_name
from knightwatch.engine.core.frame import Curve, Figure, Kind
from knightwatch.engine.core.words import one_line, printable

PAIR = re.compile(r"\((-?\d{1,4}), (-?\d{1,4})\)")
"""What may be a square in a variable: its row and its column."""
OWN_CURVES = ("attacks", "best", "mean")
"""Curves that a puzzle draws itself, besides the one with the name of what it counts."""


@dataclass(frozen=True)
class StepLook:
    """What a solver's process says about one step."""

    value: Any = None
    """The yielded value as plain data; the puzzle's drawing checks it."""
    sentence: str = ""
    figures: tuple[Figure, ...] = ()
    marks: tuple[tuple[int, str], ...] = ()
    candidates: tuple[int, ...] = ()
    points: tuple[tuple[str, tuple[tuple[int, float], ...]], ...] = ()
    """For each curve its name and its points."""
    line: int = 0
    ran: tuple[int, ...] = ()
    """The lines that ran in this step, if it was traced."""
    variables: tuple[tuple[str, str], ...] = ()
    changed: tuple[str, ...] = ()
    """The variables that this step changed, if it was traced."""
    console: tuple[str, ...] = ()
    printed: int = 0

    @classmethod
    def read(cls, data: dict[str, Any]) -> "StepLook":
        """Return a description. Raise KeyError, TypeError, ValueError or OverflowError if the data is none."""
        steps, points = data["curves"]
        return cls(
            data["value"],
            one_line(str(data["sentence"])),
            tuple(Figure(name, text, "a figure of the solver") for name, text in _pairs(data["figures"])),
            tuple((int(square), one_line(str(sign))[:2]) for square, sign in data["marks"]),
            tuple(int(square) for square in data["candidates"]),
            tuple((one_line(str(name)), _points(steps, values)) for name, values in dict(points).items()),
            int(data["line"]),
            tuple(int(line) for line in data["ran"]),
            tuple(_pairs(data["variables"])),
            tuple(one_line(str(name)) for name in data["changed"]),
            tuple(printable(str(line)) for line in data["console"]),
            int(data["printed"]),
        )

    def curves(self, of: str, kind: Kind) -> tuple[Curve, ...]:
        """Return the curves; `of` and `kind` say what those of the puzzle count."""
        found = []
        for name, points in self.points:
            if points:
                steps, values = (np.array(part) for part in zip(*points, strict=True))
                known = name in (*OWN_CURVES, of)
                unit = of if known and name != of else ""
                shape = kind if known else Kind.LINE
                found.append(Curve(name, steps.astype(np.int64), values.astype(np.float64), shape, unit))
        return tuple(found)


def with_square_names(value: str, rows: int, cols: int) -> str:
    """Return a variable's value with the names of its squares, such as (2, 2) c6 on 8 rows.

    If a pair is outside the board, the pairs are something else, such as moves, and get no names.
    """

    def on_board(pair: re.Match[str]) -> bool:
        return 0 <= int(pair[1]) < rows and 0 <= int(pair[2]) < cols

    if not all(map(on_board, PAIR.finditer(value))):
        return value
    return PAIR.sub(lambda pair: f"{pair[0]} {square_name(int(pair[1]), int(pair[2]), rows)}", value)


def _pairs(pairs: Iterable[Any]) -> Iterable[tuple[str, str]]:
    return ((one_line(str(name)), one_line(str(text))) for name, text in pairs)


def _points(steps: Iterable[Any], values: Iterable[Any]) -> tuple[tuple[int, float], ...]:
    pairs = zip(steps, values, strict=False)
    return tuple((int(step), float(value)) for step, value in pairs if value is not None and math.isfinite(value))
