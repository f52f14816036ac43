"""Counting tours exactly: closed ones, open ones, and open ones from each start, beside the published numbers.

Each number is a tally of its own: see `engine.tour.exact.tally`. Starts that are mirror images of each other share one,
and in the end the numbers of all starts have to add up to the number of all tours, which was counted by itself.
"""

import hashlib
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from engine.boards import square_name
from engine.core.declaration import Declared, Text
from engine.core.digest import digest
from engine.core.errors import BadInput
from engine.core.inquiry import Inquiry
from engine.core.machine import memory
from engine.core.words import aligned
from engine.store.counts import CountStore
from engine.tour.exact.crew import Crew
from engine.tour.exact.keeping import Keeper
from engine.tour.exact.shape import WIDEST, shape
from engine.tour.exact.tally import Side, Tally, get_ready
from engine.tour.questions.known_counts import published

if TYPE_CHECKING:
    from engine.plans.plan import Plan

LARGEST_GRID = 12
"""Rows and columns up to which the numbers of all starts are printed."""
FEW_SQUARES = 20
"""Up to so many squares are counted faster than machine code is compiled."""
GIB = 1 << 30
COSTS = {"closed": 1, "open": 8, "start": 6}
"""About how long a number of each kind takes, compared with the others."""
PARTS = 1000
"""Parts of the work on a number that are told apart."""

CONVENTION = (
    "Open tours are all paths through the board, also those that could be closed;\n"
    "each closed tour makes twice as many directed paths as there are squares.\n"
    "Directed: a tour and its reverse are two; undirected: they are one."
)


class CountOptions(Declared):
    """What can be chosen for counting."""

    memory: float | None = Field(
        None, ge=0, le=1e6, description="GiB of memory that counting may take; empty: three quarters of this machine's"
    )
    threads: int | None = Field(None, ge=1, le=256, description="threads that count; empty: one for each core")
    store: Annotated[str | None, Text("a file")] = Field(
        None, description="keep in this file what is counted after each row, so that counting goes on there"
    )


class Count(Inquiry):
    """The exact numbers of tours on a board: closed ones and, unless `closed`, open ones, from the start if given."""

    def __init__(
        self,
        free: NDArray[np.bool_],
        start: int | None,
        closed: bool,
        options: CountOptions | None = None,
    ) -> None:
        """Raise BadInput for a board that is too wide."""
        self.free, self.start = free, start
        self.squares = int(free.sum())
        self.shape = shape(free)
        if self.shape.width > WIDEST:
            raise BadInput(
                f"a board of {free.shape[0]} x {free.shape[1]} is too wide to count its tours exactly, which takes a "
                f"board with a side of at most 8; ask for an estimate instead"
            )
        self.options = options or CountOptions()
        allowed = self.options.memory
        self.limit = memory() * 3 // 4 if allowed is None else int(allowed * GIB)
        """Bytes that may be taken."""
        self.orbits = orbits(free)
        starts = [] if closed else [start] if start is not None else np.unique(self.orbits[free]).tolist()
        self.jobs: list[tuple[str, int | None]] = [("closed", None)]
        if not closed and start is None:
            self.jobs.append(("open", None))
        self.jobs += [("start", square) for square in starts]
        self.numbers: list[int] = []
        """What the jobs came to, as far as they are done."""
        self.reason = ""
        """Why the rest cannot be counted; empty if it can."""
        self.states = 0
        self.seconds = 0.0
        self.kept = self.options.store is not None
        self._tally: Tally | None = None
        self._sides: dict[bool, Side] = {}

    @property
    def done(self) -> int:
        """How many jobs are done."""
        return len(self.numbers)

    def slices(self) -> Iterator[None]:
        crew = Crew(self.options.threads)
        if self.squares > FEW_SQUARES:
            yield from get_ready(crew)
        with self._opened() as store:
            while self.done < len(self.jobs) and not self.reason:
                work = self._work(crew, store)
                while True:
                    begun = time.perf_counter()
                    over = next(work, self) is self
                    self.seconds += time.perf_counter() - begun
                    if over:
                        break
                    yield
            if store and self.done == len(self.jobs):
                store.forget(self._name("open", None))
        self._confirm()

    @contextmanager
    def _opened(self) -> Iterator[CountStore | None]:
        """Open the store, if there is one, and claim this count; raises BadInput where that cannot be done."""
        if self.options.store is None:
            yield None
            return
        with CountStore(Path(self.options.store)) as store, store.claim(self._name("count", self.start), "count"):
            yield store

    def _name(self, kind: str, square: int | None) -> str:
        """Return the name of a job: it tells the board, what is counted, and the code that counts."""
        board = "/".join("".join("#."[free] for free in row) for row in self.free.tolist())
        words = f"{board} {kind} {square} {digest('engine.tour.exact.tally')}"
        return f"{kind}-{hashlib.sha256(words.encode()).hexdigest()[:16]}"

    def _work(self, crew: Crew, store: CountStore | None) -> Iterator[None]:
        """Do the next job, or take over what is known of it."""
        kind, square = self.jobs[self.done]
        name = self._name(kind, square)
        if self.shape.few:
            self.numbers.append(self.shape.tried(kind == "closed", self._place(square)))
            return
        if known := store.number(name) if store else None:
            self.numbers.append(known[0])
            self.states += known[1]
            return
        if kind == "start" and self.start is None and not self._sides:  # counted before, but not in memory
            yield from self._recall(crew, store)
        tally = self._tally = self._tallied(kind, square, crew, store)
        yield from tally.reach()
        if tally.memory() > self.limit:
            what = f"{kind} tours" if square is None else "tours from a start"
            self.reason = (
                f"counting {what} would take about {tally.memory() / GIB:.1f} GiB of memory, "
                f"more than the {self.limit / GIB:.1f} GiB that it may take; allow more, or ask for an estimate instead"
            )
            return
        yield from tally.work()
        assert tally.number is not None
        self.states += sum(tally.states)
        if store:
            store.add(name, tally.number, sum(tally.states))
            if kind != "open":
                store.forget(name)
        self.numbers.append(tally.number)
        if kind == "open":
            self._sides = tally.known_sides()
        self._tally = None

    def _tallied(self, kind: str, square: int | None, crew: Crew, store: CountStore | None) -> Tally:
        keeper = Keeper(store, self._name(kind, square))
        return Tally(self.shape, kind == "closed", self._place(square), crew, self._sides, keeper)

    def _recall(self, crew: Crew, store: CountStore | None) -> Iterator[None]:
        """Get the sides of all open tours again, of which the number is known."""
        tally = self._tallied("open", None, crew, store)
        yield from tally.reach()
        yield from tally.refill()
        self._sides = tally.known_sides()

    def _place(self, square: int | None) -> int | None:
        """Return the square where a tally is to begin; of all images of a start, one that fits what is known."""
        if square is None:
            return None
        here = self.shape
        images = np.flatnonzero((self.orbits == self.orbits.flat[square]) & self.free).tolist()
        places = [here.place(*divmod(image, self.free.shape[1])) for image in (images if self._sides else [square])]
        fitting = [place for place in places if here.is_upper(place) == bool(here.dark.flat[place])]
        return min(fitting or places) if here.mirrors and self._sides else min(places)

    def _confirm(self) -> None:
        """Check that the numbers of the starts add up."""
        total, paths = self.number("open"), self._paths()
        if total is not None and paths is not None and paths != total * self._ways:
            raise AssertionError(f"{paths} tours from all starts, but {total} undirected ones")

    def _paths(self) -> int | None:
        """Return the number of directed open tours from all starts, once all are known."""
        if self.done < len(self.jobs) or self.start is not None:
            return None
        return sum(number or 0 for row in self.starts() or [] for number in row)

    @property
    def _ways(self) -> int:
        """Directions of a tour."""
        return 1 if self.squares == 1 else 2

    def number(self, kind: str) -> int | None:
        """Return the undirected number of closed or of open tours, once it is known."""
        return next((n for n, (name, _) in zip(self.numbers, self.jobs, strict=False) if name == kind), None)

    def starts(self) -> list[list[int | None]] | None:
        """Return the number of directed open tours from each square, as far as it is known; None for holes."""
        jobs = zip(self.numbers, self.jobs, strict=False)
        known = {square: number for number, (_, square) in jobs if square is not None}
        if not known:
            return None
        if self.start is not None:
            orbits = np.where(np.arange(self.free.size).reshape(self.free.shape) == self.start, self.start, -1)
        else:
            orbits = np.where(self.free, self.orbits, -1)
        return [[known.get(square) for square in row] for row in orbits.tolist()]

    def progress(self) -> tuple[int, int, str]:
        costs = [COSTS[kind] * PARTS for kind, _ in self.jobs]
        now = int(self._tally.fraction * costs[self.done]) if self._tally and self.done < len(self.jobs) else 0
        return sum(costs[: self.done]) + now, sum(costs), "parts"

    def doing(self) -> str:
        return "" if self.numbers else "first it is found out which states there can be"

    def answer(self) -> dict[str, Any]:
        rows, cols = self.free.shape
        known = published(rows, cols) if self.free.all() else None
        return {
            "question": "count",
            "rows": rows,
            "cols": cols,
            "squares": self.squares,
            "start": None if self.start is None else list(divmod(self.start, cols)),
            "complete": self.done == len(self.jobs),
            "reason": self.reason or None,
            "closed": self._directions(self.number("closed"), 2),
            "open": self._directions(self.number("open"), self._ways),
            "starts": self.starts(),
            "published": None
            if known is None
            else {"closed": self._directions(known.closed, 2), "open": self._directions(known.open, 2)},
            "states": self.states,
            "seconds": round(self.seconds, 6),
        }

    def _directions(self, undirected: int | None, ways: int) -> dict[str, int] | None:
        return None if undirected is None else {"directed": ways * undirected, "undirected": undirected}

    def text(self) -> str:
        answer = self.answer()
        rows, cols = self.free.shape
        missing = rows * cols - self.squares
        lines = [f"Numbers of tours on {rows} x {cols}" + (f", {missing:,} squares missing" if missing else ""), ""]
        table = [["", "counted", "published"]]
        for kind in dict.fromkeys(name for name, _ in self.jobs if name != "start"):
            for way in ("undirected", "directed"):
                numbers = (answer[kind], (answer["published"] or {}).get(kind))
                table.append([f"{kind}, {way}", *("-" if pair is None else f"{pair[way]:,}" for pair in numbers)])
        if self.start is not None and len(self.jobs) > 1:
            found = "-" if self.done < len(self.jobs) else f"{self.numbers[-1]:,}"
            row, col = divmod(self.start, cols)
            table.append([f"open, from {square_name(row, col, rows)}", found, "-"])
        lines += aligned(table, left=1)
        starts = answer["starts"]
        if starts and self.start is None and max(rows, cols) <= LARGEST_GRID:
            signs = np.where(self.free, "?", ".").tolist()
            pairs = [zip(*both, strict=True) for both in zip(starts, signs, strict=True)]
            cells = [[sign if number is None else f"{number:,}" for number, sign in row] for row in pairs]
            unknown = " (?: not counted yet)" if any("?" in row for row in cells) else ""
            lines += ["", f"Directed open tours from each start square{unknown}", "", *aligned(cells)]
        lines += ["", CONVENTION]
        if not answer["complete"]:
            why = answer["reason"] or "{:,} of {:,} {} done".format(*self.progress())
            lines += ["", f"Not complete: {why}"]
        lines += ["", f"{answer['states']:,} states in {answer['seconds']:.3f} s"]
        return "\n".join(lines) + "\n"


def orbits(free: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Return for each square the first one that it is an image of, under the symmetries of the board with its holes."""
    numbers = np.arange(free.size).reshape(free.shape)
    first = numbers.copy()
    for turns in range(4):
        for mirrored in (False, True):
            image, moved = (np.rot90(np.fliplr(a) if mirrored else a, turns) for a in (free, numbers))
            if image.shape == free.shape and np.array_equal(image, free):
                first = np.minimum(first, moved)
    return first


def count(plan: "Plan", _: str = "", **options: str) -> Count:
    """Return the inquiry about the numbers of tours; raises BadInput for options that are not allowed."""
    from engine.tour.problem import TourProblem

    assert isinstance(plan.problem, TourProblem)
    return Count(plan.problem.free, plan.problem.first, plan.problem.closed, CountOptions(**options))
