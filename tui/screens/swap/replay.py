"""The replay of knights that change places: pages that are moves, on the board, on the graph, and beside the goal."""

from collections.abc import Callable, Sequence

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal

from engine.boards import square_name
from engine.core.frame import Page
from engine.swap.pictures.river import RANKS, Crossing
from engine.swap.problem import Moves, SwapProblem
from tui.screens.base.pages import PagesScreen
from tui.screens.base.views import next_view
from tui.widgets.board.view import BoardView
from tui.widgets.swap.picture import PlacesView


class ReplayScreen(PagesScreen):
    """Moves, forwards and backwards; knights that cross files are shown on the real board too."""

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (64, "-normal")]

    BINDINGS = [
        Binding("u", "unravel", "Graph", tooltip="unravel the graph of the moves, or draw it as on the board"),
        Binding("v", "fold", "View", show=False, tooltip="where files are crossed: the real board, the files, or both"),
    ]

    def __init__(
        self, problem: SwapProblem, positions: Sequence[str], page: Callable[[int], Page], around: bool
    ) -> None:
        """Show a sequence of positions, the graph as on the board or, if `around`, unravelled."""
        super().__init__(len(positions), page)
        self._problem = problem
        self._around = around
        self._crossing = Crossing(problem, positions) if problem.moves is Moves.FILES else None

    def picture(self) -> ComposeResult:
        """Lay out the real board, if there is one beside the position, and all that shows the position."""
        with Horizontal(id="main"):
            yield PlacesView(self._problem, self.app.look, "u", self._around)
            if self._crossing:
                yield BoardView(self._crossing.board(0), self.app.look, signs=True, id="real")

    def show(self, page: Page) -> None:
        """Show a position and the move that led to it."""
        self.query_one(PlacesView).show(page.board, page.move)
        if self._crossing:
            real, move = self.query_one("#real", BoardView), self._crossing.moves[self._at]
            real.show(self._crossing.board(self._at))
            real.point_at(move[1] if move else None)

    def heading(self, page: Page) -> str:
        """Return which move it is."""
        return page.title

    def words(self, page: Page) -> str:
        """Say what moved, on the real board too."""
        if not self._crossing or not (move := self._crossing.moves[self._at]):
            return page.sentence
        here, there = (square_name(*divmod(square, page.board.cols), RANKS) for square in move)
        return f"{page.sentence} On the board of the river, that is {here} to {there}."

    def action_unravel(self) -> None:
        """Unravel the graph, or draw it as on the board."""
        self.query_one(PlacesView).turn()

    def action_fold(self) -> None:
        """Show the real board alone, the files alone, or both, in turn."""
        if not self._crossing:
            self.notify("Everything is on show.")
            return
        next_view(self, ["-real-only"] if self.has_class("-narrow") else ["-real-only", "-files-only"])
