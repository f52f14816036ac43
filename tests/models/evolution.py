"""Crossovers in plain Python, written differently from the kernels; each gives one child.

The plain version of `evolve` has PMX.
"""

from collections.abc import Sequence


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
