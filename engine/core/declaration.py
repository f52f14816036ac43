"""Declarations: what problems and settings are made of, and how a wrong value is explained.

A problem or a solver's settings is a frozen pydantic model whose fields carry bounds, a default and one line of help.
The form on the screen, the options of the command line and the JSON of a result are derived from those fields
by the functions below; nothing about a parameter is written down twice.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, cast, get_args

from annotated_types import Ge, Le
from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails

from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.words import quoted


class Declared(BaseModel):
    """A model whose fields are a declaration."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True, allow_inf_nan=False, validate_default=True)

    def __init__(self, **values: Any) -> None:
        """Read the values, which may be text; raises BadInput with a sentence about the first value at fault."""
        try:
            super().__init__(**_given(type(self), values))
        except ValidationError as error:
            told = [(str(e["loc"][0]) if e["loc"] else "", _sentence(type(self), e)) for e in error.errors()]
            raise BadInput(told[0][1], dict(reversed(told))) from None

    def listed(self) -> dict[str, Any]:
        """Return all fields as an object for JSON."""
        return self.model_dump(mode="json", by_alias=True)

    def __eq__(self, other: object) -> bool:
        """Compare fields, and not what is derived from them."""
        return type(self) is type(other) and self.model_dump() == other.model_dump()

    def __hash__(self) -> int:
        return hash((type(self), *(getattr(self, name) for name in type(self).model_fields)))


class Settings(Declared):
    """The parameters of a solver."""

    max_seconds: float | None = Field(None, ge=0, le=1e9, description="give up after so many seconds of searching")


@dataclass(frozen=True)
class Text:
    """Beside a field of text, as its metadata: what may be written there."""

    words: str


def option(name: str) -> str:
    """Return a field's name as people write it: max_seconds is max-seconds, and from_, a word of Python, is from."""
    return name.rstrip("_").replace("_", "-")


def kind(field: FieldInfo) -> type[Any]:
    """Return the type of a field's values, leaving aside that it may be empty."""
    parts = [t for t in get_args(field.annotation) if t is not type(None)]
    return cast("type[Any]", parts[0] if parts else field.annotation)


def choices(field: FieldInfo) -> list[str]:
    """Return the names a field allows, where it allows only names."""
    allowed_type = kind(field)
    return [str(x.value) for x in allowed_type] if issubclass(allowed_type, Enum) else []


def allowed(field: FieldInfo) -> str:
    """Say in words what a field allows."""
    if names := choices(field):
        return "one of " + ", ".join(names)
    if kind(field) is bool:
        return "yes or no"
    if kind(field) is str:
        return next(m.words for m in field.metadata if isinstance(m, Text))
    least = next((m.ge for m in field.metadata if isinstance(m, Ge)), None)
    most = next((m.le for m in field.metadata if isinstance(m, Le)), None)
    words = "a whole number" if kind(field) is int else "a number"
    if least is not None and most is not None:
        return f"{words} from {_number(least)} to {_number(most)}"
    return words


def default(field: FieldInfo) -> str:
    """Return a field's default as a person would type it; empty where there is none."""
    return written(field.get_default(call_default_factory=True))


def written(value: Any) -> str:
    """Return a value as a person would type it."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Enum):
        return str(value.value)
    return f"{value:g}" if isinstance(value, float) and float(f"{value:g}") == value else str(value)


def complaints(model: type[Declared], values: Mapping[str, Any]) -> dict[str, str]:
    """Return what is wrong with the values: for each field at fault, a sentence."""
    try:
        model(**values)
    except BadInput as error:
        return error.faults
    return {}


def _given(model: type[Declared], values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values without blanks where a field may be empty."""
    stripped = {name: value.strip() if isinstance(value, str) else value for name, value in values.items()}
    fields = model.model_fields
    return {n: v for n, v in stripped.items() if v != "" or n not in fields or fields[n].get_default() is not None}


def _sentence(model: type[Declared], error: ErrorDetails) -> str:
    if error["type"] == "value_error":
        return str(error["ctx"]["error"])
    name = str(error["loc"][0])
    if name not in model.model_fields:
        names = ", ".join(option(n) for n in model.model_fields)
        return f"{option(name)} is not known here; known are {names}"
    given = quoted(str(error["input"]))
    return f"{option(name)} is {given}, but must be {allowed(model.model_fields[name])}"


def _number(value: Any) -> str:
    return f"{int(value):,}" if value == int(value) else f"{value:g}"
