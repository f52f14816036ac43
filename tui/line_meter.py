"""Measures how far the terminal is behind the program.

Buffers between the program and its terminal hide a slow line. But a terminal reports the position of its cursor only
after it has read all output before the request. Each request moves the cursor to a column of its own, so that a report
names its request.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from threading import Condition

TARGET = 0.5
"""Seconds of output that may wait on the line; a drawing that starts in time may add its own."""
PATIENCE = 10.0
"""Seconds without a report after which a terminal counts as one that does not report."""
SMALLEST_WINDOW = 2048
"""Characters that the terminal may always have left to read."""
SHORTEST_MEASUREMENT = 0.05
"""Seconds; reports vary by as much."""
ROW = 2
"""Row of all requests: reports of row 1 look like F3 with shift, alt or ctrl."""
COLUMNS = 30
"""Columns of the requests, used in turn; fewer in a narrower terminal."""


@dataclass(frozen=True)
class Request:
    """A request for the position of the cursor."""

    time: float
    """When it was written."""
    begun: float
    """When the first output after the previous request was written."""
    end: int
    """Characters written so far, with the request."""


class LineMeter:
    """Asks the terminal for reports, one at a time, and limits the output that it has left to read.

    Without reports there is no limit. The input thread calls `report`, the event loop calls everything else.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._changed = Condition()
        self._open: dict[int, Request] = {}
        """Requests without a report, by column, oldest first."""
        self._asked = 0
        self._read = 0
        """Characters that the terminal has read for certain."""
        self._reported = False
        """Whether the terminal has ever sent a report."""
        self._reporting = False
        """Whether the terminal sends reports now."""
        self._begun: float | None = None
        """When the first output after the newest request was written."""
        self._read_time = -inf
        """When the terminal had read `_read` characters, by a clock that is `_shortest` behind."""
        self._shortest = inf
        """Seconds that a report takes on an idle line."""
        self._rate = 0.0
        """Characters that the terminal reads in a second."""
        self._patience = PATIENCE
        self._columns = COLUMNS
        """Columns of the requests; 0 if the terminal has no row for them."""

    def resized(self, width: int, height: int) -> None:
        """Take the size of the terminal. Open requests count as read: a cursor outside would be reported elsewhere.

        The first request stays open until its report: a terminal that never reports is asked only once.
        """
        with self._changed:
            if self._reported:
                if newest := self._newest:
                    self._read = newest.end
                self._open.clear()
            self._columns = min(COLUMNS, width) if height >= ROW else 0
            self._changed.notify_all()

    def request(self, written: int) -> str:
        """Return the codes of a request to follow `written` characters; empty if there is nothing to ask."""
        with self._changed:
            now, newest = self._clock(), self._newest
            if written <= (newest.end if newest else self._read):
                return ""
            self._begun = self._begun or now
            if not self._columns or (newest and (now < newest.time + self._patience or not self._reported)):
                return ""
            column = self._asked % self._columns + 1
            self._asked += 1
            codes = f"\x1b7\x1b[{ROW};{column}H\x1b[6n\x1b8"
            self._open.pop(column, None)
            self._open[column] = Request(now, self._begun, written + len(codes))
            self._begun = None
            return codes

    def report(self, row: int, column: int) -> None:
        """Take the report of a cursor's position; ignore it if no open request asked for it."""
        with self._changed:
            if row != ROW or column not in self._open:
                return
            request = self._open[column]
            self._open = {key: later for key, later in self._open.items() if later.end > request.end}
            self._reported = self._reporting = True
            now = self._clock()
            self._shortest = min(self._shortest, now - request.time)
            self._patience = max(self._patience, 2 * (now - request.time))
            self._measure(request, now - self._shortest)
            self._changed.notify_all()

    def _measure(self, request: Request, read_time: float) -> None:
        """Measure the rate of the line with a request that the terminal has now read."""
        seconds = read_time - max(self._read_time, request.begun)
        rate = (request.end - self._read) / max(seconds, SHORTEST_MEASUREMENT)
        was_busy = read_time - request.time > TARGET / 2
        if rate > self._rate or was_busy:  # an idle line seems slower than it is
            self._rate = rate
        self._read, self._read_time = request.end, read_time

    def is_behind(self, written: int) -> bool:
        """Tell whether the terminal has so much left to read that a new drawing would arrive too late."""
        with self._changed:
            age = self._clock() - self._newest.time if self._newest else 0.0
            self._reporting = self._reporting and age < self._patience
            if not self._reporting:
                return False
            limit = self._shortest + TARGET
            return age > limit or written - self._read > max(SMALLEST_WINDOW, self._rate * limit)

    def finish(self, seconds: float) -> None:
        """Wait for the last report, at most so long: later it would reach the shell as typed text."""
        with self._changed:
            self._changed.wait_for(lambda: not (self._open and self._reporting), seconds)

    @property
    def _newest(self) -> Request | None:
        """The newest request without a report."""
        return next(reversed(self._open.values()), None)
