"""Degree vectors of the window of the exact count: successors, sets and ranks.

A degree vector gives each slot of the window its degree, 0 to 2: the digits of a number in base 3. A set of vectors is
a bit field of 32-bit words. The number of members before each word gives the rank of a member in the sorted list.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.compiled.kernel import kernel

Numbers = NDArray[np.int64]
Words = NDArray[np.uint32]
Vectors = NDArray[np.uint32]


EVEN = 4.2
"""Exponent of the rule of thumb in `estimate_matchings`."""
MANY = 1e12
"""Upper bound of the ways for each matching: with so many ways all matchings occur."""


class Index(NamedTuple):
    """A set of degree vectors, with the ranks of its members."""

    words: Words
    before: NDArray[np.int32]
    """The number of members before each word."""


@kernel
def ones(bits: Any) -> Any:
    """Return the number of set bits of a 32-bit number (population count)."""
    bits = bits - ((bits >> 1) & 0x55555555)
    bits = (bits & 0x33333333) + ((bits >> 2) & 0x33333333)
    bits = (bits + (bits >> 4)) & 0x0F0F0F0F
    bits = bits + (bits >> 8)
    return (bits + (bits >> 16)) & 63


@kernel
def add(words: Words, x: Any) -> None:
    """Add a member to a set."""
    words[x >> 5] = np.uint32(np.int64(words[x >> 5]) | (np.int64(1) << (x & 31)))


@kernel
def add_all(vectors: Vectors, words: Words) -> None:
    """Add several members to a set."""
    for v in range(len(vectors)):
        add(words, np.int64(vectors[v]))


@kernel
def contains(words: Words, x: Any) -> bool:
    """Return whether a vector is in a set."""
    return bool((np.int64(words[x >> 5]) >> (x & 31)) & 1)


@kernel
def rank_of(index: Index, x: Any) -> Any:
    """Return the rank of a vector in a set; -1 if it is not a member."""
    word, bit = np.int64(index.words[x >> 5]), x & 31
    if not (word >> bit) & 1:
        return np.int64(-1)
    return np.int64(index.before[x >> 5]) + ones(word & ((np.int64(1) << bit) - 1))


@kernel
def count_members(words: Words, before: NDArray[np.int32]) -> Any:
    """Write the number of members before each word; return the number of all members."""
    count = np.int64(0)
    for w in range(len(words)):
        before[w] = count
        if words[w]:
            count += ones(np.int64(words[w]))
    return count


@kernel
def write_members(words: Words, out: Vectors) -> None:
    """Write the members of a set in increasing order."""
    count = 0
    for w in range(len(words)):
        word = np.int64(words[w])
        if word:
            for bit in range(32):
                if (word >> bit) & 1:
                    out[count] = np.uint32(32 * w + bit)
                    count += 1


@kernel
def write_digits(x: Any, digits: Numbers) -> None:
    """Write the degree of each slot: the digits of `x` in base 3."""
    for p in range(len(digits)):
        digits[p] = x % 3
        x = x // 3


@kernel
def successor(x: Any, digits: Numbers, slot: int, choice: Numbers, powers: Numbers) -> Any:
    """Return the vector after a step with a choice of links (see `HalfStep`); -1 if the degrees do not allow it."""
    degree, z = choice[0], len(powers) - 1
    if slot >= 0:
        if digits[slot] != degree:
            return np.int64(-1)
        x = x - degree * powers[slot]
    for i in range(1, 3):
        near = choice[i]
        if near >= 0:
            if near != slot and digits[near] == 2:  # the slot of the square itself was just freed
                return np.int64(-1)
            x = x + powers[near]
    if choice[3]:
        if digits[z]:
            return np.int64(-1)
        x = x + choice[3] * powers[z]
    return x


@kernel
def add_successors(vectors: Vectors, slot: int, choices: Numbers, powers: Numbers, words: Words) -> None:
    """Add all successors of some vectors to a set."""
    digits = np.zeros(len(powers), np.int64)
    for v in range(len(vectors)):
        write_digits(np.int64(vectors[v]), digits)
        for c in range(len(choices)):
            x = successor(np.int64(vectors[v]), digits, slot, choices[c], powers)
            if x >= 0:
                add(words, x)


@kernel
def lead_into(
    vectors: Vectors, slot: int, choices: Numbers, powers: Numbers, words: Words, out: NDArray[np.bool_]
) -> None:
    """Write for each vector whether any of its successors is in a set."""
    digits = np.zeros(len(powers), np.int64)
    for v in range(len(vectors)):
        write_digits(np.int64(vectors[v]), digits)
        out[v] = False
        for c in range(len(choices)):
            x = successor(np.int64(vectors[v]), digits, slot, choices[c], powers)
            if x >= 0 and contains(words, x):
                out[v] = True
                break


@kernel
def add_ways(
    vectors: Vectors,
    ways: NDArray[np.float64],
    slot: int,
    choices: Numbers,
    powers: Numbers,
    index: Index,
    out: NDArray[np.float64],
) -> None:
    """Add the number of ways to each vector to the ways of its successors in the index."""
    digits = np.zeros(len(powers), np.int64)
    for v in range(len(vectors)):
        write_digits(np.int64(vectors[v]), digits)
        for c in range(len(choices)):
            x = successor(np.int64(vectors[v]), digits, slot, choices[c], powers)
            if x >= 0:
                place = rank_of(index, x)
                if place >= 0:
                    out[place] += ways[v]


@kernel
def points_of(x: Any, slots: int) -> Any:
    """Return the number of slots with degree 1: the ends of paths."""
    k = np.int64(0)
    for _ in range(slots):
        k += x % 3 == 1
        x = x // 3
    return k


@kernel
def estimate_matchings(
    vectors: Vectors, slots: int, ways: NDArray[np.float64], bits: float, matchings: Numbers
) -> float:
    """Estimate the number of matchings that occur in all blocks. The ways of a block are ways * 2 ** bits.

    With few ways for each matching, nearly all ways lead to different matchings; with many, nearly all matchings occur.
    In between, more points mean fewer matchings. The formula was fitted on boards from 5 x 8 to 8 x 10.
    """
    estimate = 0.0
    for v in range(len(vectors)):
        k = max(points_of(np.int64(vectors[v]), slots), 2)
        each = min(ways[v] * 2.0 ** min(bits, 900.0) / matchings[k], MANY)
        estimate += matchings[k] * each / (1.0 + each ** (EVEN / k)) ** (k / EVEN)
    return estimate


@kernel
def linkable(digits: Numbers, links: Numbers) -> Any:
    """Return the links that the vector can contain, as bits: both their slots have a degree above 0."""
    possible = 0
    for i in range(len(links)):
        if digits[links[i, 0]] and digits[links[i, 1]]:
            possible |= 1 << i
    return possible


@kernel
def swapped(x: Any, width: int, powers: Numbers) -> Any:
    """Return the vector as seen from the other half of the board: the two slots of each column are swapped."""
    for column in range(width):
        low, high = powers[2 * column], powers[2 * column + 1]
        x = x + (x // high % 3 - x // low % 3) * (low - high)
    return x


@kernel
def complements_in(
    vectors: Vectors, full: Any, width: int, powers: Numbers, words: Words, out: NDArray[np.bool_]
) -> None:
    """Write for each vector whether its complement, seen from the other half, is in a set."""
    for v in range(len(vectors)):
        out[v] = contains(words, swapped(full - np.int64(vectors[v]), width, powers))


@kernel
def write_ranks(vectors: Vectors, index: Index, out: Numbers) -> None:
    """Write the rank of each vector in an index; -1 if it is not a member."""
    for v in range(len(vectors)):
        out[v] = rank_of(index, np.int64(vectors[v]))


@kernel
def add_origins(vectors: Vectors, full: Any, links: Numbers, powers: Numbers, words: Words) -> None:
    """Add to a set all vectors that become one of the given vectors by links inside the window.

    If `full` is not negative, do so for the complements of the vectors, seen from the other half.
    """
    digits = np.zeros(len(powers), np.int64)
    for v in range(len(vectors)):
        y = np.int64(vectors[v])
        if full >= 0:
            y = swapped(full - y, len(powers) // 2, powers)
        write_digits(y, digits)
        possible = linkable(digits, links)
        made = possible
        while True:
            x = y
            for i in range(len(links)):
                if (made >> i) & 1:
                    x -= powers[links[i, 0]] + powers[links[i, 1]]
            add(words, x)
            if made == 0:
                break
            made = (made - 1) & possible


@kernel
def write_balances(vectors: Vectors, tones: Numbers, balance: Any, powers: Numbers, out: NDArray[np.int8]) -> None:
    """Write for each vector how many more tour ends are on dark squares than on light ones."""
    for v in range(len(vectors)):
        x, tone = np.int64(vectors[v]), np.int64(balance)
        for p in range(len(powers)):
            tone += tones[p] * (x % 3)
            x = x // 3
        out[v] = tone


@kernel
def count_by_points(words: Words, slots: int, out: Numbers) -> None:
    """Count the members of a set by their number of points."""
    for w in range(len(words)):
        word = np.int64(words[w])
        if word:
            for bit in range(32):
                if (word >> bit) & 1:
                    out[points_of(np.int64(32 * w + bit), slots)] += 1


@kernel
def write_points(vectors: Vectors, slots: int, out: NDArray[np.int8]) -> None:
    """Write the number of points of each vector."""
    for v in range(len(vectors)):
        out[v] = points_of(np.int64(vectors[v]), slots)
