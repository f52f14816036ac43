"""The count of one half: its reachable degree vectors, the size of its tables, and its last table."""

from collections.abc import Iterator
from math import log2
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.counting.threads import Threads
from knightwatch.engine.store.counts import SavedHalf
from knightwatch.engine.tour.exact.checkpoints import Checkpoints
from knightwatch.engine.tour.exact.degree_sets import by_points, index, members, powers
from knightwatch.engine.tour.exact.half_board import HalfBoard
from knightwatch.engine.tour.exact.reachable import ReachableDegrees, as_steps
from knightwatch.engine.tour.exact.tables import EXACT, TableStep, first_table, is_table, lengths, table
from knightwatch.engine.tour.kernels import degrees
from knightwatch.engine.tour.kernels.blocks import Table
from knightwatch.engine.tour.kernels.matchings import MATCHINGS, RankMaps

ENTRY, BLOCK = 8, 8
"""Bytes of one entry, and of one block without its entries."""


class CountOverflow(Exception):
    """A count does not fit into 32 bits."""


class PartialTable(NamedTuple):
    """The table of a half after some of its steps."""

    modulus: int
    """The modulus of the counts; EXACT if they are not reduced."""
    steps: int
    states: list[int]
    """The number of entries after each of these steps."""
    table: Table


class HalfCount:
    """One half of the board: first its degree vectors, then its table."""

    def __init__(self, half: HalfBoard, threads: Threads) -> None:
        self.half, self.threads = half, threads
        self.reach = ReachableDegrees(half, threads)
        self.blocks: list[int] = []
        """The number of blocks before the first step, after each step, and after each link of the window."""
        self.places: list[int] = []
        """The number of places of these blocks, without the links."""
        self.entries: list[int] = []
        """The expected number of entries among these places."""
        self.ways: NDArray[np.float64] = np.ones(1)
        """For each vector at the end: the ways to choose links, also those with extra cycles, divided by 2 ** bits."""
        self.bits = 0.0
        self.points = 0
        """The largest number of points in a block, including blocks after links of the window."""
        self.states: list[int] = []
        """The number of entries after each step so far."""
        self.done = 0
        """Places done, counted from the table after the first step."""
        self.exact: PartialTable | None = None
        """The last exact table, if later ones are reduced."""
        self.table: Table | None = None
        self.modulus = 0
        """The modulus of the table's counts; EXACT if they are not reduced."""

    def estimate_sizes(self) -> Iterator[None]:
        """Compute the number of blocks and places, and estimate the number of entries."""
        slots, ways, bits = self.half.slots, np.ones(1), 0.0
        numbers = [by_points(words, slots, self.threads) for words in self.reach.stages]
        self.points = max(int(np.flatnonzero(each).max(initial=0)) for each in numbers)
        self.blocks, entries = [int(each.sum()) for each in numbers], [1]
        steps = (*self.half.steps, *as_steps(self.half.links))
        for stage, step in enumerate(steps):
            after, where = np.zeros(self.blocks[stage + 1]), index(self.reach.stages[stage + 1], self.threads)
            fixed = step.slot, step.choices, powers(slots), where
            yield from self.threads.run_all(degrees.add_ways, [(self.reach.vectors(stage), ways, *fixed, after)])
            if stage < len(self.half.steps):
                vectors = self.reach.vectors(stage + 1)
                entries.append(
                    int(self.threads.call(degrees.estimate_matchings, vectors, slots, after, bits, MATCHINGS))
                )
            most = after.max(initial=1.0)
            ways, bits = after / most, bits + log2(most)
        self.entries, self.ways, self.bits = entries, ways, bits
        self.places = [int(each @ MATCHINGS) for each in numbers[: len(self.reach.tables)]]

    def memory(self, stage: int) -> int:
        """Return an estimate of the bytes of the table at a stage."""
        return ENTRY * self.entries[stage] + BLOCK * self.blocks[stage] + 4 * len(self.reach.stages[stage])

    def processed(self) -> list[int]:
        """Return the squares that have both links by now, numbered as seen from this half."""
        return [step.square for step in self.half.steps[: len(self.states)] if step.square >= 0]

    def fill(self, maps: RankMaps, largest: int, modulus: int, checkpoints: Checkpoints, name: str) -> Iterator[None]:
        """Make the table, starting from the last checkpoint; raise CountOverflow if EXACT is too small.

        `largest` is the number of places of the largest block.
        """
        half, sets, so_far = self.half, self.reach.tables, self._last_checkpoint(modulus, checkpoints, name)
        self.table, self.states = None, so_far.states
        for place in range(so_far.steps, len(half.steps)):
            self.done = sum(self.places[1 : place + 1])
            step = TableStep(so_far.table, half.steps[place], sets[place + 1], half.slots, maps, modulus, self.threads)
            for done in step.work(largest, self.entries[place + 1]):
                self.done += done
                yield
            assert step.table
            if step.large and so_far.modulus == EXACT:
                self.exact = so_far
                if modulus == EXACT:
                    raise CountOverflow
            self.states = [*so_far.states, len(step.table.ranks)]
            reduced = modulus if step.large else so_far.modulus
            so_far = PartialTable(reduced, place + 1, self.states, step.table)
            if checkpoints.enabled and place + 1 in (*half.after, len(half.steps)):
                yield from self.threads.run_one(checkpoints.save_half, *_to_save(so_far, name))
        self.table, self.modulus, self.done = so_far.table, so_far.modulus, sum(self.places[1:])

    def load_states(self, modulus: int, checkpoints: Checkpoints, name: str) -> bool:
        """Load the numbers of states from the last checkpoint, without its table; return whether there is one."""
        saved = self._checked(checkpoints, f"{name} remainders", modulus) or self._checked(checkpoints, name, EXACT)
        if saved:
            self.states = saved.states
        return saved is not None

    def _last_checkpoint(self, modulus: int, checkpoints: Checkpoints, name: str) -> PartialTable:
        """Return the last known table: a reduced one, an exact one, or the first."""
        saved = self._checked(checkpoints, f"{name} remainders", modulus)
        if saved is None and self.exact:
            return self.exact
        if saved := saved or self._checked(checkpoints, name, EXACT):
            made = table(self.reach.tables[saved.steps], saved.length, saved.ranks, saved.counts, self.threads)
            return PartialTable(saved.modulus, saved.steps, saved.states, made)
        return PartialTable(EXACT, 0, [], first_table(self.half.slots, self.threads))

    def _checked(self, checkpoints: Checkpoints, name: str, modulus: int) -> SavedHalf | None:
        """Return a checkpoint; None if there is none, or if its values are impossible for this half."""
        saved = checkpoints.half(name, modulus)
        if saved is None or self._is_possible(saved):
            return saved
        checkpoints.refuse_half(name)
        return None

    def _is_possible(self, saved: SavedHalf) -> bool:
        """Return whether kernels can use a checkpoint: the known numbers of steps, states and blocks, and its table."""
        steps, states = saved.steps, saved.states
        return (
            isinstance(steps, int)
            and 0 < steps <= len(self.half.steps)
            and isinstance(states, list)
            and all(isinstance(each, int) and each >= 0 for each in states)
            and len(states) == steps
            and states[-1] == len(saved.ranks)
            and is_table(
                members(self.reach.tables[steps], self.threads),
                self.half.slots,
                saved.length,
                saved.ranks,
                saved.counts,
                saved.modulus,
                self.threads,
            )
        )


def _to_save(so_far: PartialTable, name: str) -> tuple[str, SavedHalf]:
    """Return a checkpoint and its name: exact tables have a name of their own, because every prime starts there."""
    made = so_far.table
    saved = SavedHalf(so_far.modulus, so_far.steps, so_far.states, lengths(made), made.ranks, made.counts)
    return name if so_far.modulus == EXACT else f"{name} remainders", saved
