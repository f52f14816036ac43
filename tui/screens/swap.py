"""The screen of knights that change places: that of every puzzle, with the goal and the graph of the moves."""

from textual.app import ComposeResult
from textual.binding import Binding

from engine.plan import Plan
from engine.swap.problem import SwapProblem
from tui.runner import Report
from tui.screens.puzzle import PuzzleScreen
from tui.screens.replay import ReplayScreen
from tui.widgets.places import PlacesView
from tui.widgets.watch import Watch


def asked(plan: Plan) -> SwapProblem:
    """Return the problem of a plan."""
    assert isinstance(plan.problem, SwapProblem)
    return plan.problem


class SwapWatch(Watch):
    """A plan and the newest report about it, with goal and graph."""

    def picture(self) -> ComposeResult:
        """Lay out boards and graph."""
        yield PlacesView(asked(self._plan), self._look)

    def begin(self, plan: Plan) -> None:
        """Get ready for another plan."""
        super().begin(plan)
        self.query_one(PlacesView).begin(asked(plan))

    def show(self, report: Report) -> None:
        """Show a report."""
        super().show(report)
        self.query_one(PlacesView).show(report.frame.board)

    def solved(self, sentence: str) -> str:
        """Say how to see the moves, too."""
        return f"{super().solved(sentence)} g replays the moves."


class SwapScreen(PuzzleScreen):
    """Knights on their way."""

    BINDINGS = [
        Binding("g", "gallery", "Replay", show=False, tooltip="replay the moves that were found, one by one"),
        Binding(
            "u", "unravel", "Graph", show=False, tooltip="unravel the graph of the moves, or draw it as on the board"
        ),
    ]

    @property
    def problem(self) -> SwapProblem:
        """What is asked."""
        return asked(self.plan)

    @property
    def places(self) -> PlacesView:
        """What shows boards and graph."""
        return self.query_one(PlacesView)

    def watch(self) -> Watch:
        """Return what shows the run."""
        return SwapWatch(self.plan, self.app.look)

    def gallery(self, found: int) -> ReplayScreen:
        """Return the replay."""
        search = self.runner.run.search
        positions = search.answer()["positions"]
        assert len(positions) == found
        return ReplayScreen(self.problem, positions, search.find, self.places.around)

    def action_unravel(self) -> None:
        """Unravel the graph, or draw it as on the board."""
        self.places.turn()
