"""The footer: the keys of a screen. It hides each key that does not fit, and always shows the key of the palette.

Textual's own footer keeps every key that it ever had alive, and shows the last key in part.
"""

from textual.app import ComposeResult
from textual.widgets import Footer

from knightwatch.tui.textual_internals import FooterKey, unbind


class Keys(Footer):
    """The active keys, on one line."""

    DEFAULT_CSS = "Keys FooterKey.-cut { visibility: hidden; }"

    def __init__(self, *, show_command_palette: bool = False) -> None:
        super().__init__(show_command_palette=show_command_palette, compact=True)
        self._keys: list[object] | None = None
        """The keys that the footer consists of."""

    def on_mount(self) -> None:
        """Hide keys after each layout of the screen: only then their places are known."""
        self.screen.screen_layout_refresh_signal.subscribe(self, lambda _: self._cut())

    def compose(self) -> ComposeResult:
        """Yield the keys; not bound to the footer, which would keep them alive."""
        for part in super().compose():
            if isinstance(part, FooterKey):
                unbind(part)
                part.set_reactive(FooterKey.compact, self.compact)
                part.set_class(self.compact, "-compact", update=False)
            yield part

    async def recompose(self) -> None:
        """Replace the keys, unless they are the same: most changes of focus change no key."""
        if not self.is_attached:  # the screen is closed
            return
        keys: list[object] = [each[1:] for each in self.screen.active_bindings.values()]
        if keys != self._keys:
            self._keys = keys
            await super().recompose()

    def on_resize(self) -> None:
        """Show all keys; the next layout hides those that do not fit."""
        for key in self.query(FooterKey):
            key.remove_class("-cut")

    def _cut(self) -> None:
        """Hide each key that does not fit; a hidden key has no region, and stays hidden."""
        keys = list(self.query(FooterKey))
        room = min((key.region.x for key in keys if key.has_class("-command-palette")), default=self.region.right)
        for key in keys:
            if not key.has_class("-command-palette") and key.region.right > room:
                key.add_class("-cut")
