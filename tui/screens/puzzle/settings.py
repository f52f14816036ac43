"""The settings form: a field for every setting of a plan, checked while the user types."""

from collections.abc import Mapping, Sequence

from textual.binding import Binding

from knightwatch.engine.plans.plan import Plan, declaration, faults
from knightwatch.engine.plans.puzzle import Offer, Puzzle
from knightwatch.tui.screens.base.form import Field, Form


class SettingsScreen(Form[Plan]):
    """The form; it returns the new plan, or None."""

    BINDINGS = [
        Binding("f5", "apply", "Apply", tooltip="restart with these settings"),
        Binding("escape", "dismiss(None)", "Cancel", tooltip="go back without a change"),
    ]

    def __init__(
        self,
        puzzle: Puzzle,
        values: Mapping[str, str],
        solvers: Sequence[Offer] | None = None,
        title: str = "",
        does: str = "restarts with these values",
    ) -> None:
        """Offer solvers, by default all of the puzzle; `does` says what enter does."""
        offered = [(solver.name, solver.address or solver.name) for solver in solvers or puzzle.offers]
        super().__init__(title or f"{puzzle.title}: settings", "Apply", does, offered, values["solver"])
        self._puzzle = puzzle
        self._values = dict(values)

    def fields(self) -> Sequence[Field]:
        """Return a field for each setting of the chosen solver."""
        declared = declaration(self._puzzle, self._puzzle.solver(self.solver))
        return [Field(name, field, self._values.get(name, "")) for name, field in declared.items()]

    def remember(self) -> None:
        """Remember the typed values, but no defaults: another solver has its own."""
        for field in self.shown_fields:
            self._values[field.field] = "" if field.typed == field.default else field.typed

    def _typed(self) -> dict[str, str]:
        return {"solver": self.solver} | {field.field: str(field.entry.value) for field in self.shown_fields}

    def faults(self) -> tuple[dict[str, str], str]:
        """Return the errors, and what the solver does."""
        return faults(self._puzzle, self._typed()), self._puzzle.solver(self.solver).summary

    def action_apply(self) -> None:
        """Return the plan, or focus the first wrong field."""
        if self.validate():
            self.dismiss(Plan.read(self._puzzle, self._typed()))
            return
        for field in self.shown_fields:
            if field.has_class("wrong"):
                field.entry.focus()
                return
