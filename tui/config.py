"""The user's configuration file: look, pace, keys, and limits for saved runs.

The screen reads the file when it opens. A change on the screen rewrites only its line, so that comments and other
lines stay. A file with mistakes is ignored and never changed.
"""

import os
import re
import tempfile
import tomllib
from pathlib import Path
from typing import Annotated, Any

from platformdirs import user_config_path
from pydantic import Field, field_validator

from knightwatch.engine.core.declaration import Declared, Text, written
from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.words import one_line
from knightwatch.engine.store.limits import Limits
from knightwatch.tui.look import TrailAs
from knightwatch.tui.theme_names import THEME_NAMES

FULL_SPEED = 0
"""The pace of a run without a speed limit."""


class Preferences(Declared):
    """The contents of the file, without its tables `keys` and `runs`."""

    theme: Annotated[str, Text("the name of a theme")] = Field("dark", description="the colours of the screen")
    trail: TrailAs = Field(TrailAs.BOTH, description="how the trail of a knight is shown")
    animation: bool = Field(True, description="whether the screen is animated, as the preview at home")
    pace: int = Field(10, ge=0, le=1_000_000, description="steps per second at the start; 0: full speed")

    @field_validator("theme")
    @classmethod
    def _known(cls, theme: str) -> str:
        if theme not in THEME_NAMES:
            raise ValueError(f"theme is {theme}, but must be one of {', '.join(THEME_NAMES)}")
        return theme


class Config:
    """The preferences, and the file that has them."""

    def __init__(self) -> None:
        """Read the file; without one, use the defaults."""
        self.preferred = Preferences()
        self.limits = Limits()
        """How many runs are saved, and how much space they may take."""
        self.keys: dict[str, str] = {}
        """New keys of commands, by the first default key of each command."""
        self.fault = ""
        """Why the file is ignored, as a sentence; empty if it is not."""
        try:
            self._read(path().read_text("utf-8"))
        except FileNotFoundError:
            return
        except (OSError, ValueError, RecursionError) as error:
            reason = error.strerror if isinstance(error, OSError) else one_line(str(error))
            self.fault = f"{path()} is ignored: {reason}."

    def _read(self, text: str) -> None:
        contents: dict[str, Any] = tomllib.loads(text)
        keys = contents.pop("keys", {})
        if not isinstance(keys, dict) or not all(isinstance(value, str) and value for value in keys.values()):
            raise ValueError('keys must be written as "default key" = "new key, another"')
        limits = contents.pop("runs", {})
        if not isinstance(limits, dict):
            raise ValueError("runs must be a table: [runs], and below it number = 1000 and megabytes = 256")
        try:
            self.limits, self.preferred = Limits(**limits), Preferences(**contents)
        except BadInput as error:
            raise ValueError(str(error)) from None
        self.keys = keys

    def prefer(self, **values: Any) -> None:
        """Change preferences and write them to the file; if that fails, they hold until the program ends."""
        self.preferred = Preferences(**self.preferred.model_dump() | values)
        if self.fault:
            return
        try:
            before = path().read_text("utf-8") if path().exists() else ""
            text = before
            for name in values:
                text = changed(text, name, getattr(self.preferred, name))
            tomllib.loads(text)
            _replace(path(), text)
        except (OSError, ValueError):
            return


def changed(text: str, name: str, value: Any) -> str:
    """Return the text of the file with a new value for a name; all other lines stay the same."""
    toml_value = str(value).lower() if isinstance(value, bool | int) else f'"{written(value)}"'
    line = f"{name} = {toml_value}"
    first_table = re.search(r"^\s*\[", text, re.MULTILINE)
    end = first_table.start() if first_table else len(text)
    old_line = re.compile(rf"^[ \t]*{name}[ \t]*=.*$", re.MULTILINE)
    if old_line.search(text, 0, end):
        return old_line.sub(lambda _: line, text[:end], count=1) + text[end:]
    return f"{line}\n{text}"


def _replace(path: Path, text: str) -> None:
    """Replace a file atomically: a reader sees the old text or the new one, never a part."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".config-")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        Path(name).replace(path)
    except OSError:
        Path(name).unlink(missing_ok=True)
        raise


def path() -> Path:
    """Return the path of the file, which may not exist."""
    return user_config_path("knightwatch") / "config.toml"
