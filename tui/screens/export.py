"""The export dialog: choose a file type and a folder."""

from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.widgets import Input, Label, OptionList
from textual.widgets.option_list import Option
from textual.worker import get_current_worker

from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.hardware import out_of_memory
from knightwatch.tui.output.files import Offers, free_path, write_new
from knightwatch.tui.screens.base.dialog import Dialog
from knightwatch.tui.screens.base.find import FIND, FindScreen
from knightwatch.tui.widgets.choices import Choices

if TYPE_CHECKING:
    from knightwatch.engine.pictures.recording import Making


FOLLOW_SECONDS = 0.1
"""Seconds between two looks at the progress of a file."""


class ExportScreen(Dialog[Path | None], FindScreen[Path | None]):
    """A list of file types; it returns the path of the written file, or None."""

    BINDINGS = [FIND, Binding("escape,q", "dismiss(None)", "Cancel", key_display="esc")]

    def __init__(self, stem: str, offers: Offers) -> None:
        """Offer files; `offers` maps each description to the file's ending and a function that makes it."""
        super().__init__()
        self._stem = stem
        self._offers = list(offers.items())
        self._progress = ""
        """What a worker thread says; empty if it is shown already."""
        self._made: tuple[str, str | bytes] | None = None
        """The ending and the content of a file that a worker thread has made."""

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
                folder = Input(_current_folder(), compact=True, id="folder")
                folder.cursor_blink = False
                yield folder
            yield Label("", id="fault", markup=False)

    def on_mount(self) -> None:
        """Highlight the first entry."""
        self.query_one(OptionList).focus()
        self.query_one(OptionList).highlighted = 0
        self.set_interval(FOLLOW_SECONDS, self._follow)

    def on_input_submitted(self) -> None:
        """Write the highlighted entry: the user pressed enter in the folder's field."""
        self._write(self.query_one(OptionList).highlighted or 0)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Write the chosen entry."""
        self._write(event.option_index)

    def _write(self, place: int) -> None:
        ending, make = self._offers[place][1]
        try:
            content = make()
        except BadInput as error:
            self._say(str(error))
            return
        if isinstance(content, str | bytes):
            self._deliver(ending, content)
        else:
            self._make(ending, content)

    @work(thread=True, exclusive=True)
    def _make(self, ending: str, making: "Making") -> None:
        """Make a file that takes time; closing the dialog cancels it.

        The dialog looks at the progress: a thread that waits for the dialog could wait for ever when it closes.
        """
        worker = get_current_worker()
        try:
            while not worker.is_cancelled:
                done, total = next(making)
                self._progress = f"writing: {done:,} of {total:,} done, esc cancels"
        except StopIteration as end:
            self._made = ending, end.value
        except (BadInput, MemoryError) as error:
            self._progress = str(error) or out_of_memory()
        finally:
            making.close()

    def _follow(self) -> None:
        """Show the progress of a file, and deliver it when it is made."""
        if self._made and self.is_current:  # only the topmost screen can be closed
            (ending, content), self._made = self._made, None
            self._deliver(ending, content)
        elif self._progress:
            self._say(self._progress)
            self._progress = ""

    def _say(self, words: str) -> None:
        self.query_one("#fault", Label).update(words)

    def _deliver(self, ending: str, content: str | bytes) -> None:
        """Write the file, or send it to the browser, and close the dialog."""
        name = f"{self._stem}{ending}"
        if self.app.is_web:  # never write to folders of the server
            self.app.deliver_binary(
                BytesIO(content.encode() if isinstance(content, str) else content), save_filename=name
            )
            self.dismiss(Path(name))
            return
        folder = self.query_one("#folder", Input).value
        try:
            path = free_path(Path(folder).expanduser() / name)
            write_new(path, content)
        except (OSError, RuntimeError, ValueError) as error:  # no such user's home; a NUL in the name
            reason = getattr(error, "strerror", None) or error
            self._say(f"cannot write to {folder} ({reason}): choose another folder")
            return
        self.dismiss(path)


def _current_folder() -> str:
    """Return the current folder, or the home folder if the current one was deleted."""
    try:
        return str(Path.cwd())
    except FileNotFoundError:
        return "~"
