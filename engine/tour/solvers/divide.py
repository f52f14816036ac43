"""Solver `divide`: a tour by parts, as Palić's thesis describes (2.3) after Parberry (1997).

The board is cut into small parts, each has a tour of its own, and one part after the other is joined: a move of the one
and a move of the other give way to two that lead across. The tours of the parts are found by `auto`, one for each size.
"""

from dataclasses import replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.boards import MOVES, Squares
from knightwatch.engine.compiled.tiers import interpret
from knightwatch.engine.compiled.trace import Merge, record, trace
from knightwatch.engine.core.curves import curves
from knightwatch.engine.core.declaration import Settings
from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.frame import Board, Figure, Frame, Links, Status, Tone
from knightwatch.engine.core.search import Search, State
from knightwatch.engine.core.words import counted_noun
from knightwatch.engine.tour.cuts import LEAST, BoardPart, parts
from knightwatch.engine.tour.kernels import divide as kernels
from knightwatch.engine.tour.kernels.divide import Counter, DivideConstants, Division
from knightwatch.engine.tour.problem import TourProblem
from knightwatch.engine.tour.properties import properties
from knightwatch.engine.tour.solvers.auto import Auto, AutoSettings

LARGEST = 4096
"""Squares of a tour up to which it is looked at for symmetries and the like."""


class DivideSettings(Settings):
    """Parameters of `divide`."""


class Divide(Search[TourProblem, DivideSettings]):
    """Links between squares: each has the one before and the one after it in its tour."""

    name = "divide"
    summary = "a tour by parts: the board is cut, each part has a tour of its own, and they are joined"
    unit = "step"
    milestone = "part joined"
    settings_type = DivideSettings

    @classmethod
    def check(cls, problem: TourProblem, settings: DivideSettings) -> None:  # noqa: ARG003
        if problem.holes or min(problem.rows, problem.cols) < LEAST:
            raise BadInput(
                f"divide is for boards of {LEAST} x {LEAST} or more without holes, but this is {problem.title()}"
            )

    @property
    def limit(self) -> int:
        return 2 * len(self.parts) - 1

    @cached_property
    def start(self) -> int:
        """The square where the tour begins."""
        return self.problem.first or 0

    @cached_property
    def parts(self) -> list[BoardPart]:
        """The parts of the board, in the order in which they are joined."""
        return parts(self.problem.rows, self.problem.cols, divmod(self.start, self.problem.cols))

    @cached_property
    def constants(self) -> DivideConstants:
        """The parts and their tours, as kernels take them."""
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
        )

    def _tour(self, rows: int, cols: int, start: str | None = None) -> Squares:
        """Return a tour of a part: closed or, from a start, open."""
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
        self.constants  # noqa: B018  # tours of the parts are found before the first step
        return {
            "links": np.full((squares, 2), -1, np.int32),
            "counters": np.zeros(Counter.HERE_END + 1, np.int64),
            "points": points,
            "extent": extent,
        }

    def step(self, budget: int, halt: bool) -> None:
        division = Division(*(self.state[name] for name in Division._fields))
        self.tier(kernels.divide)(self.constants, division, self.state["clock"], budget, halt)

    def counter(self, place: int) -> int:
        """Return what one of the counters says."""
        return int(self.state["counters"][place])

    def found(self) -> bool:
        return self.counter(Counter.JOINED) == len(self.parts)

    def end(self) -> tuple[Status, str] | None:
        if self.counter(Counter.STUCK):
            return Status.GAVE_UP, f"part {self.counter(Counter.LAID):,} could not be joined to what is there"
        return None

    @property
    def trail(self) -> Squares:
        """The squares of all that is joined, from the start on where that is among them."""
        squares = self.counter(Counter.SQUARES)
        path = np.empty(max(1, squares), np.int64)
        first = self.start
        if not squares:
            return path[:0]
        if not self.found() and not self._joined(first):
            part = self.parts[0]
            first = part.top * self.problem.cols + part.left
        return path[: self.tier(kernels.trace_tour)(self.state["links"], first, path)]

    def _joined(self, square: int) -> bool:
        """Tell whether a square is in a part that is joined."""
        row, col = divmod(square, self.problem.cols)
        joined = self.parts[: self.counter(Counter.JOINED)]
        return any(p.top <= row < p.top + p.height and p.left <= col < p.left + p.width for p in joined)

    def answer(self) -> dict[str, Any]:
        if not self.ready:
            return {"path": [], "squares": 0, "closed": False}
        trail = self.trail
        path = np.stack(np.divmod(trail, self.problem.cols), axis=1).tolist()
        return {"path": path, "squares": len(path), "closed": self.problem.ring(trail)}

    def attained(self) -> float:
        return self.counter(Counter.SQUARES)

    def work(self) -> dict[str, int]:
        if not self.ready:
            return {"parts": 0, "joined": 0}
        return {"parts": self.counter(Counter.LAID), "joined": self.counter(Counter.JOINED)}

    def spending(self) -> str:
        parts, sizes = (
            counted_noun(self.counter(Counter.LAID), "part"),
            counted_noun(len(self.constants.heights), "size"),
        )
        return f"{parts} of {sizes} laid and joined, and nothing searched but a tour for each size"

    def frame(self) -> Frame:
        if not self.ready:
            return self.blank()
        laid, joined, total = self.counter(Counter.LAID), self.counter(Counter.JOINED), len(self.parts)
        sizes = len(self.constants.heights)
        figures: tuple[Figure, ...] = (
            Figure("parts", f"{laid:,} of {total:,}", "parts that have a tour of their own"),
            Figure("joined", f"{joined:,} of {total:,}", "parts that are joined into one tour"),
            Figure("squares", f"{self.counter(Counter.SQUARES):,} of {self.problem.squares:,}", "of what is joined"),
            Figure("sizes", f"{sizes}", "different sizes of parts, for each of which a tour was searched"),
        )
        trail = self.trail
        if self.found() and self.problem.squares <= LARGEST:
            words = ", ".join(word for word in properties(trail, self.problem.free) if "symmetry" not in word)
            figures += (Figure("tour", words, "whether it leads back, or has equal sums of numbers"),)
        return Frame(
            self.done,
            self.status,
            self.reason,
            self._drawn(trail),
            figures,
            curves(self.state["points"], self.state["extent"], "squares joined", of="squares"),
            self._sentence(),
        )

    def _drawn(self, trail: Squares) -> Board:
        """Return a picture of what is joined and, on top, of what the last step did."""
        board = self.problem.walk(trail)
        if not self.done or self.found():
            return board
        if self.counter(Counter.JOINING):
            here, a, there, b = self.exchanged()
            gone = Links.equal("moves that gave way", Tone.ALARM, [(here, a), (there, b)])
            return replace(board, links=(gone, Links.equal("moves that join", Tone.GOOD, [(here, there), (a, b)])))
        return replace(board, links=(Links.equal("the tour of the part", Tone.HINT, self._moves()),))

    def exchanged(self) -> tuple[int, int, int, int]:
        """Return the squares of the last exchange: of a move of the part, and of one of the rest."""
        here, a, there, b = (self.counter(Counter.HERE + i) for i in range(4))
        return here, a, there, b

    def _moves(self) -> NDArray[np.int64]:
        """Return the moves of the part that was laid last."""
        part, links = self.parts[self.counter(Counter.LAST)], self.state["links"]
        rows, cols = np.mgrid[part.top : part.top + part.height, part.left : part.left + part.width]
        squares = (rows * self.problem.cols + cols).ravel()
        pairs = np.stack([squares, links[squares, 1].astype(np.int64)], axis=1)
        return pairs[pairs[:, 1] >= 0]

    def _sentence(self) -> str:
        total, name = len(self.parts), self.problem.name
        if not self.done:
            return f"The board is cut into {counted_noun(total, 'part')}; each will have a tour of its own."
        part = self.parts[self.counter(Counter.LAST)]
        if self.found() and total == 1:
            return "The board is small enough to be one part, and here is its tour."
        if self.counter(Counter.JOINING):
            here, a, there, b = map(name, self.exchanged())
            joined = f"{here}-{a} and {there}-{b} give way to {here}-{there} and {a}-{b}"
            end = " All parts are joined." if self.found() else ""
            return f"Part {self.counter(Counter.JOINED):,} of {total:,} is joined: {joined}.{end}"
        where = name((part.top + part.height - 1) * self.problem.cols + part.left)
        kind = (
            "an open tour from the start" if self.counter(Counter.LAST) == self.constants.open_part else "a closed tour"
        )
        size = f"{part.height} x {part.width} from {where}"
        return f"Part {self.counter(Counter.LAST) + 1:,} of {total:,}, {size} on, has {kind} of its own."
