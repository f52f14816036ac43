"""The gallery: all answers that a search has collected as small drawings; enter opens one."""

from collections.abc import Callable

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal

from knightwatch.engine.core.page import Page
from knightwatch.engine.core.words import counted_noun
from knightwatch.tui.look import to_ascii
from knightwatch.tui.screens.base.dialog import ClosesOnce
from knightwatch.tui.screens.base.pages import PagesScreen
from knightwatch.tui.screens.base.program import Program
from knightwatch.tui.screens.help import HelpScreen, commands_of
from knightwatch.tui.widgets.footer import Keys
from knightwatch.tui.widgets.sheet import ContactSheet
from knightwatch.tui.widgets.words import Words

TOURS = (
    "how many tours begin on each square, in tenths of the most, and the tours that were collected, in the order in "
    "which they were found. A line is the way of the knight, and changes its colour on the way."
)


class GalleryScreen(ClosesOnce[None]):
    """A contact sheet, and a sentence about the drawing under the cursor."""

    app: Program

    BINDINGS = [
        Binding("enter", "open", "Open", key_display="enter", tooltip="draw it large (also a click)"),
        Binding(
            "left,h", "move(-1,0)", "Left", show=False, key_display="← ↓ ↑ →", tooltip="move the cursor (also h j k l)"
        ),
        Binding("right,l", "move(1,0)", "Right", show=False),
        Binding("up,k", "move(0,-1)", "Up", show=False),
        Binding("down,j", "move(0,1)", "Down", show=False),
        Binding("pageup", "turn(-1)", "Page up", show=False, tooltip="as many on or back as there is room for"),
        Binding("pagedown", "turn(1)", "Page down", show=False),
        Binding("home", "move_to(0)", "First", show=False, tooltip="the first drawing"),
        Binding("end", "move_to(-1)", "Last", show=False, tooltip="the last drawing"),
        Binding("question_mark,f1", "help", "Help", key_display="?", tooltip="what is shown, and all keys"),
        Binding("g,q,escape", "dismiss", "Back to the search", key_display="q", tooltip="back to the search"),
    ]

    def __init__(self, pages: int, page: Callable[[int], Page], place: int, about: str = TOURS) -> None:
        """Show so many pages, made when they come into view, with the cursor on one of them; say what they are."""
        super().__init__()
        self._pages, self._page, self._place, self._about = pages, page, place, about

    def compose(self) -> ComposeResult:
        """Lay out the screen."""
        with Horizontal(classes="title"):
            yield Words(id="problem")
        yield ContactSheet(self._pages, self._page, self._place, self.app.look)
        yield Words(id="sentence")
        yield Keys()

    def on_mount(self) -> None:
        """Tell of the first drawing."""
        self._tell()

    @property
    def sheet(self) -> ContactSheet:
        """Where the drawings lie side by side."""
        return self.query_one(ContactSheet)

    def _tell(self) -> None:
        page, ascii_only = self.sheet.page(self.sheet.place), self.app.look.ascii
        self.query_one("#problem", Words).show(f"{page.title}  (page {self.sheet.place + 1:,} of {self._pages:,})")
        self.query_one("#sentence", Words).show(to_ascii(page.sentence, ascii_only))

    def action_move(self, across: int, down: int) -> None:
        """Move the cursor, but not beyond the first and the last drawing."""
        place = self.sheet.place + across + down * self.sheet.format.cols
        if 0 <= place < self._pages:
            self.sheet.move_to(place)
            self._tell()

    def action_turn(self, by: int) -> None:
        """Move the cursor by as many rows as there is room for."""
        rows = max(1, self.sheet.size.height // self.sheet.format.cell[1])
        self.sheet.move_to(self.sheet.place + by * rows * self.sheet.format.cols)
        self._tell()

    def action_move_to(self, place: int) -> None:
        """Move the cursor to a drawing; -1 is the last."""
        self.sheet.move_to(place % self._pages)
        self._tell()

    def on_contact_sheet_opened(self, event: ContactSheet.Opened) -> None:
        """Draw large what was clicked."""
        self._tell()
        self.app.push_screen(PagesScreen(self._pages, self._page, event.place))

    def action_open(self) -> None:
        """Draw large what is under the cursor."""
        self.app.push_screen(PagesScreen(self._pages, self._page, self.sheet.place))

    def action_help(self) -> None:
        """Explain the screen."""
        words = (f"{counted_noun(self._pages, 'drawing')}: {self._about}",)
        self.app.push_screen(HelpScreen("Gallery", words, commands_of(self)))
