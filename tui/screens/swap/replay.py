"""The replay of a solution: each page is a move, on the board and on the graph, beside the goal."""

from collections.abc import Callable

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal

from knightwatch.engine.core.page import Page
from knightwatch.engine.swap.problem import SwapProblem
from knightwatch.tui.screens.base.gallery import GalleryScreen
from knightwatch.tui.screens.base.pages import PagesScreen
from knightwatch.tui.screens.base.views import next_view
from knightwatch.tui.screens.swap.picture import PlacesView
from knightwatch.tui.widgets.board.view import BoardView

Pages = Callable[[int], Page]
"""Return the page of a position, numbered from the start: its board and the move that led to it."""

ALL = "all positions from the start to the goal, in order."


class ReplayScreen(PagesScreen):
    """Moves, forwards and back; if the problem is about files, the real board is shown too."""

    BINDINGS = [
        Binding("U", "unravel", "Graph", tooltip="draw the graph around a ring, or as on the board"),
        Binding("a", "all", "All", tooltip="all positions side by side"),
        Binding("v", "fold", "View", show=False, tooltip="with files: the real board, the files, or both"),
    ]

    def __init__(self, problem: SwapProblem, pages: int, page: Pages, river: Pages | None, around: bool) -> None:
        """Show the positions, also on the board of the `river` if any, and draw the graph as in `PlacesView`."""
        super().__init__(pages, page)
        self._problem = problem
        self._river = river
        self._around = around

    def compose_page(self) -> ComposeResult:
        """Lay out boards, graph and, if any, the real board."""
        with Horizontal(id="main"):
            yield PlacesView(self._problem, self.app.look, self._around)
            if self._river:
                yield BoardView(self._river(0).board, self.app.look, signs=True, id="real")

    def show(self, page: Page) -> None:
        """Show a position and the move that led to it."""
        self.query_one(PlacesView).show(page.board, page.move)
        if self._river:
            self.query_one("#real", BoardView).show(self._river(self._index).board)

    def heading(self, page: Page) -> str:
        """Return the number of the move."""
        return page.title

    def sentence(self, page: Page) -> str:
        """Return what moved, also on the real board."""
        return f"{page.sentence} {self._river(self._index).sentence}".rstrip() if self._river else page.sentence

    def action_all(self) -> None:
        """Show all positions side by side."""
        self.app.push_screen(GalleryScreen(self._pages, self._page, self._index, ALL))

    def action_unravel(self) -> None:
        """Switch between the two drawings of the graph."""
        self.query_one(PlacesView).turn()

    def action_fold(self) -> None:
        """Show only the real board, only the files, or both, in turn."""
        if not self._river:
            self.notify("Everything is visible already.")
            return
        next_view(self, ["-real-only"] if self.has_class("-narrow") else ["-real-only", "-files-only"])
