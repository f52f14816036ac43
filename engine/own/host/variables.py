"""Local variables of an author's code as short texts. Standard library only."""

from random import Random
from types import FrameType, FunctionType, ModuleType
from typing import Any

from knightwatch.engine.core.reader import shown

MOST_VARIABLES = 40
"""The most local variables that are described."""


def variables(frame: FrameType | None) -> list[list[str]]:
    """Return the local variables of a frame as names and short texts."""
    if frame is None or frame.f_locals is frame.f_globals:  # at import every name of the file would be one
        return []
    own = [(name, value) for name, value in frame.f_locals.items() if not (name.startswith(".") or _is_given(value))]
    code = frame.f_code
    settings = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    own.sort(key=lambda item: item[0] in settings)  # the parameters last: they seldom change
    return [[name, shown(value)] for name, value in own[:MOST_VARIABLES]]


def _is_given(value: Any) -> bool:
    """Tell whether a value is the problem or the random numbers that knightwatch gave, or a piece of code."""
    kind = type(value)
    return kind in (Random, FunctionType, ModuleType, type) or str(kind.__module__).startswith("knightwatch.engine.")
