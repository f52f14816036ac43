"""Unravelling a graph, as Dudeney did: a long cycle becomes a ring, and the rest is placed where few edges cross.

Coordinates lie in the unit square, x to the right and y down. All work is bounded and nothing is left to chance, so
that a graph looks the same every time: the longest cycle is exact on small graphs, and the longest met on larger ones.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import ceil, cos, dist, pi, sin, sqrt

from knightwatch.engine.swap.graph import Graph

Point = tuple[float, float]
Edges = Sequence[tuple[int, int]]

WORK = 100_000
"""Steps of the search for a long cycle."""
PAIRS = 400_000
"""Pairs of edges that are looked at to place what is not on the ring."""
MOST_EDGES = 300
"""Edges beyond which no ring makes a graph readable."""
MOST_CYCLES = 50
"""Cycles of one length among which the one is chosen whose chords cross least."""
RADII = (0.0, 0.13, 0.24, 0.35)
"""Where there are places inside the ring, whose own radius is one half."""
TOUCHING = 0.03
"""How near to a vertex an edge is that seems to end there."""


@dataclass(frozen=True)
class RingLayout:
    """Where the vertices of a graph are drawn, in the unit square."""

    places: tuple[Point, ...]
    rings: tuple[tuple[int, ...], ...]
    """The cycles that are laid out as rings, each in its order."""


def unravelled(graph: Graph, places: Sequence[Point]) -> RingLayout:
    """Return a graph laid out around rings; as it is in `places`, where that has fewer crossings."""
    before = RingLayout(tuple(places), ())
    if len(graph.edges) > MOST_EDGES:
        return before
    laid = _laid_out(graph)
    return laid if crossings(laid.places, graph.edges) <= crossings(places, graph.edges) else before


def crossings(places: Sequence[Point], edges: Edges) -> int:
    """Return how many pairs of edges cross."""
    return sum(_cross(places, a, b) for a, b in combinations(edges, 2))


def longest_cycle(graph: Graph, work: int = WORK) -> tuple[int, ...]:
    """Return a cycle of as many vertices as can be found within so many steps, and of these one with few crossings."""
    found: list[tuple[int, ...]] = []
    for cycle in _cycles(graph, work):
        if found and len(cycle) > len(found[0]):
            found.clear()
        if len(found) < MOST_CYCLES:
            found.append(cycle)
    return min(found, key=lambda cycle: _chords_crossing(graph, cycle), default=())


def _cycles(graph: Graph, work: int) -> Iterator[tuple[int, ...]]:
    """Yield cycles from their lowest vertex on, none shorter than those before, each in one direction only."""
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
                # Beyond the last way home there is no cycle.
                homeward = any(home not in taken for home in graph.ways[start] if home > start)
                waiting.append(
                    iter(_ways_on(graph, there, start) if homeward else [start] * (start in graph.ways[there]))
                )


def _ways_on(graph: Graph, here: int, lowest: int) -> list[int]:
    """Return where a path may go, first home, then to vertices with few ways on, which are hard to come by later."""
    ways = [there for there in graph.ways[here] if there >= lowest]
    return sorted(ways, key=lambda there: (there != lowest, len(graph.ways[there])))


def _chords_crossing(graph: Graph, ring: Sequence[int]) -> int:
    at = {vertex: place for place, vertex in enumerate(ring)}
    chords = [sorted((at[a], at[b])) for a, b in graph.edges if a in at and b in at]
    return sum(a < c < b < d or c < a < d < b for (a, b), (c, d) in combinations(chords, 2))


def _laid_out(graph: Graph) -> RingLayout:
    """Lay out each part of a graph by itself; vertices without edges join the only part that has some."""
    parts = sorted(graph.components, key=len, reverse=True)
    if all(len(part) == 1 for part in parts[1:]):
        parts = [tuple(vertex for part in parts for vertex in part)]
    across = ceil(sqrt(len(parts)))
    down = ceil(len(parts) / across)
    places: dict[int, Point] = {}
    rings = []
    for number, part in enumerate(parts):
        tile, ring = _part(graph, part)
        top, left = divmod(number, across)
        share = 0.7 if len(parts) > 1 else 1.0
        for vertex, (x, y) in tile.items():
            places[vertex] = (
                (left + 0.5 + share * (x - 0.5)) / across,
                (top + 0.5 + share * (y - 0.5)) / down,
            )
        if ring:
            rings.append(ring)
    return RingLayout(tuple(places[vertex] for vertex in range(len(graph))), tuple(rings))


def _part(graph: Graph, part: tuple[int, ...]) -> tuple[dict[int, Point], tuple[int, ...]]:
    """Place a part of a graph in the unit square; return the places, and the cycle if there is one."""
    inside = {vertex: number for number, vertex in enumerate(part)}
    own = Graph(tuple(tuple(sorted(inside[there] for there in graph.ways[vertex])) for vertex in part))
    ring = tuple(part[number] for number in longest_cycle(own))
    if ring:
        first = ring.index(min(ring))
        ring = ring[first:] + ring[:first]
    # Without a cycle the part is a tree: in the order of a walk, none of its edges cross around a ring either.
    around = ring or part
    places = {vertex: _on_circle(0.5, place / len(around)) for place, vertex in enumerate(around)}
    rest = [vertex for vertex in part if vertex not in places]
    edges = [(a, b) for a, b in graph.edges if a in inside]
    _place_rest(places, rest, edges)
    return places, ring


def _on_circle(radius: float, share: float) -> Point:
    """Return a point on a circle around the middle, clockwise from the top."""
    return 0.5 + radius * sin(2 * pi * share), 0.5 - radius * cos(2 * pi * share)


def _sites(rest: int) -> list[Point]:
    """Return where vertices may stand that are not on the ring: inside it, and in the corners of the square."""
    angles = max(12, 2 * rest)
    inner = [_on_circle(radius, step / angles) for radius in RADII[1:] for step in range(angles)]
    corners = [(x, y) for x in (0.02, 0.98) for y in (0.02, 0.98)]
    return [_on_circle(RADII[0], 0), *inner, *corners]


def _place_rest(places: dict[int, Point], rest: Sequence[int], edges: Edges) -> None:
    """Put each of the rest where it is best, given the others, until none moves or it is too much work."""
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
    """Return how badly a vertex stands: crossings of its edges, what they seem to touch, and their length."""
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
    """Return 1 or -1 for the side of a line on which a point lies, 0 on the line itself."""
    twice = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    return (twice > 1e-9) - (twice < -1e-9)


def _touches(places: dict[int, Point], edge: tuple[int, int], vertex: int) -> bool:
    """Tell whether an edge seems to end at a vertex that is none of its own."""
    if vertex in edge:
        return False
    a, b, c = places[edge[0]], places[edge[1]], places[vertex]
    return abs(dist(a, c) + dist(c, b) - dist(a, b)) < TOUCHING * TOUCHING / max(dist(a, b), TOUCHING)
