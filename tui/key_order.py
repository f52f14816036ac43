"""Keys in order: a key waits until the key before it has had its effect.

Textual forwards a key to the focused widget as soon as it arrives. Of two keys that arrive together, the second would
go where the focus was before the first: letters typed right after `/` would be commands.
"""

from collections import deque
from collections.abc import Iterator
from typing import Any

from textual.app import App
from textual.command import CommandPalette
from textual.dom import DOMNode
from textual.events import Event, Key

from knightwatch.tui.textual_internals import GATHERING

LONGEST = 1.0
"""Seconds that a key waits at most, if the widget that had the focus before it is gone."""
ROUNDS = 10
"""How often a key waits that long at most, while the key before it makes progress: a screen may open slowly."""
OPENING = "opening"
"""Group of workers that open a screen once its contents are there. The next key waits for that screen."""
POLL = 0.005
"""Seconds until the next look, while widgets have messages to handle."""


def _has_messages(screen: DOMNode) -> bool:
    """Tell whether a widget of a screen has a message to handle."""
    return any(node.message_queue_size for node in screen.walk_children(with_self=True))


def _is_enter(event: Event) -> bool:
    return isinstance(event, Key) and event.key == "enter"


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
        self._submits = False
        """Whether the last key was enter."""
        self._progress = 0
        """Counts the callbacks behind the last key."""

    @property
    def waits(self) -> bool:
        """Whether a key waits for the key before it."""
        return bool(self._waiting)

    def holds_back(self, event: Event) -> bool:
        """Tell whether a key has to wait; if so, keep it."""
        if self._path is None:
            return False
        self._waiting.append(event)
        if len(self._waiting) == 1:
            self._watch(event)
        return True

    def follow(self, event: Event, target: DOMNode) -> None:
        """Follow a key that was just sent to a widget."""
        self._path = iter(target.ancestors_with_self)
        self._submits = _is_enter(event)
        self._go_on()

    def _go_on(self) -> None:
        self._progress += 1
        for node in self._path or ():
            if node.call_later(self._go_on):
                return
        self._app.call_later(self._settle)

    async def _settle(self, opened: DOMNode | None = None) -> None:
        """Wait until the topmost screen has opened, and its focus has moved.

        Enter in a field or a list sends a message to the widgets around it, and one of them may open a screen. So after
        enter, wait also until no widget has a message to handle. Before enter in the command palette, wait also for the
        list that fits the typed letters.
        """
        if self._path is None:  # the key waited too long
            return
        top = next(reversed(self._app.screen_stack), None)
        chooses = isinstance(top, CommandPalette) and (not self._waiting or _is_enter(self._waiting[0]))
        groups = {OPENING, GATHERING} if chooses else {OPENING}
        if any(work.group in groups and work.node is top and not work.is_finished for work in self._app.workers):
            self._app.set_timer(POLL, self._settle)
            return
        self._progress += 1
        if (self._submits or chooses) and opened is top and opened and _has_messages(opened):
            self._app.set_timer(POLL, self._settle)  # a callback would be lost if its widget is removed
        elif top is opened or not top or not top.call_later(self._app.call_later, self._settle, top):
            await self._end()

    async def _end(self) -> None:
        """Let the next key go that the application does not ignore."""
        self._path = None
        if not self._app.screen_stack:  # the program ends
            self._waiting.clear()
        while self._waiting and self._path is None:  # the application may ignore a key
            await self._app.on_event(self._waiting.popleft())
        if self._waiting:
            self._watch(self._waiting[0])

    def _watch(self, event: Event, rounds: int = ROUNDS) -> None:
        """Let a key go if it still waits after the longest time, and the key before it makes no progress."""
        progress = self._progress

        async def check() -> None:
            if event not in self._waiting:
                return
            if rounds > 1 and self._progress > progress:
                self._watch(event, rounds - 1)
            else:
                await self._end()

        self._app.set_timer(LONGEST, check)
