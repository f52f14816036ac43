"""The pages about a generation of `evolve`: how its best individual was made by selection, crossover and mutation.

They breed the generation again from the one before, with the same operators and random numbers.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from knightwatch.engine.boards import file_name
from knightwatch.engine.core.frame import Mark, Tone
from knightwatch.engine.core.page import CellRow, Page, Picture, Table
from knightwatch.engine.core.parts import Before, Family, Pages, Parts, Setback
from knightwatch.engine.core.search import State
from knightwatch.engine.core.words import counted_noun
from knightwatch.engine.evolution import Crossover, Section, Selection
from knightwatch.engine.evolution.family import FROM_A, FROM_B, FROM_BOTH, newcomers, same_uncopied
from knightwatch.engine.evolution.selection import wheel
from knightwatch.engine.queens.parts.breeding import Bred, Individual, breed_again, repairs
from knightwatch.engine.queens.parts.family import NEEDED, family
from knightwatch.engine.queens.parts.loss import explain_loss, is_worse
from knightwatch.engine.queens.solvers.evolve import Evolve

SECTION = Mark("in the section", "]", "]", Tone.HINT)
TWICE = Mark("duplicate", "!", "!", Tone.ALARM)
REPAIRED = Mark("repaired", "*", "*", Tone.GOOD)
CHANGED = Mark("changed", "*", "*", Tone.GOOD)
MOVED = Mark("moved by mutation", "~", "~", Tone.ALARM)
CHAIN = 4
"""Ranks of a chain of replacements in one row of a table."""


class ChildPages:
    """The pages about one child."""

    def __init__(self, search: Evolve, before: Before, place: int, bred: Bred) -> None:
        self._search, self._state, self._place, self._bred = search, before.state, place, bred
        self._own, self._other = (before.state["pop"][parent].astype(np.uint32) for parent in bred.parents)
        self._n = search.problem.n

    def pages(self) -> Pages:
        """Return all pages in their order."""
        return (self._selection(), *self.crossover(), self._mutation(), self._child())

    def crossover(self) -> Pages:
        """Return the pages about the crossover."""
        if not self._bred.crossed:
            return (Page("no crossover", self._uncrossed(), self._parents(), self._rows_of_parents()),)
        if self._search.settings.crossover is Crossover.PMX:
            return replace(self._section(), variables=self._call()), self._mapping(), self._repairs()
        return (self._crossing(),)

    def _call(self) -> tuple[tuple[str, str], ...]:
        """Return the variables of the call of `pmx` that made this child, and the child after its mutation."""
        own, other, (first, last) = self._own.tolist(), self._other.tolist(), self._bred.section
        values: dict[str, object] = {
            "parent": own,
            "other": other,
            "first": first,
            "last": last,
            "mapping": dict(zip(other[first:last], own[first:last], strict=True)),
            "child": self._bred.before_mutation.tolist(),
        }
        mutated = (("mutate: individual", f"{self._bred.after_mutation.tolist()}"),) if len(self._bred.moved) else ()
        return (*((f"pmx: {name}", f"{value}") for name, value in values.items()), *mutated)

    # Pieces of pages.

    def _attacks(self, parent: int) -> str:
        return counted_noun(int(self._state["fitness"][parent]), "attack")

    def _parents(self) -> tuple[Picture, ...]:
        placement = self._search.problem.placement
        pairs = zip("AB", self._bred.parents, (self._own, self._other), strict=True)
        return tuple(
            Picture(f"{letter}: no. {parent + 1:,}, {self._attacks(parent)}", placement(genes))
            for letter, parent, genes in pairs
        )

    def _row(self, name: str, genes: Individual, marks: dict[int, Mark] | None = None) -> CellRow:
        """Return the rank of the queen in each file."""
        cells = tuple(f"{self._n - int(gene)}" for gene in genes)
        return CellRow(name, cells, tuple(marks.get(i) for i in range(self._n)) if marks else ())

    def _files(self) -> CellRow:
        return CellRow("file", tuple(file_name(i) for i in range(self._n)))

    def _rows_of_parents(self) -> tuple[CellRow, ...]:
        within = dict.fromkeys(range(*self._bred.section), SECTION)
        return self._files(), self._row("A", self._own, within), self._row("B", self._other, within)

    def _rank_name(self, gene: int) -> str:
        return f"{self._n - gene}"

    def _section_files(self) -> str:
        first, last = self._bred.section
        return f"file {file_name(first)}" if last - first == 1 else f"files {file_name(first)} to {file_name(last - 1)}"

    # The pages.

    def _selection(self) -> Page:
        s, bred = self._search.settings, self._bred
        fitness = self._state["fitness"]
        table: list[tuple[str, ...]]
        if bred.entrants:
            table = [("parent", "individual", "attacks", "")]
            for letter, entrants, winner in zip("AB", bred.entrants, bred.parents, strict=True):
                table += [(letter, f"{e + 1:,}", f"{fitness[e]}", "wins" if e == winner else "") for e in entrants]
            sentence = (
                f"Tournament: each parent is the best of {counted_noun(s.k, 'random individual')} out of {s.pop:,}. "
                "If several have the fewest attacks, the first wins."
            )
        else:
            table = [("parent", "individual", "attacks", "rank", "share of the wheel")]
            shares = np.diff(wheel(fitness), prepend=0.0)
            order = np.argsort(fitness, kind="stable")
            for letter, parent in zip("AB", bred.parents, strict=True):
                rank = int(np.flatnonzero(order == parent)[0]) + 1
                share = f"{shares[parent] / shares.sum():.1%}"
                table.append((letter, f"{parent + 1:,}", f"{fitness[parent]}", f"{rank:,}", share))
            sentence = f"Parents are selected by {s.selection}. Rank 1 is the best of {s.pop:,}."
            if s.selection not in (Selection.ROULETTE, Selection.UNIVERSAL):
                table = [row[:-1] for row in table]
        return Page(str(s.selection), sentence, self._parents(), table=tuple(table))

    def _uncrossed(self) -> str:
        pc = self._search.settings.pc
        return f"A pair is crossed with probability {pc:g}; this pair was not. The child is a copy of A."

    def _section_choice(self) -> str:
        cuts = self._search.settings.section is Section.CUTS
        return "two random cuts" if cuts else "a random size and a random place"

    def _section(self) -> Page:
        return Page(
            "pmx: the section",
            f"Partially mapped crossover: {self._section_choice()} give a section, {self._section_files()} (marked ]). "
            "The child takes the section from B and the rest from A.",
            self._parents(),
            self._rows_of_parents(),
        )

    def _unrepaired(self) -> Individual:
        """Return A with the section of B, duplicates included."""
        genes: Individual = self._own.copy()
        first, last = self._bred.section
        genes[first:last] = self._other[first:last]
        return genes

    def _repaired(self) -> dict[int, list[int]]:
        return repairs(self._own.tolist(), self._other.tolist(), *self._bred.section)

    def _mapping(self) -> Page:
        first, last = self._bred.section
        table: Table = (
            ("file", "in", "out"),
            *(
                (file_name(i), self._rank_name(int(self._other[i])), self._rank_name(int(self._own[i])))
                for i in range(first, last)
            ),
        )
        return Page(
            "pmx: the mapping",
            "Each file of the section maps the row that comes in from B to the row that A loses. The mapping replaces "
            "rows that would be duplicates.",
            self._parents(),
            self._rows_of_parents(),
            table,
        )

    def _repairs(self) -> Page:
        repaired, genes, (first, last) = self._repaired(), self._unrepaired(), self._bred.section
        twice = {i: TWICE for i in range(self._n) if int((genes == genes[i]).sum()) > 1}
        table: Table = (
            ("file", "along the mapping"),
            *(row for i, chain in repaired.items() for row in self._chain(i, chain)),
        )
        fixed = dict.fromkeys(range(first, last), SECTION) | dict.fromkeys(repaired, REPAIRED)
        duplicates = counted_noun(len(repaired), "duplicate row")
        sentence = (
            f"B's section makes {duplicates} outside it (marked !). The mapping replaces each, step by step, until the "
            "row is free (marked *)."
            if repaired
            else "B's section makes no duplicate rows, so there is nothing to repair."
        )
        rows = (
            self._files(),
            self._row("A", self._own),
            self._row("with B's", genes, twice),
            self._row("repaired", self._bred.before_mutation, fixed),
        )
        pictures = self._picture("with B's section", genes), self._picture("repaired", self._bred.before_mutation)
        return Page("pmx: the repairs", sentence, pictures, rows, table if repaired else ())

    def _chain(self, file: int, chain: Sequence[int]) -> Iterator[tuple[str, str]]:
        """Yield the rows of the table for a chain of replacements; narrow ones, as they stand beside two boards."""
        for first in range(0, len(chain), CHAIN):
            links = " → ".join(map(self._rank_name, chain[first : first + CHAIN]))
            yield ("", f"→ {links}") if first else (file_name(file), links)

    def _crossing(self) -> Page:
        crossover = self._search.settings.crossover
        sentence = {
            Crossover.OX: f"Order crossover: the child keeps A's section, {self._section_files()}. It takes the other "
            "rows in B's order, starting after the section.",
            Crossover.CX: "Cycle crossover: A's row and B's row of a file link it to the next file, until a cycle "
            "closes. Every other cycle is exchanged.",
        }.get(crossover, f"The parents are crossed by {crossover}.")
        child = self._bred.before_mutation
        rows = (*self._rows_of_parents(), self._row("child", child, self._sources(child)))
        return Page(str(crossover), sentence, (*self._parents(), self._picture("child", child)), rows)

    def _picture(self, name: str, genes: Individual) -> Picture:
        return Picture(name, self._search.problem.placement(genes))

    def _sources(self, genes: Individual) -> dict[int, Mark]:
        """Return a mark for each gene that a parent has at the same place."""
        marks = {}
        for i, gene in enumerate(genes):
            same = gene == self._own[i], gene == self._other[i]
            mark = {(True, True): FROM_BOTH, (True, False): FROM_A, (False, True): FROM_B}.get(same)
            if mark:
                marks[i] = mark
        return marks

    def _origins(self) -> dict[int, Mark]:
        """Return a mark for each gene of the child: from a parent, repaired by PMX, or moved by mutation."""
        bred, a_copy = self._bred, dict.fromkeys(range(self._n), FROM_A)
        marks = self._sources(bred.before_mutation) if bred.crossed else a_copy
        if bred.crossed and self._search.settings.crossover is Crossover.PMX:
            marks |= dict.fromkeys(self._repaired(), REPAIRED)
        return marks | dict.fromkeys(bred.moved.tolist(), MOVED)

    def _mutation(self) -> Page:
        s, bred = self._search.settings, self._bred
        changed = bred.moved
        if not len(changed):
            return Page(
                "no mutation",
                f"An individual is mutated with probability {s.pm:g}; this one was not.",
                (self._picture("child", bred.after_mutation),),
                (self._files(), self._row("child", bred.before_mutation)),
            )
        marks = dict.fromkeys(changed.tolist(), CHANGED)
        names = ", ".join(file_name(int(i)) for i in changed[:8]) + (" and others" if len(changed) > 8 else "")
        return Page(
            f"mutation by {s.mutation}",
            f"An individual is mutated with probability {s.pm:g}; this one was. By {s.mutation}, the rows of files "
            f"{names} changed places.",
            (self._picture("before", bred.before_mutation), self._picture("after", bred.after_mutation)),
            (
                self._files(),
                self._row("before", bred.before_mutation, marks),
                self._row("after", bred.after_mutation, marks),
            ),
        )

    def _child(self) -> Page:
        fitness = int(self._search.state["fitness"][self._place])
        named = f"child: no. {self._place + 1:,}, {counted_noun(fitness, 'attack')}"
        best = min(int(self._state["fitness"][parent]) for parent in self._bred.parents)
        change = "fewer than" if fitness < best else "more than" if fitness > best else "as many as"
        origins = self._origins()
        marks = list(origins.values())
        repaired, moved = marks.count(REPAIRED), marks.count(MOVED)
        inherited, new = len(marks) - repaired - moved, self._n - len(marks)
        counts = (
            f"{inherited} of its {self._n} queens {'comes' if inherited == 1 else 'come'} from a parent",
            f"the mapping repaired {repaired}" if repaired else "",
            f"mutation moved {moved}" if moved else "",
            newcomers(new),
        )
        child = self._bred.after_mutation
        made = (i for i in range(self._n) if origins.get(i) in (REPAIRED, MOVED))
        equal = [file_name(i) for i in made if child[i] in (self._own[i], self._other[i])]
        return Page(
            "the child",
            f"The best child has {counted_noun(fitness, 'attack')}, {change} its better parent. "
            f"{', '.join(filter(None, counts))}. {same_uncopied('the parents', equal)}".strip(),
            (*self._parents(), self._picture(named, self._bred.after_mutation)),
            (
                self._files(),
                self._row("A", self._own),
                self._row("B", self._other),
                self._row("child", self._bred.after_mutation, origins),
            ),
        )


def pages(search: Evolve, before: Before) -> Pages:
    """Return the pages about the best individual; if it was not crossed, also about a child that was."""
    state = before.state
    place, bred = breed_again(search, state)
    best = search.state["pop"][place]
    survived = not np.array_equal(bred.after_mutation, best)
    about_best = _survival(search, state, place, bred) if survived else ChildPages(search, before, place, bred).pages()
    return about_best if bred.crossed and not survived else (*about_best, *_another(search, before, bred))


def _survival(search: Evolve, state: State, place: int, bred: Bred) -> Pages:
    """Return the page about an individual that survived unchanged."""
    best = search.state["pop"][place]
    survivor = int(np.flatnonzero((state["pop"] == best).all(axis=1))[0])
    sentence = (
        f"The best individual is number {survivor + 1:,} of the generation before, with "
        f"{counted_noun(int(state['fitness'][survivor]), 'attack')}. It survived unchanged and replaced number "
        f"{place + 1:,}, one of the worst children."
    )
    pictures = (
        Picture("the replaced child", search.problem.placement(bred.after_mutation)),
        Picture("the survivor", search.problem.placement(best)),
    )
    return (Page("survival", sentence, pictures),)


def _another(search: Evolve, before: Before, bred: Bred) -> Pages:
    """Return the pages about the crossover of the best crossed child, if there is one."""
    _, crossed, _ = bred.generation
    if not crossed.any():
        return ()
    fitness = np.where(crossed, search.state["fitness"].astype(np.int64), np.iinfo(np.int64).max)
    place, other = breed_again(search, before.state, int(fitness.argmin()))
    first, *rest = ChildPages(search, before, place, other).crossover()
    first = replace(first, sentence=f"The best was not crossed; child {place + 1:,} was. {first.sentence}")
    return tuple(replace(page, title=f"another child, by {page.title}") for page in (first, *rest))


PARTS = Parts(pages, NEEDED, Setback(is_worse, explain_loss, NEEDED), Family(family, NEEDED))
