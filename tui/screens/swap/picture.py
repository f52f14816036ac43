"""The picture of knights that change places: the board, the goal, and the graph of the moves."""

import asyncio

from textual import work
from textual.app import ComposeResult
from textual.containers import Container, Vertical
from textual.widgets import Static

from knightwatch.engine.core.frame import Board
from knightwatch.engine.swap.drawings.graph_drawing import board_drawing, ring_drawing
from knightwatch.engine.swap.problem import SwapProblem
from knightwatch.tui.look import Look
from knightwatch.tui.widgets.board.scale import scales
from knightwatch.tui.widgets.board.view import BoardView
from knightwatch.tui.widgets.graph import GraphView, Move

GOAL_SHARE = 0.36
"""The largest share of the height for the goal, if the goal fits into it."""


class Boards(Vertical):
    """The board, and below or beside it the smaller goal."""

    def __init__(self, now: Board, goal: Board, look: Look) -> None:
        super().__init__()
        self._now, self._goal = now, goal
        self._look = look

    def compose(self) -> ComposeResult:
        """Lay out the boards."""
        yield BoardView(self._now, self._look)
        yield Static("goal", classes="caption")
        yield BoardView(self._goal, self._look, id="goal")

    def set_goal(self, goal: Board) -> None:
        """Show another goal."""
        self._goal = goal
        self.query_one("#goal", BoardView).show(goal)
        self._fit()

    def on_resize(self) -> None:
        """Divide the new height between board and goal."""
        self._fit()

    def _fit(self) -> None:
        """Give the goal the largest scale that leaves the board most of the height.

        If two boards do not fit one above the other even at the smallest scale, put them side by side.
        """
        beside = self.size.height < 2 * (self._goal.rows + 1) + 1
        self.set_class(beside, "-beside")
        heights = [
            scale.size[1] for scale in scales(self._goal, self._look.no_half_blocks) if scale.size[0] <= self.size.width
        ]
        most = self.size.height * GOAL_SHARE
        height = next((h for h in heights if h <= most), self._goal.rows + 1)
        self.query_one("#goal").styles.height = "1fr" if beside else height


class PlacesView(Container):
    """Boards and graph side by side, or one above the other if the board is much wider than high."""

    def __init__(self, problem: SwapProblem, look: Look, around: bool = False) -> None:
        """Draw the vertices of the graph as on the board or, if `around`, around a ring."""
        super().__init__()
        self._problem = problem
        self._look = look
        self.around = around

    def compose(self) -> ComposeResult:
        """Lay out the widgets."""
        problem, now = self._problem, self._problem.board()
        yield Boards(now, problem.position(problem.goal), self._look)
        with Vertical(id="graph"):
            yield GraphView(board_drawing(problem), now, self._look)
            yield Static(id="way", classes="caption")

    def on_mount(self) -> None:
        """Show the problem."""
        self.begin(self._problem)

    def begin(self, problem: SwapProblem) -> None:
        """Show the start of another problem."""
        self._problem = problem
        rows, cols = problem.free.shape
        self.set_class(cols > 2 * rows, "-flat")
        self.query_one(Boards).set_goal(problem.position(problem.goal))
        self.show(problem.board())
        self._lay_out()

    def show(self, board: Board, move: Move | None = None) -> None:
        """Show a position and the move that led to it, if any."""
        self.query_one(BoardView).show(board)
        self.query_one(GraphView).show(board, move)

    def turn(self) -> None:
        """Switch between the two drawings of the graph."""
        self.around = not self.around
        self._lay_out()

    def _lay_out(self) -> None:
        self.query_one("#way", Static).update("U: draw as on the board" if self.around else "U: draw around a ring")
        if self.around:
            self._draw_around()
        else:
            self.query_one(GraphView).draw(board_drawing(self._problem))

    @work(exclusive=True)
    async def _draw_around(self) -> None:
        """Draw the graph around a ring, in a thread because it may take a while."""
        problem = self._problem
        drawing = await asyncio.to_thread(ring_drawing, problem)
        if self.around and problem is self._problem and self.query(GraphView):  # none is left if the screen has closed
            self.query_one(GraphView).draw(drawing)
            if drawing.places == board_drawing(problem).places:
                self.notify("A ring does not make this graph clearer: it stays as on the board.")
