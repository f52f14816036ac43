"""Ring layouts: cycles against brute force, places apart, no more crossings than on the board."""

from itertools import combinations, pairwise, permutations
from math import atan2, dist, pi

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from knightwatch.engine.swap.drawings.rings import Point, RingLayout, crossings, longest_cycle, ring_layout
from knightwatch.engine.swap.graph import Graph
from tests.models.swap import boards, knight_ways


@st.composite
def graphs(draw: st.DrawFn, most: int = 7) -> Graph:
    vertices = draw(st.integers(1, most))
    edges = draw(st.sets(st.sampled_from(list(combinations(range(max(2, vertices)), 2)))))
    near = [{b for a, b in edges if a == v} | {a for a, b in edges if b == v} for v in range(vertices)]
    return Graph(tuple(tuple(sorted(w for w in around if w < vertices)) for around in near))


def on_board(rows: list[str]) -> tuple[Graph, list[Point]]:
    places = [(float(c), float(r)) for r, row in enumerate(rows) for c, letter in enumerate(row) if letter != "#"]
    return Graph(knight_ways(rows)), places


def longest_by_brute_force(graph: Graph) -> int:
    for size in range(len(graph), 2, -1):
        for first, *rest in combinations(range(len(graph)), size):
            for order in permutations(rest):
                ring = (first, *order, first)
                if all(b in graph.ways[a] for a, b in pairwise(ring)):
                    return size
    return 0


def is_cycle(graph: Graph, ring: tuple[int, ...]) -> bool:
    return len(set(ring)) == len(ring) > 2 and all(b in graph.ways[a] for a, b in pairwise((*ring, ring[0])))


@given(graphs())
def test_the_longest_cycle_is_that_of_brute_force(graph: Graph) -> None:
    ring = longest_cycle(graph)
    assert len(ring) == longest_by_brute_force(graph)
    assert not ring or is_cycle(graph, ring)


@given(graphs(12), st.integers(0, 200))
def test_little_work_finds_a_cycle_or_nothing(graph: Graph, work: int) -> None:
    ring = longest_cycle(graph, work)
    assert not ring or is_cycle(graph, ring)


def turns_of(places: tuple[Point, ...], ring: tuple[int, ...]) -> list[float]:
    """Return the turn of each step along a ring around its centre, as a share of the full circle."""
    middle = tuple(sum(places[v][axis] for v in ring) / len(ring) for axis in range(2))
    angles = [atan2(places[v][1] - middle[1], places[v][0] - middle[0]) for v in ring]
    return [(b - a) % (2 * pi) / (2 * pi) for a, b in pairwise([*angles, angles[0]])]


def assert_layout(graph: Graph, places: list[Point], layout: RingLayout) -> None:
    assert len(layout.places) == len(graph)
    assert all(0 <= x <= 1 and 0 <= y <= 1 for x, y in layout.places if layout.places != tuple(places))
    assert all(dist(a, b) > 0.01 for a, b in combinations(layout.places, 2))
    assert crossings(layout.places, graph.edges) <= crossings(places, graph.edges)
    for ring in layout.rings:
        assert is_cycle(graph, ring)
        turns = turns_of(layout.places, ring)
        assert sum(turns) == pytest.approx(1)
        assert all(0 < turn < 0.51 for turn in turns)


@settings(deadline=None)
@given(boards())
def test_layouts_have_separate_places_and_no_more_crossings(texts: tuple[str, str]) -> None:
    graph, places = on_board(texts[0].split("/"))
    assert_layout(graph, places, ring_layout(graph, places))


@pytest.mark.parametrize(
    ("rows", "cols", "ring", "crossing"), [(3, 3, [8], 0), (4, 3, [10], 0), (3, 4, [10], 0), (4, 4, [14], 8)]
)
def test_small_boards_have_their_well_known_rings(rows: int, cols: int, ring: list[int], crossing: int) -> None:
    graph, places = on_board(["." * cols] * rows)
    layout = ring_layout(graph, places)
    assert_layout(graph, places, layout)
    assert [len(each) for each in layout.rings] == ring
    assert crossings(layout.places, graph.edges) == crossing
    assert ring_layout(graph, places) == layout


def test_the_middle_of_3_x_3_is_inside_the_ring() -> None:
    graph, places = on_board(["..."] * 3)
    assert ring_layout(graph, places).places[4] == (0.5, 0.5)


def test_a_large_graph_keeps_the_layout_of_the_board() -> None:
    graph, places = on_board(["." * 8] * 8)
    assert ring_layout(graph, places) == RingLayout(tuple(places), ())
    graph, places = on_board(["." * 32] * 32)
    assert ring_layout(graph, places) == RingLayout(tuple(places), ())


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=4, max_size=4, unique=True))
def test_two_edges_cross_if_a_point_lies_inside_both(points: list[tuple[int, int]]) -> None:
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = points
    crossing = crossings([(float(x), float(y)) for x, y in points], [(0, 1), (2, 3)])
    across = (bx - ax) * (dy - cy) - (by - ay) * (dx - cx)
    if across == 0:
        assert crossing == 0
        return
    # The lines' meeting point as a share of the length of each, times `across`.
    first = (cx - ax) * (dy - cy) - (cy - ay) * (dx - cx)
    second = (cx - ax) * (by - ay) - (cy - ay) * (bx - ax)
    assert crossing == (0 < first * across < across**2 and 0 < second * across < across**2)
