"""Sweeps on the screen: a table of cells and a chart that fill while runs are done, and a way into each run."""

from collections.abc import Callable

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Container, Vertical
from textual.widgets import DataTable, OptionList
from textual.widgets.option_list import Option

from knightwatch.engine.core.words import counted_noun
from knightwatch.engine.lab.sweeps.experiment import Experiment
from knightwatch.engine.lab.sweeps.finding import Measure
from knightwatch.tui.look import to_ascii
from knightwatch.tui.output.command_line import sweep_command
from knightwatch.tui.output.files import Offers, inquiry_csv, inquiry_json
from knightwatch.tui.output.text import inquiry_text
from knightwatch.tui.screens.base.dialog import Dialog
from knightwatch.tui.screens.base.laboratory import LaboratoryScreen, pace
from knightwatch.tui.widgets.chart import Chart
from knightwatch.tui.widgets.choices import Choices
from knightwatch.tui.widgets.words import Words

MOST_LISTED = 500
"""Runs of a cell to choose from."""


MOST_ROWS = 1000
"""Cells that the table has room for."""


class RunsScreen(Dialog[int | None]):
    """The runs of a cell, to choose one from: the middle one of the successes first."""

    BINDINGS = [Binding("escape,q", "dismiss(None)", "Cancel", key_display="esc")]

    def __init__(self, experiment: Experiment, place: int) -> None:
        super().__init__()
        self._experiment = experiment
        self._place = place

    def compose(self) -> ComposeResult:
        """Lay out the list."""
        known = self._experiment.outcomes[self._place]
        median = self._experiment.median_run(self._place)
        order = sorted(known, key=lambda repetition: (repetition != median, repetition))[:MOST_LISTED]
        with Vertical(classes="page") as page:
            page.border_title = "Runs of this cell"
            page.border_subtitle = "enter opens one on its puzzle's screen, esc cancels"
            yield Choices(*(Option(self._words(at, at == median), id=str(at)) for at in order))

    def _words(self, repetition: int, median: bool) -> str:
        outcome = self._experiment.outcomes[self._place][repetition]
        steps = counted_noun(outcome.steps, self._experiment.sweep.unit)
        return f"{repetition + 1:>6}  {outcome.status:<10}  {steps}{'  (the median)' * (median and outcome.solved)}"

    def on_mount(self) -> None:
        """Mark the first entry."""
        self.query_one(OptionList).highlighted = 0

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Return what was chosen."""
        self.dismiss(int(event.option_id or 0))


class SweepScreen(LaboratoryScreen[Experiment]):
    """One experiment, from what is stored to its end."""

    BINDINGS = [
        Binding("space", "hold", "Pause", tooltip="begin no more runs for now, or go on"),
        # The table would take the key for itself, without a word in the footer.
        Binding(
            "enter", "runs", "Runs", key_display="enter", priority=True, tooltip="watch a run of the cell on its screen"
        ),
        Binding("c", "measure", "Chart", tooltip="chart of success, of steps, of seconds, of fitness"),
        Binding("y", "copy", "Copy", show=False, tooltip="copy the command line that goes on with this sweep"),
    ]

    def __init__(self, experiment: Experiment, leave: Callable[[], None] | None = None) -> None:
        """Show an experiment; `leave` is called when nothing is done here any more."""
        super().__init__(experiment, experiment.title(), experiment.legend, leave)
        self._measure = Measure.SUCCESS
        self._shown: dict[int, int] = {}
        """For each row of the table, of how many runs it tells."""
        self._widest: dict[int, int] = {}
        """For each column, the most characters of a cell: the table itself would look at all rows, each time."""

    def parts(self) -> ComposeResult:
        """Lay out table and chart."""
        with Container(id="sweep"):
            yield DataTable(cursor_type="row", zebra_stripes=True)
            with Vertical(id="curves"):
                yield Words(id="measure")
                yield Chart(self.app.look)

    def on_mount(self) -> None:
        """Fill the table; the base begins to ask."""
        table: DataTable[Text] = self.query_one(DataTable)
        for place, name in enumerate(self.inquiry.head()):
            table.add_column(Text(name, justify="right"), key=str(place))
        for place in range(min(len(self.inquiry.sweep.cells), MOST_ROWS)):
            table.add_row(*(Text("") for _ in table.columns), key=str(place))
        table.focus()

    def show(self) -> None:
        """Show what is new."""
        table: DataTable[Text] = self.query_one(DataTable)
        for place, known in enumerate(self.inquiry.outcomes[:MOST_ROWS]):
            if self._shown.get(place) != len(known):
                self._shown[place] = len(known)
                for column, words in enumerate(self.inquiry.row(place)):
                    cell = Text(to_ascii(words, self.app.look.ascii), justify="right")
                    wider = len(words) > self._widest.get(column, 0)
                    if wider:
                        self._widest[column] = len(words)
                    table.update_cell(str(place), str(column), cell, update_width=wider)
        self._draw(at_once=self.complete)

    def _draw(self, at_once: bool) -> None:
        if diagram := self.inquiry.diagram(self._measure):
            self.draw(diagram, at_once)

    def words(self) -> str:
        """Return how fast it goes, how long it will take, and what the figures mean."""
        experiment = self.inquiry
        far = pace(experiment.done, experiment.sweep.runs, experiment.rate)
        if experiment.held:
            far = "Paused: space goes on. "
        cells = len(experiment.sweep.cells)
        more = (
            [f"The table shows the first {MOST_ROWS:,} of {cells:,} cells; e writes all."] if cells > MOST_ROWS else []
        )
        return " ".join([far + experiment.legend, *more, *experiment.sweep.notes()])

    def action_hold(self) -> None:
        """Begin no more runs, or go on."""
        if self.complete:
            self.notify("All runs are done: enter opens one, e exports them.")
            return
        self.inquiry.held = not self.inquiry.held
        self._show()

    def action_measure(self) -> None:
        """Show the next measure in the chart."""
        measures = self.inquiry.measures
        self._measure = measures[(measures.index(self._measure) + 1) % len(measures)]
        self._draw(at_once=True)

    def action_runs(self) -> None:
        """Choose a run of the cell that is marked."""
        self._choose(self.query_one(DataTable).cursor_row)

    def on_data_table_row_selected(self, event: DataTable.RowSelected) -> None:
        """Choose a run of the cell that was clicked."""
        self._choose(event.cursor_row)

    def on_chart_chosen(self, event: Chart.Chosen) -> None:
        """Mark the cell of the heat map that was clicked in the table, and choose a run of it."""
        self.query_one(DataTable).move_cursor(row=event.place)
        self._choose(event.place)

    def _choose(self, place: int) -> None:
        if not self.inquiry.outcomes[place]:
            self.notify("No run of this cell is done yet.")
            return

        def open_run(repetition: int | None) -> None:
            if repetition is not None:
                self.app.opener.open(self.inquiry.sweep.cells[place].run(repetition))

        self.app.push_screen(RunsScreen(self.inquiry, place), open_run)

    def stem(self) -> str:
        """Return how the names of files begin."""
        return f"sweep-{self.inquiry.sweep.solver}-{self.inquiry.sweep.identity[:8]}"

    def offers(self) -> Offers:
        """Return what can be written."""
        experiment = self.inquiry
        return {
            "runs as CSV, one a line": (".csv", lambda: inquiry_csv(experiment)),
            "cells as JSON": (".json", lambda: inquiry_json(experiment.sweep.puzzle, experiment)),
            "table and chart as text": (".txt", lambda: inquiry_text(experiment, self.app.look.ascii, self.command())),
        }

    def command(self) -> str:
        """Return the command line that goes on with this sweep."""
        return sweep_command(self.inquiry.sweep)

    def explanation(self) -> tuple[str, ...]:
        """Return what there is to know about the screen, in paragraphs."""
        return (
            "Each line is a cell: one combination of the values that are varied, run many times with seeds of its own. "
            + self.inquiry.legend,
            "Each result is stored as soon as it is there. Leaving loses nothing: the same sweep goes on where it was.",
            f"In words of the command line: {self.command()}",
        )
