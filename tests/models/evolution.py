"""Operators written down a second time, in plain Python and by other means than the kernels.

A crossover gives one child. What draws random numbers draws them as the kernels do, so that both can be compared.
"""

from collections.abc import Sequence

from knightwatch.engine.compiled.rng import Generator, below


def tournament_winner(k: int, fitness: Sequence[int], rng: Generator) -> int:
    """Return the best of k distinct entrants, the first drawn on a tie; who is drawn again is drawn for nothing."""
    entrants: dict[int, int] = {}
    while len(entrants) < k:
        entrant = below(rng, len(fitness))
        entrants.setdefault(entrant, fitness[entrant])
    return min(entrants, key=entrants.__getitem__)


def pmx(parent: Sequence[int], other: Sequence[int], first: int, last: int) -> list[int]:
    """Return the child that has the other's section; what it doubles outside is replaced by following the mapping."""
    mapping = dict(zip(other[first:last], parent[first:last], strict=True))
    child = list(other)
    for place in [*range(first), *range(last, len(parent))]:
        value = parent[place]
        while value in mapping:
            value = mapping[value]
        child[place] = value
    return child


def ox(parent: Sequence[int], other: Sequence[int], first: int, last: int) -> list[int]:
    """Return the child that keeps its section; the rest is the other's, read and written from the section's end on."""
    kept = list(parent[first:last])
    rest = [value for value in [*other[last:], *other[:last]] if value not in kept]
    behind = len(parent) - last
    return rest[behind:] + kept + rest[:behind]


def cycles(parent: Sequence[int], other: Sequence[int]) -> list[set[int]]:
    """Return sets of places on which both parents have the same values, as small as can be, by their first places."""
    found: list[set[int]] = []
    for place in range(len(parent)):
        if not any(place in cycle for cycle in found):
            cycle = {place}
            while {other[i] for i in cycle} != {parent[i] for i in cycle}:
                cycle |= {list(parent).index(other[i]) for i in cycle}
            found.append(cycle)
    return found


def cx(parent: Sequence[int], other: Sequence[int]) -> list[int]:
    """Return the child that has the first, third, fifth cycle of its parent and the others of the other."""
    child = list(parent)
    for cycle in cycles(parent, other)[1::2]:
        for place in cycle:
            child[place] = other[place]
    return child
