"""Keys in order: a key waits until the key before it has had its effect.

Textual forwards a key to the focused widget as soon as it arrives. Of two keys that arrive together, the second would
go where the focus was before the first: letters typed right after `/` would be commands.
"""

from collections import deque
from collections.abc import Iterator
from typing import Any

from textual.app import App
from textual.dom import DOMNode
from textual.events import Event

LONGEST = 1.0
"""Seconds that a key waits at most, if the widget that had the focus before it is gone."""


class KeyOrder:
    """Holds keys back while the key before them is on its way.

    A key goes to the focused widget, to each of its ancestors, and at last to the application, which runs its command.
    A callback goes the same way behind it. Then the screen, perhaps a new one, has to open, and the focus to move.
    """

    def __init__(self, app: App[Any]) -> None:
        self._app = app
        self._waiting: deque[Event] = deque()
        self._path: Iterator[DOMNode] | None = None
        """Where the last key still has to go; None if it has had its effect."""

    def holds_back(self, event: Event) -> bool:
        """Tell whether a key has to wait; if so, keep it."""
        if self._path is None:
            return False
        self._waiting.append(event)
        if len(self._waiting) == 1:
            self._watch(event)
        return True

    def follow(self, target: DOMNode) -> None:
        """Follow a key that was just sent to a widget."""
        self._path = iter(target.ancestors_with_self)
        self._go_on()

    def _go_on(self) -> None:
        for node in self._path or ():
            if node.call_later(self._go_on):
                return
        self._app.call_later(self._settle)

    async def _settle(self, opened: DOMNode | None = None) -> None:
        """Wait until the topmost screen has opened, and its focus has moved."""
        top = next(reversed(self._app.screen_stack), None)
        if top is opened or not top or not top.call_later(self._app.call_later, self._settle, top):
            await self._end()

    async def _end(self) -> None:
        """Let the next key go that the application does not ignore."""
        self._path = None
        while self._waiting and self._path is None:  # the application may ignore a key
            await self._app.on_event(self._waiting.popleft())
        if self._waiting:
            self._watch(self._waiting[0])

    def _watch(self, event: Event) -> None:
        """Let a key go after the longest time, if it still waits."""

        async def check() -> None:
            if event in self._waiting:
                await self._end()

        self._app.set_timer(LONGEST, check)
