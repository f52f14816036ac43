"""How long the rest of a ledger will take, judged by what its numbers took so far.

A number is found in two parts: which states there can be, of which nobody knows beforehand how long that takes, and
the count itself, whose end is in sight. What was taken over from a store took no time here, and tells nothing.
"""

from knightwatch.engine.tour.exact.ledger import COSTS, Ledger


class JobPace:
    """The time that the number on its way took so far, and the numbers before it."""

    def __init__(self) -> None:
        self._before = 0.0
        """Seconds for the numbers that were counted here."""
        self._paid = 0
        """What these cost, by `COSTS`."""
        self._finding = 0.0
        self._counting = 0.0
        self._begun: float | None = None
        """The fraction of the number on its way that was known when its count began here."""

    def note(self, seconds: float, ledger: Ledger) -> None:
        """Add some seconds, just spent on the next job of a ledger."""
        tally = ledger.tally
        if tally is None or not tally.places:
            self._finding += seconds
        elif self._begun is None:
            self._begun = tally.fraction
            self._finding += seconds
        else:
            self._counting += seconds

    def done(self, ledger: Ledger) -> None:
        """Close the account of the job that was done last."""
        if self._begun is not None:
            self._before += self._finding + self._counting
            self._paid += COSTS[ledger.jobs[ledger.done - 1].kind]
        self._finding, self._counting, self._begun = 0.0, 0.0, None

    def left(self, ledger: Ledger) -> float | None:
        """Return about how many seconds the rest will take; None where that cannot be told yet."""
        job, tally, begun, counting = ledger.job, ledger.tally, self._begun, self._counting  # which a thread may change
        if job is None:
            return None
        now, later = COSTS[job.kind], sum(COSTS[after.kind] for after in ledger.jobs[ledger.done + 1 :])
        fraction = tally.fraction if tally else 0.0
        if begun is not None and counting and fraction > begun:
            whole = counting / (fraction - begun)
            return whole * (1 - fraction) + (self._finding + whole) / now * later
        if self._paid:
            return max(0.0, self._before / self._paid * (now + later) - self._finding)
        return None
