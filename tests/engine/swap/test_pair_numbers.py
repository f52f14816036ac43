"""Sets, their moves and their bounds, against what itertools finds."""

from itertools import combinations, permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from knightwatch.engine.compiled.tiers import Tier
from knightwatch.engine.swap.dense_numbers import chosen
from knightwatch.engine.swap.graph import Graph
from knightwatch.engine.swap.kernels.assignment import Bounds, bound, cheapest
from knightwatch.engine.swap.pair_numbers import number
from knightwatch.engine.swap.positions import colour_sets
from knightwatch.engine.swap.problem import SwapProblem
from tests.models.swap import knight_ways

SMALL = Graph(knight_ways(["....", "....", "...."]))


@pytest.mark.parametrize("knights", range(5))
def test_every_set_has_its_number_and_its_moves(knights: int) -> None:
    made = colour_sets(SMALL, knights, Tier())
    everything = {number(each): set(each) for each in combinations(range(12), knights)}
    assert sorted(everything) == list(range(len(made.holds)))
    for place, vertices in everything.items():
        assert set(np.flatnonzero(made.holds[place]).tolist()) == vertices
        first, last = (int(made.first[place + k]) for k in range(2))
        moves = {(int(made.to[m]), int(made.vertex[m])) for m in range(first, last)}
        assert moves == {
            (number(vertices - {here} | {there}), there)
            for here in vertices
            for there in SMALL.ways[here]
            if there not in vertices
        }


@given(
    st.integers(1, 5).flatmap(
        lambda n: st.lists(st.lists(st.integers(0, 30), min_size=n, max_size=n), min_size=n, max_size=n)
    )
)
def test_the_cheapest_assignment_is_that_of_all_permutations(costs: list[list[int]]) -> None:
    every = (sum(costs[row][col] for row, col in enumerate(order)) for order in permutations(range(len(costs))))
    assert cheapest(np.array(costs, np.int64)) == min(every)


def test_bounds_never_change_by_more_than_the_move_that_was_made_and_are_nothing_at_the_goal() -> None:
    problem = SwapProblem(from_="BBB/.../.../WWW")
    made, goal = colour_sets(problem.graph, 3, Tier()), np.array([9, 10, 11])
    known = Bounds(np.zeros(len(made.holds), np.uint16), problem.graph.distances, goal, chosen(12, 3))
    found = np.array([bound(known, place) for place in range(len(made.holds))])
    assert found.tolist() == [bound(known, place) for place in range(len(made.holds))]
    assert found[number(goal.tolist())] == 0
    assert (found > 0).sum() == len(found) - 1
    for place in range(len(found)):
        for move in range(int(made.first[place]), int(made.first[place + 1])):
            assert abs(found[place] - found[made.to[move]]) <= 1
