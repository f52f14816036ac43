"""Declarations: the fields of problems and settings, and messages about wrong values.

A problem, or the settings of a solver, is a frozen pydantic model. Each field has bounds, a default and one line of
help. The form on the screen, the options of the command line and the JSON result are derived from these fields with
the functions below. Nothing about a parameter is written twice.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, cast, get_args

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails

from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.words import quoted


class Declared(BaseModel):
    """A frozen model that reads text and explains wrong values."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True, allow_inf_nan=False, validate_default=True)

    def __init__(self, /, *unnamed: Any, **values: Any) -> None:
        """Read the values, which may be text. Raise BadInput with a sentence about the first wrong value."""
        if unnamed:
            model = type(self)
            named = ", ".join(f"{name}={value!r}" for name, value in zip(model.model_fields, unnamed, strict=False))
            raise BadInput(f"{model.__name__} takes each value with its name, as {model.__name__}({named})")
        try:
            super().__init__(**_given(type(self), values))
        except ValidationError as error:
            # Unknown names come first: a misspelt field is missing too.
            errors = sorted(error.errors(), key=lambda e: e["type"] != "extra_forbidden")
            faults = [(str(e["loc"][0]) if e["loc"] else "", _sentence(type(self), e)) for e in errors]
            raise BadInput(faults[0][1], dict(reversed(faults))) from None

    def listed(self) -> dict[str, Any]:
        """Return all fields as an object for JSON."""
        return self.model_dump(mode="json", by_alias=True)

    def __eq__(self, other: object) -> bool:
        """Compare the fields only, not cached properties."""
        return type(self) is type(other) and self.model_dump() == other.model_dump()

    def __hash__(self) -> int:
        return hash((type(self), *(getattr(self, name) for name in type(self).model_fields)))


class Settings(Declared):
    """The parameters of a solver. Each number declares both bounds, `ge` and `le`."""

    max_seconds: float | None = Field(None, ge=0, le=1e9, description="seconds of searching before giving up")


@dataclass(frozen=True)
class Text:
    """Metadata of a text field: what the text may be, in words."""

    words: str


def option(name: str) -> str:
    """Return the option name of a field: max-seconds for max_seconds, from for from_ (a Python keyword)."""
    return name.rstrip("_").replace("_", "-")


def kind(field: FieldInfo) -> type[Any]:
    """Return the type of a field, without None."""
    types = [t for t in get_args(field.annotation) if t is not type(None)]
    return cast("type[Any]", types[0] if types else field.annotation)


def choices(field: FieldInfo) -> list[str]:
    """Return the names that a field allows; empty if it is not a choice of names."""
    allowed_type = kind(field)
    return [str(x.value) for x in allowed_type] if issubclass(allowed_type, Enum) else []


def allowed(field: FieldInfo) -> str:
    """Return in words what a field allows."""
    if names := choices(field):
        return "one of " + ", ".join(names)
    if kind(field) is bool:
        return "yes or no"
    if kind(field) is str:
        return next(m.words for m in field.metadata if isinstance(m, Text))
    bounds = {name: getattr(m, name) for m in field.metadata for name in ("ge", "le", "gt", "lt") if hasattr(m, name)}
    least, most = bounds.get("ge"), bounds.get("le")
    words = "a whole number" if kind(field) is int else "a number"
    if least is not None and most is not None:
        return f"{words} from {_number(least)} to {_number(most)}"
    limits = {"ge": "at least", "gt": "more than", "le": "at most", "lt": "less than"}
    sides = " and ".join(f"{word} {_number(bounds[name])}" for name, word in limits.items() if name in bounds)
    return f"{words}, {sides}" if sides else words


def default(field: FieldInfo) -> str:
    """Return the default of a field as a user would type it; empty if there is none."""
    return written(field.get_default(call_default_factory=True))


def written(value: Any) -> str:
    """Return a value as a user would type it."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Enum):
        return str(value.value)
    return f"{value:g}" if isinstance(value, float) and float(f"{value:g}") == value else str(value)


def complaints(model: type[Declared], values: Mapping[str, Any]) -> dict[str, str]:
    """Return a sentence for each wrong field; empty if all values are right."""
    try:
        model(**values)
    except BadInput as error:
        return error.faults
    return {}


def _given(model: type[Declared], values: Mapping[str, Any]) -> dict[str, Any]:
    """Strip the values, and drop empty ones if the field may be empty."""
    stripped = {name: value.strip() if isinstance(value, str) else value for name, value in values.items()}
    fields = model.model_fields
    return {n: v for n, v in stripped.items() if v != "" or n not in fields or fields[n].get_default() is not None}


def _sentence(model: type[Declared], error: ErrorDetails) -> str:
    if error["type"] == "value_error":
        return str(error["ctx"]["error"])
    name = str(error["loc"][0])
    if name not in model.model_fields:
        names = ", ".join(option(n) for n in model.model_fields)
        return f"{option(name)} is unknown; known fields are {names}"
    given = "missing" if error["type"] == "missing" else quoted(str(error["input"]))
    return f"{option(name)} is {given}, but must be {allowed(model.model_fields[name])}"


def _number(value: Any) -> str:
    return f"{int(value):,}" if value == int(value) else f"{value:g}"
