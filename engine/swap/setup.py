"""Edit start and goal by hand: knights, empty and missing squares, and the size of the board."""

from dataclasses import dataclass, replace
from enum import StrEnum

from knightwatch.engine.byhand.setup import Setup, complaint
from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.frame import Board
from knightwatch.engine.swap.notation import LARGEST, MISSING, read_rows
from knightwatch.engine.swap.problem import SwapProblem, exchanged, pictured
from knightwatch.engine.swap.refutations import BLACK, EMPTY, WHITE


class Side(StrEnum):
    """The position that the user edits."""

    START = "start"
    GOAL = "goal"


@dataclass(frozen=True)
class Draft:
    """Start and goal as text; they need not be valid yet."""

    start: str
    to: str | None
    """The goal; None: the start with the colours exchanged."""

    @property
    def goal(self) -> str:
        """The goal as text."""
        return self.to or exchanged(self.start)

    def text(self, side: Side) -> str:
        """Return the text of one position."""
        return self.start if side is Side.START else self.goal

    def with_text(self, side: Side, text: str) -> "Draft":
        """Return a draft with another text for one position."""
        return replace(self, start=text) if side is Side.START else replace(self, to=text)


class SwapSetup(Setup[Draft]):
    """An editor of start and goal; the kind of moves and the names of squares do not change."""

    def __init__(self, problem: SwapProblem) -> None:
        super().__init__(Draft(problem.from_, problem.to))
        self._moves, self._names = problem.moves, problem.names

    def problem(self) -> SwapProblem:
        return SwapProblem(from_=self.draft.start, to=self.draft.to, moves=self._moves, names=self._names)

    def board(self, side: Side) -> Board:
        """Return the board of one position."""
        return pictured(self.draft.text(side))

    def put(self, side: Side, square: int, letter: str) -> str:
        """Put a knight on a square or clear it; remove a square from both boards or put it back."""
        at = _place(self.draft.start, square)
        there = self.draft.text(side)[at]
        if letter == MISSING and there == MISSING:
            letter = EMPTY
        draft = self.draft
        if MISSING in (letter, there):
            both = MISSING if letter == MISSING else EMPTY
            draft = Draft(_put(draft.start, at, both), draft.to and _put(draft.to, at, both))
        if draft.text(side)[at] != letter:
            draft = draft.with_text(side, _put(draft.text(side), at, letter))
        return self.change(draft)

    def cycle(self, side: Side, square: int) -> str:
        """Put the next content on a square: black knight, white knight, nothing."""
        there = self.draft.text(side)[_place(self.draft.start, square)]
        return self.put(side, square, {EMPTY: BLACK, BLACK: WHITE}.get(there, EMPTY))

    def resize(self, rows: int, cols: int) -> str:
        """Add rows below and columns at the right, or remove them if the number is negative."""
        start = self.draft.start.split("/")
        height, width = len(start) + rows, len(start[0]) + cols
        if not (1 <= height <= LARGEST and 1 <= width <= LARGEST):
            return f"A board has 1 to {LARGEST} rows and columns."
        return self.change(
            Draft(_resized(self.draft.start, height, width), self.draft.to and _resized(self.draft.to, height, width))
        )

    def paste(self, side: Side, text: str) -> str:
        """Read a position from text; a text with an error changes nothing."""
        try:
            rows = read_rows(text, "from" if side is Side.START else "to")
        except BadInput as error:
            return complaint(error)
        draft = self.draft.with_text(side, "/".join(rows))
        if side is Side.START and _shape(draft.start) != _shape(draft.goal):
            draft = replace(draft, to=None)
        return self.change(draft)

    def clear(self, side: Side) -> str:
        """Remove all knights from the start, or reset the goal to the start with the colours exchanged."""
        if side is Side.GOAL:
            return self.change(replace(self.draft, to=None))
        return self.change(replace(self.draft, start=self.draft.start.replace(BLACK, EMPTY).replace(WHITE, EMPTY)))


def _place(text: str, square: int) -> int:
    """Return the index of a square in the text."""
    cols = len(text.split("/")[0])
    return square + square // cols


def _put(text: str, at: int, letter: str) -> str:
    return text[:at] + letter + text[at + 1 :]


def _resized(text: str, rows: int, cols: int) -> str:
    lines = [row[:cols].ljust(cols, EMPTY) for row in text.split("/")[:rows]]
    return "/".join(lines + [EMPTY * cols] * (rows - len(lines)))


def _shape(text: str) -> list[list[bool]]:
    """Return which squares are not missing."""
    return [[letter != MISSING for letter in row] for row in text.split("/")]
