"""Knights that change places: start, goal, and the check of answers that no solver shares.

A position is text, one group of letters per row: B and W are knights, a dot is an empty square, # a missing one.
Solvers see the squares that are not missing as the vertices of a graph, numbered in their order.
"""

from collections.abc import Sequence
from dataclasses import replace
from enum import StrEnum
from functools import cached_property
from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray
from pydantic import Field, ValidationInfo, field_validator

from knightwatch.engine.boards import Squares, file_name, file_number, square_name
from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.frame import Board, Kind, Links, Mark, Tone
from knightwatch.engine.core.search import Problem
from knightwatch.engine.swap.graph import Graph, file_graph, knight_graph
from knightwatch.engine.swap.notation import MISSING, POSITION, Names, Writing, digits, read_rows
from knightwatch.engine.swap.refutations import BLACK, EMPTY, WHITE, refutation
from knightwatch.engine.swap.task import SwapTask

MOST_NUMBERED = 100
"""The most squares that are named by numbers: a square on the screen has room for two digits."""

HOLE = Mark("missing square", "#", "#", Tone.HOLE)
LEFT = Mark("start of the last move", "·", "o", Tone.HINT)
BLACK_KNIGHT = Mark("black knight", "♞", "B", Tone.BLACK)
WHITE_KNIGHT = Mark("white knight", "♘", "W", Tone.WHITE)
MARKS = (HOLE, LEFT, BLACK_KNIGHT, WHITE_KNIGHT)
KINDS = {MISSING: 0, BLACK: 2, WHITE: 3}

SIX = "BBB/.../.../WWW"


class Moves(StrEnum):
    """The moves that a knight may make."""

    KNIGHT = "knight"
    FILES = "files"


class SwapProblem(Problem):
    """Move black and white knights from a start to a goal, always to empty squares, in the fewest moves."""

    common_unit = "position", "expanded"
    attainment = "lower bound of moves", Kind.LINE

    from_: Annotated[str, POSITION] = Field(SIX, serialization_alias="from", description="start position")
    to: Annotated[str | None, POSITION] = Field(None, description="goal position; empty: the colours change places")
    moves: Moves = Field(
        Moves.KNIGHT,
        description="knight: knight's moves; files: one row of files, and a move crosses one or two of them",
    )
    names: Names = Field(
        Names.ALGEBRAIC,
        description="algebraic (a1 at the bottom left), or numbers row by row: from 0 as in the program of the thesis, "
        "or from 1 as in its figures",
    )
    writing: Writing = Field(
        Writing.LETTERS,
        description="how positions are written: letters, or digits as in the thesis (1 and 0 are knights, 2 is empty)",
    )

    @field_validator("from_")
    @classmethod
    def _start(cls, text: str) -> str:
        rows = read_rows(text, "from")
        if not any(piece in row for row in rows for piece in (BLACK, WHITE)):
            raise BadInput("from has no knights, but must have at least one B or W")
        return "/".join(rows)

    @field_validator("to")
    @classmethod
    def _goal(cls, text: str | None, info: ValidationInfo) -> str | None:
        start = info.data.get("from_")
        if text is None:
            if start and start.count(BLACK) != start.count(WHITE):
                raise BadInput(
                    "to is empty, which lets the colours change places, but from has different numbers of B and W: "
                    "give a goal position"
                )
            return None
        goal = read_rows(text, "to")
        if start:
            _same_board(start.split("/"), goal)
        return "/".join(goal)

    @field_validator("names")
    @classmethod
    def _numbers_have_two_digits(cls, names: Names, info: ValidationInfo) -> Names:
        squares = len(info.data.get("from_", "").replace("/", ""))
        if names.first is not None and squares + names.first > MOST_NUMBERED:
            most = MOST_NUMBERED - names.first
            raise BadInput(f"names is {names}, but the board has {squares} squares: at most {most} fit")
        return names

    @field_validator("moves")
    @classmethod
    def _files_are_one_row(cls, moves: Moves, info: ValidationInfo) -> Moves:
        if moves is Moves.FILES and "/" in info.data.get("from_", ""):
            raise BadInput("moves is files, so from must be one row, one letter per file")
        return moves

    @cached_property
    def goal(self) -> str:
        """The goal position as text."""
        return self.to or exchanged(self.from_)

    @cached_property
    def free(self) -> NDArray[np.bool_]:
        """The board as rows and columns: False is a missing square."""
        return np.array([[letter != MISSING for letter in row] for row in self.from_.split("/")])

    @cached_property
    def squares(self) -> Squares:
        """The square of each vertex."""
        return np.flatnonzero(self.free)

    @cached_property
    def graph(self) -> Graph:
        """The graph of the squares and the moves between them."""
        return file_graph(self.free) if self.moves is Moves.FILES else knight_graph(self.free)

    @cached_property
    def task(self) -> SwapTask:
        """The problem as the author of a solver sees it."""
        return SwapTask(self.from_, self.goal, self.moves is Moves.FILES, self.names.first)

    def letters(self, text: str) -> str:
        """Return a position as one letter per vertex."""
        return text.replace("/", "").replace(MISSING, "")

    def text(self, letters: Sequence[str]) -> str:
        """Return a position, given as one letter per vertex, as text."""
        cells = np.full(self.free.size, MISSING)
        cells[self.squares] = list(letters)
        return "/".join("".join(row) for row in cells.reshape(self.free.shape))

    def name(self, vertex: int) -> str:
        """Return the name of a vertex: its square or its file."""
        row, col = divmod(int(self.squares[vertex]), self.free.shape[1])
        return file_name(col) if self.moves is Moves.FILES else self.named((row, col))

    def title(self) -> str:
        black, white = self.from_.count(BLACK), self.from_.count(WHITE)
        rows, cols = self.free.shape
        where = f"{cols} files" if self.moves is Moves.FILES else f"{rows} x {cols}"
        knights = " and ".join(f"{n} {colour}" for n, colour in ((black, "black"), (white, "white")) if n)
        return f"{knights} knight{'s' if black + white > 1 else ''} on {where}"

    def refutation(self) -> str:
        return refutation(self.graph, self.letters(self.from_), self.letters(self.goal), self.name)

    def solves(self, answer: dict[str, Any]) -> bool:
        board = [list(row) for row in self.from_.split("/")]
        for here, there in answer["moves"]:
            (row, col), (to_row, to_col) = self._cell(here), self._cell(there)
            if not (0 <= to_row < len(board) and 0 <= to_col < len(board[0])):
                return False
            apart = sorted((abs(row - to_row), abs(col - to_col)))
            if apart not in ([[0, 1], [0, 2]] if self.moves is Moves.FILES else [[1, 2]]):
                return False
            if board[row][col] not in (BLACK, WHITE) or board[to_row][to_col] != EMPTY:
                return False
            board[to_row][to_col], board[row][col] = board[row][col], EMPTY
        return "/".join("".join(row) for row in board) == self.goal

    def _cell(self, square: Any) -> tuple[int, int]:
        return (0, file_number(square)) if isinstance(square, str) else (square[0], square[1])

    def board(self) -> Board:
        return self.position(self.from_)

    def picture(self, answer: dict[str, Any]) -> Board:
        return self.position(answer["positions"][-1])

    def pictures(self, answer: dict[str, Any]) -> list[tuple[str, Board]]:
        cols, titled = self.free.shape[1], [("start", self.position(answer["positions"][0]))]
        for place, (move, text) in enumerate(zip(answer["moves"], answer["positions"][1:], strict=True), 1):
            here, there = (row * cols + col for row, col in map(self._cell, move))
            title = f"{place}. {self.named(move[0])}-{self.named(move[1])}"
            titled.append((title, self.position(text, (here, there))))
        return titled

    def table(self, answer: dict[str, Any]) -> list[tuple[Any, ...]]:
        rows = zip(answer["moves"], map(self.written, answer["positions"][1:]), strict=True)
        return [("move", "from", "to", "position"), *((k, *map(self.named, m), p) for k, (m, p) in enumerate(rows, 1))]

    def words(self, answer: dict[str, Any]) -> str:
        moves = [f"{k}.{self.named(here)}-{self.named(there)}" for k, (here, there) in enumerate(answer["moves"], 1)]
        if self.writing is Writing.DIGITS:
            positions = map(self.written, answer["positions"])
            return " ".join(
                f"{move} {position}".strip() for move, position in zip(["", *moves], positions, strict=True)
            )
        return " ".join(moves)

    def convention(self, answer: dict[str, Any]) -> dict[str, Any]:
        return {"positions": [self.written(text) for text in answer["positions"]]}

    def listed(self) -> dict[str, Any]:
        """Return all fields as an object for JSON, with the positions as the problem writes them."""
        return super().listed() | {"from": self.written(self.from_), "to": self.to and self.written(self.to)}

    def written(self, text: str) -> str:
        """Return a position, given as letters, as the problem writes positions."""
        return digits(text) if self.writing is Writing.DIGITS else text

    def named(self, square: Any) -> str:
        """Return the name of a square, given as row and column; a file is its own name."""
        if isinstance(square, str):
            return square
        rows, cols = self.free.shape
        row, col = square
        first = self.names.first
        return square_name(row, col, rows) if first is None else f"{row * cols + col + first}"

    def position(self, text: str, move: tuple[int, int] | None = None) -> Board:
        """Return the board of a position, with a line for the move that led to it."""
        board, first = pictured(text, move), self.names.first
        return board if first is None else numbered(board, first)


def exchanged(text: str) -> str:
    """Return a position with the colours exchanged."""
    return text.translate(str.maketrans(BLACK + WHITE, WHITE + BLACK))


def last_move(move: tuple[int, int]) -> Links:
    """Return the line of the last move."""
    return Links.equal("the last move", Tone.HINT, move)


def pictured(text: str, move: tuple[int, int] | None = None) -> Board:
    """Return the board of a position given as text, with a line for the move that led to it."""
    rows = text.split("/")
    cells = np.array(list("".join(rows)))
    kinds = np.full(len(cells), len(MARKS), np.uint8)
    for letter, kind in KINDS.items():
        kinds[cells == letter] = kind
    if move:
        kinds[move[0]] = MARKS.index(LEFT)
    squares = np.flatnonzero(kinds < len(MARKS))
    links = (last_move(move),) if move else ()
    return Board(len(rows), len(rows[0]), MARKS, squares, kinds[squares], links=links)


def numbered(board: Board, first: int) -> Board:
    """Return the board with numbers on its empty squares; the number of the first square is given."""
    empty = np.setdiff1d(np.arange(board.rows * board.cols), board.squares)
    named = [f"{square + first}" for square in empty.tolist()]
    numbers = tuple(Mark(f"square {name}", name, name, Tone.HINT) for name in named)
    kinds = len(board.marks) + np.arange(len(empty), dtype=np.uint8)
    return replace(
        board,
        marks=board.marks + numbers,
        squares=np.concatenate([board.squares, empty]),
        kinds=np.concatenate([board.kinds, kinds]),
    )


def _same_board(start: list[str], goal: list[str]) -> None:
    """Raise BadInput if start and goal differ in their board or in their number of knights."""
    if (len(start), len(start[0])) != (len(goal), len(goal[0])):
        raise BadInput(
            f"to has {len(goal)} x {len(goal[0])} squares, but from has {len(start)} x {len(start[0])}: "
            "they must be the same board"
        )
    for r, (row, other) in enumerate(zip(start, goal, strict=True), 1):
        for c, (letter, there) in enumerate(zip(row, other, strict=True), 1):
            if (letter == MISSING) != (there == MISSING):
                which = "to" if there == MISSING else "from"
                raise BadInput(
                    f"{which} has a missing square in row {r}, column {c}, but the other position has not: "
                    "they must be the same board"
                )
    knights = [sum(row.count(BLACK) + row.count(WHITE) for row in rows) for rows in (start, goal)]
    if knights[0] != knights[1]:
        raise BadInput(f"from has {knights[0]} knights, but to has {knights[1]}: the numbers must be equal")
