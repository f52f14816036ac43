"""All that is seen of a run: title, board, figures, curves, the sentence about the last step, and the timeline."""

from dataclasses import replace

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import Static

from engine.core.frame import Board, Curve, Event, Figure, Status
from engine.plans.plan import Plan
from tui.look import Look, to_ascii
from tui.output.charts.telling import shown
from tui.widgets.board.view import BoardView
from tui.widgets.chart import Chart
from tui.widgets.figures import Figures
from tui.widgets.timeline import Timeline
from tui.widgets.words import Words
from tui.workers.run import Report

STATE_ROOM = 24
"""Columns of the title that the words about the state take, blanks included."""


class RunView(Vertical):
    """A plan and the newest report about it."""

    def __init__(self, plan: Plan, look: Look) -> None:
        super().__init__()
        self._plan = plan
        self._look = look
        self._curves: tuple[Curve, ...] = ()
        """The curves up to the newest moment, also while a past one is shown."""
        self._events: tuple[Event, ...] = ()

    def compose(self) -> ComposeResult:
        """Lay out the parts."""
        with Horizontal(classes="title"):
            yield Words(id="problem")
            yield Static(id="solvers")
            yield Words(id="state")
        with Horizontal(id="main"):
            yield from self.picture()
            with Vertical(id="side"):
                yield Figures()
                yield Chart(self._look)
        yield Words(id="sentence", steady=True)
        yield Timeline(self._look)

    def picture(self) -> ComposeResult:
        """Lay out what shows where everything stands."""
        yield BoardView(self._plan.problem.board(), self._look)

    def begin(self, plan: Plan) -> None:
        """Get ready for the first report about another plan."""
        self._plan = plan
        self._curves, self._events = (), ()
        self.query_one("#sentence", Words).settle()
        self.query_one("#problem", Words).show(Text(plan.problem.title(), "bold"))
        self.query_one("#solvers", Static).update(self._solvers())

    def show(self, report: Report) -> None:
        """Show a report."""
        frame = report.frame
        if frame.moment >= report.newest or not self._curves:
            self._curves, self._events = shown(frame), frame.events
        # A trail over heat is there to be read; while ants hurry on, only the heat can be.
        hurried = report.playing and len(frame.board.heat) > 0
        self.show_board(replace(frame.board, trail=frame.board.trail[:0]) if hurried else frame.board)
        past = frame.moment if frame.moment < report.newest else None
        unit = self._plan.solver.unit
        self.query_one(Chart).show(self._curves, self._events, past, at_once=not report.playing, unit=unit)
        self.query_one(Figures).show((*frame.figures, *self._own_figures(report)))
        self.query_one(Timeline).show(self._plan.solver.unit, frame.moment, report.newest)
        self.query_one("#sentence", Words).show(to_ascii(self._sentence(report), self._look.ascii))

    def show_board(self, board: Board) -> None:
        """Show where everything stands."""
        self.query_one(BoardView).show(board)

    def show_state(self, report: Report, playing: bool, pace: float | None) -> None:
        """Show in a word how the run stands."""
        if report.preparing:
            words = "preparing"
        elif report.status is not Status.RUNNING:
            words = str(report.status).replace("-", " ")
        else:
            speed = f"{pace:,.0f}/s" if pace else "full speed"
            if report.compiled is not None:
                speed = f"compiling {report.compiled:.0%}"
            words = f"{'running' if playing else 'paused'}, {speed}"
        self.query_one("#state", Words).show(words)

    def _own_figures(self, report: Report) -> tuple[Figure, ...]:
        rate = f"{report.rate:,.0f}" if report.rate else "-"
        return (
            Figure("per second", rate, f"{self._plan.solver.unit}s a second, measured"),
            Figure("seed", str(self._plan.seed), "with it the run can be repeated"),
        )

    def on_resize(self) -> None:
        """Give the solvers the room that there is."""
        self.query_one("#solvers", Static).update(self._solvers())

    def _solvers(self) -> str:
        """Return the solvers by number and name, or, where that is too long, all but the chosen one by number."""
        solvers = self._plan.puzzle.solvers
        names = [f" {number} {solver.name} " for number, solver in enumerate(solvers, 1)]
        room = self.size.width - len(self._plan.problem.title()) - STATE_ROOM
        if len(" ".join(names)) > room:
            names = [
                name if solver is self._plan.solver else name[:3] for name, solver in zip(names, solvers, strict=True)
            ]
        tabs = [
            f"[{'reverse' if solver is self._plan.solver else 'dim'} @click=screen.solver({number})]{name}[/]"
            for number, (name, solver) in enumerate(zip(names, solvers, strict=True), 1)
        ]
        return "  " + " ".join(tabs)

    def solved(self, sentence: str) -> str:
        """Say that the search has succeeded, with the sentence about its last step."""
        return f"Solved. {sentence}"

    def _sentence(self, report: Report) -> str:
        if report.preparing:
            return f"{report.preparing.capitalize()}. The keys work meanwhile."
        match report.status:
            case Status.SOLVED:
                return self.solved(report.frame.sentence)
            case Status.IMPOSSIBLE:
                return f"Proved impossible: {report.reason}."
            case Status.GAVE_UP:
                again = "R tries another seed, " if self._plan.seeded else ""
                return f"Gave up: {report.reason}. {again}s changes the settings."
        return report.frame.sentence or "Space runs the search, → does one step, ? tells the rest."
