"""All uses of Textual's private interface, each behind one function, hook or name.

Everything else in the program uses public API only, except tui/terminal.py, which subclasses Textual's Linux driver.
tests/tui/test_textual_internals.py says what each use relies on. If a test there fails with a new version of Textual,
adapt this module or tui/terminal.py. Then raise the bound in pyproject.toml.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from textual._compositor import ChopsUpdate, LayoutUpdate
from textual._context import active_message_pump
from textual._styles_cache import StylesCache
from textual._xterm_parser import XTermParser
from textual.app import App
from textual.binding import BindingsMap
from textual.command import CommandPalette
from textual.dom import DOMNode
from textual.driver import Driver
from textual.events import Key
from textual.geometry import Region, Size
from textual.keys import _character_to_key
from textual.message_pump import MessagePump
from textual.notifications import Notification
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets._footer import FooterKey
from textual.widgets._select import SelectOverlay

if TYPE_CHECKING:
    from rich.console import RenderableType

__all__ = [
    "GATHERING",
    "ChopsUpdate",
    "FindOverlay",
    "FooterKey",
    "HookedApp",
    "LayoutUpdate",
    "Piece",
    "SelectOverlay",
    "XTermParser",
    "add_breakpoint_classes",
    "bindings_of",
    "clear_styles_cache",
    "current_node",
    "driver_of",
    "key_name",
    "keymap_of",
    "notifications",
    "pieces_of",
    "postpone",
    "redraw",
    "unbind",
]

Piece = tuple[int, int, Strip]
"""Row and column of a piece of the screen, and its content."""
GATHERING = CommandPalette._GATHER_COMMANDS_GROUP
"""Group of the workers that fill the list of the command palette."""


class HookedApp(App[None]):
    """An App with public hooks in place of the private methods that subclasses would have to override."""

    def prepare_screen(self, screen: Screen[Any]) -> None:
        """Called with each screen before it is composed and styled."""

    def draw_update(self, screen: Screen[Any], update: "RenderableType | None") -> None:
        """Send an update of a screen to the terminal."""
        super()._display(screen, update)

    def handle_error(self, error: Exception) -> None:
        """End the program after an exception that no code caught."""
        super()._handle_exception(error)

    def show_notices(self) -> None:
        """Show the current notifications; called whenever they or the screen change."""
        super()._refresh_notifications()

    def _register_child(self, parent: DOMNode, child: Widget, before: int | None, after: int | None) -> None:
        if isinstance(child, Screen):
            self.prepare_screen(child)
        super()._register_child(parent, child, before, after)

    def _display(self, screen: Screen[Any], renderable: "RenderableType | None") -> None:
        self.draw_update(screen, renderable)

    def _handle_exception(self, error: Exception) -> None:
        self.handle_error(error)

    def _refresh_notifications(self) -> None:
        self.show_notices()


# The application.


def driver_of(app: App[Any]) -> Driver | None:
    """Return the driver that connects an application to its terminal; None before it starts."""
    return app._driver


def notifications(app: App[Any]) -> list[Notification]:
    """Return the notifications that have not expired, oldest first."""
    return list(app._notifications)


def keymap_of(app: App[Any]) -> dict[str, str]:
    """Return the keys that the user chose, by the id of the binding."""
    return dict(app._keymap)


def current_node(app: App[Any]) -> MessagePump:
    """Return the widget or application whose message is being handled, or `app` if there is none."""
    return active_message_pump.get(app)


# Screens and widgets.


def bindings_of(screen: Screen[Any]) -> BindingsMap:
    """Return a screen's own bindings, to be changed in place."""
    return screen._bindings


def add_breakpoint_classes(screen: Screen[Any], size: Size) -> None:
    """Add the classes for a terminal's size to a screen that is not composed yet.

    Textual adds them after composing, and styles everything a second time.
    """
    for breakpoints, room in ((screen.HORIZONTAL_BREAKPOINTS, size.width), (screen.VERTICAL_BREAKPOINTS, size.height)):
        screen._classes |= screen._get_breakpoint_classes(room, breakpoints or [])


def unbind(widget: Widget) -> None:
    """Undo `data_bind` on a widget that is not mounted yet."""
    widget._reactive_connect = None


def clear_styles_cache() -> None:
    """Release the widgets that Textual's style cache keeps alive after their screen is closed."""
    StylesCache.get_inner_outer.cache_clear()


class FindOverlay(SelectOverlay):
    """The open list of a `Select`, which finds a line as the user types; a typed `/` begins again."""

    async def _on_key(self, event: Key) -> None:
        if event.character == "/":
            event.stop()
            event.prevent_default()
            self._search_query = ""
        else:
            await super()._on_key(event)


# Drawing.


def pieces_of(update: ChopsUpdate | LayoutUpdate) -> Iterator[Piece]:
    """Yield the pieces of the screen that an update draws."""
    if isinstance(update, LayoutUpdate):
        x, top = update.region.offset
        yield from ((y, x, Strip.join(strips)) for y, strips in enumerate(update.strips, top))
        return
    for y, first, end in update.spans:
        for chop_end, (x, strip) in zip(update.chop_ends[y], update.chops[y].items(), strict=False):
            if strip is not None and x < end and chop_end > first:
                begin, stop = max(x, first), min(chop_end, end)
                yield y, begin, strip.crop(begin - x, stop - x)


def postpone(screen: Screen[Any], update: ChopsUpdate | LayoutUpdate) -> None:
    """Mark the regions of an update as changed, so that the next drawing contains them."""
    if isinstance(update, LayoutUpdate):
        regions = [update.region]
    else:
        regions = [Region(left, y, right - left, 1) for y, left, right in update.spans]
    screen._compositor._dirty_regions.update(regions)


def redraw(screen: Screen[Any]) -> None:
    """Draw the changed regions and widgets of a screen now."""
    screen._compositor.update_widgets(screen._dirty_widgets)  # the next line forgets them
    screen._compositor_refresh()


# Keys.


def key_name(character: str) -> str:
    """Return Textual's name for the key that types a character: "question_mark" for "?"."""
    return _character_to_key(character)
