"""Going back in a search: saved states, and replay from the nearest one.

A keyframe is a saved state. Keyframes are spread evenly over the time that the search took, because replay takes the
same time again. When there are too many keyframes, or they need too much memory, every other one is dropped and the
gap doubles. States near the target of a step back have a memory of their own, so that neither kind evicts the other.
"""

from collections.abc import Iterable
from typing import Any

from knightwatch.engine.core.frame import Status
from knightwatch.engine.core.search import Search, State

GAP = 0.05
"""Seconds of searching between two keyframes, at first."""
MOST = 512
"""The maximum number of keyframes: enough to make any replay short."""
NEAR = 64
"""The maximum number of states near the target of a step back."""


class History:
    """Saved states of one search."""

    def __init__(self, max_bytes: int = 256 << 20) -> None:
        self._max_bytes = max_bytes // 2
        """The memory limit of the keyframes, and also that of the near states."""
        self._gap = GAP
        self._near: dict[int, State] = {}
        self._keyframes: dict[int, tuple[float, State]] = {0: (0.0, {})}
        """For each step, ascending: the seconds spent so far, and the state. Step 0 is made again by `rewind`."""
        self._keyframe_bytes = 0

    def note(self, search: Search[Any, Any], seconds: float) -> None:
        """Save a keyframe if the step is new and the gap has passed; `seconds` is the time spent so far.

        An ended search is not saved: a user's solver ends without a step, so its last step has two states.
        """
        latest = next(reversed(self._keyframes))
        if search.status is not Status.RUNNING:
            return
        if search.done > latest and seconds - self._keyframes[latest][0] >= self._gap and self._fits(search):
            state = search.save()
            self._keyframes[search.done] = seconds, state
            self._keyframe_bytes += size([state])
            while self._keyframe_bytes > self._max_bytes or len(self._keyframes) > MOST:
                self._gap *= 2
                for moment in list(self._keyframes)[1::2]:
                    self._keyframe_bytes -= size([self._keyframes.pop(moment)[1]])

    def approach(self, search: Search[Any, Any], moment: int) -> list[int]:
        """Load the latest saved state at or before a step, unless the search is already between the two.

        A stalled search is loaded in any case, so that it stops its slow step.

        Return the steps at which to stop on the way forward, the requested one last. The distance halves from stop to
        stop. Call `visit` at each stop: it saves the state, so that the next steps back are short.
        """
        saved = max(m for m in (*self._keyframes, *self._near) if m <= moment)
        if not saved <= search.done <= moment or search.stalled:
            if state := self._near.get(saved) or self._keyframes[saved][1]:
                search.load_near(state)
            else:
                search.rewind()
        stops, left = [], moment - search.done
        while left > 0:
            stops.append(moment - left // 2)
            left //= 2
        return stops

    def visit(self, search: Search[Any, Any]) -> None:
        """Save a state near the target of a step back."""
        if not self._fits(search):
            return
        self._near.pop(search.done, None)
        self._near[search.done] = search.save()
        while len(self._near) > NEAR or size(self._near.values()) > self._max_bytes:
            # Drop later states first, because they do not help to go further back; then the oldest.
            latest = max(self._near)
            del self._near[latest if latest > search.done else next(iter(self._near))]

    def _fits(self, search: Search[Any, Any]) -> bool:
        """Tell whether one state is within the memory limit."""
        return size([search.state]) <= self._max_bytes

    @property
    def bytes(self) -> int:
        """Memory that the saved states take."""
        return self._keyframe_bytes + size(self._near.values())


def size(states: Iterable[State]) -> int:
    """Return the size of some states in bytes."""
    return sum(array.nbytes for state in states for array in state.values())
