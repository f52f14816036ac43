"""The export dialog: choose a file type and a folder."""

from io import BytesIO
from pathlib import Path

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.widgets import Input, Label, OptionList
from textual.widgets.option_list import Option

from knightwatch.tui.output.files import Offers, free_path, write_new
from knightwatch.tui.screens.base.dialog import Dialog
from knightwatch.tui.widgets.choices import Choices


class ExportScreen(Dialog[Path | None]):
    """A list of file types; it returns the path of the written file, or None."""

    BINDINGS = [Binding("escape,q", "dismiss(None)", "Cancel", key_display="esc")]

    def __init__(self, stem: str, offers: Offers) -> None:
        """Offer files; `offers` maps each description to the file's ending and a function that makes its text."""
        super().__init__()
        self._stem = stem
        self._offers = list(offers.items())

    def compose(self) -> ComposeResult:
        """Lay out the list."""
        with Vertical(classes="page") as page:
            page.border_title = "Export"
            page.border_subtitle = (
                "enter downloads, esc cancels"
                if self.app.is_web
                else "enter writes the file, tab changes the folder, esc cancels"
            )
            yield Choices(
                *(Option(f"{description}  ({self._stem}{ending})") for description, (ending, _) in self._offers)
            )
            if not self.app.is_web:
                yield Label("folder")
                folder = Input(_current_folder(), compact=True)
                folder.cursor_blink = False
                yield folder
            yield Label("", id="fault", markup=False)

    def on_mount(self) -> None:
        """Highlight the first entry."""
        self.query_one(OptionList).focus()
        self.query_one(OptionList).highlighted = 0

    def on_input_submitted(self) -> None:
        """Write the highlighted entry: the user pressed enter in the folder's field."""
        self._write(self.query_one(OptionList).highlighted or 0)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Write the chosen entry."""
        self._write(event.option_index)

    def _write(self, place: int) -> None:
        ending, make = self._offers[place][1]
        if self.app.is_web:  # never write to folders of the server
            name = f"{self._stem}{ending}"
            self.app.deliver_binary(BytesIO(make().encode()), save_filename=name)
            self.dismiss(Path(name))
            return
        folder = self.query_one(Input).value
        try:
            path = free_path(Path(folder).expanduser() / f"{self._stem}{ending}")
            write_new(path, make())
        except (OSError, RuntimeError, ValueError) as error:  # no such user's home; a NUL in the name
            reason = getattr(error, "strerror", None) or error
            self.query_one("#fault", Label).update(f"cannot write to {folder} ({reason}): choose another folder")
            return
        self.dismiss(path)


def _current_folder() -> str:
    """Return the current folder, or the home folder if the current one was deleted."""
    try:
        return str(Path.cwd())
    except FileNotFoundError:
        return "~"
