"""Signals during work without a screen: Ctrl+C, SIGTERM, and SIGHUP when the terminal closes."""

import signal
from collections.abc import Callable


class StopRequest:
    """Listens for signals that ask the program to stop, so that it can still print the best result so far.

    The caller checks `received` between two slices, because the state within a slice is incomplete. A second Ctrl+C
    raises KeyboardInterrupt at once. So does any signal before there is a state. Other repeated signals count once: the
    shell and the system may both report that the terminal is closed.
    """

    def __init__(self, has_state: Callable[[], bool]) -> None:
        """Start listening; `has_state` returns whether the work has a state that an interrupt would break."""
        self.received = False
        self._has_state = has_state
        for name in ("SIGINT", "SIGTERM", "SIGHUP"):
            number = getattr(signal, name, None)  # some systems lack some of them
            if number and signal.getsignal(number) is not signal.SIG_IGN:
                signal.signal(number, self._handle)

    def _handle(self, number: int, _: object) -> None:
        repeated, self.received = self.received, True
        if number == signal.SIGINT if repeated else not self._has_state():
            raise KeyboardInterrupt
