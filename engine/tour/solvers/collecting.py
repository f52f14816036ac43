"""What solvers that collect tours share: when they have enough, how tours are told and looked at.

The state has the arrays of `solvers.collection`. A search of this kind goes on until it has found as many different
tours as it was asked for, or reaches its limit, and then says how many it found.
"""

from abc import abstractmethod
from dataclasses import replace
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from knightwatch.engine.boards import BORDER, Squares, square_names
from knightwatch.engine.core.declaration import Settings, written
from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.frame import Figure
from knightwatch.engine.core.page import Page
from knightwatch.engine.core.search import Search
from knightwatch.engine.core.words import counted_noun
from knightwatch.engine.tour.kernels.collection import CollectionCounter
from knightwatch.engine.tour.problem import TourProblem
from knightwatch.engine.tour.properties import properties
from knightwatch.engine.tour.solvers.bordered import Bordered
from knightwatch.engine.tour.solvers.collection import kept, tour

BY_START = "tours that begin on the square, in tenths of the most"


class CollectingSettings(Settings):
    """What every solver that collects tours is asked for."""

    tours: int = Field(1, ge=1, le=1_000_000, description="different tours to find before it ends")


def refuse_genes(squares: int, pop: int, most: int) -> None:
    """Refuse a population whose squares of all individuals together are too many for a slice of time."""
    if squares * pop > most:
        raise BadInput(
            f"squares x pop is {squares * pop:,}, but must be at most {most:,}: choose a smaller pop or board"
        )


S = TypeVar("S", bound=CollectingSettings)


class CollectingSearch(Bordered, Search[TourProblem, S], Generic[S]):
    """A search for many tours."""

    def __init__(self, problem: TourProblem, settings: S, seed: int) -> None:
        super().__init__(problem, settings, seed)
        self.measure()

    @abstractmethod
    def best(self) -> Squares:
        """Return the longest walk without a repeated square that is known now, where no tour was found."""

    def attained(self) -> float:
        return self.problem.squares if self.tally(CollectionCounter.FOUND) else len(self.best())

    def counter(self, place: int) -> int:
        """Return what one of the counters says."""
        return int(self.state["counters"][place])

    def tally(self, place: CollectionCounter) -> int:
        """Return how many tours of a kind were found."""
        return int(self.state["tour_counts"][place])

    @property
    def wants_many(self) -> bool:
        return self.settings.tours > 1

    def found(self) -> bool:
        return self.tally(CollectionCounter.DISTINCT) >= self.settings.tours

    def reached(self) -> str:
        distinct = self.tally(CollectionCounter.DISTINCT)
        return f"{distinct:,} of {counted_noun(self.settings.tours, 'tour')}" if distinct else super().reached()

    def answer(self) -> dict[str, Any]:
        if not self.ready:
            return {"path": [], "squares": 0, "closed": False, "tours_per_start": []}
        cols = self.problem.cols
        trail = tour(self.state, kept(self.state) - 1, cols) if kept(self.state) else self.best()
        path = np.stack(np.divmod(trail, cols), axis=1).tolist()
        starts = self.by_start().tolist()
        return {"path": path, "squares": len(path), "closed": self.problem.ring(trail), "tours_per_start": starts}

    def by_start(self) -> NDArray[np.int64]:
        """Return for each square of the board how many different tours begin there."""
        inner = slice(BORDER, -BORDER)
        found: NDArray[np.int64] = self.state["tour_starts"].reshape(-1, self.width)[inner, inner]
        return found

    def tours_work(self) -> dict[str, int]:
        """Return the counters of tours for the JSON result."""
        names = {
            "tours": CollectionCounter.FOUND,
            "distinct_tours": CollectionCounter.DISTINCT,
            "distinct_shapes": CollectionCounter.SHAPES,
        }
        return {name: self.tally(place) if self.ready else 0 for name, place in names.items()}

    def tours_figures(self) -> tuple[Figure, ...]:
        """Return the counters of tours for people."""
        return (
            Figure("tours", f"{self.tally(CollectionCounter.FOUND):,}", "tours found, each time"),
            Figure(
                "distinct",
                f"{self.tally(CollectionCounter.DISTINCT):,}, shapes {self.tally(CollectionCounter.SHAPES):,}",
                "different tours, and how many differ by more than a turn or reflection of the board",
            ),
        )

    def _kept(self) -> list[Squares]:
        """Return all tours that were kept, in the order in which they were found."""
        if not self.ready:
            return []
        return [tour(self.state, place, self.problem.cols) for place in range(kept(self.state))]

    def collected(self) -> dict[str, list[Any]]:
        cols = self.problem.cols
        return {"tours": [np.stack(np.divmod(path, cols), axis=1).tolist() for path in self._kept()]}

    def collected_table(self) -> list[tuple[Any, ...]]:
        problem = self.problem
        return [
            ("tour", "closed", "squares"),
            *(
                (place, written(problem.ring(path)), square_names(path, problem.rows, problem.cols))
                for place, path in enumerate(self._kept(), 1)
            ),
        ]

    def collected_count(self) -> int:
        return 1 + kept(self.state) if self.ready and kept(self.state) else 0

    def collected_page(self, place: int) -> Page:
        if place == 0:
            return self._starts_page()
        problem, shown = self.problem, kept(self.state)
        path = tour(self.state, place - 1, problem.cols)
        words = ", ".join(properties(path, problem.free))
        rest = self.tally(CollectionCounter.DISTINCT) - shown
        more = f" {counted_noun(rest, 'more tour')} {'was' if rest == 1 else 'were'} only counted." if rest else ""
        ends = f"from {problem.name(int(path[0]))} to {problem.name(int(path[-1]))}"
        return Page.single(f"tour {place:,} of {shown:,}, {ends}", problem.walk(path), f"This tour is {words}.{more}")

    def _starts_page(self) -> Page:
        """Return a picture of how many different tours begin on each square."""
        problem, found = self.problem, self.by_start()
        most = problem.name(int(found.argmax()))
        used = int((found > 0).sum())
        board = replace(problem.walk([]), heat=found.ravel() / found.max(), heat_name=BY_START)
        sentence = (
            f"Different tours by their first square, in tenths of the most: {found.max():,} from {most}. "
            f"{used:,} of {counted_noun(problem.squares, 'square')} {'has' if used == 1 else 'have'} any, "
            f"{found.sum() / used:,.1f} on average."
        )
        return Page.single("starts", board, sentence)
