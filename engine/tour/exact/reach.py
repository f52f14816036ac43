"""Which degrees of the window occur at each step through a half, found on degrees alone before anything is counted.

Degrees that are reached from the beginning are kept only if they lead to an end that the other half completes. What is
kept tells how large the tables will be.
"""

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from engine.tour.counters import MATCHINGS
from engine.tour.exact.crew import Crew
from engine.tour.exact.half import Half, Step
from engine.tour.kernels import degrees
from engine.tour.kernels.degrees import Index, Vectors, Words

Kept = NDArray[np.bool_]

FEW = 10_000
"""Degrees that are not worth more than one thread."""


def powers(slots: int) -> NDArray[np.int64]:
    """Return the values of the digits in base 3."""
    return 3 ** np.arange(slots, dtype=np.int64)


def as_steps(links: NDArray[np.int64]) -> list[Step]:
    """Return links within the window as if each were a step."""
    return [Step(-1, -1, np.array([(0, -1, -1, 0), (0, a, b, 0)], np.int64)) for a, b in links.tolist()]


class Reach:
    """The degrees that occur in one half: for each step those before it, and those at the end, links included."""

    def __init__(self, half: Half, crew: Crew) -> None:
        self.half, self.crew = half, crew
        self.stages: list[Vectors] = [np.zeros(1, np.uint32)]
        """Before the first step, after each step, and after each link of the window."""

    @property
    def ends(self) -> Vectors:
        """The degrees at the end, with the links of the window."""
        return self.stages[-1]

    def tables(self) -> list[Vectors]:
        """Return the degrees before the first step and after each step, without the links of the window."""
        return self.stages[: len(self.half.steps) + 1]

    def forwards(self) -> Iterator[None]:
        """Find all degrees that are reached."""
        crew = self.crew
        for step in (*self.half.steps, *as_steps(self.half.links)):
            parts = _parts(self.stages[-1], crew.threads)
            sets = [empty(self.half.slots) for _ in parts]
            known = step.slot, step.choices, powers(self.half.slots)
            yield from crew.all(
                degrees.spread, [(part, *known, words) for part, words in zip(parts, sets, strict=True)]
            )
            for words in sets[1:]:
                sets[0] |= words
            self.stages.append(members(sets[0], crew))

    def backwards(self, kept: Kept) -> Iterator[None]:
        """Keep some of the degrees at the end, and before them only what leads to these."""
        crew = self.crew
        self.stages[-1] = self.stages[-1][kept]
        steps = (*self.half.steps, *as_steps(self.half.links))
        for place in range(len(steps) - 1, -1, -1):
            words = members_marked(self.stages[place + 1], self.half.slots, crew)
            known = steps[place].slot, steps[place].choices, powers(self.half.slots), words
            leads = np.zeros(len(self.stages[place]), np.bool_)
            parts = zip(_parts(self.stages[place], crew.threads), _parts(leads, crew.threads), strict=True)
            yield from crew.all(degrees.leads, [(part, *known, out) for part, out in parts])
            self.stages[place] = self.stages[place][leads]

    def completed(self, other: Vectors) -> Kept:
        """Tell of each of the degrees at the end whether the other half has what is left to do."""
        half, kept = self.half, np.zeros(len(self.ends), np.bool_)
        words = members_marked(other, half.slots, self.crew)
        self.crew.call(degrees.completes, self.ends, half.full, half.width, powers(half.slots), words, kept)
        return kept

    def dark_ends(self) -> Kept:
        """Tell of each of the degrees at the end whether it has as many ends of tours on dark squares as on light,
        or more.
        """
        tones = np.zeros(len(self.ends), np.int8)
        known = self.half.tones, self.half.balance, powers(self.half.slots)
        self.crew.call(degrees.tones_of, self.ends, *known, tones)
        return tones >= 0


def empty(slots: int) -> Words:
    """Return a set of degrees without members."""
    return np.zeros(3**slots // 32 + 1, np.uint32)


def members(words: Words, crew: Crew) -> Vectors:
    """Return the members of a set in their order; the set is empty then."""
    found = np.empty(crew.call(degrees.total, words, np.empty(len(words), np.int32)), np.uint32)
    crew.call(degrees.members, words, found)
    return found


def members_marked(vectors: Vectors, slots: int, crew: Crew) -> Words:
    """Return the set that has these members."""
    words = empty(slots)
    crew.call(degrees.enter, vectors, words)
    return words


def index(vectors: Vectors, slots: int, crew: Crew) -> Index:
    """Return where each of some degrees stands in their list."""
    words = members_marked(vectors, slots, crew)
    before = np.empty(len(words), np.int32)
    crew.call(degrees.total, words, before)
    return Index(words, before)


def block_sizes(vectors: Vectors, slots: int, crew: Crew) -> NDArray[np.int64]:
    """Return how many places the block of each of some degrees has."""
    points = np.zeros(len(vectors), np.int8)
    crew.call(degrees.count_points, vectors, slots, points)
    sizes: NDArray[np.int64] = MATCHINGS[points]
    return sizes


def _parts(array: NDArray[np.generic], parts: int) -> Sequence[NDArray[np.generic]]:
    return np.array_split(array, parts) if len(array) > FEW else [array]
