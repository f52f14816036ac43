"""Local variables of an author's code as short texts. Standard library only."""

from collections import deque
from itertools import islice
from random import Random
from types import FrameType, FunctionType, ModuleType
from typing import Any

from knightwatch.engine.core.reader import shown

MOST_VARIABLES = 40
"""The most local variables that are described."""
LONG = 36
"""Characters of a list from which on only its last elements are described: steps change the end of a list."""
ENDING = 22
"""Characters of these last elements."""


def variables(frame: FrameType | None) -> list[list[str]]:
    """Return the local variables of a frame as names and short texts."""
    if frame is None or frame.f_locals is frame.f_globals:  # at import every name of the file would be one
        return []
    own = [(name, value) for name, value in frame.f_locals.items() if not (name.startswith(".") or _is_given(value))]
    code = frame.f_code
    settings = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    own.sort(key=lambda item: item[0] in settings)  # the parameters last: they seldom change
    return [[name, _described(value)] for name, value in own[:MOST_VARIABLES]]


def _described(value: Any) -> str:
    """Return a short text for a value: the end of a long list, the beginning of anything else."""
    text = shown(value)
    if type(value) in (set, dict, deque) and len(text) > LONG:
        return f"{text[:LONG]}... {len(value):,} in all"
    if type(value) is not list or len(text) <= LONG or len(value) < 3:
        return text
    ending = shown(value[-1])
    for each in islice(reversed(value), 1, ENDING):
        if len(ending) + len(longer := shown(each)) > ENDING:
            break
        ending = f"{longer}, {ending}"
    return f"[..., {ending}] {len(value):,} in all"


def _is_given(value: Any) -> bool:
    """Tell whether a value is the problem or the random numbers that knightwatch gave, or a piece of code."""
    kind = type(value)
    return kind in (Random, FunctionType, ModuleType, type) or str(kind.__module__).startswith("knightwatch.engine.")
