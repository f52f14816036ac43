"""Crossover of permutations: each function turns two parents, in place, into two children.

`spare` is working memory, four rows of the parents' length. Sections are [first, last).
"""

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.compiled.kernel import kernel, stands_in_for
from knightwatch.engine.compiled.rng import Generator, below
from knightwatch.engine.evolution import Crossover, Section
from knightwatch.engine.evolution.mutation import two_places

Individual = NDArray[np.uint32]
Spare = NDArray[np.uint32]

PMX, CX = Crossover.PMX.code, Crossover.CX.code
CUTS = Section.CUTS.code


@kernel
def cross(crossover: int, sections: int, a: Individual, b: Individual, spare: Spare, rng: Generator) -> None:
    """Cross two parents; `crossover` and `sections` are codes of Crossover and Section."""
    if crossover == CX:
        cx(a, b, spare)
        return
    first, last = between_cuts(len(a), rng) if sections == CUTS else section(len(a), rng)
    if crossover == PMX:
        pmx(a, b, first, last, spare)
    else:
        ox(a, b, first, last, spare)


@kernel
def section(n: int, rng: Generator) -> tuple[int, int]:
    """Return a random section: draw its size, from 1 to n - 1, then its first place."""
    size = 1 + below(rng, n - 1)
    first = below(rng, n - size + 1)
    return first, first + size


@kernel
def between_cuts(n: int, rng: Generator) -> tuple[int, int]:
    """Return the section between two random cuts, out of n + 1. Short sections are more likely."""
    i, j = two_places(n + 1, rng)
    return min(i, j), max(i, j)


@kernel
def pmx(a: Individual, b: Individual, first: int, last: int, spare: Spare) -> None:
    """Partially mapped crossover (Goldberg and Lingle, 1985).

    The parents exchange the section. For each place in it, the new value swaps places with the old one. Outside the
    section this gives the same result as following the mapping.
    """
    where_a, where_b, old_a, old_b = spare[0], spare[1], spare[2], spare[3]
    for i in range(len(a)):
        where_a[a[i]] = i
        where_b[b[i]] = i
        old_a[i], old_b[i] = a[i], b[i]
    for i in range(first, last):
        bring(old_b[i], i, a, where_a)
        bring(old_a[i], i, b, where_b)


@stands_in_for(pmx)
def pmx_by_lists(a: Individual, b: Individual, first: int, last: int, spare: Spare) -> None:  # noqa: ARG001
    """Exchange the section, and follow the mapping outside it."""
    old_a, old_b = a.tolist(), b.tolist()
    inside_a, inside_b = old_a[first:last], old_b[first:last]
    a[:] = _mapped(old_a, first, last, dict(zip(inside_b, inside_a, strict=True)), inside_b)
    b[:] = _mapped(old_b, first, last, dict(zip(inside_a, inside_b, strict=True)), inside_a)


def _mapped(old: list[int], first: int, last: int, mapping: dict[int, int], inside: list[int]) -> list[int]:
    """Return a child of pmx with its new section; outside, replace each value that the section has too."""
    child = old[:first] + inside + old[last:]
    for i in (*range(first), *range(last, len(old))):
        value = child[i]
        while value in mapping:
            value = mapping[value]
        child[i] = value
    return child


@kernel
def bring(value: int, place: int, individual: Individual, where: Individual) -> None:
    """Swap a value with the value at `place`; `where` holds the place of each value."""
    origin, replaced = where[value], individual[place]
    individual[origin], individual[place] = replaced, value
    where[replaced], where[value] = origin, place


@kernel
def ox(a: Individual, b: Individual, first: int, last: int, spare: Spare) -> None:
    """Order crossover (Davis, 1985).

    Each child keeps the section of its parent. From the end of the section on, with wrap-around, it takes the missing
    values in the order of the other parent.
    """
    n = len(a)
    old_a, old_b, in_a, in_b = spare[0], spare[1], spare[2], spare[3]
    for i in range(n):
        old_a[i], old_b[i] = a[i], b[i]
        in_a[i] = in_b[i] = 0
    for i in range(first, last):
        in_a[a[i]] = 1
        in_b[b[i]] = 1
    at_a = at_b = last % n
    for step in range(n):
        i = (last + step) % n
        if not in_a[old_b[i]]:
            a[at_a] = old_b[i]
            at_a = (at_a + 1) % n
        if not in_b[old_a[i]]:
            b[at_b] = old_a[i]
            at_b = (at_b + 1) % n


@stands_in_for(ox)
def ox_by_lists(a: Individual, b: Individual, first: int, last: int, spare: Spare) -> None:  # noqa: ARG001
    """Keep the sections, and fill the rest in the order of the other parent."""
    old_a, old_b = a.tolist(), b.tolist()
    a[:] = _ordered(old_a, old_b, first, last)
    b[:] = _ordered(old_b, old_a, first, last)


def _ordered(own: list[int], other: list[int], first: int, last: int) -> list[int]:
    """Return a child of ox."""
    section = own[first:last]
    kept = set(section)
    rest = [value for value in other[last:] + other[:last] if value not in kept]
    after = len(own) - last
    return rest[after:] + section + rest[:after]


@kernel
def cx(a: Individual, b: Individual, spare: Spare) -> None:
    """Cycle crossover (Oliver, Smith and Holland, 1987).

    The parents exchange every second cycle of places, as in Eiben and Smith. Other authors exchange all but the first.
    """
    n = len(a)
    where_a, seen = spare[0], spare[1]
    for i in range(n):
        where_a[a[i]] = i
        seen[i] = 0
    exchange = False
    for start in range(n):
        if seen[start]:
            continue
        i = start
        while not seen[i]:
            seen[i] = 1
            following = where_a[b[i]]
            if exchange:
                a[i], b[i] = b[i], a[i]
            i = following
        exchange = not exchange


@stands_in_for(cx)
def cx_by_lists(a: Individual, b: Individual, spare: Spare) -> None:  # noqa: ARG001
    """Exchange every second cycle of places."""
    old_a, old_b = a.tolist(), b.tolist()
    where_a = dict(zip(old_a, range(len(old_a)), strict=True))
    following = [where_a[value] for value in old_b]
    seen = [False] * len(old_a)
    exchange = False
    for start in range(len(old_a)):
        if seen[start]:
            continue
        i = start
        while not seen[i]:
            seen[i] = True
            if exchange:
                old_a[i], old_b[i] = old_b[i], old_a[i]
            i = following[i]
        exchange = not exchange
    a[:], b[:] = old_a, old_b
