"""How the best child of a generation of walks came about: its parents, how they were chosen, and its genes."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.boards import unpadded
from engine.frame import Board, Page
from engine.search import State, count
from engine.tour.problem import FROM_FIRST, FROM_SECOND, MUTATED, REPEATED, TourProblem

MOST_NAMED = 12
"""So many things of a kind are named one by one in a sentence; more are counted."""


def drawn(problem: TourProblem, walk: NDArray[np.uint32]) -> Board:
    """Return a picture of a walk, numbered with the border, and of the squares that it visits again."""
    trail = unpadded(walk, problem.cols)
    squares, visits = np.unique(trail, return_counts=True)
    return problem.walk(trail, [(REPEATED, squares[visits > 1])])


@dataclass(frozen=True)
class Pedigree:
    """The story of the best child, from the state of `genetic`."""

    problem: TourProblem
    state: State
    selection: str
    generation: int
    """Of the parents."""
    by_rule: bool
    """Whether mutation went by Warnsdorff's rule."""

    @property
    def child(self) -> int:
        """The best child's place."""
        return int(self.state["children_fitness"].argmax())

    def pages(self) -> tuple[Page, ...]:
        """Return the parts of the story."""
        s = self.state
        pair = self.child * len(s["parents"]) // len(s["children"])
        first, second = (int(parent) for parent in s["parents"][pair])
        one, other = (drawn(self.problem, s["before"][parent]) for parent in (first, second))
        return (
            Page(self.selection, one, self._chosen(s["entrants"][pair].tolist(), first, second)),
            Page("first parent", one, f"{self._parent(first)}. Its genes are marked A in the child."),
            Page("second parent", other, f"{self._parent(second)}. Its genes are marked B in the child."),
            Page("child", self._by_source(), self._made()),
        )

    def _worth(self, fitness: int) -> str:
        return f"fitness {fitness:,}" if self.problem.closed else count(fitness, "square")

    def _named(self, parent: int) -> str:
        return f"walk {parent + 1:,} ({self._worth(int(self.state['before_fitness'][parent]))})"

    def _parent(self, parent: int) -> str:
        worth = self._worth(int(self.state["before_fitness"][parent]))
        return f"Walk {parent + 1:,} of generation {self.generation:,}: {worth}"

    def _chosen(self, entrants: Sequence[int], first: int, second: int) -> str:
        """Say how the parents came to be chosen."""
        if not entrants:
            return f"By {self.selection}, {self._named(first)} and {self._named(second)} are the parents."
        pop = len(self.state["before"])
        return (
            f"{len(entrants)} of {pop:,} walks drawn: {listed([self._named(entrant) for entrant in entrants])}. "
            f"The best two are the parents: walks {first + 1:,} and {second + 1:,}."
        )

    def _by_source(self) -> Board:
        """Return a picture of the child: for each square, from where it came when it was first visited."""
        trail = unpadded(self.state["children"][self.child], self.problem.cols)
        squares, visits = np.unique(trail, return_index=True)
        source = self.state["source"][self.child][visits]
        marks = enumerate((FROM_FIRST, FROM_SECOND, MUTATED))
        return self.problem.walk(trail, [(mark, squares[source == number]) for number, mark in marks])

    def _made(self) -> str:
        """Say how the child was made of its parents."""
        s, grown = self.state, int(self.state["grown"][self.child])
        copied = s["source"][self.child][: grown or None]
        switches = [f"{gene:,}" for gene in (np.flatnonzero(np.diff(copied)) + 2).tolist()]
        genes = "genes" if len(switches) > 1 else "gene"
        switched = f"switched parents at {genes} {listed(switches)}" if switches else "never switched parents"
        how = "by Warnsdorff's rule" if self.by_rule else "at random"
        mutated = f"grown anew {how} from gene {grown + 1:,} on" if grown else "not mutated"
        worth = self._worth(int(s["children_fitness"][self.child]))
        return f"The best child, {worth}: began with {'AB'[copied[0]]}, {switched}; {mutated}."


def listed(names: Sequence[str]) -> str:
    """Return names one after the other, those beyond the first few as a number."""
    rest = len(names) - MOST_NAMED
    return ", ".join(names[:MOST_NAMED]) + (f" and {rest:,} more" if rest > 0 else "")
