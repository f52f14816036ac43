"""What a person prefers, in a file of their own: looks, pace, keys, and how long runs are kept.

The file is read when the screen is opened. What is changed on the screen is written into it, line by line, so that all
else that a person wrote there stays, comments included; a file that cannot be understood is left as it is.
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
from knightwatch.tui.colours import THEME_NAMES
from knightwatch.tui.look import TrailAs

FULL_SPEED = 0
"""The pace of what goes as fast as it can."""


class Preferences(Declared):
    """The contents of the file, but for its tables."""

    theme: Annotated[str, Text("the name of a theme")] = Field("dark", description="the colours of the screen")
    trail: TrailAs = Field(TrailAs.BOTH, description="how the way of a knight is shown")
    animation: bool = Field(True, description="whether things move by themselves, as beside the list at home")
    pace: int = Field(10, ge=0, le=1_000_000, description="steps a second to begin with; 0 is as fast as it goes")

    @field_validator("theme")
    @classmethod
    def _known(cls, theme: str) -> str:
        if theme not in THEME_NAMES:
            raise ValueError(f"theme is {theme}, but must be one of {', '.join(THEME_NAMES)}")
        return theme


class Config:
    """What is preferred, and where that is written."""

    def __init__(self) -> None:
        """Read the file; where there is none, all is as usual."""
        self.preferred = Preferences()
        self.limits = Limits()
        """How long runs are kept, and how much room they may take."""
        self.keys: dict[str, str] = {}
        """By the first key that a command usually has: the keys that it is to have."""
        self.fault = ""
        """Why the file is ignored, as a sentence; empty where it is not."""
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
            raise ValueError('keys are written as "usual key" = "other key, another"')
        limits = contents.pop("runs", {})
        if not isinstance(limits, dict):
            raise ValueError("runs are written as [runs], and below it days = 90 and megabytes = 256")
        try:
            self.limits, self.preferred = Limits(**limits), Preferences(**contents)
        except BadInput as error:
            raise ValueError(str(error)) from None
        self.keys = keys

    def prefer(self, **values: Any) -> None:
        """Prefer something from now on, and write it down; where that cannot be, it counts until the program ends."""
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
    """Return the text of a file in which a name has another value; all other lines stay as they are."""
    plain = str(value).lower() if isinstance(value, bool | int) else f'"{written(value)}"'
    line = f"{name} = {plain}"
    top = re.search(r"^\s*\[", text, re.MULTILINE)
    end = top.start() if top else len(text)
    there = re.compile(rf"^[ \t]*{name}[ \t]*=.*$", re.MULTILINE)
    if there.search(text, 0, end):
        return there.sub(lambda _: line, text[:end], count=1) + text[end:]
    return f"{line}\n{text}"


def _replace(path: Path, text: str) -> None:
    """Write a file so that at every moment either the old one is there or the new one, whole."""
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
    """Return where the file is, or would be."""
    return user_config_path("knightwatch") / "config.toml"
