"""The join of two halves, compiled: all pairs of matchings that form a single cycle, with their counts.

A block of one half fits exactly one block of the other half, and both have the same points. For matchings m of one half
and n of the other, the join sums

    count(m) * count(n) over all pairs (m, n) whose union is a single cycle.

The recurrence on the number of points k: let m match the first point with p. Join the first point and p in all
matchings n at once (`contract`). This removes two points and leaves the same question for k - 2 points. Matchings m
with the same p share this work. A table answers six points directly.

Source: cutting the board into two halves, as in B. D. McKay (technical report, Canberra 1997); see `exact`.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.compiled.kernel import kernel
from knightwatch.engine.tour.kernels.blocks import Table, below, digits_of
from knightwatch.engine.tour.kernels.degrees import Numbers, Vectors, linkable, ones, rank_of, swapped
from knightwatch.engine.tour.kernels.matchings import MATCHINGS, MOST_SLOTS, Change, RankMaps, image

MOST_LINKS = MOST_SLOTS // 2
LOW = (1 << 26) - 1
"""Masks and shifts of `add_product`: 26 and 32 bits."""
HALF = (1 << 32) - 1
SUMS = 4
"""The number of parts of a sum: see `number`."""
MOST = 1 << 51
"""An upper limit for the sum of all counts of the other half's block, so that `add_product` cannot overflow."""


class Scratch(NamedTuple):
    """Small arrays that the kernels reuse."""

    digits: Numbers
    mates: Numbers
    changes: Numbers
    """One row for each change: the change, k, i, j, the begin of its images, and the place for closed cycles."""
    stack: Numbers
    circles: Numbers


class JoinBuffers(NamedTuple):
    """Buffers of one thread that joins halves."""

    places: Numbers
    """One dense block of this half: a count for each rank, and one more place. Zero between calls."""
    others: Numbers
    """The dense block of the other half, zero between calls; behind it, as long again, space for contractions."""
    ranks: Numbers
    """The entries of `places` that are not zero, in order of their ranks."""
    counts: Numbers
    scratch: Scratch


def join_buffers(points: int) -> JoinBuffers:
    """Return buffers for blocks of up to this number of points."""
    size = int(MATCHINGS[points]) + 1
    scratch = Scratch(
        np.zeros(MOST_SLOTS, np.int64),
        np.zeros(2 * MOST_SLOTS, np.int64),
        np.zeros((2 * MOST_LINKS, 6), np.int64),
        np.zeros((4, MOST_SLOTS), np.int64),
        circles(),
    )
    places, others, ranks, counts = (np.zeros(blocks * size, np.int64) for blocks in (1, 2, 1, 1))
    return JoinBuffers(places, others, ranks, counts, scratch)


class Seam(NamedTuple):
    """How the two halves meet in the window."""

    links: Numbers
    """Pairs of slots that this half may link within the window."""
    other_links: Numbers
    """The same for the other half, as seen from its own side."""
    full: int
    """The degree vector of a window whose squares all have two links."""
    same: bool
    """Whether both halves are one table."""
    weights: Numbers
    """How often a tour counts, by the number of links that Z has in this half."""
    powers: Numbers
    """The powers of 3, one for each slot."""


@kernel
def add_product(a: Any, b: Any, sums: Numbers) -> None:
    """Add the product a * b to a sum in four parts, for numbers of up to 35 and 53 bits, or 32 and 55: see `number`."""
    low, high = a * (b & LOW), a * (b >> 26)
    sums[0] += low & HALF
    sums[1] += low >> 32
    sums[2] += high & HALF
    sums[3] += high >> 32


@kernel
def note(changes: Numbers, n: Any, change: Any, k: Any, i: Any, j: Any, maps: RankMaps) -> Any:
    """Append a change to the list unless it changes nothing; return the new length of the list."""
    if change == Change.MOVE and i == j:
        return n
    row = changes[n]
    row[0], row[1], row[2], row[3], row[4] = change, k, i, j, maps.place[change, k, i, j]
    row[5] = MATCHINGS[k - 2 if change == Change.JOIN else k + 2 if change == Change.PAIR else k]
    return n + 1


@kernel
def link(current: Any, a: Any, b: Any, changes: Numbers, n: Any, maps: RankMaps) -> Any:
    """Append the change that a link makes; return the new length of the list."""
    after = current ^ (np.int64(1) << a) ^ (np.int64(1) << b)
    k, at_a, at_b = ones(current), (current >> a) & 1, (current >> b) & 1
    low, high = min(a, b), max(a, b)
    if at_a and at_b:
        return note(changes, n, Change.JOIN, k, below(current, low), below(current, high), maps)
    if at_a:
        return note(changes, n, Change.MOVE, k, below(current, a), below(after, b), maps)
    if at_b:
        return note(changes, n, Change.MOVE, k, below(current, b), below(after, a), maps)
    return note(changes, n, Change.PAIR, k, below(after, low), below(after, high), maps)


@kernel
def gather_all(
    table: Table, block: Any, changes: Numbers, n: Any, maps: RankMaps, places: Numbers, mates: Numbers
) -> None:
    """Add the entries of a block to a dense block, at the images of their ranks under all changes of a list."""
    first, end, images, c = table.first[block], table.first[block + 1], maps.images, changes[:, 4]
    for change in range(n):
        if c[change] < 0:
            for e in range(first, end):
                place = image_of(np.int64(table.ranks[e]), changes, n, maps, mates)
                places[place] += table.counts[e]
            return
    if n == 0:
        for e in range(first, end):
            places[table.ranks[e]] += table.counts[e]
    elif n == 1:
        for e in range(first, end):
            places[images[c[0] + table.ranks[e]]] += table.counts[e]
    elif n == 2:
        for e in range(first, end):
            places[images[c[1] + images[c[0] + table.ranks[e]]]] += table.counts[e]
    elif n == 3:
        for e in range(first, end):
            places[images[c[2] + images[c[1] + images[c[0] + table.ranks[e]]]]] += table.counts[e]
    else:
        for e in range(first, end):
            place = images[c[2] + images[c[1] + images[c[0] + table.ranks[e]]]]
            for change in range(3, n):
                place = images[c[change] + place]
            places[place] += table.counts[e]


@kernel
def image_of(rank: Any, changes: Numbers, n: Any, maps: RankMaps, mates: Numbers) -> Any:
    """Return the rank after all changes of a list, some of which are not tabulated."""
    for c in range(n):
        row = changes[c]
        if row[4] >= 0:
            rank = np.int64(maps.images[row[4] + rank])
        elif rank == MATCHINGS[row[1]]:
            rank = row[5]
        else:
            rank = image(row[0], row[1], row[2], row[3], rank, mates, mates[MOST_SLOTS:])
    return rank


@kernel
def build(
    table: Table,
    y: Any,
    turned: bool,
    links: Numbers,
    powers: Numbers,
    maps: RankMaps,
    places: Numbers,
    scratch: Scratch,
) -> Any:
    """Fill a dense block with the counts of a degree vector after links within the window; return its points.

    With `turned`, the block is written as seen from the other side. There the two slots of each column are exchanged,
    so if both are points, these change places.
    """
    points = digits_of(y, powers, scratch.digits)
    possible = linkable(scratch.digits, links)
    made = possible
    while True:
        x, current = y, points
        for i in range(len(links)):
            if (made >> i) & 1:
                x -= powers[links[i, 0]] + powers[links[i, 1]]
                current ^= (np.int64(1) << links[i, 0]) ^ (np.int64(1) << links[i, 1])
        block = rank_of(table.where, x)
        if block >= 0 and table.first[block] < table.first[block + 1]:
            n = 0
            for i in range(len(links)):
                if (made >> i) & 1:
                    n = link(current, links[i, 0], links[i, 1], scratch.changes, n, maps)
                    current ^= (np.int64(1) << links[i, 0]) ^ (np.int64(1) << links[i, 1])
            if turned:
                for column in range(len(powers) // 2):
                    if (points >> 2 * column) & 3 == 3:
                        i = below(points, 2 * column)
                        n = note(scratch.changes, n, Change.MOVE, ones(points), i, i + 1, maps)
            gather_all(table, block, scratch.changes, n, maps, places, scratch.mates)
        if made == 0:
            places[MATCHINGS[ones(points)]] = 0
            return points
        made = (made - 1) & possible


@kernel
def contract(k: Any, p: Any, maps: RankMaps, places: Numbers, begin: Any, into: Any) -> None:
    """Join the first of k points and point p in all matchings of a dense block; write the smaller dense block at
    `into`.
    """
    size = MATCHINGS[k - 2]
    for place in range(size):
        places[into + place] = 0
    for q in range(1, k):
        if q == p:
            continue
        source = begin + (q - 1) * size
        i, j = q - 1 - (q > p), p - 1 - (p > q)
        if i == j:
            for place in range(size):
                places[into + place] += places[source + place]
        else:
            images = maps.images[maps.place[Change.MOVE, k - 2, i, j] :]
            for place in range(size):
                places[into + place] += places[source + images[place]]


@kernel
def cycles(
    ranks: Numbers,
    counts: Numbers,
    n: Any,
    k: Any,
    weight: Any,
    maps: RankMaps,
    others: Numbers,
    scratch: Scratch,
    sums: Numbers,
) -> None:
    """Add the products of counts for all pairs of matchings that form a single cycle.

    `ranks` and `counts` are the n entries of one half. `others` is the dense block of the other half.
    """
    if k <= 4:
        for e in range(n):
            found = others[0]
            if k == 4:
                found = others[0] + others[1] + others[2] - others[ranks[e]]
            add_product(counts[e], weight * found, sums)
        return
    level, room = k, len(others) // 2
    cursor, until, base, begin = scratch.stack[0], scratch.stack[1], scratch.stack[2], scratch.stack[3]
    cursor[k], until[k], base[k], begin[k] = 0, n, 0, 0
    while level <= k:
        e = cursor[level]
        if e == until[level]:
            level += 2
            continue
        if level == 6:
            for f in range(e, until[level]):
                rank, found = ranks[f] - base[level], np.int64(0)
                for c in range(8):
                    found += others[begin[6] + scratch.circles[rank, c]]
                add_product(counts[f], weight * found, sums)
            cursor[level] = until[level]
            continue
        size = MATCHINGS[level - 2]
        p = (ranks[e] - base[level]) // size
        after = base[level] + (p + 1) * size
        f = e + 1
        while f < until[level] and ranks[f] < after:
            f += 1
        into = room + size  # twice a size is less than the next one
        contract(level, p + 1, maps, others, begin[level], into)
        cursor[level] = f
        cursor[level - 2], until[level - 2], base[level - 2], begin[level - 2] = e, f, after - size, into
        level -= 2


@kernel
def entries(places: Numbers, size: Any, modulus: Any, ranks: Numbers, counts: Numbers) -> tuple[Any, bool]:
    """Move all counts that are not zero out of a dense block; return how many, and whether one reached the modulus."""
    n, large = 0, False
    for place in range(size):
        if places[place]:
            ranks[n], counts[n] = place, places[place]
            if counts[n] >= modulus:
                large = True
                counts[n] %= modulus
            places[place] = 0
            n += 1
    return n, large


@kernel
def join(
    table: Table,
    other: Table,
    vectors: Vectors,
    seam: Seam,
    maps: RankMaps,
    buffers: JoinBuffers,
    modulus: int,
    sums: Numbers,
) -> bool:
    """Add up all tours: one half in `table` with these degree vectors, the other half in `other`.

    If both halves are the same table, each pair of vectors is joined once and counts twice. Returns whether a count
    reached the modulus.
    """
    powers, full, same, weights = seam.powers, seam.full, seam.same, seam.weights
    places, others, ranks, counts = buffers.places, buffers.others, buffers.ranks, buffers.counts
    scratch, width, any_large = buffers.scratch, len(powers) // 2, False
    for v in range(len(vectors)):
        x = np.int64(vectors[v])
        y = swapped(full - x, width, powers)
        if same and y < x:
            continue
        weight = np.int64(2 if same and x < y else 1)
        if len(powers) > 2 * width:
            weight *= weights[x // powers[2 * width]]
        k = ones(build(table, x, False, seam.links, powers, maps, places, scratch))
        n, large = entries(places, MATCHINGS[k], modulus, ranks, counts)
        any_large |= large
        if n == 0 or k == 0:
            continue
        build(other, y, True, seam.other_links, powers, maps, others, scratch)
        found = np.int64(0)
        for place in range(MATCHINGS[k]):
            if others[place] >= modulus:
                any_large = True
                others[place] %= modulus
            found += others[place]
        any_large = any_large or bool(found >= MOST)
        cycles(ranks, counts, n, k, weight, maps, others, scratch, sums)
        for place in range(MATCHINGS[k]):
            others[place] = 0
    return any_large


def number(sums: list[int]) -> int:
    """Return the number that `add_product` has added up."""
    return sums[0] + (sums[1] << 32) + ((sums[2] + (sums[3] << 32)) << 26)


def circles() -> NDArray[np.int64]:
    """Return for each matching of six points the eight matchings that form a single cycle with it."""
    ranks = [(a, b, c) for a in range(5) for b in range(3) for c in range(1)]
    pairs = []
    for ranking in ranks:
        left, made = list(range(6)), dict[int, int]()
        for j in ranking:
            one, two = left.pop(0), left.pop(j)
            made |= {one: two, two: one}
        pairs.append(made)
    found = []
    for mine in pairs:
        row = []
        for rank, others in enumerate(pairs):
            at, length = others[mine[0]], 1
            while at != 0:
                at, length = others[mine[at]], length + 1
            if length == 3:
                row.append(rank)
        found.append(row)
    return np.array(found, np.int64)
