"""Sets of one colour, their moves and their lower bounds, against itertools."""

from itertools import combinations, permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from knightwatch.engine.compiled.tiers import Tier
from knightwatch.engine.swap.dense_numbers import binomials
from knightwatch.engine.swap.graph import Graph
from knightwatch.engine.swap.kernels.assignment import Bounds, bound, cheapest
from knightwatch.engine.swap.pair_numbers import rank_of
from knightwatch.engine.swap.positions import colour_sets
from knightwatch.engine.swap.problem import SwapProblem
from tests.models.swap import knight_ways

SMALL = Graph(knight_ways(["....", "....", "...."]))


@pytest.mark.parametrize("knights", range(5))
def test_every_set_has_its_rank_and_its_moves(knights: int) -> None:
    sets = colour_sets(SMALL, knights, Tier())
    vertices_of = {rank_of(each): set(each) for each in combinations(range(12), knights)}
    assert sorted(vertices_of) == list(range(len(sets.holds)))
    for rank, vertices in vertices_of.items():
        assert set(np.flatnonzero(sets.holds[rank]).tolist()) == vertices
        first, last = (int(sets.first[rank + k]) for k in range(2))
        moves = {(int(sets.to[m]), int(sets.vertex[m])) for m in range(first, last)}
        assert moves == {
            (rank_of(vertices - {here} | {there}), there)
            for here in vertices
            for there in SMALL.ways[here]
            if there not in vertices
        }


@given(
    st.integers(1, 5).flatmap(
        lambda n: st.lists(st.lists(st.integers(0, 30), min_size=n, max_size=n), min_size=n, max_size=n)
    )
)
def test_the_cheapest_assignment_is_the_best_of_all_permutations(costs: list[list[int]]) -> None:
    every = (sum(costs[row][col] for row, col in enumerate(order)) for order in permutations(range(len(costs))))
    assert cheapest(np.array(costs, np.int64)) == min(every)


def test_a_move_changes_the_bound_by_at_most_one() -> None:
    problem = SwapProblem(from_="BBB/.../.../WWW")
    sets, goal = colour_sets(problem.graph, 3, Tier()), np.array([9, 10, 11])
    bounds = Bounds(np.zeros(len(sets.holds), np.uint16), problem.graph.distances, goal, binomials(12, 3))
    values = np.array([bound(bounds, rank) for rank in range(len(sets.holds))])
    assert values.tolist() == [bound(bounds, rank) for rank in range(len(sets.holds))]
    assert values[rank_of(goal.tolist())] == 0
    assert (values > 0).sum() == len(values) - 1
    for rank in range(len(values)):
        for move in range(int(sets.first[rank]), int(sets.first[rank + 1])):
            assert abs(values[rank] - values[sets.to[move]]) <= 1
