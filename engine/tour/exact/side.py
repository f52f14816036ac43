"""One half of a board while it is counted: which degrees occur in it, how much room they take, and its table."""

from collections.abc import Iterator
from math import log2
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.store.counts import KeptSide
from knightwatch.engine.tour.exact.crew import Crew
from knightwatch.engine.tour.exact.half import Half
from knightwatch.engine.tour.exact.keeping import Checkpoints
from knightwatch.engine.tour.exact.reach import Reach, as_steps, by_points, index, powers
from knightwatch.engine.tour.exact.tables import EXACT, Following, first_table, lengths, table
from knightwatch.engine.tour.kernels import degrees
from knightwatch.engine.tour.kernels.blocks import MATCHINGS, Maps, Table

ENTRY, BLOCK = 8, 8
"""Bytes of an entry of a table, and of a block beside its entries."""


class TooLarge(Exception):
    """A count does not fit into its 32 bits."""


class Unfinished(NamedTuple):
    """The table of a half after some of its steps."""

    modulus: int
    """What counts of the table are remainders by; EXACT where they are the numbers themselves."""
    steps: int
    states: list[int]
    """How many there were after each of these steps."""
    table: Table


class HalfTally:
    """One half of the board, with its degrees and, in the end, its table."""

    def __init__(self, half: Half, crew: Crew) -> None:
        self.half, self.crew = half, crew
        self.reach = Reach(half, crew)
        self.blocks: list[int] = []
        """Blocks before the first step, after each step, and after each link of the window."""
        self.places: list[int] = []
        """Places of these, the links left out."""
        self.entries: list[int] = []
        """About how many of these will have a count."""
        self.ways: NDArray[np.float64] = np.ones(1)
        """The ways to all degrees at the end, whatever cycles they make."""
        self.bits = 0.0
        """The power of two that these ways are to be multiplied by."""
        self.points = 0
        """Points that there are at most in a block, those at the end with their links included."""
        self.states: list[int] = []
        """How many there were after each step so far."""
        self.done = 0
        """Places that are done, of all after the first step."""
        self.exact: Unfinished | None = None
        """The last table that was exact, where those after it are not."""
        self.table: Table | None = None
        self.modulus = 0
        """What counts of the table are remainders by; EXACT where they are the numbers themselves."""

    def weigh(self) -> Iterator[None]:
        """Note how many blocks and places there are, and about how many entries."""
        slots, ways, bits = self.half.slots, np.ones(1), 0.0
        found = [by_points(words, slots, self.crew) for words in self.reach.stages]
        self.points = max(int(np.flatnonzero(each).max(initial=0)) for each in found)
        self.blocks, entries = [int(each.sum()) for each in found], [1]
        steps = (*self.half.steps, *as_steps(self.half.links))
        for place, step in enumerate(steps):
            after, where = np.zeros(self.blocks[place + 1]), index(self.reach.stages[place + 1], self.crew)
            known = step.slot, step.choices, powers(slots), where
            yield from self.crew.all(degrees.flow, [(self.reach.vectors(place), ways, *known, after)])
            if place < len(self.half.steps):
                vectors = self.reach.vectors(place + 1)
                entries.append(int(self.crew.call(degrees.occupied, vectors, slots, after, bits, MATCHINGS)))
            most = after.max(initial=1.0)
            ways, bits = after / most, bits + log2(most)
        self.entries, self.ways, self.bits = entries, ways, bits
        self.places = [int(each @ MATCHINGS) for each in found[: len(self.reach.tables)]]

    def memory(self, stage: int) -> int:
        """Return about how many bytes the table after so many steps takes."""
        return ENTRY * self.entries[stage] + BLOCK * self.blocks[stage] + 4 * len(self.reach.stages[stage])

    def processed(self) -> list[int]:
        """Return the squares that have all their links by now, as they are seen from this side."""
        return [step.square for step in self.half.steps[: len(self.states)] if step.square >= 0]

    def fill(self, maps: Maps, largest: int, modulus: int, keeper: Checkpoints, name: str) -> Iterator[None]:
        """Make the table, by blocks of at most so many places; raises TooLarge if the modulus is EXACT, and not
        enough.
        """
        half, sets, so_far = self.half, self.reach.tables, self._kept(modulus, keeper, name)
        self.table, self.states = None, so_far.states
        for place in range(so_far.steps, len(half.steps)):
            self.done = sum(self.places[1 : place + 1])
            before, step = so_far.table, half.steps[place]
            following = Following(before, step, sets[place + 1], half.slots, maps, modulus, self.crew)
            for done in following.work(largest, self.entries[place + 1]):
                self.done += done
                yield
            assert following.table
            if following.large and so_far.modulus == EXACT:
                self.exact = so_far
                if modulus == EXACT:
                    raise TooLarge
            self.states = [*so_far.states, len(following.table.ranks)]
            reduced = modulus if following.large else so_far.modulus
            so_far = Unfinished(reduced, place + 1, self.states, following.table)
            if keeper.keeps and place + 1 in (*half.after, len(half.steps)):
                yield from self.crew.aside(keeper.keep_side, *_to_keep(so_far, name))
        self.table, self.modulus, self.done = so_far.table, so_far.modulus, sum(self.places[1:])

    def recall(self, modulus: int, keeper: Checkpoints, name: str) -> None:
        """Know again how many states there were, of a table that is not needed any more."""
        if kept := keeper.side(f"{name} remainders", modulus) or keeper.side(name, EXACT):
            self.states = kept.states

    def _kept(self, modulus: int, keeper: Checkpoints, name: str) -> Unfinished:
        """Return the last table that is known: a remainder, an exact one, or the first."""
        kept = keeper.side(f"{name} remainders", modulus)
        if kept is None and self.exact:
            return self.exact
        if kept := kept or keeper.side(name, EXACT):
            made = table(self.reach.tables[kept.steps], kept.length, kept.ranks, kept.counts, self.crew)
            return Unfinished(kept.modulus, kept.steps, kept.states, made)
        return Unfinished(EXACT, 0, [], first_table(self.half.slots, self.crew))


def _to_keep(so_far: Unfinished, name: str) -> tuple[str, KeptSide]:
    """Return what is kept of a table, and under which name; an exact one stays for all remainders."""
    made = so_far.table
    kept = KeptSide(so_far.modulus, so_far.steps, so_far.states, lengths(made), made.ranks, made.counts)
    return name if so_far.modulus == EXACT else f"{name} remainders", kept
