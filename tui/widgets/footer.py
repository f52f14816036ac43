"""The footer: the keys of a screen. Those that are replaced by others are let go, which Textual's own footer is not.

A key that has no room is not there at all, and the palette, which has all of them, is always in sight.
"""

from textual.app import ComposeResult
from textual.widgets import Footer

from knightwatch.tui.textual_internals import FooterKey, unbind


class Keys(Footer):
    """The keys that count now, on one line."""

    DEFAULT_CSS = "Keys FooterKey.-cut { visibility: hidden; }"

    def __init__(self, *, show_command_palette: bool = False) -> None:
        super().__init__(show_command_palette=show_command_palette, compact=True)
        self._laid_out: list[object] | None = None
        """The keys that are laid out."""

    def compose(self) -> ComposeResult:
        """Lay out the keys. They are not bound to the footer, which would keep all that it ever had."""
        for part in super().compose():
            if isinstance(part, FooterKey):
                unbind(part)
                part.set_reactive(FooterKey.compact, self.compact)
                part.set_class(self.compact, "-compact", update=False)
            yield part

    async def recompose(self) -> None:
        """Lay out the keys that count now, unless they are there: most changes of focus change no key."""
        if not self.is_attached:  # it was asked for before the screen was left
            return
        keys: list[object] = [each[1:] for each in self.screen.active_bindings.values()]
        if keys != self._laid_out:
            self._laid_out = keys
            await super().recompose()
            self.call_after_refresh(self._cut)

    def on_resize(self) -> None:
        """Show the keys that there is room for now."""
        self.call_after_refresh(self._cut)

    def _cut(self) -> None:
        """Leave out each key that would be seen in part."""
        keys = list(self.query(FooterKey))
        room = min((key.region.x for key in keys if key.has_class("-command-palette")), default=self.region.right)
        for key in keys:
            key.set_class(not key.has_class("-command-palette") and key.region.right > room, "-cut")
