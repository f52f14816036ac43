"""What knightwatch remembers between two sessions: recent choices. Losing it loses nothing else."""

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
    seed: str = ""
    """With it the run is the same again; it does not tell one choice from another."""
    left: str = ""
    """Where the run was left, in words."""

    @property
    def given(self) -> dict[str, str]:
        """The values, with the seed where there is one."""
        return self.values | ({"seed": self.seed} if self.seed else {})


class Memory(BaseModel):
    """The contents of the file."""

    recent: list[Choice] = []

    def note(self, plan: "Plan", left: str = "") -> None:
        """Put a plan first among the recent ones, with where its run was left, if it was."""
        values = plan.values()
        choice = Choice(puzzle=plan.puzzle.name, seed=values.pop("seed"), values=values, left=left)
        others = [old for old in self.recent if (old.puzzle, old.values) != (choice.puzzle, choice.values)]
        self.recent = [choice, *others][:MOST]

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
