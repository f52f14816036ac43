"""Somebody else's answer: read from a file, or as it is typed, checked as every answer is, drawn, and told about."""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from textwrap import fill
from typing import Any

from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.frame import Board, Status
from knightwatch.engine.core.inquiry import Inquiry
from knightwatch.engine.core.page import Page
from knightwatch.engine.core.search import Problem
from knightwatch.engine.core.words import quoted

LARGEST = 50_000_000
"""Bytes of a file that is read."""


@dataclass
class ShownAnswer(Inquiry):
    """An answer to a problem, what is wrong with it, and what is remarkable about it."""

    problem: Problem
    found: dict[str, Any]
    """The answer, as results have it."""
    faults: list[str]
    """Why it is no answer, in sentences; empty where it is one."""
    facts: list[str]
    """What is remarkable about it, in sentences."""
    picture: Board
    boards: Sequence[Callable[[], Board]] = ()
    """How it comes about, board by board, as far as it does."""

    def __post_init__(self) -> None:
        if bool(self.faults) == self.problem.solves(self.found):
            raise AssertionError("what is told of an answer is not what the problem's own check says")

    def slices(self) -> Iterator[None]:
        yield from ()

    def progress(self) -> tuple[int, int, str]:
        return 1, 1, "answers"

    def status(self) -> Status:
        return Status.GAVE_UP if self.faults else Status.SOLVED

    def board(self) -> Board:
        return self.picture

    @property
    def pages(self) -> int:
        """How many pages there are: one for each of its boards, the last one whole."""
        return max(1, len(self.boards))

    def page(self, place: int) -> Page:
        """Return one of the pages."""
        if place == self.pages - 1:
            return Page.single(self._verdict(), self.picture, " ".join([*self.faults, *self.facts]))
        return Page.single(self.problem.title(), self.boards[place](), f"{place + 1:,} of {self.pages:,}.")

    def _verdict(self) -> str:
        return f"{self.problem.title()}: {'this is no answer' if self.faults else 'the answer is right'}"

    def answer(self) -> dict[str, Any]:
        return {
            "question": "show",
            "complete": True,
            "right": not self.faults,
            "faults": self.faults,
            "facts": self.facts,
            "settings": self.problem.listed(),
            **self.found,
        }

    def text(self) -> str:
        told = [self._verdict(), *(fill(words, 79) for words in (*self.faults, *self.facts))]
        return "\n".join(told) + "\n"


def given(text: str) -> str:
    """Return what stands in the file of that name, or the text itself where it is an answer and no name.

    Raises BadInput where it is neither.
    """
    if "\n" in text or text.lstrip()[:1] in ("[", "{"):
        return text
    path = Path(text)
    try:
        if path.stat().st_size > LARGEST:
            raise BadInput(f"show is {quoted(text)}, which has more than {LARGEST:,} bytes")
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise BadInput(f"show is {quoted(text)}, which is no text") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "no name of a file"
        raise BadInput(f"show is {quoted(text)}, which cannot be read ({reason})") from None


def as_json(text: str) -> Any:
    """Return what a text means as JSON; None where it is none."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def numbers(value: Any) -> list[int] | None:
    """Return a list of whole numbers as it is; None for anything else."""
    whole = isinstance(value, list) and all(isinstance(each, int) and not isinstance(each, bool) for each in value)
    return value if whole and value else None
