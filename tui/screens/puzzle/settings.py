"""The settings form: every field of a plan, derived from its declaration, checked while it is typed."""

from collections.abc import Mapping, Sequence

from textual.binding import Binding

from knightwatch.engine.plans.plan import Plan, declaration, faults
from knightwatch.engine.plans.puzzle import Puzzle
from knightwatch.tui.screens.base.form import Field, Form


class SettingsScreen(Form[Plan]):
    """The form; it returns the plan that was made, or None."""

    BINDINGS = [
        Binding("f5", "apply", "Apply", tooltip="start anew with these settings"),
        Binding("escape", "dismiss(None)", "Cancel", tooltip="leave everything as it is"),
    ]

    def __init__(self, puzzle: Puzzle, values: Mapping[str, str]) -> None:
        solvers = [(solver.name, solver.name) for solver in puzzle.solvers]
        super().__init__(f"{puzzle.title}: settings", "Apply", "applies and restarts", solvers, values["solver"])
        self._puzzle = puzzle
        self._values = dict(values)

    def fields(self) -> Sequence[Field]:
        """Return a field for each value of a plan with the solver that is chosen."""
        declared = declaration(self._puzzle, self._puzzle.solver(self.solver))
        return [Field(name, field, self._values.get(name, "")) for name, field in declared.items()]

    def keep(self) -> None:
        """Keep what was typed."""
        self._values |= self._given()

    def _given(self) -> dict[str, str]:
        return {"solver": self.solver} | {field.field: str(field.entry.value) for field in self.laid_out}

    def faults(self) -> tuple[dict[str, str], str]:
        """Return what is wrong with the plan; where nothing is, and no field at hand, say what the solver is."""
        at_hand = any(field.entry.has_focus for field in self.laid_out)
        return faults(self._puzzle, self._given()), "" if at_hand else self._puzzle.solver(self.solver).summary

    def action_apply(self) -> None:
        """Return the plan, or go to the first field that is wrong."""
        if self.check():
            self.dismiss(Plan.read(self._puzzle, self._given()))
            return
        for field in self.laid_out:
            if field.has_class("wrong"):
                field.entry.focus()
                return
