"""The screen of knights that change places: the puzzle screen with goal, graph, and the keys of this puzzle."""

from typing import Any

from textual.app import ComposeResult
from textual.binding import Binding

from knightwatch.engine.byhand.play import Play
from knightwatch.engine.core.frame import Board
from knightwatch.engine.core.gallery import Gallery
from knightwatch.engine.plans.plan import Plan
from knightwatch.engine.swap.drawings.river import Crossing
from knightwatch.engine.swap.play import SwapPlay
from knightwatch.engine.swap.problem import Moves, SwapProblem
from knightwatch.engine.swap.questions.solutions import Solutions
from knightwatch.engine.swap.questions.table import SwapTable
from knightwatch.engine.swap.setup import Side
from knightwatch.engine.swap.solvers.base import SwapSettings
from knightwatch.tui.screens.base.views import next_view
from knightwatch.tui.screens.puzzle.run_view import RunView, Solvers
from knightwatch.tui.screens.puzzle.screen import PuzzleScreen
from knightwatch.tui.screens.swap.picture import PlacesView
from knightwatch.tui.screens.swap.play import SwapPlayScreen
from knightwatch.tui.screens.swap.replay import ReplayScreen
from knightwatch.tui.screens.swap.setup import SwapSetupScreen
from knightwatch.tui.screens.swap.solutions import LISTED, SolutionsScreen
from knightwatch.tui.screens.swap.table import SwapTableScreen
from knightwatch.tui.widgets.board.view import BoardView


def problem_of(plan: Plan) -> SwapProblem:
    """Return the problem of a plan."""
    assert isinstance(plan.problem, SwapProblem)
    return plan.problem


class SwapRunView(RunView):
    """The view of one run, with goal and graph."""

    def compose_board(self) -> ComposeResult:
        """Lay out boards and graph."""
        yield PlacesView(problem_of(self._plan), self._look)

    def begin(self, plan: Plan, solvers: Solvers) -> None:
        """Prepare for another plan."""
        super().begin(plan, solvers)
        self.query_one(PlacesView).begin(problem_of(plan))

    def show_board(self, board: Board) -> None:
        """Show the position on the board and on the graph."""
        self.query_one(PlacesView).show(board)

    def solved(self, sentence: str) -> str:
        """Return the sentence about a success, and how to replay the moves."""
        return f"{super().solved(sentence)} g replays the moves."


class SwapScreen(PuzzleScreen):
    """A run of knights that change places."""

    VERTICAL_BREAKPOINTS = [(0, "-low"), (16, "-high"), (34, "-tall")]

    BINDINGS = [
        Binding("o", "set_up", "Edit", tooltip="edit start and goal on the board (also a click on it)"),
        Binding(
            "v",
            "fold",
            "View",
            show=False,
            tooltip="show everything, only boards, only the graph, only the figures",
        ),
        Binding("t", "table", "Table", show=False, tooltip="repeat the published table of nine rows with this solver"),
        Binding("C", "count", "Count", show=False, tooltip="count and list all shortest solutions"),
        Binding("g", "gallery", "Replay", show=False, tooltip="replay the solution move by move"),
        Binding("U", "unravel", "Graph", show=False, tooltip="draw the graph around a ring, or as on the board"),
    ]

    @property
    def problem(self) -> SwapProblem:
        """The problem of the plan."""
        return problem_of(self.plan)

    @property
    def places(self) -> PlacesView:
        """The widget with boards and graph."""
        return self.query_one(PlacesView)

    def run_view(self) -> RunView:
        """Return the widget that shows the run."""
        return SwapRunView(self.plan, self.app.look)

    def empty_gallery_notice(self) -> str:
        """Return the notice for a missing solution."""
        return "There are no moves to replay yet: space runs the search."

    def gallery(self, gallery: Gallery) -> ReplayScreen:
        """Return the replay."""
        search = self.runner.run.search
        files = self.problem.moves is Moves.FILES
        river = Crossing(self.problem, search.answer()["positions"]).page if files else None
        return ReplayScreen(self.problem, gallery.size, search.gallery().page, river, self.places.around)

    def player(self, play: Play[Any]) -> SwapPlayScreen:
        """Return the screen for playing by hand."""
        assert isinstance(play, SwapPlay)
        return SwapPlayScreen(play, self.places.around)

    def action_set_up(self) -> None:
        """Edit start and goal."""
        self._set_up(Side.START, 0)

    def on_board_view_pressed(self, event: BoardView.Pressed) -> None:
        """Edit start and goal; the cursor starts at the clicked square."""
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

    def action_count(self) -> None:
        """Count all shortest solutions."""
        self.pause()
        assert isinstance(self.plan.settings, SwapSettings)
        inquiry = Solutions(self.problem, self.plan.settings, LISTED)
        self.app.push_screen(SolutionsScreen(inquiry, self.places.around))

    def action_fold(self) -> None:
        """Show everything, only the boards, only the graph, only the side, in turn."""
        next_view(self, ["-board-only", "-graph-only", "-side-only"])

    def action_unravel(self) -> None:
        """Switch between the two drawings of the graph."""
        self.places.turn()
