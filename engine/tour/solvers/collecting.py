"""Base class of the solvers that collect tours: `genetic`, `repair` and `ants`.

The state has the arrays of `solvers.collection`. The search ends when it has found the requested number of different
tours, or at its limit.
"""

from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from knightwatch.engine.boards import BORDER, Squares, square_names
from knightwatch.engine.core.declaration import Settings, written
from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.frame import Figure
from knightwatch.engine.core.gallery import Gallery
from knightwatch.engine.core.page import Page
from knightwatch.engine.core.search import Search, State
from knightwatch.engine.core.words import counted_noun
from knightwatch.engine.tour.kernels.collection import CollectionCounter
from knightwatch.engine.tour.problem import TourProblem
from knightwatch.engine.tour.properties import properties
from knightwatch.engine.tour.solvers.base import fresh_ways
from knightwatch.engine.tour.solvers.bordered import Bordered
from knightwatch.engine.tour.solvers.collection import stored, tour
from knightwatch.engine.tour.solvers.walk_rules import collection_rules

ABOUT = (
    "first a board with the number of tours from each square (9: the most), then the tours in the order in which the "
    "search found them. The line is the knight's path; its colour changes from start to end."
)
BY_START = "tours that begin on the square, in tenths of the largest number"


class CollectingSettings(Settings):
    """Settings of every solver that collects tours."""

    tours: int = Field(1, ge=1, le=1_000_000, description="different tours to find before the search ends")


def refuse_genes(squares: int, pop: int, most: int) -> None:
    """Raise BadInput if a generation is too large for one time slice: squares x pop above `most`."""
    if squares * pop > most:
        raise BadInput(
            f"squares x pop is {squares * pop:,}, but must be at most {most:,}: choose a smaller pop or board"
        )


S = TypeVar("S", bound=CollectingSettings)


class CollectingSearch(Bordered, Search[TourProblem, S], Generic[S]):
    """A search for many tours."""

    grows = ("tour_keys", "tour_shapes", "tour_paths")

    def __init__(self, problem: TourProblem, settings: S, seed: int) -> None:
        super().__init__(problem, settings, seed)
        self.measure()

    def rules(self, state: State) -> Iterator[bool]:
        yield from collection_rules(state, fresh_ways(self.problem.free), self.offsets)

    @abstractmethod
    def best(self) -> Squares:
        """Return the longest walk without a repeated square: the answer if no tour is found."""

    def attained(self) -> float:
        return self.problem.squares if self.tally(CollectionCounter.FOUND) else len(self.best())

    def counter(self, place: int) -> int:
        """Return the value of a counter."""
        return int(self.state["counters"][place])

    def tally(self, place: CollectionCounter) -> int:
        """Return the number of tours of one kind."""
        return int(self.state["tour_counts"][place])

    def found(self) -> bool:
        return self.tally(CollectionCounter.DISTINCT) >= self.settings.tours

    def reached(self) -> str:
        distinct = self.tally(CollectionCounter.DISTINCT)
        return f"{distinct:,} of {counted_noun(self.settings.tours, 'tour')}" if distinct else super().reached()

    def answer(self) -> dict[str, Any]:
        if not self.ready:
            return {"path": [], "squares": 0, "closed": False, "tours_per_start": []}
        cols = self.problem.cols
        trail = tour(self.state, stored(self.state) - 1, cols) if stored(self.state) else self.best()
        path = np.stack(np.divmod(trail, cols), axis=1).tolist()
        return {
            "path": path,
            "squares": len(path),
            "closed": self.problem.is_closed_tour(trail),
            "tours_per_start": self.by_start().tolist(),
        }

    def by_start(self) -> NDArray[np.int64]:
        """Return for each square the number of different tours that begin there."""
        inner = slice(BORDER, -BORDER)
        starts: NDArray[np.int64] = self.state["tour_starts"].reshape(-1, self.width)[inner, inner]
        return starts

    def tours_work(self) -> dict[str, int]:
        """Return the counters of tours for the JSON result."""
        names = {
            "tours": CollectionCounter.FOUND,
            "distinct_tours": CollectionCounter.DISTINCT,
            "distinct_shapes": CollectionCounter.SHAPES,
        }
        return {name: self.tally(place) if self.ready else 0 for name, place in names.items()}

    def tours_figures(self) -> tuple[Figure, ...]:
        """Return the counters of tours as figures."""
        return (
            Figure("tours", f"{self.tally(CollectionCounter.FOUND):,}", "tours found, repetitions included"),
            Figure(
                "distinct",
                f"{self.tally(CollectionCounter.DISTINCT):,}, {self.tally(CollectionCounter.SHAPES):,} up to symmetry",
                "different tours; up to symmetry: rotations and reflections of one tour count once",
            ),
        )

    def _stored(self) -> list[Squares]:
        """Return all stored tours, in the order in which they were found."""
        if not self.ready:
            return []
        return [tour(self.state, place, self.problem.cols) for place in range(stored(self.state))]

    def gallery(self) -> Gallery:
        size = 1 + stored(self.state) if self.ready and stored(self.state) else 0
        return Gallery(size, self._page, self.settings.tours > 1, self._answers, self._table, ABOUT)

    def _answers(self) -> dict[str, list[Any]]:
        cols = self.problem.cols
        return {"tours": [np.stack(np.divmod(path, cols), axis=1).tolist() for path in self._stored()]}

    def _table(self) -> list[tuple[Any, ...]]:
        problem = self.problem
        return [
            ("tour", "closed", "squares"),
            *(
                (place, written(problem.is_closed_tour(path)), square_names(path, problem.rows, problem.cols))
                for place, path in enumerate(self._stored(), 1)
            ),
        ]

    def _page(self, place: int) -> Page:
        if place == 0:
            return self._starts_page()
        problem, shown = self.problem, stored(self.state)
        path = tour(self.state, place - 1, problem.cols)
        words = ", ".join(properties(path, problem.free))
        rest = self.tally(CollectionCounter.DISTINCT) - shown
        more = f" {counted_noun(rest, 'more tour')}, counted but not stored." if rest else ""
        ends = f"from {problem.name(int(path[0]))} to {problem.name(int(path[-1]))}"
        return Page.single(f"tour {place:,} of {shown:,}, {ends}", problem.walk(path), f"This tour is {words}.{more}")

    def _starts_page(self) -> Page:
        """Return a page with the number of different tours that begin on each square."""
        problem, starts = self.problem, self.by_start()
        most = problem.name(int(starts.argmax()))
        used = int((starts > 0).sum())
        board = replace(problem.walk([]), heat=starts.ravel() / starts.max(), heat_name=BY_START)
        sentence = (
            f"Different tours by start. Most begin on {most}: {starts.max():,}, shown as 9. "
            f"{used:,} of {counted_noun(problem.squares, 'square')} {'has' if used == 1 else 'have'} a tour, "
            f"{starts.sum() / used:,.1f} on average."
        )
        return Page.single("starts", board, sentence)
