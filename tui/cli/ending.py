"""How work without a screen is ended early: by Ctrl+C, by whoever ends the program, or by closing its terminal."""

import signal
from collections.abc import Callable


class Ending:
    """Somebody's wish to have the best so far.

    It is obeyed between two slices, since a state within one is half made; where it is said with Ctrl+C once more, or
    before there is any state, at once. Other signals count once: a shell and the system may both tell that the
    terminal has gone.
    """

    def __init__(self, begun: Callable[[], bool]) -> None:
        """Listen from now on; `begun` tells whether there is something that could be left half made."""
        self.wanted = False
        self._begun = begun
        for name in ("SIGINT", "SIGTERM", "SIGHUP"):
            number = getattr(signal, name, None)  # not every system has all of them
            if number and signal.getsignal(number) is not signal.SIG_IGN:
                signal.signal(number, self._hear)

    def _hear(self, number: int, _: object) -> None:
        again, self.wanted = self.wanted, True
        if number == signal.SIGINT if again else not self._begun():
            raise KeyboardInterrupt
