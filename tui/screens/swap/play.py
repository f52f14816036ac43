"""Change places by hand, with the goal and the graph of the moves beside the board."""

from textual.app import ComposeResult
from textual.binding import Binding

from knightwatch.engine.core.frame import Board
from knightwatch.engine.swap.play import SwapPlay
from knightwatch.tui.screens.puzzle.play import PlayScreen
from knightwatch.tui.screens.swap.picture import PlacesView
from knightwatch.tui.widgets.graph import GraphView


class SwapPlayScreen(PlayScreen):
    """Play by hand with board, goal and graph."""

    BINDINGS = [Binding("U", "unravel", "Graph", tooltip="draw the graph around a ring, or as on the board")]

    def __init__(self, play: SwapPlay, around: bool) -> None:
        """Draw the graph as on the board or, if `around`, around a ring."""
        super().__init__(play)
        self._problem = play.problem
        self._around = around

    def compose_board(self) -> ComposeResult:
        """Lay out boards and graph."""
        yield PlacesView(self._problem, self.app.look, self._around)

    def show_board(self, board: Board) -> None:
        """Show the position on the board and on the graph."""
        super().show_board(board)
        self.query_one(GraphView).show(board)

    def action_unravel(self) -> None:
        """Switch between the two drawings of the graph."""
        self.query_one(PlacesView).turn()
