"""How the best individual of a generation of `evolve` came about: its parents, their crossover, and its mutation.

The generation is bred again from the one before, by the same operators and random numbers.
"""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from knightwatch.engine.boards import file_name
from knightwatch.engine.core.frame import Mark, Tone
from knightwatch.engine.core.page import CellRow, Page, Picture, Table
from knightwatch.engine.core.parts import Before, Insight, Pages, Parts, Setback
from knightwatch.engine.core.search import State
from knightwatch.engine.core.words import counted_noun
from knightwatch.engine.evolution import Crossover, Section, Selection
from knightwatch.engine.evolution.crowd import fate
from knightwatch.engine.evolution.selection import wheel
from knightwatch.engine.queens.kernels.evolve import EvolveCounter as Counter
from knightwatch.engine.queens.kernels.evolve import EvolveSummary as Summary
from knightwatch.engine.queens.parts.breeding import Bred, Individual, again, repairs
from knightwatch.engine.queens.solvers.evolve import Evolve

SECTION = Mark("in the section", "]", "]", Tone.HINT)
TWICE = Mark("stands there twice", "!", "!", Tone.ALARM)
REPAIRED = Mark("repaired", "*", "*", Tone.GOOD)
CHANGED = Mark("changed", "*", "*", Tone.GOOD)
FROM_A = Mark("as in A", "A", "A", Tone.HINT)
FROM_B = Mark("as in B", "B", "B", Tone.GOOD)
FROM_BOTH = Mark("as in both", "=", "=", Tone.PIECE)


class Story:
    """The pages about one individual."""

    def __init__(self, search: Evolve, before: Before, place: int, how: Bred) -> None:
        self._search, self._state, self._place, self._how = search, before.state, place, how
        self._own, self._other = (before.state["pop"][parent].astype(np.uint32) for parent in how.parents)
        self._n = search.problem.n

    def pages(self) -> Pages:
        """Return the parts, in their order."""
        return (self._selection(), *self.crossover(), self._mutation(), self._child())

    def crossover(self) -> Pages:
        """Return the parts of the crossover alone."""
        if not self._how.crossed:
            return (Page("no crossover", self._uncrossed(), self._parents(), self._rows_of_parents()),)
        if self._search.settings.crossover is Crossover.PMX:
            return self._section(), self._mapping(), self._repairs()
        return (self._crossing(),)

    # What the pages are made of.

    def _attacks(self, parent: int) -> str:
        return counted_noun(int(self._state["fitness"][parent]), "attack")

    def _parents(self) -> tuple[Picture, ...]:
        placement = self._search.problem.placement
        pairs = zip("AB", self._how.parents, (self._own, self._other), strict=True)
        return tuple(
            Picture(f"{letter}: no. {parent + 1:,}, {self._attacks(parent)}", placement(genes))
            for letter, parent, genes in pairs
        )

    def _row(self, name: str, genes: Individual, marks: dict[int, Mark] | None = None) -> CellRow:
        """Return the ranks of queens, file by file."""
        cells = tuple(f"{self._n - int(gene)}" for gene in genes)
        return CellRow(name, cells, tuple(marks.get(i) for i in range(self._n)) if marks else ())

    def _files(self) -> CellRow:
        return CellRow("file", tuple(file_name(i) for i in range(self._n)))

    def _rows_of_parents(self) -> tuple[CellRow, ...]:
        within = dict.fromkeys(range(*self._how.between), SECTION)
        return self._files(), self._row("A", self._own, within), self._row("B", self._other, within)

    def _rank(self, gene: int) -> str:
        return f"{self._n - gene}"

    def _where(self) -> str:
        first, last = self._how.between
        return f"file {file_name(first)}" if last - first == 1 else f"files {file_name(first)} to {file_name(last - 1)}"

    # The parts.

    def _selection(self) -> Page:
        s, how = self._search.settings, self._how
        fitness = self._state["fitness"]
        table: list[tuple[str, ...]]
        if how.entrants:
            table = [("for", "drawn", "attacks", "")]
            for letter, entrants, winner in zip("AB", how.entrants, how.parents, strict=True):
                table += [(letter, f"{e + 1:,}", f"{fitness[e]}", "wins" if e == winner else "") for e in entrants]
            sentence = (
                f"Tournament: for each parent {counted_noun(s.k, 'individual')} of {s.pop:,} are drawn at random, and "
                "the one with the fewest attacks wins, the first drawn of equals."
            )
        else:
            table = [("parent", "individual", "attacks", "rank", "share of the wheel")]
            shares = np.diff(wheel(fitness), prepend=0.0)
            order = np.argsort(fitness, kind="stable")
            for letter, parent in zip("AB", how.parents, strict=True):
                rank = int(np.flatnonzero(order == parent)[0]) + 1
                share = f"{shares[parent] / shares.sum():.1%}"
                table.append((letter, f"{parent + 1:,}", f"{fitness[parent]}", f"{rank:,}", share))
            sentence = f"Parents are chosen by {s.selection}. Rank 1 is the best of {s.pop:,}."
            if s.selection not in (Selection.ROULETTE, Selection.UNIVERSAL):
                table = [row[:-1] for row in table]
        return Page(str(s.selection), sentence, self._parents(), table=tuple(table))

    def _uncrossed(self) -> str:
        pc = self._search.settings.pc
        return f"A pair is crossed with probability {pc:g}; this one was not: the child is A as it was."

    def _drawn(self) -> str:
        cuts = self._search.settings.section is Section.CUTS
        return "two random cuts mark" if cuts else "a random size, and then a random place, mark"

    def _section(self) -> Page:
        return Page(
            "pmx: the section",
            f"Partially mapped crossover: {self._drawn()} a section, {self._where()}, marked ] below. The child "
            "takes it from B, and everything else from A.",
            self._parents(),
            self._rows_of_parents(),
        )

    def _taken(self) -> Individual:
        """Return A with the section of B."""
        taken: Individual = self._own.copy()
        first, last = self._how.between
        taken[first:last] = self._other[first:last]
        return taken

    def _repaired(self) -> dict[int, list[int]]:
        return repairs(self._own.tolist(), self._other.tolist(), *self._how.between)

    def _mapping(self) -> Page:
        first, last = self._how.between
        table: Table = (
            ("file", "in", "out"),
            *(
                (file_name(i), self._rank(int(self._other[i])), self._rank(int(self._own[i])))
                for i in range(first, last)
            ),
        )
        return Page(
            "pmx: the mapping",
            "The section says which row stands for which: where a row that comes in from B would stand there twice, "
            "the one that goes out of A in the same file takes its place.",
            self._parents(),
            self._rows_of_parents(),
            table,
        )

    def _repairs(self) -> Page:
        repaired, taken, (first, last) = self._repaired(), self._taken(), self._how.between
        twice = {i: TWICE for i in range(self._n) if int((taken == taken[i]).sum()) > 1}
        table: Table = (
            ("file", "along the mapping"),
            *((file_name(i), " → ".join(map(self._rank, chain))) for i, chain in repaired.items()),
        )
        fixed = dict.fromkeys(range(first, last), SECTION) | dict.fromkeys(repaired, REPAIRED)
        many = counted_noun(len(repaired), "row")
        told = (
            f"With B's section, {many} outside it would stand there twice (marked !). Each is replaced along the "
            "mapping until a row comes that is free (marked *)."
            if repaired
            else "With B's section no row stands there twice, so there is nothing to repair."
        )
        rows = (
            self._files(),
            self._row("A", self._own),
            self._row("with B's", taken, twice),
            self._row("repaired", self._how.born, fixed),
        )
        placement = self._search.problem.placement
        pictures = Picture("with B's section", placement(taken)), Picture("repaired", placement(self._how.born))
        return Page("pmx: the repairs", told, pictures, rows, table if repaired else ())

    def _crossing(self) -> Page:
        crossover = self._search.settings.crossover
        told = {
            Crossover.OX: f"Order crossover: the child keeps A's section, {self._where()}, and takes the other rows in "
            "the order in which B has them after it.",
            Crossover.CX: "Cycle crossover: from A's row of a file to B's row of the same file, and on from there, the "
            "files fall into cycles; every other cycle is exchanged.",
        }.get(crossover, f"The parents are crossed by {crossover}.")
        rows = (*self._rows_of_parents(), self._row("child", self._how.born, self._sources(self._how.born)))
        return Page(str(crossover), told, (*self._parents(), self._picture("child", self._how.born)), rows)

    def _picture(self, name: str, genes: Individual) -> Picture:
        return Picture(name, self._search.problem.placement(genes))

    def _sources(self, genes: Individual) -> dict[int, Mark]:
        """Return for each gene which parent has the same, as a mark."""
        marks = {}
        for i, gene in enumerate(genes):
            same = gene == self._own[i], gene == self._other[i]
            mark = {(True, True): FROM_BOTH, (True, False): FROM_A, (False, True): FROM_B}.get(same)
            if mark:
                marks[i] = mark
        return marks

    def _mutation(self) -> Page:
        s, how = self._search.settings, self._how
        changed = np.flatnonzero(how.born != how.grown)
        if not len(changed):
            told = f"An individual is mutated with probability {s.pm:g}; this one was not."
            return Page(
                "no mutation", told, (self._picture("child", how.grown),), (self._files(), self._row("child", how.born))
            )
        marks = dict.fromkeys(changed.tolist(), CHANGED)
        names = ", ".join(file_name(int(i)) for i in changed[:8]) + (" and others" if len(changed) > 8 else "")
        return Page(
            f"mutation by {s.mutation}",
            f"With probability {s.pm:g} an individual is mutated, and this one was: by {s.mutation}, rows of files "
            f"{names} changed places.",
            (self._picture("before", how.born), self._picture("after", how.grown)),
            (self._files(), self._row("before", how.born, marks), self._row("after", how.grown, marks)),
        )

    def _child(self) -> Page:
        fitness = int(self._search.state["fitness"][self._place])
        named = f"child: no. {self._place + 1:,}, {counted_noun(fitness, 'attack')}"
        best = min(int(self._state["fitness"][parent]) for parent in self._how.parents)
        change = "fewer than" if fitness < best else "more than" if fitness > best else "as many as"
        sources = self._sources(self._how.grown)
        new = self._n - len(sources)
        return Page(
            "the child",
            f"The best of the new generation has {counted_noun(fitness, 'attack')}, {change} its better parent. "
            f"{counted_noun(new, 'queen')} of {self._n} {'stands' if new == 1 else 'stand'} as in neither parent.",
            (*self._parents(), self._picture(named, self._how.grown)),
            (
                self._files(),
                self._row("A", self._own),
                self._row("B", self._other),
                self._row("child", self._how.grown, sources),
            ),
        )


def worse(search: Evolve) -> bool:
    """Tell whether the best is worse than before."""
    return bool(search.state["summary"][Summary.BEST] > search.state["counters"][Counter.EARLIER])


def lost(search: Evolve, state: State) -> Iterator[Insight]:
    """Say what became of the best individuals of the generation before."""
    fitness = state["fitness"]
    _, how = again(search, state)
    parents, crossed, mutated = how.everyone
    drawn_at = np.isin(parents, np.flatnonzero(fitness == fitness.min()))
    yield Insight(fate(int((fitness == fitness.min()).sum()), crossed[drawn_at], mutated[drawn_at]))


def pages(search: Evolve, before: Before) -> Pages:
    """Return the story of the best individual, which is the one on the board, and how others were crossed if not it."""
    state = before.state
    place, how = again(search, state)
    best = search.state["pop"][place]
    survived = not np.array_equal(how.grown, best)
    told = _survival(search, state, place, how) if survived else Story(search, before, place, how).pages()
    return told if how.crossed and not survived else (*told, *_another(search, before, how))


def _survival(search: Evolve, state: State, place: int, how: Bred) -> Pages:
    """Return the page about an individual that was not bred: it survived."""
    best = search.state["pop"][place]
    kept = int(np.flatnonzero((state["pop"] == best).all(axis=1))[0])
    told = (
        f"The best individual is number {kept + 1:,} of the generation before, with "
        f"{counted_noun(int(state['fitness'][kept]), 'attack')}: it survived as it was and took the place of number "
        f"{place + 1:,}, one of the worst children."
    )
    pictures = (
        Picture("the child that it replaced", search.problem.placement(how.grown)),
        Picture("the survivor", search.problem.placement(best)),
    )
    return (Page("survival", told, pictures),)


def _another(search: Evolve, before: Before, how: Bred) -> Pages:
    """Return how a child was crossed, the best in the place of such a one, if there are any."""
    _, crossed, _ = how.everyone
    if not crossed.any():
        return ()
    fitness = np.where(crossed, search.state["fitness"].astype(np.int64), np.iinfo(np.int64).max)
    place, other = again(search, before.state, int(fitness.argmin()))
    first, *rest = Story(search, before, place, other).crossover()
    first = replace(first, sentence=f"The best was not crossed, but child {place + 1:,} was. {first.sentence}")
    return tuple(replace(page, title=f"another child, by {page.title}") for page in (first, *rest))


PARTS = Parts(pages, ("pop", "fitness", "summary", "counters", "rng"), Setback(worse, lost))
