"""Describes an exception of an author's code: its line, its variables, its traceback. Standard library only."""

import traceback
from dataclasses import dataclass
from types import FrameType, TracebackType

from knightwatch.engine.own.host.variables import variables

MOST_LETTERS = 4000
"""The length of a traceback; its end is kept."""


@dataclass(frozen=True)
class AuthorFault:
    """An exception as data."""

    words: str
    """Type and message."""
    line: int
    """The author's line that raised it; 0 if none did."""
    variables: list[list[str]]
    """The local variables there."""
    text: str
    """The traceback, from the author's first line on."""


def fault_of(error: BaseException, file: str) -> AuthorFault:
    """Describe an exception; `file` is the name of the author's file."""
    first = last = None
    here = error.__traceback__
    while here is not None:
        if here.tb_frame.f_code.co_filename == file:
            first, last = first or here, here
        here = here.tb_next
    line, found = (last.tb_lineno, _variables(last.tb_frame)) if last else (0, [])
    if type(error) is MemoryError and error.__traceback__:  # free the author's objects: the rest needs memory too
        last = None
        traceback.clear_frames(error.__traceback__)
    if isinstance(error, SyntaxError) and error.filename == file and isinstance(error.lineno, int):
        line = error.lineno
    return AuthorFault(described(error), line, found, _text(error, first))


def _variables(frame: FrameType) -> list[list[str]]:
    try:
        return variables(frame)
    except MemoryError:
        return []


def _text(error: BaseException, first: TracebackType | None) -> str:
    try:
        return "".join(traceback.format_exception(type(error), error, first))[-MOST_LETTERS:]
    except BaseException as other:
        return f"The traceback cannot be shown: {described(other)}."


def described(error: BaseException) -> str:
    """Return the type and the message of an exception on one line."""
    name = str(type.__dict__["__name__"].__get__(type(error)))
    try:
        words = " ".join(str.split(str(error)))
    except BaseException:
        words = ""
    return f"{name}: {words[:500]}" if words else name
