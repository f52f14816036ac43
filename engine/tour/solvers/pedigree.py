"""How the best child of a generation of walks came about: its parents, how they were chosen, and its genes."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from engine.boards import BORDER, MOVES, unpadded
from engine.core.frame import Board, Page
from engine.core.search import State
from engine.core.words import counted_noun
from engine.tour.problem import FROM_FIRST, FROM_SECOND, MUTATED, REPEATED, TourProblem

MOST_GENES, MOST_WALKS = 12, 5
"""So many genes or walks are named one by one, so that a sentence fits a small screen; more are counted."""


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
    field: int
    generation: int
    """Of the parents."""
    by_rule: bool
    """Whether mutation went by Warnsdorff's rule."""

    @cached_property
    def child(self) -> int:
        """The best child's place."""
        return int(self.state["children_fitness"].argmax())

    @cached_property
    def pair(self) -> int:
        """The place of its parents."""
        return self.child // self._litter

    @property
    def _litter(self) -> int:
        """How many children a pair has."""
        return len(self.state["children"]) // len(self.state["parents"])

    @cached_property
    def source(self) -> NDArray[np.uint8]:
        """For each gene of the child: 0 or 1 if it is that of the first or second parent, 2 if it was grown anew."""
        one, other = (self.state["before"][parent].tolist() for parent in self.state["parents"][self.pair])
        source = np.array(copied_from(one, other, self.child % self._litter, self.field, self.problem.cols), np.uint8)
        if grown := int(self.state["grown"][self.child]):
            source[grown:] = 2
        return source

    def pages(self) -> tuple[Page, ...]:
        """Return the parts of the story."""
        s = self.state
        first, second = (int(parent) for parent in s["parents"][self.pair])
        one, other = (drawn(self.problem, s["before"][parent]) for parent in (first, second))
        return (
            Page(self.selection, one, self._chosen(s["entrants"][self.pair].tolist(), first, second)),
            Page("first parent", one, f"{self._parent(first)}. Its genes are marked A in the child."),
            Page("second parent", other, f"{self._parent(second)}. Its genes are marked B in the child."),
            Page("child", self._by_source(), self._made()),
        )

    def _worth(self, fitness: int) -> str:
        return f"fitness {fitness:,}" if self.problem.closed else counted_noun(fitness, "square")

    def _named(self, parent: int) -> str:
        return f"walk {parent + 1:,} ({self._worth(int(self.state['before_fitness'][parent]))})"

    def _parent(self, parent: int) -> str:
        worth = self._worth(int(self.state["before_fitness"][parent]))
        return f"Walk {parent + 1:,} of generation {self.generation:,}: {worth}"

    def _chosen(self, entrants: Sequence[int], first: int, second: int) -> str:
        """Say how the parents came to be chosen, and which of them is on the board."""
        one, other = f"{first + 1:,}", f"{second + 1:,}"
        pair = f"walk {one} twice" if first == second else f"walks {one} and {other}"
        shown = f"On the board: walk {one}."
        if not entrants:
            named = " and ".join(self._named(parent) for parent in dict.fromkeys((first, second)))
            return f"By {self.selection}, the parents are {pair}: {named}. {shown}"
        fitness = self.state["before_fitness"]
        drawn_often = Counter(sorted(entrants, key=lambda entrant: -fitness[entrant]))
        names = [self._named(e) + (f" {often} times" if often > 1 else "") for e, often in drawn_often.items()]
        pop = len(self.state["before"])
        return (
            f"{len(entrants)} draws from {pop:,} walks, the best first: {listed(names, MOST_WALKS)}. "
            f"The best two drawn are the parents: {pair}. {shown}"
        )

    def _by_source(self) -> Board:
        """Return a picture of the child: for each square, from where it came when it was first visited."""
        trail = unpadded(self.state["children"][self.child], self.problem.cols)
        squares, visits = np.unique(trail, return_index=True)
        source = self.source[visits]
        marks = enumerate((FROM_FIRST, FROM_SECOND, MUTATED))
        return self.problem.walk(trail, [(mark, squares[source == number]) for number, mark in marks])

    def _made(self) -> str:
        """Say how the child was made of its parents."""
        s, grown = self.state, int(self.state["grown"][self.child])
        copied = self.source[: grown or None]
        switches = [f"{gene:,}" for gene in (np.flatnonzero(np.diff(copied)) + 2).tolist()]
        genes = "genes" if len(switches) > 1 else "gene"
        switched = (
            f"switched parents at {genes} {listed(switches, MOST_GENES)}" if switches else "never switched parents"
        )
        how = "by Warnsdorff's rule" if self.by_rule else "at random"
        mutated = f"grown anew {how} from gene {grown + 1:,} on" if grown else "not mutated"
        worth = self._worth(int(s["children_fitness"][self.child]))
        return f"The best child, {worth}: began with {'AB'[copied[0]]}, {switched}; {mutated}."


def copied_from(one: Sequence[int], other: Sequence[int], lead: int, field: int, cols: int) -> list[int]:
    """Return for each gene of a child of two walks, numbered with the border, from which of them it was copied."""
    walks, moves = (one, other), {down * (cols + 2 * BORDER) + right for down, right in MOVES}
    current, copied, source = lead, 0, []
    for gene in range(len(one)):
        if copied >= field and walks[1 - current][gene] - walks[current][gene - 1] in moves:
            current, copied = 1 - current, 0
        source.append(current)
        copied += 1
    return source


def listed(names: Sequence[str], most: int) -> str:
    """Return names one after the other, those beyond the first few as a number."""
    rest = len(names) - most
    return ", ".join(names[:most]) + (f" and {rest:,} more" if rest > 0 else "")
