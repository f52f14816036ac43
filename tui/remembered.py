"""What knightwatch remembers between two sessions: recent choices and the theme. Losing it loses nothing else."""

from pathlib import Path
from typing import TYPE_CHECKING

from platformdirs import user_state_path
from pydantic import BaseModel

if TYPE_CHECKING:
    from engine.plans.plan import Plan

MOST = 6
"""Recent choices kept."""


class Choice(BaseModel):
    """A plan, as the values that it is read from."""

    puzzle: str
    values: dict[str, str]


class Memory(BaseModel):
    """The contents of the file."""

    theme: str = "dark"
    recent: list[Choice] = []

    def note(self, plan: "Plan") -> None:
        """Put a plan first among the recent ones; its seed is left out, since the next run may have another."""
        values = {name: value for name, value in plan.values().items() if name != "seed"}
        choice = Choice(puzzle=plan.puzzle.name, values=values)
        self.recent = [choice, *(old for old in self.recent if old != choice)][:MOST]

    def save(self) -> None:
        """Write the file; where that cannot be done, the next session starts without it."""
        try:
            _path().parent.mkdir(parents=True, exist_ok=True)
            _path().write_text(self.model_dump_json(indent=1))
        except OSError:
            return


def remembered() -> Memory:
    """Return what is remembered; nothing, where the file is missing or cannot be understood."""
    try:
        return Memory.model_validate_json(_path().read_text())
    except (OSError, ValueError):
        return Memory()


def _path() -> Path:
    return user_state_path("knightwatch") / "memory.json"
