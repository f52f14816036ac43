"""Pages about a generation of `genetic`: the best child, its parents, their selection, and its genes.

The state contains all of this, so the state before the step is not needed.
"""

from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.boards import BORDER, MOVES, unpadded
from knightwatch.engine.core.frame import Board
from knightwatch.engine.core.page import CellRow, Page, Picture, Table
from knightwatch.engine.core.parts import Before, Family, Pages, Parts, Setback
from knightwatch.engine.core.search import State
from knightwatch.engine.core.words import counted_noun
from knightwatch.engine.evolution.family import MOST_CELLS, Made, Origin, family_pages
from knightwatch.engine.tour.kernels.genetic_operators import WalkSelection
from knightwatch.engine.tour.parts.genetic_loss import explain_loss, is_worse
from knightwatch.engine.tour.problem import FROM_FIRST, FROM_SECOND, MUTATED, TourProblem
from knightwatch.engine.tour.solvers.genetic import Genetic, GeneticSettings, walk_board

GENES_ROOM = 120
"""Most characters for the genes in a sentence, so that it fits a small screen; the rest is a number."""
SOURCES = (FROM_FIRST, FROM_SECOND, MUTATED)


class Pedigree:
    """The best child, its parents and its genes."""

    def __init__(self, search: Genetic) -> None:
        self.problem, self.state, self._shown = search.problem, search.state, search.shown()
        self._settings, self._generation, self._by_rule = search.settings, search.done - 1, search.by_rule
        self._goal = search.goal

    @cached_property
    def child(self) -> int:
        """The index of the child on the board; if an old walk is on the board, of the best child."""
        shown = np.flatnonzero((self.state["children"] == self._shown).all(axis=1))
        return int(shown[0]) if len(shown) else int(self.state["children_fitness"].argmax())

    @cached_property
    def pair(self) -> int:
        """The index of its pair of parents."""
        return self.child // litter_of(self.state)

    @cached_property
    def parents(self) -> tuple[int, int]:
        """The indices of its parents in the generation before."""
        first, second = self.state["parents"][self.pair].tolist()
        return first, second

    @cached_property
    def source(self) -> NDArray[np.uint8]:
        """For each gene of the child: 0 from the first parent, 1 from the second, 2 from mutation."""
        return source_of(self.problem, self._settings, self.state, self.child)

    def pages(self) -> Pages:
        """Return the pages of selection, of crossover and mutation and, if an old walk is the best, of survival."""
        child = self.state["children"][self.child]
        pictures = (
            *self._pictures(),
            Picture("child, by parent", self._by_source()),
            Picture(
                f"child, {self.state['children_fitness'][self.child]:,} of {self._goal:,}",
                walk_board(self.problem, child),
            ),
        )
        survival = () if np.array_equal(child, self._shown) else (self._survival(),)
        return (
            Page(str(self._settings.selection), self._chosen(), self._pictures(), table=self._entrants()),
            Page("parents and child", self._made(), pictures, self._rows()),
            *survival,
        )

    def _survival(self) -> Page:
        """Return the page of the walk on the board, which is from the generation before."""
        old = np.flatnonzero((self.state["before"] == self._shown).all(axis=1))
        sentence = f"The best walk is not a child: {self._named(int(old[0]))}, survived unchanged."
        return Page("survival", sentence, (Picture("the survivor", walk_board(self.problem, self._shown)),))

    def _pictures(self) -> tuple[Picture, ...]:
        named = zip("AB", self.parents, strict=True)
        return tuple(
            Picture(f"{x}: {self._briefly(p)}", walk_board(self.problem, self.state["before"][p])) for x, p in named
        )

    def _briefly(self, parent: int) -> str:
        """Return the number and the fitness of a walk, in a few words."""
        return f"no. {parent + 1:,}, {int(self.state['before_fitness'][parent]):,} of {self._goal:,}"

    def _worth(self, fitness: int) -> str:
        return f"fitness {fitness:,}" if self.problem.closed else counted_noun(fitness, "square")

    def _named(self, parent: int) -> str:
        return f"walk {parent + 1:,}, {self._worth(int(self.state['before_fitness'][parent]))}"

    def _entrants(self) -> Table:
        """Return a table of the walks in the tournament, the best first."""
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
        """Say how the parents were chosen."""
        first, second = (f"{parent + 1:,}" for parent in self.parents)
        pair = f"walk {first} twice" if first == second else f"walks {first} and {second}"
        of = f"of generation {self._generation:,}"
        if self._settings.selection is not WalkSelection.TOURNAMENT:
            return f"Selection by {self._settings.selection} chose the parents of the best child: {pair} {of}."
        pop, draws = len(self.state["before"]), len(self.state["entrants"][self.pair])
        return (
            f"Tournament: {draws} random draws from the {pop:,} walks {of}. "
            f"The best two are the parents of the best child: {pair}."
        )

    def _by_source(self) -> Board:
        """Return the board with the child: each square shows which parent its first visit comes from."""
        trail = unpadded(self.state["children"][self.child], self.problem.cols)
        squares, visits = np.unique(trail, return_index=True)
        source = self.source[visits]
        return self.problem.walk(trail, [(mark, squares[source == number]) for number, mark in enumerate(SOURCES)])

    def _rows(self) -> tuple[CellRow, ...]:
        """Return the genes of parents and child as rows of cells."""
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
        """Say how crossover and mutation made the child."""
        s, grown = self.state, int(self.state["grown"][self.child])
        copied = self.source[: grown or None]
        switches = [f"{gene:,}" for gene in (np.flatnonzero(np.diff(copied)) + 2).tolist()]
        genes = "genes" if len(switches) > 1 else "gene"
        switched = (
            f"switched parents at {genes} {listed(switches, GENES_ROOM)}" if switches else "never switched parents"
        )
        how = "by Warnsdorff's rule" if self._by_rule else "at random"
        mutated = f"mutated {how} from gene {grown + 1:,} on" if grown else "not mutated"
        worth = self._worth(int(s["children_fitness"][self.child]))
        return f"The best child, {worth}: began with {'AB'[copied[0]]}, {switched}; {mutated}."


def litter_of(state: State) -> int:
    """Return the number of children of a pair."""
    return len(state["children"]) // len(state["parents"])


def source_of(problem: TourProblem, settings: GeneticSettings, state: State, child: int) -> NDArray[np.uint8]:
    """Return for each gene of a child: 0 from the first parent, 1 from the second, 2 from mutation."""
    pair, lead = divmod(child, litter_of(state))
    one, other = (state["before"][parent].tolist() for parent in state["parents"][pair].tolist())
    source = np.array(copied_from(one, other, lead, settings.field, settings.late, problem.cols), np.uint8)
    if grown := int(state["grown"][child]):
        source[grown:] = 2
    return source


def copied_from(one: Sequence[int], other: Sequence[int], lead: int, field: int, late: bool, cols: int) -> list[int]:
    """Return for each gene of the child which parent it was copied from: 0 or 1. Walks are numbered with the border."""
    walks, moves = (one, other), {down * (cols + 2 * BORDER) + right for down, right in MOVES}
    current, copied, source = lead, -int(late), list[int]()
    for gene in range(len(one)):
        if copied >= field and walks[1 - current][gene] - walks[current][gene - 1] in moves:
            current, copied = 1 - current, 0
        source.append(current)
        copied += 1
    return source


def listed(names: Sequence[str], room: int) -> str:
    """Return the names in a list; if it is longer than `room`, only the first ones and the number of the others."""
    most = sum(end <= room for end in accumulate(len(name) + 2 for name in names))
    rest = len(names) - most
    return ", ".join(names[:most]) + (f" and {rest:,} more" if rest else "")


def pages(search: Genetic, before: Before) -> Pages:  # noqa: ARG001
    """Return the pages about the best child."""
    return Pedigree(search).pages()


class WalkLineage:
    """The last generations of `genetic`, for the family tree."""

    gene = "gene"

    def __init__(self, search: Genetic, states: Sequence[State]) -> None:
        """Take the search and its last states, the oldest first."""
        self._search, self._states = search, states
        self.generation, self.reach = search.done, len(states) - 1
        self.best = int(states[-1]["fitness"][: search.living].argmax())

    def _state(self, back: int) -> State:
        return self._states[-1 - back]

    def origin(self, back: int, place: int) -> Origin:
        """Return how a walk was made; each gene comes from exactly one parent, or from mutation."""
        state, walk = self._state(back), self._state(back)["walks"][place]
        children = np.flatnonzero((state["children"] == walk).all(axis=1))
        if not len(children):
            survivor = int(np.flatnonzero((state["before"] == walk).all(axis=1))[0])
            return Origin((survivor,), "survived", [frozenset((0,))] * len(walk))
        child = int(children[0])
        source = source_of(self._search.problem, self._search.settings, state, child).tolist()
        first, second = state["parents"][child // litter_of(state)].tolist()
        how = "crossover, mutation" if state["grown"][child] else "crossover"
        drawn = {gene: Made.DRAWN for gene, each in enumerate(source) if each == 2}
        if first == second:
            return Origin((first,), how, [frozenset(() if each == 2 else (0,)) for each in source], drawn)
        return Origin((first, second), how, [frozenset(() if each == 2 else (each,)) for each in source], drawn)

    def board(self, back: int, place: int) -> Board:
        """Return the board of a walk."""
        return walk_board(self._search.problem, self._state(back)["walks"][place])

    def worth(self, back: int, place: int) -> str:
        """Return the fitness of a walk."""
        return f"{int(self._state(back)['fitness'][place]):,} of {self._search.goal:,}"

    def cells(self, back: int, place: int) -> tuple[str, ...]:
        """Return the squares of a walk."""
        problem = self._search.problem
        return tuple(problem.name(each) for each in unpadded(self._state(back)["walks"][place], problem.cols).tolist())

    def head(self) -> CellRow:
        """Return the numbers of the genes."""
        return CellRow("gene", tuple(f"{gene + 1}" for gene in range(min(self._search.problem.squares, MOST_CELLS))))


def family(search: Genetic, states: Sequence[State]) -> Pages:
    """Return the pages of the family tree."""
    return family_pages(WalkLineage(search, states))


FAMILY = Family(family, ("walks", "fitness", "before", "children", "parents", "grown"))
PARTS = Parts(pages, setback=Setback(is_worse, explain_loss), family=FAMILY)
