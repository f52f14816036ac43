"""The dialog of the racers: which solvers race, and the settings of each."""

from functools import partial

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.widgets import Button, OptionList, Static
from textual.widgets.option_list import Option

from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.lab.races.entries import full_labels
from knightwatch.engine.lab.races.race import MOST, Race
from knightwatch.engine.plans.plan import Plan
from knightwatch.engine.plans.puzzle import Offer
from knightwatch.tui.screens.base.dialog import Dialog
from knightwatch.tui.screens.base.find import FIND, FindScreen
from knightwatch.tui.screens.puzzle.settings import SettingsScreen
from knightwatch.tui.widgets.choices import Choices

ANOTHER = "add a racer ..."


class RacersScreen(Dialog[Race | None], FindScreen[Race | None]):
    """A list of racers; it returns a race at its start, or None."""

    BINDINGS = [
        FIND,
        Binding("x,delete", "remove_racer", "Remove", tooltip="remove the highlighted racer"),
        Binding("f5", "apply", "Start", tooltip="start the race"),
        Binding("escape,q", "dismiss(None)", "Cancel", key_display="esc"),
    ]

    def __init__(self, race: Race) -> None:
        super().__init__()
        self._plans = [racer.plan for racer in race.racers]
        self._by = race.by

    def compose(self) -> ComposeResult:
        """Lay out the list and the buttons."""
        with Vertical(classes="page") as page:
            page.border_title = "Racers"
            page.border_subtitle = "enter changes a racer, x removes it, F5 starts the race, esc cancels"
            yield Choices()
            yield Static("", id="about", markup=False)
            yield Button("Start", id="apply", variant="primary", compact=True)

    def on_mount(self) -> None:
        """Show the racers."""
        self._show(0)
        self.query_one(OptionList).focus()

    def _show(self, highlighted: int) -> None:
        """List the racers; below them, show the fault of the race, or its problem."""
        seed = self._plans[0].seed
        lines = [f"{place}  {label}" for place, label in enumerate(full_labels(self._plans, seed), 1)]
        choices = self.query_one(OptionList)
        choices.clear_options()
        choices.add_options(Option(line) for line in (*lines, *[ANOTHER] * (len(lines) < MOST)))
        choices.highlighted = min(highlighted, choices.option_count - 1)
        race, fault = self._race()
        about = f"{self._plans[0].problem.title()}. A change of the board holds for all racers."
        self._say(fault or about, bool(fault))
        self.query_one("#apply", Button).disabled = race is None

    def _say(self, words: str, fault: bool) -> None:
        self.query_one("#about", Static).update(words)
        self.query_one("#about").set_class(fault, "fault")

    def _race(self) -> tuple[Race | None, str]:
        """Return the race, or None and the reason."""
        try:
            return Race(self._plans, self._by), ""
        except BadInput as error:
            return None, f"{error}."

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Open the settings of the chosen racer, or of a new one."""
        place = event.option_index
        plan = self._plans[place] if place < len(self._plans) else self._newcomer()
        files = dict.fromkeys(each.solver for each in self._plans if each.solver.interpreted)
        solvers: list[Offer] = [*plan.puzzle.offers, *(each for each in files if each not in plan.puzzle.offers)]
        form = SettingsScreen(plan.puzzle, plan.values(), solvers, f"Racer {place + 1}", "changes the racer")
        self.app.push_screen(form, partial(self._replace, place))

    def _newcomer(self) -> Plan:
        """Return a plan of a solver that does not race yet, if there is one, on the same board."""
        first = self._plans[0]
        racing = {plan.solver.name for plan in self._plans}
        others = [name for name in first.puzzle.solver_names if name not in racing]
        for name in others:
            try:
                return Plan.read(first.puzzle, first.shared(name) | {"solver": name})
            except BadInput:
                continue
        return first

    def _replace(self, place: int, plan: Plan | None) -> None:
        """Put a plan in its place; its board becomes the board of all racers."""
        if plan is None:
            return
        plans = [*self._plans[:place], plan, *self._plans[place + 1 :]]
        try:
            self._plans = [each if each is plan else on_board_of(plan, each) for each in plans]
        except BadInput as error:
            self._say(f"{error}.", fault=True)
            return
        self._show(place)

    def action_remove_racer(self) -> None:
        """Remove the highlighted racer."""
        place = self.query_one(OptionList).highlighted or 0
        if place < len(self._plans) > 1:
            del self._plans[place]
            self._show(place)

    def on_button_pressed(self) -> None:
        """Start the race."""
        self.action_apply()

    def action_apply(self) -> None:
        """Return the race, if it is possible."""
        if race := self._race()[0]:
            self.dismiss(race)


def on_board_of(model: Plan, plan: Plan) -> Plan:
    """Return a plan with the problem of another one; raise BadInput if its solver cannot take it."""
    board = type(model.problem).model_fields
    own = {name: value for name, value in plan.values().items() if name not in board}
    return Plan.read(plan.puzzle, own | {name: value for name, value in model.values().items() if name in board})
