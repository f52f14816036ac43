"""Export: choose what to write and where; the file's name is shown afterwards."""

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
    """A list of things to write; it returns the path of what was written, or None."""

    BINDINGS = [Binding("escape,q", "dismiss(None)", "Cancel", key_display="esc")]

    def __init__(self, stem: str, makers: Offers) -> None:
        """Offer makers by description, each with the ending of its file's name."""
        super().__init__()
        self._stem = stem
        self._makers = list(makers.items())

    def compose(self) -> ComposeResult:
        """Lay out the list."""
        with Vertical(classes="page") as page:
            page.border_title = "Export"
            page.border_subtitle = (
                "enter downloads, esc cancels" if self.app.is_web else "enter writes, tab to the folder, esc cancels"
            )
            yield Choices(*(Option(f"{words}  ({self._stem}{ending})") for words, (ending, _) in self._makers))
            if not self.app.is_web:
                yield Label("folder")
                folder = Input(str(Path.cwd()), compact=True)
                folder.cursor_blink = False
                yield folder
            yield Label("", id="fault", markup=False)

    def on_mount(self) -> None:
        """Mark the first entry."""
        self.query_one(OptionList).focus()
        self.query_one(OptionList).highlighted = 0

    def on_input_submitted(self) -> None:
        """Enter in the folder's field writes what is marked."""
        self._write(self.query_one(OptionList).highlighted or 0)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Write what was chosen."""
        self._write(event.option_index)

    def _write(self, place: int) -> None:
        ending, make = self._makers[place][1]
        if self.app.is_web:  # the folders of the machine that serves are nobody's business
            name = f"{self._stem}{ending}"
            self.app.deliver_binary(BytesIO(make().encode()), save_filename=name)
            self.dismiss(Path(name))
            return
        folder = Path(self.query_one(Input).value).expanduser()
        path = free_path(folder / f"{self._stem}{ending}")
        try:
            write_new(path, make())
        except OSError as error:
            words = f"{path} cannot be written ({error.strerror}): choose another folder."
            self.query_one("#fault", Label).update(words)
            return
        self.dismiss(path)
