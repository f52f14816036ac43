"""The screen of the knight's tour: that of every puzzle, and what only tours have."""

from textual.binding import Binding

from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.plans.plan import Plan
from knightwatch.engine.tour.problem import TourProblem
from knightwatch.engine.tour.questions.count import Count
from knightwatch.engine.tour.questions.estimate import EstimateOptions, estimate
from knightwatch.engine.tour.questions.starts import Availability, TenStarts
from knightwatch.tui.screens.puzzle.screen import PuzzleScreen
from knightwatch.tui.screens.tour.count import CountScreen
from knightwatch.tui.screens.tour.estimate import EstimateScreen
from knightwatch.tui.screens.tour.setup import TourSetupScreen
from knightwatch.tui.screens.tour.starts import MapScreen, TenScreen
from knightwatch.tui.widgets.board.view import BoardView


class TourScreen(PuzzleScreen):
    """A tour on its way."""

    BINDINGS = [
        Binding("o", "set_up", "Edit", tooltip="choose the start and make holes, on the board (also a click on it)"),
        Binding("m", "map", "Map", show=False, tooltip="from which starts this solver finds a tour"),
        Binding("C", "count", "Count", show=False, tooltip="how many tours there are, exactly"),
        Binding("E", "estimate", "Estimate", show=False, tooltip="how many tours there are, estimated by probing"),
        Binding("t", "ten", "Ten", show=False, tooltip="ten random starts, by the four published methods"),
    ]

    @property
    def problem(self) -> TourProblem:
        """What is asked."""
        assert isinstance(self.plan.problem, TourProblem)
        return self.plan.problem

    def action_set_up(self) -> None:
        """Choose start and holes with the cursor."""
        first, trail = self.problem.first, self.runner.report.frame.board.trail
        if first is None:
            first = int(trail[0]) if len(trail) else 0
        self._set_up(first)

    def on_board_view_pressed(self, event: BoardView.Pressed) -> None:
        """Choose start and holes, beginning at the square that was clicked."""
        self._set_up(event.row * self.problem.cols + event.col)

    def _set_up(self, square: int) -> None:
        self.pause()
        self.app.push_screen(TourSetupScreen(self.problem, square), self._on_set_up)

    def _on_set_up(self, problem: TourProblem | None) -> None:
        if problem:
            values = self.plan.values() | {"start": problem.start or "", "holes": problem.holes or ""}
            self.begin(Plan.read(self.plan.puzzle, values))

    def action_map(self) -> None:
        """Show from which starts the solver finds a tour."""
        self.pause()
        self.app.push_screen(MapScreen(Availability(self.plan)))

    def action_count(self) -> None:
        """Show how many tours there are."""
        self.pause()
        problem = self.problem
        try:
            inquiry = Count(problem.free, problem.first, problem.closed)
        except BadInput as error:
            self.notify(f"{str(error).capitalize()}. E estimates their number.", markup=False)
            return
        self.app.push_screen(CountScreen(inquiry))

    def action_estimate(self) -> None:
        """Show about how many tours there are."""
        self.pause()
        probes = str(EstimateOptions().estimate)
        self.app.push_screen(EstimateScreen(estimate(self.plan, probes)))

    def action_ten(self) -> None:
        """Show ten random starts."""
        self.pause()
        self.app.push_screen(TenScreen(TenStarts(self.plan)))
