"""Pace and budget: how much a driving loop asks for at a time, that it neither runs ahead nor is away for long."""

SLICE = 0.02
"""Seconds that a driving loop lets a search work before it looks up."""

LONGEST = 0.1
"""Seconds that a pace lets its loop wait at a time, and for which it makes up after a delay."""


class Pace:
    """So many steps a second; after a long pause, what was missed is not made up for."""

    def __init__(self, rate: float, now: float) -> None:
        self._rate = rate
        self._then = now
        self._owed = 1.0

    def allowed(self, wanted: int, now: float) -> int:
        """Return how many steps may be done now, at most as many as are wanted; they count as done."""
        self._owed = min(self._owed + (now - self._then) * self._rate, max(1.0, self._rate * LONGEST))
        self._then = now
        steps = min(wanted, int(self._owed))
        self._owed -= steps
        return steps

    def due(self) -> float:
        """Return how many seconds to wait before asking again."""
        return min((1 - self._owed) / self._rate, LONGEST)


class Budget:
    """How much to ask for at a time, learned from how long it took."""

    def __init__(self) -> None:
        self.size = 1

    def learn(self, done: int, seconds: float, length: float) -> None:
        """Fit the budget to the length of a slice, where so much was done in so many seconds."""
        if seconds > length:
            self.size = max(1, int(done * length / seconds))
        elif done == self.size and seconds < length / 2:
            self.size *= 2
