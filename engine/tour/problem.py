"""The knight's tour problem, and the check of an answer, which shares no code with any solver."""

from collections.abc import Sequence
from functools import cached_property
from typing import Annotated, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from pydantic import Field, ValidationInfo, field_validator

from knightwatch.engine.boards import SquareNames, read_square, read_squares
from knightwatch.engine.core.declaration import Text
from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.frame import Board, Kind, Mark, Tone
from knightwatch.engine.core.search import Problem
from knightwatch.engine.tour.properties import closed
from knightwatch.engine.tour.refutations import Refusal, refusal
from knightwatch.engine.tour.task import TourTask

HOLE = Mark("missing square", "#", "#", Tone.HOLE)
PROOF = Mark("square of the proof", "●", "*", Tone.HINT)
NECK = Mark("square that the squares of the proof need", "◆", "%", Tone.ALARM)
CANDIDATES = tuple(Mark("free square and its number of ways on", f"+{k}", f"+{k}", Tone.HINT) for k in range(9))
DEAD_END = Mark("tried: a dead end", "×", "x", Tone.ALARM)
KNIGHT = Mark("knight", "♞", "N", Tone.PIECE)
FROM_FIRST = Mark("gene of the first parent", "A", "A", Tone.HINT)
FROM_SECOND = Mark("gene of the second parent", "B", "B", Tone.GOOD)
MUTATED = Mark("mutated gene", "M", "M", Tone.ALARM)
MENDED = Mark("reached by a repaired move", "R", "R", Tone.GOOD)
REPEATED = Mark("visited more than once", "2+", "2+", Tone.ALARM)
GOOD = Mark("a good start", "○", "o", Tone.GOOD)
WRONG = Mark("end of a wrong move", "!", "!", Tone.ALARM)
LOST = Mark("square of the losing move: after it no tour was possible", "?", "?", Tone.ALARM)
GENES = FROM_FIRST, FROM_SECOND, MUTATED, MENDED, REPEATED
MARKS = (HOLE, *CANDIDATES, *GENES, DEAD_END, WRONG, LOST, PROOF, NECK, GOOD, KNIGHT)


LARGEST = 1000


def _size(info: ValidationInfo) -> tuple[int, int]:
    """Return the given rows and columns; LARGEST for a value that is invalid itself."""
    return info.data.get("rows", LARGEST), info.data.get("cols", LARGEST)


class TourProblem(Problem):
    """Visit every square of a board once, by knight's moves; if `closed`, a last move must lead back to the start."""

    common_unit = "square", "entered"
    attainment = "squares of the longest walk", Kind.LINE

    rows: int = Field(8, ge=1, le=LARGEST, description="rows of the board")
    cols: int = Field(8, ge=1, le=LARGEST, description="columns of the board")
    start: Annotated[str | None, Text("a square, as e4, 4,4 (row,column) or [4,4] ([x,y])")] = Field(
        None, description="first square of the tour; empty: the solver chooses"
    )
    holes: Annotated[str | None, Text("squares, as a1:b3 or 0,0:7,7")] = Field(
        None, description="squares that the board does not have"
    )
    closed: bool = Field(False, description="a knight's move must lead from the last square back to the first")

    names: SquareNames = Field(
        SquareNames.ALGEBRAIC,
        description="how squares are written: algebraic (e4), row-column (4,4, from 0 from the top left), or x-y "
        "([4,4], column first, as in the report)",
    )

    @field_validator("start")
    @classmethod
    def _start_on_the_board(cls, start: str | None, info: ValidationInfo) -> str | None:
        if start:
            read_square(start, *_size(info), "start")
        return start

    @field_validator("holes")
    @classmethod
    def _holes_in_the_board(cls, holes: str | None, info: ValidationInfo) -> str | None:
        if holes:
            (rows, cols), start = _size(info), info.data.get("start")
            missing = set(read_squares(holes, rows, cols, "holes"))
            if len(missing) == rows * cols:
                raise BadInput("holes has all squares of the board, but at least one square must be left")
            if start and read_square(start, rows, cols, "start") in missing:
                raise BadInput(f"holes has the start, {start}, but the start must not be a hole")
        return holes

    @cached_property
    def first(self) -> int | None:
        """The start, or None if the solver may choose it."""
        return read_square(self.start, self.rows, self.cols, "start") if self.start else None

    @cached_property
    def free(self) -> NDArray[np.bool_]:
        """The board as rows and columns: False for a hole."""
        free = np.ones(self.rows * self.cols, bool)
        if self.holes:
            free[read_squares(self.holes, self.rows, self.cols, "holes")] = False
        return free.reshape(self.rows, self.cols)

    @cached_property
    def squares(self) -> int:
        """The number of squares without holes."""
        return int(self.free.sum())

    @cached_property
    def possible_starts(self) -> NDArray[np.int64]:
        """The possible starts: the given one, or those of the colour with more squares, or all."""
        if self.first is not None:
            return np.array([self.first])
        squares = np.flatnonzero(self.free)
        dark = np.sum(np.divmod(squares, self.cols), axis=0) % 2 == 1
        more = 2 * int(dark.sum()) - len(squares)
        return squares[dark == (more > 0)] if more else squares

    @cached_property
    def refusal(self) -> Refusal | None:
        """The reason why there is no tour, if a refutation rule applies."""
        return refusal(self.free, self.first, self.closed)

    @cached_property
    def task(self) -> TourTask:
        """The problem as the author of a solver sees it."""
        start = None if self.first is None else divmod(self.first, self.cols)
        holes = tuple(divmod(hole, self.cols) for hole in np.flatnonzero(~self.free).tolist())
        return TourTask(self.rows, self.cols, self.closed, start, holes)

    def title(self) -> str:
        holes = self.rows * self.cols - self.squares
        without = f" without {holes:,} square{'s' if holes > 1 else ''}" if holes else ""
        begin = f" from {self.name(self.first)}" if self.first is not None else ""
        return f"{'closed ' if self.closed else ''}tour of {self.rows} x {self.cols}{without}{begin}"

    def name(self, square: int) -> str:
        """Return the name of a square."""
        return self.names.written(*divmod(square, self.cols), self.rows)

    def refutation(self) -> str:
        return self.refusal.reason if self.refusal else ""

    def solves(self, answer: dict[str, Any]) -> bool:
        path = np.asarray(answer["path"], np.int64).reshape(-1, 2)
        row, col = path.T
        if len(path) != self.squares or (path < 0).any() or (path >= (self.rows, self.cols)).any():
            return False
        visits = np.bincount(row * self.cols + col, minlength=self.free.size)
        if not np.array_equal(visits, self.free.ravel()) or (self.closed and len(path) < 3):
            return False
        if self.first is not None and tuple(path[0]) != divmod(self.first, self.cols):
            return False
        ring = np.concatenate([path, path[:1]]) if self.closed else path
        down, right = np.abs(np.diff(ring, axis=0)).T
        return bool((down * right == 2).all())

    def board(self) -> Board:
        return self.walk([], marks=[(PROOF, self.refusal.squares)] if self.refusal else [])

    def picture(self, answer: dict[str, Any]) -> Board:
        path = np.array(answer["path"], np.int64).reshape(-1, 2)
        return self.walk(path[:, 0] * self.cols + path[:, 1]) if len(path) else self.board()

    def table(self, answer: dict[str, Any]) -> list[tuple[Any, ...]]:
        steps = enumerate(answer["path"], 1)
        if self.names is SquareNames.X_Y:
            return [("step", "x", "y"), *((k, col, row) for k, (row, col) in steps)]
        return [("step", "row", "column"), *((k, *square) for k, square in steps)]

    def words(self, answer: dict[str, Any]) -> str:
        """Return the squares in order, if they are not named as on the board, and the best walk without a tour."""
        best = answer.get("best_walk")
        walks = ["" if self.names is SquareNames.ALGEBRAIC else self._written(answer["path"])]
        if best:
            walks.append(f"Best walk of the last generation, fitness {answer['fitness']:,}: {self._written(best)}")
        return " ".join(filter(None, walks))

    def _written(self, path: Sequence[Sequence[int]]) -> str:
        return " ".join(self.name(row * self.cols + col) for row, col in path)

    def walk(self, trail: ArrayLike, marks: Sequence[tuple[Mark, ArrayLike]] = ()) -> Board:
        """Return the board with holes, a walk, and further marks on top."""
        trail = np.asarray(trail, np.int64)
        placed = [(HOLE, np.flatnonzero(~self.free)), *marks]
        squares = [np.asarray(where, np.int64) for _, where in placed]
        kinds = [
            np.full(len(where), MARKS.index(mark), np.uint8) for (mark, _), where in zip(placed, squares, strict=True)
        ]
        return Board(
            self.rows,
            self.cols,
            MARKS,
            np.concatenate(squares),
            np.concatenate(kinds),
            trail,
            self.is_closed_tour(trail),
        )

    def walk_answer(self, trail: NDArray[np.int64]) -> dict[str, Any]:
        """Return a walk as an answer: its squares as an array of rows and columns, their number, and its kind."""
        path = np.stack(np.divmod(trail, self.cols), axis=1)
        return {"path": path, "squares": len(path), "closed": self.is_closed_tour(trail)}

    def is_closed_tour(self, trail: NDArray[np.int64]) -> bool:
        """Return whether a walk visits all squares and a move leads back to its start."""
        return len(trail) == self.squares and closed(trail, self.cols)
