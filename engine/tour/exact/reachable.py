"""The degree vectors that occur at each step of a half board, found before any tour is counted.

A forward pass finds all vectors that the steps can reach. A backward pass keeps those that lead to an end which the
other half can complete. The result tells how large the tables will be.
"""

import hashlib
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.counting.threads import Threads
from knightwatch.engine.tour.exact.degree_sets import empty, members, powers, set_of
from knightwatch.engine.tour.exact.half_board import HalfBoard, HalfStep
from knightwatch.engine.tour.kernels import degrees
from knightwatch.engine.tour.kernels.degrees import Vectors, Words

FEW = 10_000
"""Up to this number of vectors, one thread does the work."""


def as_steps(links: NDArray[np.int64]) -> list[HalfStep]:
    """Return each link within the window as a step that makes the link or not."""
    return [HalfStep(-1, -1, np.array([(0, -1, -1, 0), (0, a, b, 0)], np.int64)) for a, b in links.tolist()]


class ReachableDegrees:
    """The sets of degree vectors of one half: one before each step, and one at the end."""

    def __init__(self, half: HalfBoard, threads: Threads) -> None:
        self.half, self.threads = half, threads
        self.stages: list[Words] = [set_of(np.zeros(1, np.uint32), half.slots, threads)]
        """The sets before the first step, after each step, and after each link of the window. Equal sets are shared."""

    @property
    def tables(self) -> list[Words]:
        """The sets before the first step and after each step, without the links of the window."""
        return self.stages[: len(self.half.steps) + 1]

    def vectors(self, stage: int) -> Vectors:
        """Return the vectors of a stage in ascending order; stage -1 is the end."""
        return members(self.stages[stage], self.threads)

    def forwards(self) -> Iterator[None]:
        """Find all vectors that can be reached."""
        threads, known = self.threads, dict[bytes, Words]()
        for step in (*self.half.steps, *as_steps(self.half.links)):
            parts = _parts(self.vectors(-1), threads.number)
            sets = [empty(self.half.slots) for _ in parts]
            fixed = step.slot, step.choices, powers(self.half.slots)
            yield from threads.run_all(
                degrees.add_successors, [(part, *fixed, s) for part, s in zip(parts, sets, strict=True)]
            )
            for words in sets[1:]:
                sets[0] |= words
            self.stages.append(_shared(sets[0], known))

    def backwards(self) -> Iterator[None]:
        """At each stage before the end, keep only the vectors that lead to the end."""
        threads, known = self.threads, dict[bytes, Words]()
        steps = (*self.half.steps, *as_steps(self.half.links))
        for stage in range(len(steps) - 1, -1, -1):
            vectors = self.vectors(stage)
            fixed = steps[stage].slot, steps[stage].choices, powers(self.half.slots), self.stages[stage + 1]
            leads = np.zeros(len(vectors), np.bool_)
            parts = zip(_parts(vectors, threads.number), _parts(leads, threads.number), strict=True)
            yield from threads.run_all(degrees.lead_into, [(part, *fixed, out) for part, out in parts])
            self.stages[stage] = _shared(set_of(vectors[leads], self.half.slots, threads), known)

    def keep_completed(self, other: Words) -> None:
        """At the end, keep the vectors whose complement is in the set of the other half."""
        half, ends = self.half, self.vectors(-1)
        completed = np.zeros(len(ends), np.bool_)
        self.threads.call(degrees.complements_in, ends, half.full, half.width, powers(half.slots), other, completed)
        self.stages[-1] = set_of(ends[completed], half.slots, self.threads)

    def keep_dark_ends(self) -> None:
        """At the end, keep the vectors with no more tour ends on light squares than on dark ones."""
        half, ends = self.half, self.vectors(-1)
        tones = np.zeros(len(ends), np.int8)
        self.threads.call(degrees.write_balances, ends, half.tones, half.balance, powers(half.slots), tones)
        self.stages[-1] = set_of(ends[tones >= 0], half.slots, self.threads)


def _shared(words: Words, known: dict[bytes, Words]) -> Words:
    """Return one array for equal sets: on long strips the sets repeat every two rows."""
    return known.setdefault(hashlib.blake2b(words.data, digest_size=16).digest(), words)


def _parts(array: NDArray[np.generic], parts: int) -> Sequence[NDArray[np.generic]]:
    return np.array_split(array, parts) if len(array) > FEW else [array]
