"""Changing places by hand, with the goal and the graph of the moves beside the board."""

from textual.app import ComposeResult
from textual.binding import Binding

from knightwatch.engine.core.frame import Board
from knightwatch.engine.swap.play import SwapPlay
from knightwatch.tui.screens.puzzle.play import PlayScreen
from knightwatch.tui.screens.swap.picture import PlacesView
from knightwatch.tui.widgets.graph import GraphView


class SwapPlayScreen(PlayScreen):
    """A board, its goal and its graph."""

    BINDINGS = [Binding("U", "unravel", "Graph", tooltip="unravel the graph of the moves, or draw it as on the board")]

    def __init__(self, play: SwapPlay, around: bool) -> None:
        """Show the graph as on the board or, if `around`, unravelled."""
        super().__init__(play)
        self._problem = play.problem
        self._around = around

    def picture(self) -> ComposeResult:
        """Lay out boards and graph."""
        yield PlacesView(self._problem, self.app.look, self._around)

    def show_board(self, board: Board) -> None:
        """Show the position on the graph too."""
        super().show_board(board)
        self.query_one(GraphView).show(board)

    def action_unravel(self) -> None:
        """Unravel the graph, or draw it as on the board."""
        self.query_one(PlacesView).turn()
