"""An estimate of the time that the remaining jobs of a count will take.

A job has two phases: finding the reachable degree vectors, which shows no progress, and counting, which does. Numbers
that were loaded from a store took no time here and are left out.
"""

from knightwatch.engine.tour.exact.jobs import COSTS, CountJobs


class RemainingTime:
    """The seconds spent on the current job and on the jobs before it."""

    def __init__(self) -> None:
        self._seconds = 0.0
        """Seconds for the jobs that were counted here."""
        self._cost = 0
        """The cost of these jobs, by `COSTS`."""
        self._finding = 0.0
        self._counting = 0.0
        self._begun: float | None = None
        """The fraction of the current job that was already known when counting began here."""

    def add(self, seconds: float, jobs: CountJobs) -> None:
        """Add seconds that were just spent on the current job."""
        current = jobs.current
        if current is None or not current.places:
            self._finding += seconds
        elif self._begun is None:
            self._begun = current.fraction
            self._finding += seconds
        else:
            self._counting += seconds

    def finish_job(self, jobs: CountJobs) -> None:
        """Close the current job."""
        if self._begun is not None:
            self._seconds += self._finding + self._counting
            self._cost += COSTS[jobs.jobs[jobs.done - 1].kind]
        self._finding, self._counting, self._begun = 0.0, 0.0, None

    def left(self, jobs: CountJobs) -> float | None:
        """Return an estimate of the seconds left; None if too little is known."""
        job, current = jobs.job, jobs.current  # read once: another thread may change these
        begun, counting = self._begun, self._counting
        if job is None:
            return None
        now, later = COSTS[job.kind], sum(COSTS[after.kind] for after in jobs.jobs[jobs.done + 1 :])
        fraction = current.fraction if current else 0.0
        if begun is not None and counting and fraction > begun:
            whole = counting / (fraction - begun)
            return whole * (1 - fraction) + (self._finding + whole) / now * later
        if self._cost:
            return max(0.0, self._seconds / self._cost * (now + later) - self._finding)
        return None
