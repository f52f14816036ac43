"""Degrees of the squares of a window, compiled: which ones follow which, and where each stands in a list.

The degrees, 0 to 2 for each slot, are the digits of a number in base 3. A set of such numbers is a field of bits, 32 in
each word; with the number of bits in all words before it, a word tells the place of each of its members.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.compiled.kernel import kernel

Numbers = NDArray[np.int64]
Words = NDArray[np.uint32]
Vectors = NDArray[np.uint32]


EVEN = 4.2
"""How evenly ways are spread over matchings: see `occupied`."""
MANY = 1e12
"""Ways for each matching by which all occur."""


class Index(NamedTuple):
    """A set of degrees, and where each stands in the list of all."""

    words: Words
    before: NDArray[np.int32]


@kernel
def ones(bits: Any) -> Any:
    """Return how many of 32 bits are set."""
    bits = bits - ((bits >> 1) & 0x55555555)
    bits = (bits & 0x33333333) + ((bits >> 2) & 0x33333333)
    bits = (bits + (bits >> 4)) & 0x0F0F0F0F
    bits = bits + (bits >> 8)
    return (bits + (bits >> 16)) & 63


@kernel
def mark(words: Words, x: Any) -> None:
    """Put a member into a set."""
    words[x >> 5] = np.uint32(np.int64(words[x >> 5]) | (np.int64(1) << (x & 31)))


@kernel
def enter(vectors: Vectors, words: Words) -> None:
    """Put some members into a set."""
    for v in range(len(vectors)):
        mark(words, np.int64(vectors[v]))


@kernel
def marked(words: Words, x: Any) -> bool:
    """Tell whether something is in a set."""
    return bool((np.int64(words[x >> 5]) >> (x & 31)) & 1)


@kernel
def find(index: Index, x: Any) -> Any:
    """Return where in the list of a set's members one stands; -1 if it is none."""
    word, bit = np.int64(index.words[x >> 5]), x & 31
    if not (word >> bit) & 1:
        return np.int64(-1)
    return np.int64(index.before[x >> 5]) + ones(word & ((np.int64(1) << bit) - 1))


@kernel
def total(words: Words, before: NDArray[np.int32]) -> Any:
    """Count the members before each word; return how many there are in all."""
    found = np.int64(0)
    for w in range(len(words)):
        before[w] = found
        if words[w]:
            found += ones(np.int64(words[w]))
    return found


@kernel
def members(words: Words, out: Vectors) -> None:
    """Write the members of a set in their order."""
    found = 0
    for w in range(len(words)):
        word = np.int64(words[w])
        if word:
            for bit in range(32):
                if (word >> bit) & 1:
                    out[found] = np.uint32(32 * w + bit)
                    found += 1


@kernel
def split(x: Any, digits: Numbers) -> None:
    """Write the degrees of all slots."""
    for p in range(len(digits)):
        digits[p] = x % 3
        x = x // 3


@kernel
def follower(x: Any, digits: Numbers, slot: int, choice: Numbers, powers: Numbers) -> Any:
    """Return the degrees after a step with a choice of links (see `HalfStep`); -1 where they do not allow it."""
    degree, z = choice[0], len(powers) - 1
    if slot >= 0:
        if digits[slot] != degree:
            return np.int64(-1)
        x = x - degree * powers[slot]
    for i in range(1, 3):
        near = choice[i]
        if near >= 0:
            if near != slot and digits[near] == 2:  # the slot of the square itself is free by now
                return np.int64(-1)
            x = x + powers[near]
    if choice[3]:
        if digits[z]:
            return np.int64(-1)
        x = x + choice[3] * powers[z]
    return x


@kernel
def spread(vectors: Vectors, slot: int, choices: Numbers, powers: Numbers, words: Words) -> None:
    """Put all that follows on some degrees by a step into a set."""
    digits = np.zeros(len(powers), np.int64)
    for v in range(len(vectors)):
        split(np.int64(vectors[v]), digits)
        for c in range(len(choices)):
            x = follower(np.int64(vectors[v]), digits, slot, choices[c], powers)
            if x >= 0:
                mark(words, x)


@kernel
def leads(vectors: Vectors, slot: int, choices: Numbers, powers: Numbers, words: Words, out: NDArray[np.bool_]) -> None:
    """Tell for each of some degrees whether anything that follows on it by a step is in a set."""
    digits = np.zeros(len(powers), np.int64)
    for v in range(len(vectors)):
        split(np.int64(vectors[v]), digits)
        out[v] = False
        for c in range(len(choices)):
            x = follower(np.int64(vectors[v]), digits, slot, choices[c], powers)
            if x >= 0 and marked(words, x):
                out[v] = True
                break


@kernel
def flow(
    vectors: Vectors,
    ways: NDArray[np.float64],
    slot: int,
    choices: Numbers,
    powers: Numbers,
    index: Index,
    out: NDArray[np.float64],
) -> None:
    """Add the ways to some degrees to the ways to those that follow on them by a step, as far as these are indexed."""
    digits = np.zeros(len(powers), np.int64)
    for v in range(len(vectors)):
        split(np.int64(vectors[v]), digits)
        for c in range(len(choices)):
            x = follower(np.int64(vectors[v]), digits, slot, choices[c], powers)
            if x >= 0:
                place = find(index, x)
                if place >= 0:
                    out[place] += ways[v]


@kernel
def points_of(x: Any, slots: int) -> Any:
    """Return how many squares have one link, the ends of paths."""
    k = np.int64(0)
    for _ in range(slots):
        k += x % 3 == 1
        x = x // 3
    return k


@kernel
def occupied(vectors: Vectors, slots: int, ways: NDArray[np.float64], bits: float, matchings: Numbers) -> float:
    """Return about how many matchings occur in all blocks, of which the ways, times a power of two, are known.

    With few ways for each matching nearly all lead to different ones; with many, nearly all matchings occur. In between
    it is the fewer the more points there are. The rule was found by comparing, on boards from 5 x 8 to 8 x 10.
    """
    found = 0.0
    for v in range(len(vectors)):
        k = max(points_of(np.int64(vectors[v]), slots), 2)
        each = min(ways[v] * 2.0 ** min(bits, 900.0) / matchings[k], MANY)
        found += matchings[k] * each / (1.0 + each ** (EVEN / k)) ** (k / EVEN)
    return found


@kernel
def linkable(digits: Numbers, links: Numbers) -> Any:
    """Return the links that degrees may be the result of, as bits."""
    found = 0
    for i in range(len(links)):
        if digits[links[i, 0]] and digits[links[i, 1]]:
            found |= 1 << i
    return found


@kernel
def swapped(x: Any, width: int, powers: Numbers) -> Any:
    """Return degrees as they are seen from the other side of the board: the slots of each column change places."""
    for column in range(width):
        low, high = powers[2 * column], powers[2 * column + 1]
        x = x + (x // high % 3 - x // low % 3) * (low - high)
    return x


@kernel
def completes(vectors: Vectors, full: Any, width: int, powers: Numbers, words: Words, out: NDArray[np.bool_]) -> None:
    """Tell for each of some degrees whether what is left, seen from the other side, is in a set."""
    for v in range(len(vectors)):
        out[v] = marked(words, swapped(full - np.int64(vectors[v]), width, powers))


@kernel
def locate(vectors: Vectors, index: Index, out: Numbers) -> None:
    """Write where in the list of a set's members each of some stands."""
    for v in range(len(vectors)):
        out[v] = find(index, np.int64(vectors[v]))


@kernel
def origins(vectors: Vectors, full: Any, links: Numbers, powers: Numbers, words: Words) -> None:
    """Put into a set what some degrees may be before links of the window; or, if there is a full window, what
    completes them.
    """
    digits = np.zeros(len(powers), np.int64)
    for v in range(len(vectors)):
        y = np.int64(vectors[v])
        if full >= 0:
            y = swapped(full - y, len(powers) // 2, powers)
        split(y, digits)
        possible = linkable(digits, links)
        made = possible
        while True:
            x = y
            for i in range(len(links)):
                if (made >> i) & 1:
                    x -= powers[links[i, 0]] + powers[links[i, 1]]
            mark(words, x)
            if made == 0:
                break
            made = (made - 1) & possible


@kernel
def tones_of(vectors: Vectors, tones: Numbers, balance: Any, powers: Numbers, out: NDArray[np.int8]) -> None:
    """Write for each of some degrees how many more ends of tours are on dark squares than on light ones."""
    for v in range(len(vectors)):
        x, tone = np.int64(vectors[v]), np.int64(balance)
        for p in range(len(powers)):
            tone += tones[p] * (x % 3)
            x = x // 3
        out[v] = tone


@kernel
def by_points(words: Words, slots: int, out: Numbers) -> None:
    """Add up how many members of a set have how many points."""
    for w in range(len(words)):
        word = np.int64(words[w])
        if word:
            for bit in range(32):
                if (word >> bit) & 1:
                    out[points_of(np.int64(32 * w + bit), slots)] += 1


@kernel
def count_points(vectors: Vectors, slots: int, out: NDArray[np.int8]) -> None:
    """Write how many points each of some degrees has."""
    for v in range(len(vectors)):
        out[v] = points_of(np.int64(vectors[v]), slots)
