"""Which degrees of the window occur at each step through a half, found on degrees alone before anything is counted.

Degrees that are reached from the beginning are kept only if they lead to an end that the other half completes. What is
kept tells how large the tables will be. Sets of degrees are fields of bits, since about one in ten occurs.
"""

import hashlib
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.tour.exact.crew import Crew
from knightwatch.engine.tour.exact.half import Half, HalfStep
from knightwatch.engine.tour.kernels import degrees
from knightwatch.engine.tour.kernels.blocks import MATCHINGS
from knightwatch.engine.tour.kernels.degrees import Index, Vectors, Words

FEW = 10_000
"""Degrees that are not worth more than one thread."""


def powers(slots: int) -> NDArray[np.int64]:
    """Return the values of the digits in base 3."""
    return 3 ** np.arange(slots, dtype=np.int64)


def as_steps(links: NDArray[np.int64]) -> list[HalfStep]:
    """Return links within the window as if each were a step."""
    return [HalfStep(-1, -1, np.array([(0, -1, -1, 0), (0, a, b, 0)], np.int64)) for a, b in links.tolist()]


class Reach:
    """The degrees that occur in one half: for each step those before it, and those at the end, links included."""

    def __init__(self, half: Half, crew: Crew) -> None:
        self.half, self.crew = half, crew
        self.stages: list[Words] = [marked(np.zeros(1, np.uint32), half.slots, crew)]
        """Before the first step, after each step, and after each link of the window; those that are equal are one."""

    @property
    def tables(self) -> list[Words]:
        """The degrees before the first step and after each step, without the links of the window."""
        return self.stages[: len(self.half.steps) + 1]

    def vectors(self, stage: int) -> Vectors:
        """Return the degrees of a stage in their order; the last one has the degrees at the end."""
        return members(self.stages[stage], self.crew)

    def forwards(self) -> Iterator[None]:
        """Find all degrees that are reached."""
        crew, known = self.crew, dict[bytes, Words]()
        for step in (*self.half.steps, *as_steps(self.half.links)):
            parts = _parts(self.vectors(-1), crew.threads)
            sets = [empty(self.half.slots) for _ in parts]
            how = step.slot, step.choices, powers(self.half.slots)
            yield from crew.all(degrees.spread, [(part, *how, words) for part, words in zip(parts, sets, strict=True)])
            for words in sets[1:]:
                sets[0] |= words
            self.stages.append(_once(sets[0], known))

    def backwards(self) -> Iterator[None]:
        """Of all degrees before the end, keep only what leads to the end."""
        crew, known = self.crew, dict[bytes, Words]()
        steps = (*self.half.steps, *as_steps(self.half.links))
        for place in range(len(steps) - 1, -1, -1):
            vectors = self.vectors(place)
            how = steps[place].slot, steps[place].choices, powers(self.half.slots), self.stages[place + 1]
            leads = np.zeros(len(vectors), np.bool_)
            parts = zip(_parts(vectors, crew.threads), _parts(leads, crew.threads), strict=True)
            yield from crew.all(degrees.leads, [(part, *how, out) for part, out in parts])
            self.stages[place] = _once(marked(vectors[leads], self.half.slots, crew), known)

    def keep_completed(self, other: Words) -> None:
        """Of the degrees at the end, keep those of which the other half has what is left to do."""
        half, ends = self.half, self.vectors(-1)
        kept = np.zeros(len(ends), np.bool_)
        self.crew.call(degrees.completes, ends, half.full, half.width, powers(half.slots), other, kept)
        self.stages[-1] = marked(ends[kept], half.slots, self.crew)

    def keep_dark_ends(self) -> None:
        """Of the degrees at the end, keep those with no more ends of tours on light squares than on dark ones."""
        half, ends = self.half, self.vectors(-1)
        tones = np.zeros(len(ends), np.int8)
        self.crew.call(degrees.tones_of, ends, half.tones, half.balance, powers(half.slots), tones)
        self.stages[-1] = marked(ends[tones >= 0], half.slots, self.crew)


def _once(words: Words, known: dict[bytes, Words]) -> Words:
    """Return the same set for equal ones: those of long strips come again every two rows."""
    return known.setdefault(hashlib.blake2b(words.data, digest_size=16).digest(), words)


def empty(slots: int) -> Words:
    """Return a set of degrees without members."""
    return np.zeros(3**slots // 32 + 1, np.uint32)


def members(words: Words, crew: Crew) -> Vectors:
    """Return the members of a set in their order."""
    found = np.empty(crew.call(degrees.total, words, np.empty(len(words), np.int32)), np.uint32)
    crew.call(degrees.members, words, found)
    return found


def marked(vectors: Vectors, slots: int, crew: Crew) -> Words:
    """Return the set that has these members."""
    words = empty(slots)
    crew.call(degrees.enter, vectors, words)
    return words


def index(words: Words, crew: Crew) -> Index:
    """Return where each of a set's members stands in their list."""
    before = np.empty(len(words), np.int32)
    crew.call(degrees.total, words, before)
    return Index(words, before)


def by_points(words: Words, slots: int, crew: Crew) -> NDArray[np.int64]:
    """Return how many members of a set have how many points."""
    found = np.zeros(len(MATCHINGS), np.int64)
    crew.call(degrees.by_points, words, slots, found)
    return found


def _parts(array: NDArray[np.generic], parts: int) -> Sequence[NDArray[np.generic]]:
    return np.array_split(array, parts) if len(array) > FEW else [array]
