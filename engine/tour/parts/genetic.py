"""How the best child of a generation of `genetic` came about: its parents, how they were chosen, and its genes.

The state has all of it, so that nothing of the moment before is needed.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.boards import BORDER, MOVES, unpadded
from knightwatch.engine.core.frame import Board
from knightwatch.engine.core.page import CellRow, Page, Picture, Table
from knightwatch.engine.core.parts import Before, Insight, Pages, Parts, Setback
from knightwatch.engine.core.search import State
from knightwatch.engine.core.words import counted_noun
from knightwatch.engine.evolution.crowd import fate
from knightwatch.engine.tour.kernels.genetic import GeneticCounter
from knightwatch.engine.tour.kernels.genetic_operators import GeneticSummary, WalkSelection
from knightwatch.engine.tour.problem import FROM_FIRST, FROM_SECOND, MUTATED
from knightwatch.engine.tour.solvers.genetic import Genetic, drawn

MOST_GENES = 12
"""So many genes are named one by one, so that a sentence fits a small screen; more are counted."""
MOST_CELLS = 400
"""Genes that are listed."""
SOURCES = (FROM_FIRST, FROM_SECOND, MUTATED)


class Pedigree:
    """The story of the best child."""

    def __init__(self, search: Genetic) -> None:
        self.problem, self.state, self._shown = search.problem, search.state, search.shown()
        self._settings, self._generation, self._by_rule = search.settings, search.done - 1, search.by_rule
        self._goal = search.goal

    @cached_property
    def child(self) -> int:
        """The place of the child on the board; where that is no child, of the best one."""
        shown = np.flatnonzero((self.state["children"] == self._shown).all(axis=1))
        return int(shown[0]) if len(shown) else int(self.state["children_fitness"].argmax())

    @cached_property
    def pair(self) -> int:
        """The place of its parents."""
        return self.child // self._litter

    @property
    def _litter(self) -> int:
        """How many children a pair has."""
        return len(self.state["children"]) // len(self.state["parents"])

    @cached_property
    def parents(self) -> tuple[int, int]:
        """The places of its parents in the generation before."""
        first, second = self.state["parents"][self.pair].tolist()
        return first, second

    @cached_property
    def source(self) -> NDArray[np.uint8]:
        """For each gene of the child: 0 or 1 if it is that of the first or second parent, 2 if it was grown anew."""
        one, other = (self.state["before"][parent].tolist() for parent in self.parents)
        lead, field = self.child % self._litter, self._settings.field
        source = np.array(copied_from(one, other, lead, field, self.problem.cols), np.uint8)
        if grown := int(self.state["grown"][self.child]):
            source[grown:] = 2
        return source

    def pages(self) -> Pages:
        """Return the parts of the story."""
        child = self.state["children"][self.child]
        pictures = (
            *self._pictures(),
            Picture("child, by parent", self._by_source()),
            Picture(
                f"child, {self.state['children_fitness'][self.child]:,} of {self._goal:,}", drawn(self.problem, child)
            ),
        )
        survival = () if np.array_equal(child, self._shown) else (self._survival(),)
        return (
            Page(str(self._settings.selection), self._chosen(), self._pictures(), table=self._entrants()),
            Page("parents and child", self._made(), pictures, self._rows()),
            *survival,
        )

    def _survival(self) -> Page:
        """Return the walk on the board, which is of the generation before."""
        old = np.flatnonzero((self.state["before"] == self._shown).all(axis=1))
        told = f"The best walk now is no child: it is {self._named(int(old[0]))}, and survived as it was."
        return Page("survival", told, (Picture("the survivor", drawn(self.problem, self._shown)),))

    def _pictures(self) -> tuple[Picture, ...]:
        named = zip("AB", self.parents, strict=True)
        return tuple(
            Picture(f"{x}: {self._briefly(p)}", drawn(self.problem, self.state["before"][p])) for x, p in named
        )

    def _briefly(self, parent: int) -> str:
        """Name a walk, and what it is worth, where there is room for a few words."""
        return f"no. {parent + 1:,}, {int(self.state['before_fitness'][parent]):,} of {self._goal:,}"

    def _worth(self, fitness: int) -> str:
        return f"fitness {fitness:,}" if self.problem.closed else counted_noun(fitness, "square")

    def _named(self, parent: int) -> str:
        return f"walk {parent + 1:,}, {self._worth(int(self.state['before_fitness'][parent]))}"

    def _entrants(self) -> Table:
        """Return who was drawn for the tournament, the best first."""
        entrants, fitness = self.state["entrants"][self.pair].tolist(), self.state["before_fitness"]
        if not entrants:
            return ()
        often = Counter(sorted(entrants, key=lambda entrant: -fitness[entrant]))
        letters = {parent: letter for letter, parent in reversed(list(zip("AB", self.parents, strict=True)))}
        if self.parents[0] == self.parents[1]:
            letters[self.parents[0]] = "A and B"
        rows = ((f"{e + 1:,}", f"{fitness[e]:,}", f"{times}", letters.get(e, "")) for e, times in often.items())
        return ("walk", "fitness", "drawn", "parent"), *rows

    def _chosen(self) -> str:
        """Say how the parents came to be chosen."""
        first, second = (f"{parent + 1:,}" for parent in self.parents)
        pair = f"walk {first} twice" if first == second else f"walks {first} and {second}"
        of = f"of generation {self._generation:,}"
        if self._settings.selection is not WalkSelection.TOURNAMENT:
            return f"The parents of the best child are chosen by {self._settings.selection}: {pair} {of}."
        pop, draws = len(self.state["before"]), len(self.state["entrants"][self.pair])
        return f"{draws} draws from {pop:,} walks {of}: the best two drawn are the parents of the best child, {pair}."

    def _by_source(self) -> Board:
        """Return a picture of the child: for each square, from where it came when it was first visited."""
        trail = unpadded(self.state["children"][self.child], self.problem.cols)
        squares, visits = np.unique(trail, return_index=True)
        source = self.source[visits]
        return self.problem.walk(trail, [(mark, squares[source == number]) for number, mark in enumerate(SOURCES)])

    def _rows(self) -> tuple[CellRow, ...]:
        """Return the genes of parents and child, one below the other."""
        name, cols = self.problem.name, self.problem.cols

        def names(walk: NDArray[np.uint32]) -> tuple[str, ...]:
            return tuple(name(square) for square in unpadded(walk, cols)[:MOST_CELLS].tolist())

        one, other = (names(self.state["before"][parent]) for parent in self.parents)
        marks = tuple(SOURCES[number] for number in self.source[:MOST_CELLS])
        return (
            CellRow("gene", tuple(f"{gene + 1}" for gene in range(len(one)))),
            CellRow("A", one, tuple(mark if mark is FROM_FIRST else None for mark in marks)),
            CellRow("B", other, tuple(mark if mark is FROM_SECOND else None for mark in marks)),
            CellRow("child", names(self.state["children"][self.child]), marks),
        )

    def _made(self) -> str:
        """Say how the child was made of its parents."""
        s, grown = self.state, int(self.state["grown"][self.child])
        copied = self.source[: grown or None]
        switches = [f"{gene:,}" for gene in (np.flatnonzero(np.diff(copied)) + 2).tolist()]
        genes = "genes" if len(switches) > 1 else "gene"
        switched = (
            f"switched parents at {genes} {listed(switches, MOST_GENES)}" if switches else "never switched parents"
        )
        how = "by Warnsdorff's rule" if self._by_rule else "at random"
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


def pages(search: Genetic, before: Before) -> Pages:  # noqa: ARG001
    """Return the story of the best child."""
    return Pedigree(search).pages()


def worse(search: Genetic) -> bool:
    """Tell whether the best is worse than before."""
    return bool(search.state["summary"][GeneticSummary.BEST] < search.counter(GeneticCounter.EARLIER))


def lost(search: Genetic, state: State) -> Iterator[Insight]:  # noqa: ARG001
    """Say what became of the best walks of the generation before."""
    s = search.state
    fitness, parents, litter = s["before_fitness"], s["parents"], len(s["children"]) // len(s["parents"])
    best = np.flatnonzero(fitness == fitness.max())
    pairs = np.flatnonzero(np.isin(parents, best).any(axis=1))
    children = np.concatenate([pairs * litter + lead for lead in range(litter)])
    crossed = (s["before"][parents[:, 0]] != s["before"][parents[:, 1]]).any(axis=1)
    yield Insight(fate(len(best), crossed[children // litter], s["grown"][children] > 0))


PARTS = Parts(pages, setback=Setback(worse, lost))
