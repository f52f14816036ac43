"""An order by time that can be trusted: it holds when runs are repeated.

What a run takes differs from time to time. So whoever came to an answer soon runs again, and one racer is before
another only if its slowest run was quicker than the quickest of the other. Long runs, of which times differ by little,
are not repeated: they are told apart where they differ by more than that.
"""

from collections.abc import Iterator, Sequence

from knightwatch.engine.core.timing import timed
from knightwatch.engine.plans.plan import Plan

TIMES = 3
"""How often a short run is made, the race included."""
LONG = 1.0
"""Seconds from which a run is not repeated."""
SPREAD = 1.25
"""How many times as much, or as little, another run of a long one may take."""


class Timing:
    """How long some plans took to their answers, each time that they ran."""

    def __init__(self, plans: Sequence[Plan]) -> None:
        self._plans = plans
        self._seconds: dict[int, list[float]] = {}
        self.settled = False
        """Whether no run is to be repeated any more."""

    def repeat(self, seconds: dict[int, float]) -> Iterator[None]:
        """Repeat those runs, by their places and what they took, that came to an answer; called again, it goes on."""
        for place, spent in seconds.items():
            self._seconds.setdefault(place, [spent])
        several = len(seconds) > 1
        for place, known in self._seconds.items():
            while several and known[0] < LONG and len(known) < TIMES:
                run = timed(self._plans[place].search())
                for _ in run.slices():
                    yield
                known.append(run.seconds)
        self.settled = True

    def before(self, one: int, other: int) -> bool:
        """Tell whether a plan was quicker than another whenever they ran."""
        return self._bounds(one)[1] < self._bounds(other)[0]

    def _bounds(self, place: int) -> tuple[float, float]:
        known = self._seconds[place]
        return (known[0] / SPREAD, known[0] * SPREAD) if known[0] >= LONG else (min(known), max(known))
