"""The screen of a sweep: a table of cells and a chart that grow with each run; each run can be opened."""

from collections.abc import Callable

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Container, Vertical
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from knightwatch.engine.core.words import counted_noun
from knightwatch.engine.lab.sweeps.experiment import LEAD, Experiment
from knightwatch.engine.lab.sweeps.finding import Measure, TimeUnit
from knightwatch.tui.look import to_ascii
from knightwatch.tui.output.command_line import sweep_command
from knightwatch.tui.output.files import Offers, inquiry_csv, inquiry_json
from knightwatch.tui.output.text import inquiry_text
from knightwatch.tui.screens.base.dialog import Dialog
from knightwatch.tui.screens.base.find import FIND, FindScreen
from knightwatch.tui.screens.base.laboratory import LaboratoryScreen, pace
from knightwatch.tui.widgets.chart import Chart
from knightwatch.tui.widgets.choices import Choices
from knightwatch.tui.widgets.table import Rows
from knightwatch.tui.widgets.words import Words

MOST_LISTED = 500
"""Most runs of a cell in the list."""
MOST_ROWS = 1000
"""Most cells in the table."""


class RunsScreen(Dialog[int | None], FindScreen[int | None]):
    """The runs of a cell; the successful run with the median steps, or nearest to them, comes first."""

    BINDINGS = [FIND, Binding("escape,q", "dismiss(None)", "Cancel", key_display="esc")]

    def __init__(self, experiment: Experiment, place: int) -> None:
        super().__init__()
        self._experiment = experiment
        self._place = place

    def compose(self) -> ComposeResult:
        """Lay out the list."""
        outcomes = self._experiment.outcomes[self._place]
        median = self._experiment.median_run(self._place)
        order = sorted(outcomes, key=lambda repetition: (repetition != median, repetition))[:MOST_LISTED]
        with Vertical(classes="page") as page:
            page.border_title = "Runs of this cell"
            page.border_subtitle = "enter opens a run on the screen of its puzzle, / finds, esc cancels"
            yield Choices(*(Option(self._line(at, at == median), id=str(at)) for at in order))

    def _line(self, repetition: int, median: bool) -> str:
        outcome = self._experiment.outcomes[self._place][repetition]
        steps = counted_noun(outcome.steps, self._experiment.sweep.unit)
        found = self._experiment.finding(self._place).steps
        mark = ""
        if median and outcome.solved and found:  # the median of an even number is between two runs
            mark = "  (median)" if outcome.steps == found.median else "  (nearest to the median)"
        return f"{repetition + 1:>6}  {outcome.status:<10}  {steps}{mark}"

    def on_mount(self) -> None:
        """Highlight the first run."""
        self.query_one(OptionList).highlighted = 0

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Return the chosen run."""
        self.dismiss(int(event.option_id or 0))


class SweepScreen(LaboratoryScreen[Experiment], FindScreen[None]):
    """The screen of one sweep; runs from an earlier session are already in the table."""

    BINDINGS = [
        Binding("space", "hold", "Pause", tooltip="pause (start no more runs), or continue"),
        # Priority: the table binds this key too, and would hide it from the footer.
        Binding(
            "enter",
            "runs",
            "Runs",
            key_display="enter",
            priority=True,
            tooltip="watch a run of this cell",
        ),
        Binding("c", "measure", "Chart", tooltip="change the chart: success, steps, seconds, fitness"),
        Binding("o", "order", "Order", tooltip="sort the table by result, or by the values"),
        FIND,
        Binding("y", "copy", "Copy", show=False, tooltip="copy the command line that continues this sweep"),
    ]

    def __init__(self, experiment: Experiment, leave: Callable[[], None] | None = None) -> None:
        """Show an experiment; the worker calls `leave` when it ends."""
        super().__init__(experiment, experiment.title(), experiment.legend, leave)
        self._measure = Measure.SUCCESS
        self._by_result = True
        self._order = list(range(min(len(experiment.sweep.cells), MOST_ROWS)))
        """The cell in each row of the table."""
        self._shown: dict[int, tuple[object, ...]] = {}
        """The cell that each row of the table shows, its number of runs, and the unit of its time."""
        self._widest: dict[int, int] = {}
        """The widest cell of each column. The table itself would measure all rows on each update."""

    def compose_body(self) -> ComposeResult:
        """Lay out the table and the chart."""
        with Container(id="sweep"):
            yield Rows(cursor_type="row", zebra_stripes=True)
            with Vertical(id="curves"):
                yield Words(id="measure")
                yield Chart(self.app.look)

    def on_mount(self) -> None:
        """Add the rows to the table. The base class starts the worker."""
        table = self.query_one(Rows)
        for place, name in enumerate(self.inquiry.head()):
            table.add_column(Text(name, justify="right"), key=str(place))
        for place in range(min(len(self.inquiry.sweep.cells), MOST_ROWS)):
            table.add_row(*(Text("") for _ in table.columns), key=str(place))
        table.focus()

    def show(self) -> None:
        """Update the rows with new runs, and the chart."""
        self._sort()
        unit = self.inquiry.time_unit
        for row, place in enumerate(self._order):
            shown = place, len(self.inquiry.outcomes[place]), unit
            if self._shown.get(row) != shown:
                self._shown[row] = shown
                self._show_row(row, place, unit)
        self._draw(at_once=self.complete)

    def _sort(self) -> None:
        """Order the cells by result, or by their values; the cursor stays on its cell."""
        cells = range(min(len(self.inquiry.sweep.cells), MOST_ROWS))
        order = [place for place in self.inquiry.ranked() if place in cells] if self._by_result else list(cells)
        table = self.query_one(Rows)
        if order != self._order:
            here, self._order = self._order[table.cursor_row], order
            table.move_cursor(row=order.index(here) if table.cursor_row else 0, animate=False)

    def _show_row(self, row: int, place: int, unit: TimeUnit) -> None:
        """Show a cell of the sweep in a row of the table."""
        table = self.query_one(Rows)
        for column, text in enumerate(self.inquiry.row(place, unit)):
            cell = Text(to_ascii(text, self.app.look.ascii), justify="right")
            wider = len(text) > self._widest.get(column, 0)
            if wider:
                self._widest[column] = len(text)
            table.update_cell(str(row), str(column), cell, update_width=wider)

    def _draw(self, at_once: bool) -> None:
        if diagram := self.inquiry.diagram(self._measure):
            self.draw(diagram, at_once)

    def comment(self) -> str:
        """Return the rate, the time left, the result, and the meaning of the brackets."""
        experiment = self.inquiry
        state = pace(experiment.done, experiment.sweep.runs, experiment.rate)
        if experiment.held:
            state = "Paused: space continues. "
        cells = len(experiment.sweep.cells)
        more = (
            [f"The table shows the first {MOST_ROWS:,} of {cells:,} cells; e exports all."] if cells > MOST_ROWS else []
        )
        words = [experiment.ceiling_words(" (c)"), experiment.best_sentence(), *more, *experiment.notes()]
        return state + " ".join(filter(None, [*words, experiment.short_legend]))

    def action_hold(self) -> None:
        """Pause or continue."""
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

    def action_order(self) -> None:
        """Sort the table by result, or by the values."""
        self._by_result = not self._by_result
        self.show()

    def action_runs(self) -> None:
        """List the runs of the highlighted cell."""
        self._choose(self._order[self.query_one(Rows).cursor_row])

    def on_data_table_row_selected(self, event: Rows.RowSelected) -> None:
        """List the runs of the clicked cell."""
        self._choose(self._order[event.cursor_row])

    def on_chart_chosen(self, event: Chart.Chosen) -> None:
        """Highlight the clicked cell of the heat map in the table, and list its runs."""
        self.query_one(Rows).move_cursor(row=self._order.index(event.place))
        self._choose(event.place)

    def _choose(self, place: int) -> None:
        if not self.inquiry.outcomes[place]:
            self.notify("This cell has no finished runs yet.")
            return

        def open_run(repetition: int | None) -> None:
            if repetition is not None:
                self.app.opener.open(self.inquiry.sweep.cells[place].run(repetition))

        self.app.push_screen(RunsScreen(self.inquiry, place), open_run)

    def stem(self) -> str:
        """Return the beginning of the file names."""
        return f"sweep-{self.inquiry.sweep.solver}-{self.inquiry.sweep.identity[:8]}"

    def offers(self) -> Offers:
        """Return the files that can be written."""
        experiment = self.inquiry
        return {
            "runs as CSV, one per line": (".csv", lambda: inquiry_csv(experiment)),
            "cells as JSON": (".json", lambda: inquiry_json(experiment.sweep.puzzle, experiment)),
            "table and chart as text": (".txt", lambda: inquiry_text(experiment, self.app.look.ascii, self.command())),
        }

    def command(self) -> str:
        """Return the command line that continues this sweep."""
        return sweep_command(self.inquiry.sweep)

    def explanation(self) -> tuple[str, ...]:
        """Return the paragraphs of the help."""
        return (
            "Each line is a cell: one combination of values, run many times with different seeds. "
            + self.inquiry.legend,
            LEAD,
            "Each run is stored when it ends. If you leave, no run is lost: the same sweep continues where it stopped.",
            f"Command line: {self.command()}",
        )
