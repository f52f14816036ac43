"""Going back: a few saved states, and the certainty that a search advanced again repeats itself.

Keyframes are spread by the time that it took to get from one to the next, since that is what it takes to get there
again. When they are too many or outgrow their memory, every other one is dropped and the gaps double. States on the way
back are kept for a while in a memory of their own, so that neither kind drives out the other.
"""

from collections.abc import Iterable
from typing import Any

from knightwatch.engine.core.search import Search, State

GAP = 0.05
"""Seconds of searching between two keyframes, at first."""
MOST = 512
"""Keyframes that are kept, at most: with so many, the way from one to the next is short in any run."""
NEAR = 64
"""States that are kept on the way back, at most."""


class History:
    """Saved states of one search."""

    def __init__(self, max_bytes: int = 256 << 20) -> None:
        self._max_bytes = max_bytes // 2
        """What the keyframes may take, and what the states near the present may take."""
        self._gap = GAP
        self._near: dict[int, State] = {}
        self._keyframes: dict[int, tuple[float, State]] = {0: (0.0, {})}
        """Ascending: moments, each with the seconds spent until then and the state; the beginning is made anew."""
        self._keyframe_bytes = 0

    def note(self, search: Search[Any, Any], seconds: float) -> None:
        """Keep the state if it is new and due; `seconds` is the time spent on the search so far."""
        latest = next(reversed(self._keyframes))
        if search.done > latest and seconds - self._keyframes[latest][0] >= self._gap and self._fits(search):
            state = search.save()
            self._keyframes[search.done] = seconds, state
            self._keyframe_bytes += size([state])
            while self._keyframe_bytes > self._max_bytes or len(self._keyframes) > MOST:
                self._gap *= 2
                for moment in list(self._keyframes)[1::2]:
                    self._keyframe_bytes -= size([self._keyframes.pop(moment)[1]])

    def approach(self, search: Search[Any, Any], moment: int) -> list[int]:
        """Take a search to the latest saved state at or before a moment, unless it stands nearer before it already.

        Return the moments to stop at on the way forward, the asked one last. Calling `visit` at each makes the
        next steps back short: the way is halved, and halved again, up to the moment itself.
        """
        saved = max(m for m in (*self._keyframes, *self._near) if m <= moment)
        if not saved <= search.done <= moment:
            if state := self._near.get(saved) or self._keyframes[saved][1]:
                search.load(state)
            else:
                search.rewind()
        stops, left = [], moment - search.done
        while left > 0:
            stops.append(moment - left // 2)
            left //= 2
        return stops

    def visit(self, search: Search[Any, Any]) -> None:
        """Keep a state on the way to a moment in the past, for a while."""
        if not self._fits(search):
            return
        self._near.pop(search.done, None)
        self._near[search.done] = search.save()
        while len(self._near) > NEAR or size(self._near.values()) > self._max_bytes:
            # A later state is no help on the way further back, so those go first; then those kept longest.
            latest = max(self._near)
            del self._near[latest if latest > search.done else next(iter(self._near))]

    def _fits(self, search: Search[Any, Any]) -> bool:
        """Tell whether a state is small enough to be kept."""
        return size([search.state]) <= self._max_bytes

    @property
    def bytes(self) -> int:
        """Memory that the saved states take."""
        return self._keyframe_bytes + size(self._near.values())


def size(states: Iterable[State]) -> int:
    """Return the bytes that states take."""
    return sum(array.nbytes for state in states for array in state.values())
