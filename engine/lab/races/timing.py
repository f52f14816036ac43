"""A reliable order by time: it must hold when runs are repeated.

The time of a run varies. So racers with a quick answer run again. One racer is before another only if its slowest run
was quicker than the other's quickest. Long runs vary little and are not repeated: they must differ by more than that
variation.
"""

from collections.abc import Iterator, Sequence

from knightwatch.engine.core.timing import timed
from knightwatch.engine.plans.plan import Plan

TIMES = 3
"""The number of runs of a short racer, including the race."""
LONG = 1.0
"""Seconds from which on a run is not repeated."""
SPREAD = 1.25
"""The factor by which another run of a long one may take longer or shorter."""


class Timing:
    """The seconds of each plan to its answer, for each of its runs."""

    def __init__(self, plans: Sequence[Plan]) -> None:
        self._plans = plans
        self._seconds: dict[int, list[float]] = {}
        self.settled = False
        """Whether all repeated runs are done."""

    def repeat(self, seconds: dict[int, float]) -> Iterator[None]:
        """Repeat the short runs among these, given as seconds by place; a later call continues."""
        for place, spent in seconds.items():
            self._seconds.setdefault(place, [spent])
        several = len(seconds) > 1
        for place, known in self._seconds.items():
            while several and known[0] < LONG and len(known) < TIMES:
                run = timed(self._plans[place].search())
                try:
                    for _ in run.slices():
                        yield
                finally:
                    run.search.close()
                known.append(run.seconds)
        self.settled = True

    def before(self, one: int, other: int) -> bool:
        """Return whether a plan was quicker than another in all runs."""
        return self._bounds(one)[1] < self._bounds(other)[0]

    def seconds(self, place: int) -> float:
        """Return the seconds of a plan's quickest run; 0 if it found no answer."""
        return min(self._seconds.get(place, [0.0]))

    def _bounds(self, place: int) -> tuple[float, float]:
        known = self._seconds[place]
        return (known[0] / SPREAD, known[0] * SPREAD) if known[0] >= LONG else (min(known), max(known))
