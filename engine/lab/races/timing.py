"""A reliable order by time: it must hold when runs are repeated.

The time of a run varies. So racers with a quick answer run again. One racer is before another only if its slowest run
was quicker than the other's quickest. Long runs vary little and are not repeated: they must differ by more than that
variation. A run that was interpreted at first is repeated with compiled code, or its seconds are corrected.
"""

from collections.abc import Iterator, Sequence

from knightwatch.engine.compiled import background
from knightwatch.engine.core.run import Run
from knightwatch.engine.core.timing import compiled, made_ready, timed
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

    def repeat(self, runs: dict[int, Run]) -> Iterator[str]:
        """Repeat the short runs among these, given by place; yield messages. A later call continues."""
        for place, run in runs.items():
            spent = full_speed_seconds(run)
            self._seconds.setdefault(place, [] if spent is None else [spent])
        several = len(runs) > 1
        for place, known in self._seconds.items():
            while several and len(known) < TIMES and not (known and known[0] >= LONG):
                run = timed(self._plans[place].search())
                try:
                    if runs[place].slow_steps:
                        yield from made_ready(run)
                        yield from compiled([run], "to compare the seconds")
                    for _ in run.slices():
                        yield "repeating short runs to confirm the order by time"
                finally:
                    run.search.close()
                known.append(run.seconds)
        self.settled = True

    def before(self, one: int, other: int) -> bool:
        """Return whether a plan was quicker than another in all runs."""
        return self._bounds(one)[1] < self._bounds(other)[0]

    def seconds(self, place: int) -> float:
        """Return the seconds of a plan's quickest run at full speed; 0 if there is none."""
        return min(self._seconds.get(place) or [0.0])

    def _bounds(self, place: int) -> tuple[float, float]:
        known = self._seconds[place]
        return (known[0] / SPREAD, known[0] * SPREAD) if known[0] >= LONG else (min(known), max(known))


def full_speed_seconds(run: Run) -> float | None:
    """Return the seconds that a run takes with compiled code; None if too little of it was compiled to tell.

    If only a part was interpreted, its steps count with the mean seconds of the others.
    """
    if not run.slow_steps or background.fault():
        return run.seconds
    seconds, steps = run.seconds - run.slow_seconds, run.search.done - run.slow_steps
    return seconds * run.search.done / steps if seconds >= LONG else None
