"""What can be taken along from a screen: files that are written, and the command line that repeats what it shows."""

from pathlib import Path
from typing import Generic, TypeVar

from knightwatch.tui.output.files import Offers
from knightwatch.tui.screens.base.styled import StyledOnce
from knightwatch.tui.screens.export import ExportScreen

Result = TypeVar("Result")


class ExportingScreen(StyledOnce[Result], Generic[Result]):
    """A screen whose contents can be taken along."""

    def command(self) -> str:
        """Return the command line that repeats what is shown; empty where there is none."""
        return ""

    def action_copy(self) -> None:
        """Copy the command line."""
        command = self.command()
        self.app.copy_to_clipboard(command)
        self.notify(f"Copied: {command}", markup=False)

    def export(self, stem: str, offers: Offers) -> None:
        """Offer what can be written, to files whose names begin alike; say afterwards where it was written."""
        self.app.push_screen(ExportScreen(stem, offers), self._tell_written)

    def _tell_written(self, path: Path | None) -> None:
        if path:
            self.notify(f"Written: {path}", markup=False)
