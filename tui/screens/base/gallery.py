"""The gallery: all solutions that a search has collected, as small pictures. Enter opens one."""

from collections.abc import Callable

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal

from knightwatch.engine.core.page import Page
from knightwatch.engine.core.words import counted_noun
from knightwatch.tui.look import to_ascii
from knightwatch.tui.screens.base.dialog import ClosesOnce
from knightwatch.tui.screens.base.find import FIND, FindScreen
from knightwatch.tui.screens.base.pages import PagesScreen
from knightwatch.tui.screens.base.program import Program
from knightwatch.tui.screens.help import HelpScreen, commands_of
from knightwatch.tui.widgets.footer import Keys
from knightwatch.tui.widgets.sheet import ContactSheet
from knightwatch.tui.widgets.words import Words


class GalleryScreen(FindScreen[None], ClosesOnce[None]):
    """Small pictures in rows, and a sentence about the picture under the cursor."""

    app: Program

    BINDINGS = [
        Binding("enter", "open", "Open", key_display="enter", tooltip="show this picture large (also a click)"),
        Binding(
            "left,h", "move(-1,0)", "Left", show=False, key_display="← ↓ ↑ →", tooltip="move the cursor (also h j k l)"
        ),
        Binding("right,l", "move(1,0)", "Right", show=False),
        Binding("up,k", "move(0,-1)", "Up", show=False),
        Binding("down,j", "move(0,1)", "Down", show=False),
        Binding("pageup", "turn(-1)", "Page up", show=False, tooltip="one page up or down"),
        Binding("pagedown", "turn(1)", "Page down", show=False),
        Binding("home", "move_to(0)", "First", show=False, tooltip="the first picture"),
        Binding("end", "move_to(-1)", "Last", show=False, tooltip="the last picture"),
        FIND,
        Binding("question_mark,f1", "help", "Help", key_display="?", tooltip="explain this screen and all keys"),
        Binding("g,q,escape", "dismiss", "Back to the search", key_display="q", tooltip="back to the search"),
    ]

    def __init__(self, pages: int, page: Callable[[int], Page], place: int, about: str) -> None:
        """Show pages with the cursor on `place`; `page` makes one when it becomes visible. Help shows `about`."""
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
        """Describe the first picture."""
        self._describe()

    @property
    def sheet(self) -> ContactSheet:
        """The widget with the pictures."""
        return self.query_one(ContactSheet)

    def _describe(self) -> None:
        page, ascii_only = self.sheet.page(self.sheet.place), self.app.look.ascii
        self.query_one("#problem", Words).show(f"{page.title}  (picture {self.sheet.place + 1:,} of {self._pages:,})")
        self.query_one("#sentence", Words).show(to_ascii(page.sentence, ascii_only))

    def action_move(self, across: int, down: int) -> None:
        """Move the cursor, but not beyond the first or the last picture."""
        place = self.sheet.place + across + down * self.sheet.format.cols
        if 0 <= place < self._pages:
            self.sheet.move_to(place)
            self._describe()

    def action_turn(self, by: int) -> None:
        """Move the cursor by the rows that fit the screen."""
        self.sheet.move_to(self.sheet.place + by * self.sheet.visible_rows * self.sheet.format.cols)
        self._describe()

    def action_move_to(self, place: int) -> None:
        """Move the cursor to a picture; -1 is the last."""
        self.sheet.move_to(place % self._pages)
        self._describe()

    def on_contact_sheet_moved(self) -> None:
        """Describe the picture that was found."""
        self._describe()

    def on_contact_sheet_opened(self, event: ContactSheet.Opened) -> None:
        """Show the clicked or found picture large."""
        self._describe()
        self.app.push_screen(PagesScreen(self._pages, self._page, event.place))

    def action_open(self) -> None:
        """Show the picture under the cursor large."""
        self.app.push_screen(PagesScreen(self._pages, self._page, self.sheet.place))

    def action_help(self) -> None:
        """Explain the screen."""
        words = (f"{counted_noun(self._pages, 'picture')}: {self._about}",)
        self.app.push_screen(HelpScreen("Gallery", words, commands_of(self)))
