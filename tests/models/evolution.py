"""Operators of evolution in plain Python, written differently from the kernels.

A crossover gives one child. Random numbers are used in the same order as in the kernels.
"""

from collections.abc import Sequence

from knightwatch.engine.compiled.rng import Generator, below


def tournament_winner(k: int, fitness: Sequence[int], rng: Generator) -> int:
    """Return the best of k different random entrants, on a tie the first; repeated entrants are skipped."""
    entrants: dict[int, int] = {}
    while len(entrants) < k:
        entrant = below(rng, len(fitness))
        entrants.setdefault(entrant, fitness[entrant])
    return min(entrants, key=entrants.__getitem__)


def pmx(parent: Sequence[int], other: Sequence[int], first: int, last: int) -> list[int]:
    """Return the child with the other's section; the mapping replaces duplicates outside it."""
    mapping = dict(zip(other[first:last], parent[first:last], strict=True))
    child = list(other)
    for place in [*range(first), *range(last, len(parent))]:
        value = parent[place]
        while value in mapping:
            value = mapping[value]
        child[place] = value
    return child


def ox(parent: Sequence[int], other: Sequence[int], first: int, last: int) -> list[int]:
    """Return the child with the parent's section; the rest is in the other's order, from the section's end on."""
    section = list(parent[first:last])
    rest = [value for value in [*other[last:], *other[:last]] if value not in section]
    behind = len(parent) - last
    return rest[behind:] + section + rest[:behind]


def cycles(parent: Sequence[int], other: Sequence[int]) -> list[set[int]]:
    """Return the smallest sets of places where both parents have the same values, by their first place."""
    found: list[set[int]] = []
    for place in range(len(parent)):
        if not any(place in cycle for cycle in found):
            cycle = {place}
            while {other[i] for i in cycle} != {parent[i] for i in cycle}:
                cycle |= {list(parent).index(other[i]) for i in cycle}
            found.append(cycle)
    return found


def cx(parent: Sequence[int], other: Sequence[int]) -> list[int]:
    """Return the child with the first, third, fifth … cycle of its parent and the other cycles of the other."""
    child = list(parent)
    for cycle in cycles(parent, other)[1::2]:
        for place in cycle:
            child[place] = other[place]
    return child
