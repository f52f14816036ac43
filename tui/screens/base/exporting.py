"""Export from a screen: write files, and copy the command line that repeats what the screen shows."""

from pathlib import Path
from typing import Generic, TypeVar

from knightwatch.tui.output.files import Offers
from knightwatch.tui.screens.base.styled import StyledOnce
from knightwatch.tui.screens.export import ExportScreen

Result = TypeVar("Result")


class ExportingScreen(StyledOnce[Result], Generic[Result]):
    """A screen that can export what it shows."""

    def command(self) -> str:
        """Return the command line that repeats what the screen shows, or an empty text."""
        return ""

    def action_copy(self) -> None:
        """Copy the command line to the clipboard."""
        command = self.command()
        self.app.copy_to_clipboard(command)
        self.notify(f"Copied: {command}", markup=False)

    def export(self, stem: str, offers: Offers) -> None:
        """Open the export dialog; the names of its files begin with `stem`."""
        self.app.push_screen(ExportScreen(stem, offers), self._show_path)

    def _show_path(self, path: Path | None) -> None:
        if path:
            self.notify(f"Saved to {path}", markup=False)
