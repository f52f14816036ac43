"""Lay out a graph around rings, as Dudeney did: a long cycle becomes a ring, the rest goes where few edges cross.

Coordinates lie in the unit square, x to the right and y down. The work is bounded and uses no random numbers, so a
graph always looks the same. On small graphs the cycle is the longest; on larger ones it is the longest found.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import ceil, cos, dist, pi, sin, sqrt

from knightwatch.engine.swap.graph import Graph

Point = tuple[float, float]
Edges = Sequence[tuple[int, int]]

WORK = 100_000
"""The most steps of the search for a long cycle."""
PAIRS = 400_000
"""The most pairs of edges tested to place the vertices that are not on the ring."""
MOST_EDGES = 300
"""Larger graphs keep the layout of the board: a ring would not make them readable."""
MOST_CYCLES = 50
"""The most cycles of one length that are compared by the crossings of their chords."""
RADII = (0.0, 0.13, 0.24, 0.35)
"""The radii of the places inside the ring, whose own radius is 0.5."""
TOUCHING = 0.03
"""An edge this near to a vertex seems to end there."""


@dataclass(frozen=True)
class RingLayout:
    """The places of a graph's vertices in the unit square."""

    places: tuple[Point, ...]
    rings: tuple[tuple[int, ...], ...]
    """The cycles laid out as rings, each in its order."""


def ring_layout(graph: Graph, places: Sequence[Point]) -> RingLayout:
    """Return a graph laid out around rings, or with the given places if those have fewer crossings."""
    given = RingLayout(tuple(places), ())
    if len(graph.edges) > MOST_EDGES:
        return given
    rings = _around_rings(graph)
    return rings if crossings(rings.places, graph.edges) <= crossings(places, graph.edges) else given


def crossings(places: Sequence[Point], edges: Edges) -> int:
    """Return the number of pairs of edges that cross."""
    return sum(_cross(places, a, b) for a, b in combinations(edges, 2))


def longest_cycle(graph: Graph, work: int = WORK) -> tuple[int, ...]:
    """Return the longest cycle found in `work` steps; among equally long ones, the one with the fewest crossings."""
    longest: list[tuple[int, ...]] = []
    for cycle in _cycles(graph, work):
        if longest and len(cycle) > len(longest[0]):
            longest.clear()
        if len(longest) < MOST_CYCLES:
            longest.append(cycle)
    return min(longest, key=lambda cycle: _chords_crossing(graph, cycle), default=())


def _cycles(graph: Graph, work: int) -> Iterator[tuple[int, ...]]:
    """Yield cycles from their lowest vertex, in one direction, none shorter than the ones before."""
    longest = 3
    for start in range(len(graph)):
        path = [start]
        waiting = [iter(_ways_on(graph, start, start))]
        taken = {start}
        while path and len(graph) - start >= longest and work:
            there = next(waiting[-1], None)
            if there is None:
                taken.discard(path.pop())
                waiting.pop()
            elif there == start:
                if len(path) >= longest and path[1] < path[-1]:
                    longest = len(path)
                    yield tuple(path)
            elif there not in taken:
                work -= 1
                path.append(there)
                taken.add(there)
                # If all other neighbours of the start are taken, the cycle can only close here.
                open_end = any(home not in taken for home in graph.ways[start] if home > start)
                waiting.append(
                    iter(_ways_on(graph, there, start) if open_end else [start] * (start in graph.ways[there]))
                )


def _ways_on(graph: Graph, here: int, lowest: int) -> list[int]:
    """Return the next vertices of a path: first the start, then vertices with few neighbours."""
    ways = [there for there in graph.ways[here] if there >= lowest]
    return sorted(ways, key=lambda there: (there != lowest, len(graph.ways[there])))


def _chords_crossing(graph: Graph, ring: Sequence[int]) -> int:
    at = {vertex: place for place, vertex in enumerate(ring)}
    chords = [sorted((at[a], at[b])) for a, b in graph.edges if a in at and b in at]
    return sum(a < c < b < d or c < a < d < b for (a, b), (c, d) in combinations(chords, 2))


def _around_rings(graph: Graph) -> RingLayout:
    """Lay out each component in a tile of its own; single vertices share the tile of the only larger component."""
    components = sorted(graph.components, key=len, reverse=True)
    if all(len(component) == 1 for component in components[1:]):
        components = [tuple(vertex for component in components for vertex in component)]
    across = ceil(sqrt(len(components)))
    down = ceil(len(components) / across)
    places: dict[int, Point] = {}
    rings = []
    for number, component in enumerate(components):
        tile, ring = _component(graph, component)
        top, left = divmod(number, across)
        share = 0.7 if len(components) > 1 else 1.0
        for vertex, (x, y) in tile.items():
            places[vertex] = (
                (left + 0.5 + share * (x - 0.5)) / across,
                (top + 0.5 + share * (y - 0.5)) / down,
            )
        if ring:
            rings.append(ring)
    return RingLayout(tuple(places[vertex] for vertex in range(len(graph))), tuple(rings))


def _component(graph: Graph, component: tuple[int, ...]) -> tuple[dict[int, Point], tuple[int, ...]]:
    """Place a component in the unit square; return the places and the cycle, if there is one."""
    inside = {vertex: number for number, vertex in enumerate(component)}
    own = Graph(tuple(tuple(sorted(inside[there] for there in graph.ways[vertex])) for vertex in component))
    ring = tuple(component[number] for number in longest_cycle(own))
    if ring:
        first = ring.index(min(ring))
        ring = ring[first:] + ring[:first]
    # Without a cycle the component is a tree: in depth-first order around a circle, its edges do not cross.
    around = ring or component
    places = {vertex: _on_circle(0.5, place / len(around)) for place, vertex in enumerate(around)}
    rest = [vertex for vertex in component if vertex not in places]
    edges = [(a, b) for a, b in graph.edges if a in inside]
    _place_rest(places, rest, edges)
    return places, ring


def _on_circle(radius: float, share: float) -> Point:
    """Return a point on a circle around the centre, clockwise from the top."""
    return 0.5 + radius * sin(2 * pi * share), 0.5 - radius * cos(2 * pi * share)


def _sites(rest: int) -> list[Point]:
    """Return the places for vertices that are not on the ring: inside it and in the corners."""
    angles = max(12, 2 * rest)
    inner = [_on_circle(radius, step / angles) for radius in RADII[1:] for step in range(angles)]
    corners = [(x, y) for x in (0.02, 0.98) for y in (0.02, 0.98)]
    return [_on_circle(RADII[0], 0), *inner, *corners]


def _place_rest(places: dict[int, Point], rest: Sequence[int], edges: Edges) -> None:
    """Move each remaining vertex to its best free place, until none moves or the work is done."""
    free = _sites(len(rest))
    for vertex in rest:
        places[vertex] = free.pop(0)
    work, moved = PAIRS, True
    while moved and work > 0:
        moved = False
        for vertex in rest:
            choices = [places[vertex], *free]
            costs = [_cost(places | {vertex: site}, vertex, edges) for site in choices]
            work -= len(choices) * len(edges) * (1 + sum(vertex in edge for edge in edges))
            best = costs.index(min(costs))
            if best:
                free[best - 1], places[vertex] = places[vertex], choices[best]
                moved = True
            if work < 0:
                return


def _cost(places: dict[int, Point], vertex: int, edges: Edges) -> float:
    """Return the cost of a vertex's place: crossings and lengths of its edges, vertices they touch, near vertices."""
    own = [edge for edge in edges if vertex in edge]
    here = places[vertex]
    crossed = sum(_cross(places, edge, other) for edge in own for other in edges)
    touched = sum(_touches(places, edge, there) for edge in own for there in places)
    touched += sum(_touches(places, edge, vertex) for edge in edges)
    near = min((dist(here, place) for other, place in places.items() if other != vertex), default=1.0)
    length = sum(dist(places[a], places[b]) for a, b in own)
    return crossed + 2 * touched + 0.2 * length + 0.02 / (near + 0.02)


def _cross(places: Sequence[Point] | dict[int, Point], edge: tuple[int, int], other: tuple[int, int]) -> bool:
    if set(edge) & set(other):
        return False
    a, b, c, d = places[edge[0]], places[edge[1]], places[other[0]], places[other[1]]
    return _turn(a, b, c) * _turn(a, b, d) < 0 and _turn(c, d, a) * _turn(c, d, b) < 0


def _turn(a: Point, b: Point, c: Point) -> int:
    """Return on which side of the line a-b the point c lies: 1 or -1, and 0 on the line."""
    twice = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    return (twice > 1e-9) - (twice < -1e-9)


def _touches(places: dict[int, Point], edge: tuple[int, int], vertex: int) -> bool:
    """Return whether an edge seems to end at a vertex that is not its own."""
    if vertex in edge:
        return False
    a, b, c = places[edge[0]], places[edge[1]], places[vertex]
    return abs(dist(a, c) + dist(c, b) - dist(a, b)) < TOUCHING * TOUCHING / max(dist(a, b), TOUCHING)
