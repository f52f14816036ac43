"""The curves of an author's solver: points at fixed steps, so that they depend on no split of the run."""

from collections.abc import Mapping
from typing import Any

from knightwatch.engine.core.reader import Reader, WrongYield, shown
from knightwatch.engine.own.step import Step

POINTS = 512
"""The usual most points of a curve. Then every other one is dropped, and their distance doubles."""
MOST_CURVES = 20


class SampledCurves:
    """Named curves with one point for each sampled step."""

    def __init__(self, reader: Reader, points: int = 0) -> None:
        """Measure with a reader, and keep at most so many points; 0: `POINTS`."""
        self._reader = reader
        self._most = points or POINTS
        self._stride = 1
        self._steps: list[int] = []
        self._points: dict[str, list[float | None]] = {}
        self.next = 1
        """The next step to sample."""

    @property
    def points(self) -> tuple[list[int], dict[str, list[float | None]]]:
        """The sampled steps, and for each curve its values there; None where it has none."""
        return self._steps, self._points

    def sample(self, moment: int, step: Step) -> None:
        """Add a point to the curves."""
        for name, number in self._measured(step).items():
            if name in self._points or len(self._points) < MOST_CURVES:
                self._points.setdefault(name, [None] * len(self._steps)).append(number)
        self._steps.append(moment)
        for points in self._points.values():
            points += [None] * (len(self._steps) - len(points))
        if len(self._steps) > self._most:
            self._stride *= 2
            kept = [place for place, at in enumerate(self._steps) if at % self._stride == 0]
            self._steps = [self._steps[place] for place in kept]
            self._points = {name: [points[place] for place in kept] for name, points in self._points.items()}
        self.next = moment - moment % self._stride + self._stride

    def _measured(self, step: Step) -> dict[str, float]:
        """Return the values of all curves at a step: the author's, or the puzzle's own."""
        if not step.curves:
            return self._reader.measures(step.value)
        curves = {}
        if not isinstance(step.curves, Mapping):
            raise WrongYield(f"curves of the Step is {shown(step.curves)}, but must be a dict of names and numbers")
        for name, number in step.curves.items():
            try:
                curves[str(name)[:40]] = _plain(number)
            except (TypeError, ValueError, OverflowError):
                raise WrongYield(
                    f"yielded {shown(number)} for the curve {shown(name)}, which is not a number"
                ) from None
        return curves


def _plain(number: Any) -> float:
    value = float(number)
    return value if type(value) is float else float.__add__(value, 0.0)
