"""The family tree of `evolve`: how any individual of the last generations was bred."""

from collections.abc import Sequence

import numpy as np

from knightwatch.engine.boards import file_name
from knightwatch.engine.core.frame import Board
from knightwatch.engine.core.page import CellRow
from knightwatch.engine.core.parts import Pages
from knightwatch.engine.core.search import State
from knightwatch.engine.core.words import counted_noun
from knightwatch.engine.evolution import Crossover
from knightwatch.engine.evolution.family import MOST_CELLS, Made, Origin, family_pages
from knightwatch.engine.queens.parts.breeding import breed_again, repairs
from knightwatch.engine.queens.solvers.evolve import Evolve

NEEDED = ("pop", "fitness", "summary", "counters", "rng")
"""The arrays of a generation that the tree needs."""


class QueensLineage:
    """The last generations of `evolve`."""

    gene = "queen"

    def __init__(self, search: Evolve, states: Sequence[State]) -> None:
        """Take the search and its last states, the oldest first."""
        self._search, self._states = search, states
        self.generation, self.reach = search.done, len(states) - 1
        self.best = int(states[-1]["fitness"].argmin())

    def _state(self, back: int) -> State:
        return self._states[-1 - back]

    def origin(self, back: int, place: int) -> Origin:
        """Breed the generation again and return how an individual was made."""
        before, genes = self._state(back + 1), self._state(back)["pop"][place]
        _, bred = breed_again(self._search, before, place)
        if not np.array_equal(bred.after_mutation, genes):
            survivor = int(np.flatnonzero((before["pop"] == genes).all(axis=1))[0])
            return Origin((survivor,), "survived", [frozenset((0,))] * len(genes))
        s, mutated = self._search.settings, bool(bred.generation[2][place])
        parents = tuple(dict.fromkeys(bred.parents)) if bred.crossed else bred.parents[:1]
        how = f"{s.crossover if bred.crossed else 'copy'}{f', {s.mutation}' if mutated else ''}"
        old = before["pop"][list(parents)]
        made, copied = dict[int, Made](), list[int]()
        if bred.crossed and s.crossover is Crossover.PMX:
            own, other = (before["pop"][parent].tolist() for parent in bred.parents)
            made = dict.fromkeys(repairs(own, other, *bred.section), Made.REPAIRED)
            copied = [parents.index(bred.parents[x in range(*bred.section)]) for x in range(len(genes))]
        made |= dict.fromkeys(bred.moved.tolist(), Made.MOVED)
        sources = [frozenset(np.flatnonzero(old[:, x] == gene).tolist()) for x, gene in enumerate(genes)]
        for place_made in made:
            sources[place_made] = frozenset()
        return Origin(parents, how, sources, made, copied)

    def board(self, back: int, place: int) -> Board:
        """Return the placement of an individual."""
        return self._search.problem.placement(self._state(back)["pop"][place])

    def worth(self, back: int, place: int) -> str:
        """Return the attacking pairs of an individual."""
        return counted_noun(int(self._state(back)["fitness"][place]), "attack")

    def cells(self, back: int, place: int) -> tuple[str, ...]:
        """Return the row of the queen in each file, counted from 1 at the bottom."""
        return tuple(f"{self._search.problem.n - int(gene)}" for gene in self._state(back)["pop"][place])

    def head(self) -> CellRow:
        """Return the names of the files."""
        return CellRow("file", tuple(file_name(x) for x in range(min(self._search.problem.n, MOST_CELLS))))


def family(search: Evolve, states: Sequence[State]) -> Pages:
    """Return the pages of the family tree."""
    return family_pages(QueensLineage(search, states))
