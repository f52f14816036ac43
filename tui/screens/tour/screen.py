"""The screen of the knight's tour: the puzzle screen with the keys that only tours have."""

from textual.binding import Binding

from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.plans.plan import Plan
from knightwatch.engine.tour.problem import TourProblem
from knightwatch.engine.tour.questions.count import Count
from knightwatch.engine.tour.questions.estimate import EstimateOptions, estimate
from knightwatch.engine.tour.questions.starts import Availability
from knightwatch.engine.tour.questions.ten import TenStarts
from knightwatch.tui.screens.base.count import CountScreen
from knightwatch.tui.screens.puzzle.screen import PuzzleScreen
from knightwatch.tui.screens.tour.estimate import EstimateScreen
from knightwatch.tui.screens.tour.setup import TourSetupScreen
from knightwatch.tui.screens.tour.starts import MapScreen, TenScreen
from knightwatch.tui.widgets.board.view import BoardView

COUNTING = "• the square has both its moves, □ the square is in the window: the squares that the count is working on."


class TourScreen(PuzzleScreen):
    """A run of the knight's tour."""

    BINDINGS = [
        Binding("o", "set_up", "Edit", tooltip="edit the start and the holes on the board (also a click on it)"),
        Binding("m", "map", "Map", show=False, tooltip="a map: from which squares this solver finds a tour"),
        Binding("C", "count", "Count", show=False, tooltip="count all tours of this board"),
        Binding("E", "estimate", "Estimate", show=False, tooltip="estimate the number of tours of this board"),
        Binding("t", "ten", "Ten", show=False, tooltip="a table: four published methods from ten random squares"),
    ]

    @property
    def problem(self) -> TourProblem:
        """The problem of the plan."""
        assert isinstance(self.plan.problem, TourProblem)
        return self.plan.problem

    def action_set_up(self) -> None:
        """Edit start and holes."""
        first, trail = self.problem.first, self.runner.report.frame.board.trail
        if first is None:
            first = int(trail[0]) if len(trail) else 0
        self._set_up(first)

    def on_board_view_pressed(self, event: BoardView.Pressed) -> None:
        """Edit start and holes; the cursor starts at the clicked square."""
        self._set_up(event.row * self.problem.cols + event.col)

    def _set_up(self, square: int) -> None:
        self.pause()
        self.app.push_screen(TourSetupScreen(self.problem, square), self._on_set_up)

    def _on_set_up(self, problem: TourProblem | None) -> None:
        if problem:
            values = self.plan.values() | {"start": problem.start or "", "holes": problem.holes or ""}
            self.begin(Plan.read(self.plan.puzzle, values))

    def action_map(self) -> None:
        """Open the map of starts."""
        self.pause()
        self.app.push_screen(MapScreen(Availability(self.plan)))

    def action_count(self) -> None:
        """Open the count of all tours."""
        self.pause()
        problem = self.problem
        try:
            inquiry = Count(problem.free, problem.first, problem.closed)
        except BadInput as error:
            self.notify(f"{str(error).capitalize()}. E estimates their number.", markup=False)
            return
        title = f"All tours of {problem.rows} x {problem.cols}, counted"
        self.app.push_screen(CountScreen("tour", inquiry, title, COUNTING))

    def action_estimate(self) -> None:
        """Open the estimate of the number of tours."""
        self.pause()
        probes = str(EstimateOptions().estimate)
        self.app.push_screen(EstimateScreen(estimate(self.plan, probes)))

    def action_ten(self) -> None:
        """Open the table of ten random starts."""
        self.pause()
        self.app.push_screen(TenScreen(TenStarts(self.plan)))
