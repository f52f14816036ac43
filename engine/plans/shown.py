"""Answers from elsewhere: read from a file or typed, checked like every answer, drawn and described."""

import csv
import json
import re
import shlex
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from textwrap import fill
from typing import Any

from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.frame import Board, Status
from knightwatch.engine.core.inquiry import Inquiry
from knightwatch.engine.core.page import Page
from knightwatch.engine.core.search import Problem
from knightwatch.engine.core.words import quoted
from knightwatch.engine.notation import file_name

LARGEST = 50_000_000
"""The maximum size of a file in bytes."""
ANSWER = re.compile(r"\s*+(?:[a-z]{0,3}+[0-9]++[\s,;:.>→–-]*+){2,}", re.IGNORECASE)
"""Squares or numbers on one line: an answer, and not a file name, unless there is such a file."""
PRINTED_ARRAY = re.compile(r"(?:np\.|numpy\.)?array\(")
"""The beginning of a NumPy array as Python prints it."""
MOST_NUMBERS = 10
"""Most wrong answers of a file that the summary names."""
MOST_FAULTS = 1000
"""Most sentences about single faults; further faults are only counted."""


@dataclass
class ShownAnswer(Inquiry):
    """An answer to a problem with its faults and its properties."""

    problem: Problem
    found: dict[str, Any]
    """The answer, with the field names of a result."""
    faults: list[str]
    """Sentences about what is wrong; empty if the answer is right."""
    facts: list[str]
    """Sentences about its properties."""
    picture: Board
    boards: Sequence[Callable[[], Board]] = ()
    """Functions that draw the answer step by step."""

    def __post_init__(self) -> None:
        if bool(self.faults) == self.problem.solves(self.found):
            raise AssertionError("the list of faults contradicts Problem.solves")

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
        """The number of pages: one per board. The last page shows the whole answer."""
        return max(1, len(self.boards))

    @property
    def first_page(self) -> int:
        """The page that opens first: the last one, with the result."""
        return self.pages - 1

    def page(self, place: int) -> Page:
        """Return one page, from 0."""
        if place == self.pages - 1:
            return Page.single(self.verdict(), self.picture, " ".join([*self.faults, *self.facts]))
        return Page.single(self.problem.title(), self.boards[place](), f"{place + 1:,} of {self.pages:,}.")

    def verdict(self) -> str:
        """Return a heading that says whether the answer is right."""
        return f"{self.problem.title()}: {'this answer is wrong' if self.faults else 'this answer is right'}"

    def answer(self) -> dict[str, Any]:
        return {
            "question": "show",
            "complete": True,
            "right": not self.faults,
            "faults": self.faults,
            "facts": self.facts,
            "settings": self.problem.listed(),
            **self.found,
            **self.problem.convention(self.found),
        }

    def text(self) -> str:
        lines = [self.verdict(), *(fill(words, 79) for words in (*self.faults, *self.facts))]
        return "\n".join(lines) + "\n"


@dataclass
class ShownAnswers(Inquiry):
    """Several answers of one file, with a page for each."""

    noun: str
    """The word for an answer, like "tour"."""
    answers: Sequence[ShownAnswer]

    @property
    def wrong(self) -> list[int]:
        """The numbers of the wrong answers, from 1."""
        return [number for number, answer in enumerate(self.answers, 1) if answer.faults]

    def slices(self) -> Iterator[None]:
        yield from ()

    def progress(self) -> tuple[int, int, str]:
        return len(self.answers), len(self.answers), "answers"

    def status(self) -> Status:
        return Status.GAVE_UP if self.wrong else Status.SOLVED

    def board(self) -> Board:
        return self.answers[self.first_page].board()

    @property
    def pages(self) -> int:
        """The number of pages: one for each answer."""
        return len(self.answers)

    @property
    def first_page(self) -> int:
        """The page that opens first: the first wrong answer or, if all are right, the first one."""
        return self.wrong[0] - 1 if self.wrong else 0

    def page(self, place: int) -> Page:
        """Return the page of one answer, from 0."""
        answer = self.answers[place]
        page = answer.page(answer.first_page)
        return replace(page, sentence=f"{self._summary()} {self._named(place)}: {page.sentence}")

    def _named(self, place: int) -> str:
        return f"{self.noun.capitalize()} {place + 1:,} of {self.pages:,}"

    def _summary(self) -> str:
        wrong = self.wrong
        if not wrong:
            return f"All {self.pages:,} {self.noun}s are right."
        numbers = ", ".join(f"{number:,}" for number in wrong[:MOST_NUMBERS])
        more = " ..." if len(wrong) > MOST_NUMBERS else ""
        return f"{len(wrong):,} of {self.pages:,} {self.noun}s are wrong: {numbers}{more}."

    def answer(self) -> dict[str, Any]:
        """Return the first answer as a JSON object, with the faults of all answers, and all of them in `answers`."""
        faults = [f"{self._named(place)}: {fault}" for place, each in enumerate(self.answers) for fault in each.faults]
        names = ("right", "faults", *self.answers[0].found)
        listed = [{name: each[name] for name in names} for each in (shown.answer() for shown in self.answers)]
        whole = {"right": not faults, "faults": faults, "facts": [self._summary()], "answers": listed}
        return self.answers[0].answer() | whole

    def text(self) -> str:
        place = self.first_page
        shown = [f"{self._named(place)}, drawn above: {self.answers[place].verdict()}"]
        lines = [self._summary(), *shown, *self.answers[place].faults, *self.answers[place].facts]
        return "\n".join(fill(words, 79) for words in lines) + "\n"


def all_of(noun: str, answers: Sequence[ShownAnswer]) -> ShownAnswer | ShownAnswers:
    """Return the only answer, or all answers of a file."""
    return answers[0] if len(answers) == 1 else ShownAnswers(noun, answers)


def given(text: str) -> str:
    """Return the content of the file with this name, or the text itself if it is an answer.

    Raise BadInput if the file cannot be read.
    """
    if "\n" in text or not text.strip() or text.lstrip()[:1] in ("[", "{", "(") or PRINTED_ARRAY.match(text):
        return text
    try:
        with Path(text).open("rb") as file:
            content = file.read(LARGEST + 1)  # a device may have no end
    except (OSError, ValueError) as error:
        if ANSWER.fullmatch(text):
            return text
        reason = getattr(error, "strerror", None) or "not a file name"
        raise BadInput(f"show is {quoted(text)}, which cannot be read ({reason})") from None
    if len(content) > LARGEST:
        raise BadInput(f"show is {quoted(text)}, which has more than {LARGEST:,} bytes")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadInput(f"show is {quoted(text)}, which is not a text file in UTF-8") from None


def as_json(text: str) -> Any:
    """Return the value of a JSON text, a Python list or a printed NumPy array; None if it is none of them."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return _from_python(text.strip())


def _from_python(text: str) -> Any:
    """Return the value of a Python list or tuple, or of a printed NumPy array; None if it is neither."""
    if match := PRINTED_ARRAY.match(text):
        text = re.sub(r"(?:,\s*dtype=[^)]*)?\)$", "", text[match.end() :].strip())
    if text[:1] not in ("[", "("):
        return None
    plain = text.translate(str.maketrans("()'", '[]"'))
    plain = re.sub(r"(?<=[0-9])\.(?![0-9])", "", plain)  # a number of floats
    plain = re.sub(r"(?<=[0-9\]])\s+(?=[0-9\[])", ", ", plain)  # NumPy separates numbers by spaces
    plain = re.sub(r",\s*\]", "]", plain)
    for each in (plain, f"[{plain}]"):  # pairs need no brackets around them
        try:
            return json.loads(each)
        except (ValueError, RecursionError):
            continue
    return None


def csv_rows(text: str) -> list[dict[str, str]]:
    """Return the rows of a CSV text by the names of its columns; empty if its first line has no such names."""
    head, _, rest = text.strip().partition("\n")
    if not rest or not re.fullmatch(r"[a-z_]+(?:,[a-z_]+)+", head.strip()):
        return []
    return [
        {name: cell or "" for name, cell in row.items() if name} for row in csv.DictReader(text.strip().splitlines())
    ]


def printed_board(text: str) -> list[list[str]] | None:
    """Return the cells of a printed board, which has ranks and files; None if the text has none or several."""
    lines, boards = [line.split() for line in text.splitlines()], []
    for place, names in enumerate(lines):
        if names[:1] != ["a"] or names != [file_name(col) for col in range(len(names))]:
            continue
        rows: list[list[str]] = []
        while len(rows) < place and lines[place - len(rows) - 1][:1] == [str(len(rows) + 1)]:
            rows.append(lines[place - len(rows) - 1][1:])
        if rows and all(len(row) == len(names) for row in rows):
            boards.append(rows[::-1])
    return boards[0] if len(boards) == 1 else None


def printed_options(text: str, puzzle: str) -> dict[str, str]:
    """Return the options of the command line in a printed result of a puzzle; empty if there is none."""
    found = re.search(rf"^Again: knightwatch {puzzle} (.*)$", text, re.MULTILINE)
    try:
        words = shlex.split(found[1]) if found else []
    except ValueError:  # a quotation mark is missing
        return {}
    return {word[2:]: value for word, value in pairwise([*words, ""]) if word.startswith("--")}


def limited(faults: list[str], what: str) -> list[str]:
    """Return the sentences about single faults; if there are too many, the number of the others."""
    more = len(faults) - MOST_FAULTS
    return [*faults[:MOST_FAULTS], f"{more:,} more {what}."] if more > 0 else faults


def numbers(value: Any) -> list[int] | None:
    """Return the value if it is a list of whole numbers; None otherwise."""
    whole = isinstance(value, list) and all(isinstance(each, int) and not isinstance(each, bool) for each in value)
    return value if whole and value else None
