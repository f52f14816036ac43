"""The screen of knights that change places: that of every puzzle, with the goal and the graph of the moves."""

from typing import Any

from textual.app import ComposeResult
from textual.binding import Binding

from knightwatch.engine.byhand.play import Play
from knightwatch.engine.core.frame import Board
from knightwatch.engine.plans.plan import Plan
from knightwatch.engine.swap.drawings.river import Crossing
from knightwatch.engine.swap.play import SwapPlay
from knightwatch.engine.swap.problem import Moves, SwapProblem
from knightwatch.engine.swap.questions.table import SwapTable
from knightwatch.engine.swap.setup import Side
from knightwatch.tui.screens.base.views import next_view
from knightwatch.tui.screens.puzzle.run_view import RunView
from knightwatch.tui.screens.puzzle.screen import PuzzleScreen
from knightwatch.tui.screens.swap.picture import PlacesView
from knightwatch.tui.screens.swap.play import SwapPlayScreen
from knightwatch.tui.screens.swap.replay import ReplayScreen
from knightwatch.tui.screens.swap.setup import SwapSetupScreen
from knightwatch.tui.screens.swap.table import SwapTableScreen
from knightwatch.tui.widgets.board.view import BoardView


def problem_of(plan: Plan) -> SwapProblem:
    """Return the problem of a plan."""
    assert isinstance(plan.problem, SwapProblem)
    return plan.problem


class SwapRunView(RunView):
    """A plan and the newest report about it, with goal and graph."""

    def picture(self) -> ComposeResult:
        """Lay out boards and graph."""
        yield PlacesView(problem_of(self._plan), self._look)

    def begin(self, plan: Plan) -> None:
        """Get ready for another plan."""
        super().begin(plan)
        self.query_one(PlacesView).begin(problem_of(plan))

    def show_board(self, board: Board) -> None:
        """Show where the knights stand, on the graph too."""
        self.query_one(PlacesView).show(board)

    def solved(self, sentence: str) -> str:
        """Say how to see the moves, too."""
        return f"{super().solved(sentence)} g replays the moves."


class SwapScreen(PuzzleScreen):
    """Knights on their way."""

    VERTICAL_BREAKPOINTS = [(0, "-low"), (16, "-high"), (34, "-tall")]

    BINDINGS = [
        Binding("o", "set_up", "Edit", tooltip="set up start and goal, on the board (also a click on it)"),
        Binding(
            "v", "fold", "View", show=False, tooltip="all parts, boards alone, graph alone, figures and curve alone"
        ),
        Binding("t", "table", "Table", show=False, tooltip="the published table of nine rows, repeated by this solver"),
        Binding("g", "gallery", "Replay", show=False, tooltip="replay the moves that were found, one by one"),
        Binding(
            "U", "unravel", "Graph", show=False, tooltip="unravel the graph of the moves, or draw it as on the board"
        ),
    ]

    @property
    def problem(self) -> SwapProblem:
        """What is asked."""
        return problem_of(self.plan)

    @property
    def places(self) -> PlacesView:
        """What shows boards and graph."""
        return self.query_one(PlacesView)

    def run_view(self) -> RunView:
        """Return what shows the run."""
        return SwapRunView(self.plan, self.app.look)

    def nothing_found(self) -> str:
        """Say that there are no moves yet."""
        return "There are no moves to replay yet: space runs the search."

    def gallery(self, found: int) -> ReplayScreen:
        """Return the replay."""
        search = self.runner.run.search
        files = self.problem.moves is Moves.FILES
        river = Crossing(self.problem, search.answer()["positions"]).page if files else None
        return ReplayScreen(self.problem, found, search.collected_page, river, self.places.around)

    def player(self, play: Play[Any]) -> SwapPlayScreen:
        """Return where a person plays."""
        assert isinstance(play, SwapPlay)
        return SwapPlayScreen(play, self.places.around)

    def action_set_up(self) -> None:
        """Set up start and goal with the cursor."""
        self._set_up(Side.START, 0)

    def on_board_view_pressed(self, event: BoardView.Pressed) -> None:
        """Set up start and goal, beginning at the square that was clicked."""
        self._set_up(
            Side.GOAL if event.view.id == "goal" else Side.START, event.row * event.view.board.cols + event.col
        )

    def _set_up(self, side: Side, square: int) -> None:
        self.pause()
        self.app.push_screen(SwapSetupScreen(self.problem, side, square), self._on_set_up)

    def _on_set_up(self, problem: SwapProblem | None) -> None:
        if problem:
            values = self.plan.values() | {"from_": problem.from_, "to": problem.to or ""}
            self.begin(Plan.read(self.plan.puzzle, values))

    def action_table(self) -> None:
        """Repeat the published table."""
        self.pause()
        self.app.push_screen(SwapTableScreen(SwapTable(self.plan)))

    def action_fold(self) -> None:
        """Show everything, the boards alone, the graph alone, the side alone, in turn."""
        next_view(self, ["-board-only", "-graph-only", "-side-only"])

    def action_unravel(self) -> None:
        """Unravel the graph, or draw it as on the board."""
        self.places.turn()
