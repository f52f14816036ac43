"""The replay of knights that change places: pages that are moves, on the board, on the graph, and beside the goal."""

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
"""Positions, by number from the start: each with its board and the move that led to it."""


ALL = "all positions from the start to the goal, in their order: black and white knights have signs and colours."


class ReplayScreen(PagesScreen):
    """Moves, forwards and backwards; knights that cross files are shown on the real board too."""

    BINDINGS = [
        Binding("U", "unravel", "Graph", tooltip="unravel the graph of the moves, or draw it as on the board"),
        Binding("a", "all", "All", tooltip="all positions side by side, as the drawing that e and --output write"),
        Binding("v", "fold", "View", show=False, tooltip="where files are crossed: the real board, the files, or both"),
    ]

    def __init__(self, problem: SwapProblem, pages: int, page: Pages, river: Pages | None, around: bool) -> None:
        """Show so many positions, on the board of the `river` too, and the graph as on the board or `around` rings."""
        super().__init__(pages, page)
        self._problem = problem
        self._river = river
        self._around = around

    def picture(self) -> ComposeResult:
        """Lay out the real board, if there is one beside the position, and all that shows the position."""
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
        """Return which move it is."""
        return page.title

    def words(self, page: Page) -> str:
        """Say what moved, on the real board too."""
        return f"{page.sentence} {self._river(self._index).sentence}".rstrip() if self._river else page.sentence

    def action_all(self) -> None:
        """Show all positions at once."""
        self.app.push_screen(GalleryScreen(self._pages, self._page, self._index, ALL))

    def action_unravel(self) -> None:
        """Unravel the graph, or draw it as on the board."""
        self.query_one(PlacesView).turn()

    def action_fold(self) -> None:
        """Show the real board alone, the files alone, or both, in turn."""
        if not self._river:
            self.notify("Everything is on show.")
            return
        next_view(self, ["-real-only"] if self.has_class("-narrow") else ["-real-only", "-files-only"])
