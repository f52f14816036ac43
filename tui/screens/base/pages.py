"""Pages to turn, by hand or automatically: the parts of a step, or the solutions that a search has collected."""

from collections.abc import Callable, Iterable, Sequence

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal
from textual.timer import Timer
from textual.widgets import Static

from knightwatch.engine.core.page import Page
from knightwatch.tui.look import to_ascii
from knightwatch.tui.screens.base.dialog import ClosesOnce
from knightwatch.tui.screens.base.program import Program
from knightwatch.tui.screens.base.zoom import ZOOM, ZoomScreen
from knightwatch.tui.screens.help import HelpScreen, commands_of, legend
from knightwatch.tui.widgets.board.view import BoardView
from knightwatch.tui.widgets.footer import Keys
from knightwatch.tui.widgets.page import PageView
from knightwatch.tui.widgets.words import Words

ALIKE = 12
"""Most pages whose boards all have one size; of more pages, each has its own."""
PACES = (0.5, 1, 2, 5, 10)
"""Pages per second."""


class PagesScreen(ZoomScreen[None], ClosesOnce[None]):
    """One page at a time: boards, tables and a sentence."""

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (64, "-normal")]

    app: Program

    BINDINGS = [
        Binding("space", "play", "Play", tooltip="turn the pages automatically, or stop"),
        Binding("right,n", "turn(1)", "Next", key_display="→", tooltip="the next page (also n)"),
        Binding("left,b", "turn(-1)", "Back", key_display="←", tooltip="the previous page (also b)"),
        Binding("home", "turn_to(0)", "First", show=False, tooltip="the first page"),
        Binding("end", "turn_to(-1)", "Last", show=False, tooltip="the last page"),
        Binding("plus,equals_sign", "pace(1)", "Faster", show=False, key_display="+", tooltip="more pages per second"),
        Binding("minus", "pace(-1)", "Slower", show=False, key_display="-", tooltip="fewer pages per second"),
        Binding("up,k", "scroll(-3)", "Scroll", key_display="↑ ↓", tooltip="scroll tables and rows (also k j)"),
        Binding("down,j", "scroll(3)", "Down", show=False),
        *ZOOM,
        Binding("question_mark,f1", "help", "Help", key_display="?", tooltip="explain this screen and all keys"),
        Binding("g,q,escape", "dismiss", "Back", key_display="q", tooltip="go back"),
    ]

    def __init__(self, pages: int, page: Callable[[int], Page], index: int = 0) -> None:
        """Show the pages that `page` makes, first the one at `index`."""
        super().__init__()
        self._pages = pages
        self._page = page
        self._index = index
        self._pace = PACES.index(2)
        self._playing: Timer | None = None

    def compose(self) -> ComposeResult:
        """Lay out the screen."""
        with Horizontal(classes="title"):
            yield Words(id="problem")
            yield Static(id="solvers")
            yield Words(id="state")
        yield from self.compose_page()
        yield Words(id="sentence")
        yield Keys()

    def compose_page(self) -> ComposeResult:
        """Lay out the widgets of a page."""
        yield PageView(self._page(self._index), self.app.look, self._all_pages())

    def _all_pages(self) -> list[Page]:
        """Return all pages, if they are few."""
        return [self._page(place) for place in range(self._pages)] if self._pages <= ALIKE else []

    def heading(self, page: Page) -> str:
        """Return the title of a page and its number."""
        return f"{page.title}  (page {self._index + 1:,} of {self._pages:,})"

    def sentence(self, page: Page) -> str:
        """Return the sentence about a page."""
        return page.sentence

    def show(self, page: Page) -> None:
        """Show a page."""
        self.query_one(PageView).show(page)

    def zoomed(self) -> Iterable[BoardView]:
        """Return all boards of a page."""
        return list(self.query("PageView BoardView").results(BoardView)) or super().zoomed()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Show the scroll keys only if something does not fit its place."""
        if action == "scroll":
            return any(view.is_long for view in self.query(PageView))
        return super().check_action(action, parameters)

    def action_scroll(self, lines: int) -> None:
        """Scroll tables and rows that do not fit."""
        for view in self.query(PageView):
            view.scroll_parts(lines)

    def replace_pages(self, pages: Sequence[Page], index: int = 0) -> None:
        """Show other pages, first the one at `index`."""
        self._stop()
        self._pages, self._page = len(pages), pages.__getitem__
        for view in self.query(PageView):
            view.replace_others(self._all_pages())
        self._turn_to(index)

    def on_mount(self) -> None:
        """Show the first page."""
        self._turn_to(self._index)

    def action_turn(self, by: int) -> None:
        """Turn forwards or back by hand: first to the other boards of this page, then to another page."""
        if any(view.turn(by) for view in self.query(PageView)):
            self._stop()
        elif 0 <= self._index + by < self._pages:
            self.action_turn_to(self._index + by)
        else:
            self.notify(self.last_notice() if by > 0 else "This is the first page.")

    def last_notice(self) -> str:
        """Return the notice for → on the last page."""
        return "This is the last page: q goes back."

    def action_turn_to(self, place: int) -> None:
        """Turn to a page by hand; -1 is the last."""
        self._stop()
        self._turn_to(place % self._pages)

    def _turn_to(self, place: int) -> None:
        self._index = place
        page = self._page(place)
        self.app.clear_notifications()
        self.query_one("#sentence", Words).show(to_ascii(self.sentence(page), self.app.look.ascii))
        self.show(page)
        self._show_heading()
        self.refresh_bindings()

    def on_page_view_fitted(self) -> None:
        """Name the visible boards."""
        self._show_heading()

    def _show_heading(self) -> None:
        """Show the title of the page and, if not all of its boards are visible, which ones are."""
        parts = [view.visible_boards for view in self.query(PageView)]
        self.query_one("#problem", Words).show("  ".join(filter(None, (self.heading(self._page(self._index)), *parts))))

    def action_play(self) -> None:
        """Turn pages automatically, from the first one if this is the last; or stop."""
        if self._playing:
            self._stop()
            return
        if self._index == self._pages - 1:
            self._turn_to(0)
        self._go()

    def action_pace(self, by: int) -> None:
        """Turn faster or slower."""
        self._pace = min(max(self._pace + by, 0), len(PACES) - 1)
        if self._playing:
            self._playing.stop()
            self._go()

    def _go(self) -> None:
        self._playing = self.set_interval(1 / PACES[self._pace], self._next)
        self.query_one("#state", Words).show(f"playing, {PACES[self._pace]:g}/s")

    def _next(self) -> None:
        if self._index < self._pages - 1:
            self._turn_to(self._index + 1)
        if self._index == self._pages - 1:
            self._stop()

    def _stop(self) -> None:
        if self._playing:
            self._playing.stop()
            self._playing = None
            self.query_one("#state", Words).show("")

    async def action_dismiss(self, result: None = None) -> None:
        """Close the pages, and the notices about them."""
        self.app.clear_notifications()
        await super().action_dismiss(result)

    def action_help(self) -> None:
        """Explain the screen."""
        page, ascii_only = self._page(self._index), self.app.look.ascii
        boards = dict.fromkeys(sign for each in page.pictures for sign in legend(each.board, ascii_only))
        marks = dict.fromkeys(mark for row in page.rows for mark in row.marks if mark)
        words = [f"On the boards: {', '.join(boards)}."]
        if marks:
            signs = (f"{mark.ascii if ascii_only else mark.sign} {mark.name}" for mark in marks)
            words.append(f"In the rows: {', '.join(signs)}.")
        self.app.push_screen(HelpScreen("Page by page", words, commands_of(self)))
