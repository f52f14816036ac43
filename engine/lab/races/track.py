"""The track of each racer: how far it was and when, on a scale that all solvers of a puzzle share."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from knightwatch.engine.core.frame import Curve, Kind

MOST = 2000
"""The largest number of points; beyond it, every second one is dropped."""
MICRO = 1_000_000
FAR = 20
"""From this ratio of the last steps on, a chart needs a logarithmic scale."""


@dataclass
class Track:
    """The progress of a racer as points: steps, microseconds, and the value attained."""

    points: list[tuple[int, int, float]] = field(default_factory=list)
    _last: tuple[int, int, float] = (0, 0, 0.0)

    def add(self, steps: int, seconds: float, attained: float) -> None:
        """Add the current point; while the value does not change, keep only the newest."""
        here = steps, round(seconds * MICRO), attained
        if self.points and self.points[-1][2] == attained:
            self._last = here
            return
        if self.points and self._last[0] > self.points[-1][0]:
            self.points.append(self._last)  # so that a long rest does not look like a slow climb
        self.points.append(here)
        self._last = here
        if len(self.points) > MOST:
            del self.points[1:-1:2]

    def rescale(self, before: float, after: float) -> None:
        """Make points that took `before` seconds in all take `after` seconds."""
        factor = after / before if before else 1.0
        self.points = [(steps, round(micro * factor), attained) for steps, micro, attained in self.points]
        steps, _, attained = self._last
        self._last = steps, round(after * MICRO), attained

    def curve(self, name: str, kind: Kind, of: str, by_time: bool, best: bool) -> Curve:
        """Return the track as a curve over steps, or over microseconds."""
        known = [*self.points, self._last] if self.points and self._last != self.points[-1] else self.points
        steps = np.array([point[1 if by_time else 0] for point in known], np.int64)
        values = np.array([attained for *_, attained in known], np.float64)
        return Curve(name, steps, values, kind, of, best=best)


def far_apart(curves: Sequence[Curve]) -> bool:
    """Return whether curves end so far apart that the shorter ones would be invisible."""
    ends = [max(1, int(curve.steps[-1])) for curve in curves if len(curve.steps)]
    return bool(ends) and max(ends) >= FAR * min(ends)
