"""Pace and budget: how many steps a driving loop asks for at a time."""

SLICE = 0.02
"""Seconds that one call of `advance` should take."""

LONGEST = 0.1
"""Seconds that a loop waits at most at a time, and the longest delay that a pace catches up with."""


class Pace:
    """A limit of steps a second. After a long pause it does not catch up."""

    def __init__(self, rate: float, now: float) -> None:
        self._rate = rate
        self._then = now
        self._owed = 1.0

    def allowed(self, wanted: int, now: float) -> int:
        """Return how many of the wanted steps are allowed now, and count them as done."""
        self._owed = min(self._owed + (now - self._then) * self._rate, max(1.0, self._rate * LONGEST))
        self._then = now
        steps = min(wanted, int(self._owed))
        self._owed -= steps
        return steps

    def due(self) -> float:
        """Return the seconds to wait before the next step is allowed."""
        return min((1 - self._owed) / self._rate, LONGEST)


class Budget:
    """The number of steps to ask for at a time, learned from measured times."""

    def __init__(self) -> None:
        self.size = 1

    def learn(self, done: int, seconds: float, length: float) -> None:
        """Adapt the size, after `done` steps took `seconds`, so that a slice takes about `length` seconds."""
        if seconds > length:
            self.size = max(1, int(done * length / seconds))
        elif done == self.size and seconds < length / 2:
            self.size *= 2
