"""Sets of degree vectors, as bit fields: about one in ten of the 3 ** slots possible vectors occurs.

A degree vector has a digit 0, 1 or 2 for each slot of the window: the number of links of the square there. It is
stored as one number in base 3.
"""

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.counting.threads import Threads
from knightwatch.engine.tour.kernels import degrees
from knightwatch.engine.tour.kernels.degrees import Index, Vectors, Words
from knightwatch.engine.tour.kernels.matchings import MATCHINGS


def powers(slots: int) -> NDArray[np.int64]:
    """Return the value of each digit in base 3."""
    return 3 ** np.arange(slots, dtype=np.int64)


def empty(slots: int) -> Words:
    """Return an empty set."""
    return np.zeros(3**slots // 32 + 1, np.uint32)


def members(words: Words, threads: Threads) -> Vectors:
    """Return the members of a set in ascending order."""
    vectors = np.empty(threads.call(degrees.count_members, words, np.empty(len(words), np.int32)), np.uint32)
    threads.call(degrees.write_members, words, vectors)
    return vectors


def set_of(vectors: Vectors, slots: int, threads: Threads) -> Words:
    """Return the set with these members."""
    words = empty(slots)
    threads.call(degrees.add_all, vectors, words)
    return words


def index(words: Words, threads: Threads) -> Index:
    """Return an index: it finds the position of each member in the ascending list of all members."""
    before = np.empty(len(words), np.int32)
    threads.call(degrees.count_members, words, before)
    return Index(words, before)


def by_points(words: Words, slots: int, threads: Threads) -> NDArray[np.int64]:
    """Return the number of members with k points, for each k."""
    numbers = np.zeros(len(MATCHINGS), np.int64)
    threads.call(degrees.count_by_points, words, slots, numbers)
    return numbers
