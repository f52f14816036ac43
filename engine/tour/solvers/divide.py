"""Solver `divide`: divide and conquer, as in Palić's thesis (2.3) after Parberry (1997).

Divide the board into small parts, give each part a tour, and join the parts one by one: two moves, one of each tour,
are replaced by two moves that connect the tours. `auto` finds the tours of the parts, one for each size. The thesis
itself describes paths instead of closed tours, which rarely fit together: see `path_parts`.
"""

from collections.abc import Iterator
from dataclasses import replace
from enum import StrEnum
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from knightwatch.engine.boards import MOVES, Squares
from knightwatch.engine.compiled.tiers import interpret
from knightwatch.engine.compiled.trace import Merge, record, trace
from knightwatch.engine.core.answers import as_lists
from knightwatch.engine.core.clock import DONE, MILESTONES
from knightwatch.engine.core.curves import curves
from knightwatch.engine.core.declaration import Settings
from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.frame import Board, Figure, Frame, Links, Status, Tone
from knightwatch.engine.core.search import Search, State
from knightwatch.engine.core.state_rules import within
from knightwatch.engine.core.words import counted_noun
from knightwatch.engine.tour.division import LEAST, BoardPart, board_parts, equal_parts
from knightwatch.engine.tour.kernels import divide as kernels
from knightwatch.engine.tour.kernels.divide import Counter, DivideConstants, Division
from knightwatch.engine.tour.problem import TourProblem
from knightwatch.engine.tour.properties import properties
from knightwatch.engine.tour.solvers.auto import Auto, AutoSettings
from knightwatch.engine.tour.solvers.path_parts import check_paths, lay_path, path_sentence, stuck

LARGEST = 4096
"""Squares of the largest tour whose sums are computed."""


class Joins(StrEnum):
    """How `divide` connects the parts."""

    TOURS = "tours"
    PATHS = "paths"


class DivideSettings(Settings):
    """Parameters of `divide`."""

    joins: Joins = Field(
        Joins.TOURS,
        description="tours: closed tours of the parts, joined by exchanging moves (Parberry); paths: as in the thesis, "
        "equal parts with a path each, and a move from the last square of one to the first of the next; it often fails",
    )


class Divide(Search[TourProblem, DivideSettings]):
    """Links between squares: each square has the one before and the one after it in its tour."""

    name = "divide"
    summary = "divide and conquer: cut the board into parts, find a closed tour for each, and join them (Parberry)"
    unit = "step"
    milestone = "part joined"
    settings_type = DivideSettings

    @classmethod
    def check(cls, problem: TourProblem, settings: DivideSettings) -> None:
        if problem.holes or min(problem.rows, problem.cols) < LEAST:
            raise BadInput(
                f"divide needs a board of {LEAST} x {LEAST} or more without holes, but this is a {problem.title()}"
            )
        if settings.joins is Joins.PATHS:
            check_paths(problem)

    @property
    def limit(self) -> int:
        return len(self.parts) if self.by_paths else 2 * len(self.parts) - 1

    @property
    def by_paths(self) -> bool:
        """Whether the parts have paths instead of closed tours."""
        return self.settings.joins is Joins.PATHS

    @cached_property
    def start(self) -> int:
        """The first square of the tour."""
        return self.problem.first or 0

    @cached_property
    def parts(self) -> list[BoardPart]:
        """The parts of the board, in the order in which they are joined."""
        rows, cols = self.problem.rows, self.problem.cols
        return equal_parts(rows, cols) if self.by_paths else board_parts(rows, cols, divmod(self.start, cols))

    @cached_property
    def constants(self) -> DivideConstants:
        """The parts and their tours, as the kernel takes them."""
        sizes = {(part.height, part.width): None for part in self.parts}
        tours = {size: self._tour(*size) for size in sizes if size[0] * size[1] % 2 == 0}
        odd = next((place for place, part in enumerate(self.parts) if part.height * part.width % 2), -1)
        if odd >= 0:
            part, (row, col) = self.parts[odd], divmod(self.start, self.problem.cols)
            tours[part.height, part.width] = self._tour(part.height, part.width, f"{row - part.top},{col - part.left}")
        order = list(tours)
        return DivideConstants(
            rows=self.problem.rows,
            cols=self.problem.cols,
            tops=np.array([part.top for part in self.parts]),
            lefts=np.array([part.left for part in self.parts]),
            kinds=np.array([order.index((part.height, part.width)) for part in self.parts]),
            heights=np.array([height for height, _ in order]),
            widths=np.array([width for _, width in order]),
            begins=np.cumsum([0, *(len(tours[size]) for size in order)]),
            tours=np.concatenate([tours[size] for size in order]).astype(np.int32),
            moves=np.array(MOVES),
            open_part=odd,
            start=self.start,
        )

    def _tour(self, rows: int, cols: int, start: str | None = None) -> Squares:
        """Return a tour of a part: open from `start` if given, otherwise closed."""
        problem = TourProblem(rows=rows, cols=cols, start=start, closed=start is None)
        search = Auto(problem, AutoSettings(), self.seed)
        search.tier = self.tier
        search.advance(search.limit)
        assert search.status is Status.SOLVED
        return search.trail

    def begin(self) -> State:
        squares = self.problem.squares
        points, extent = trace(Merge.MOST)
        interpret(record, points, extent, np.zeros(1))
        if not self.by_paths:
            self.constants  # noqa: B018  # find the tours of the parts before the first step
        return {
            "links": np.full((squares, 2), -1, np.int32),
            "tour": np.zeros(squares, np.int32),
            "counters": np.zeros(Counter.HERE_END + 1, np.int64),
            "points": points,
            "extent": extent,
        }

    def whole_effort(self) -> float:
        return 2.5e-6 * self.problem.squares

    def rules(self, state: State) -> Iterator[bool]:
        counters, parts, squares = state["counters"], len(self.parts), self.problem.squares
        laid, joined = int(counters[Counter.LAID]), int(counters[Counter.JOINED])
        yield within(state["links"], -1, squares - 1)
        yield within(state["tour"], 0, squares - 1)
        yield joined <= laid <= min(joined + 1, parts)
        yield counters[Counter.LAST] < parts and counters[Counter.SQUARES] == sum(
            part.height * part.width for part in self.parts[:joined]
        )
        yield within(counters[Counter.HERE : Counter.HERE_END + 1], 0, squares - 1)

    def step(self, budget: int, halt: bool) -> None:
        if self.by_paths:
            self._lay_paths(1 if halt else budget)
            return
        division = Division(*(self.state[name] for name in Division._fields))
        self.tier(kernels.divide)(self.constants, division, self.state["clock"], budget, halt)

    def _lay_paths(self, budget: int) -> None:
        clock, left = self.state["clock"], min(budget, len(self.parts) - self.counter(Counter.LAID))
        while left > 0 and not self.counter(Counter.STUCK):
            lay_path(self)
            interpret(record, self.state["points"], self.state["extent"], np.array([self.attained()]))
            clock[[DONE, MILESTONES]] += 1
            left -= 1

    def counter(self, place: int) -> int:
        """Return the value of a counter."""
        return int(self.state["counters"][place])

    def found(self) -> bool:
        if self.counter(Counter.JOINED) < len(self.parts):
            return False
        return not (self.by_paths and self.problem.closed) or self.problem.is_closed_tour(self._walk())

    def end(self) -> tuple[Status, str] | None:
        if self.by_paths:
            ended = self.counter(Counter.STUCK) or self.counter(Counter.LAID) == len(self.parts)
            return (Status.GAVE_UP, stuck(self)) if ended else None
        if self.counter(Counter.STUCK):
            return Status.GAVE_UP, f"part {self.counter(Counter.LAID):,} could not be joined to the others"
        return None

    @property
    def trail(self) -> Squares:
        """The squares of the joined tour, from the start if it is among them."""
        complete = not self.by_paths and self.counter(Counter.JOINED) == len(self.parts)
        return self.state["tour"].astype(np.int64) if complete else self._walk()

    def _walk(self) -> Squares:
        squares = self.counter(Counter.SQUARES)
        first = self.start
        if not squares:
            stays = self.counter(Counter.STUCK)  # the first part has no path: the knight stays on the start
            return np.full(stays, first, np.int64)
        if not self._joined(first):
            part = self.parts[0]
            first = part.top * self.problem.cols + part.left
        path = np.empty(squares, np.int32)
        return path[: self.tier(kernels.trace_tour)(self.state["links"], first, path)].astype(np.int64)

    def _joined(self, square: int) -> bool:
        """Return whether a square is in a joined part."""
        row, col = divmod(square, self.problem.cols)
        joined = self.parts[: self.counter(Counter.JOINED)]
        return any(p.top <= row < p.top + p.height and p.left <= col < p.left + p.width for p in joined)

    def answer(self) -> dict[str, Any]:
        return as_lists(self.raw_answer())

    def raw_answer(self) -> dict[str, Any]:
        if not self.ready:
            return {"path": [], "squares": 0, "closed": False}
        return self.problem.walk_answer(self.trail)

    def attained(self) -> float:
        return self.counter(Counter.SQUARES)

    def work(self) -> dict[str, int]:
        if not self.ready:
            return {"parts": 0, "joined": 0}
        return {"parts": self.counter(Counter.LAID), "joined": self.counter(Counter.JOINED)}

    def common_work(self) -> int:
        return int(self.attained()) if self.ready else 0

    def spending(self) -> str:
        parts, sizes = counted_noun(self.counter(Counter.LAID), "part"), counted_noun(self._sizes, "size")
        if self.by_paths:
            return f"{parts} of {len(self.parts):,} have a path"
        return f"{parts} of {sizes} joined; only one tour for each size was searched"

    def frame(self) -> Frame:
        if not self.ready:
            return self.blank()
        laid, joined, total = self.counter(Counter.LAID), self.counter(Counter.JOINED), len(self.parts)
        figures: tuple[Figure, ...] = (
            Figure("parts", f"{laid:,} of {total:,}", "parts that have their own tour"),
            Figure("joined", f"{joined:,} of {total:,}", "parts joined into one tour"),
            Figure(
                "squares",
                f"{self.counter(Counter.SQUARES):,} of {self.problem.squares:,}",
                "squares of the joined tour",
            ),
            Figure("part sizes", f"{self._sizes}", "different sizes of parts; a tour was searched for each size"),
        )
        trail = self.trail
        if self.found() and self.problem.squares <= LARGEST:
            words = ", ".join(word for word in properties(trail, self.problem.free) if "symmetry" not in word)
            figures += (Figure("tour", words, "closed or open; magic: equal sums of rows and columns"),)
        return Frame(
            self.done,
            self.verdict,
            self._board(trail),
            figures,
            curves(self.state["points"], self.state["extent"], "squares joined", of="squares"),
            self._sentence(),
        )

    @property
    def _sizes(self) -> int:
        """The number of different sizes of parts."""
        return len({(part.height, part.width) for part in self.parts})

    def _board(self, trail: Squares) -> Board:
        """Return the board with the joined tour, and the moves that the last step changed."""
        board = self.problem.walk(trail)
        if not self.done or self.found():
            return board
        if self.counter(Counter.JOINING):
            here, a, there, b = self.exchanged()
            removed = Links.equal("moves removed", Tone.ALARM, [(here, a), (there, b)])
            return replace(board, links=(removed, Links.equal("moves added", Tone.GOOD, [(here, there), (a, b)])))
        return replace(board, links=(Links.equal("the tour of the part", Tone.HINT, self._moves()),))

    def exchanged(self) -> tuple[int, int, int, int]:
        """Return the squares of the last exchange: a move of the part, then a move of the joined tour."""
        here, a, there, b = (self.counter(Counter.HERE + i) for i in range(4))
        return here, a, there, b

    def _moves(self) -> NDArray[np.int64]:
        """Return the moves of the last part's own tour."""
        part, links = self.parts[self.counter(Counter.LAST)], self.state["links"]
        rows, cols = np.mgrid[part.top : part.top + part.height, part.left : part.left + part.width]
        squares = (rows * self.problem.cols + cols).ravel()
        pairs = np.stack([squares, links[squares, 1].astype(np.int64)], axis=1)
        return pairs[pairs[:, 1] >= 0]

    def _sentence(self) -> str:
        total, name = len(self.parts), self.problem.name
        if not self.done:
            return f"The board is divided into {counted_noun(total, 'part')}. First, each part gets its own tour."
        part = self.parts[self.counter(Counter.LAST)]
        if self.by_paths:
            return path_sentence(self)
        if self.found() and total == 1:
            return "The board is one part, and this is its tour."
        if self.counter(Counter.JOINING):
            here, a, there, b = map(name, self.exchanged())
            joined = f"moves {here}-{a} and {there}-{b} are replaced by {here}-{there} and {a}-{b}"
            end = " All parts are joined." if self.found() else ""
            return f"Part {self.counter(Counter.JOINED):,} of {total:,} is joined: {joined}.{end}"
        where = name((part.top + part.height - 1) * self.problem.cols + part.left)
        kind = (
            "an open tour from the start" if self.counter(Counter.LAST) == self.constants.open_part else "a closed tour"
        )
        size = f"{part.height} x {part.width}, lower left square {where}"
        return f"Part {self.counter(Counter.LAST) + 1:,} of {total:,} ({size}) gets {kind}."
