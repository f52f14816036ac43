"""The screen of n-queens: the puzzle screen with the key that only queens have."""

from textual.binding import Binding

from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.queens.problem import QueensProblem
from knightwatch.engine.queens.questions.count import QueensCount
from knightwatch.tui.screens.base.count import CountScreen
from knightwatch.tui.screens.puzzle.screen import PuzzleScreen

COUNTING = (
    "The board shows the first rows, below which threads count by bitboards. Only one of up to eight rotations and "
    "reflections is visited. The bars count visited solutions by the column of the queen in the first row."
)


class QueensScreen(PuzzleScreen):
    """A run of n-queens."""

    BINDINGS = [
        Binding("C", "count", "Count", show=False, tooltip="count all solutions and their classes"),
    ]

    def action_count(self) -> None:
        """Open the count of all solutions."""
        self.pause()
        assert isinstance(self.plan.problem, QueensProblem)
        n = self.plan.problem.n
        try:
            inquiry = QueensCount(n)
        except BadInput as error:
            self.notify(f"{str(error).capitalize()}.", markup=False)
            return
        self.app.push_screen(CountScreen("queens", inquiry, f"All solutions of {n} queens, counted", COUNTING))
