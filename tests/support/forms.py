"""The settings form: fill in, read and apply."""

from textual.widgets import Button, Select

from knightwatch.engine.plans.plan import declaration
from knightwatch.tui.screens.base.form import Field
from knightwatch.tui.screens.puzzle.screen import PuzzleScreen
from knightwatch.tui.screens.puzzle.settings import SettingsScreen
from tests.support.pilot import Opened, until


class Form:
    """An open form."""

    def __init__(self, puzzle: Opened) -> None:
        self.puzzle = puzzle

    @property
    def screen(self) -> SettingsScreen:
        screen = self.puzzle.app.screen
        assert isinstance(screen, SettingsScreen)
        return screen

    @property
    def fields(self) -> dict[str, Field]:
        return {field.field: field for field in self.screen.query(Field)}

    @property
    def marked(self) -> set[str]:
        return {name for name, field in self.fields.items() if field.has_class("wrong")}

    @property
    def sentence(self) -> str:
        return " ".join(self.puzzle.text("#about").split())

    @property
    def can_apply(self) -> bool:
        return not self.screen.query_one("#apply", Button).disabled

    def value(self, name: str) -> str:
        return str(self.fields[name].entry.value)

    async def enter(self, **values: str) -> None:
        """Type values; the last field keeps the focus."""
        for name, value in values.items():
            entry = self.fields[name].entry
            entry.focus()
            entry.value = value
        await self.puzzle.pilot.pause()

    async def choose_solver(self, name: str) -> None:
        self.screen.query_one("#solver", Select).value = name
        of = self.puzzle.screen_below.plan.puzzle
        fields = list(declaration(of, of.solver(name)))
        await until(self.puzzle.pilot, lambda: list(self.fields) == fields)

    async def apply(self) -> None:
        await self.puzzle.pilot.press("f5")
        await until(self.puzzle.pilot, lambda: isinstance(self.puzzle.app.screen, PuzzleScreen))
        await self.puzzle.at_rest()
