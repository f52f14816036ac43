"""The search tree: its levels, its path, and the rows that show it."""

from collections import Counter
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from knightwatch.engine.core.parts import look_into
from knightwatch.engine.core.search import Search
from knightwatch.engine.core.tree import Branch, SearchTree, levels_in
from knightwatch.engine.plans.catalog import puzzle
from knightwatch.engine.plans.plan import Plan

RUNS = {
    "tour": {"solver": "backtrack", "rows": "5", "cols": "5", "order": "fixed", "seed": "2"},
    "queens": {"solver": "backtrack", "n": "7", "order": "first-fail", "solutions": "0"},
}


def tree_of(search: Search[Any, Any]) -> SearchTree:
    tree = search.frame().tree
    assert tree is not None
    return tree


@pytest.mark.parametrize("name", RUNS)
def test_a_level_counts_the_nodes_that_the_search_entered(name: str) -> None:
    search = Plan.read(puzzle(name), RUNS[name]).search()
    search.prepare()
    entered = Counter([tree_of(search).depth])
    for step in range(1, 301):
        search.advance(1)
        assert search.done == step
        entered[tree_of(search).depth] += 1
    tree = tree_of(search)
    assert {level: nodes for level, nodes in enumerate(tree.nodes.tolist()) if nodes} == entered
    assert tree.total == search.done + 1
    assert f"{search.done + 1} nodes so far; the start is a node too." in tree.sentence("")
    assert tree.deepest == max(entered)


@pytest.mark.parametrize("name", RUNS)
@pytest.mark.parametrize("steps", [3, 40, 299])
def test_the_path_has_the_alternatives_of_the_stack(name: str, steps: int) -> None:
    plan = Plan.read(puzzle(name), RUNS[name])
    search = plan.search()
    search.advance(steps)
    pages = look_into(search, plan.parts)
    tree = tree_of(search)
    (page,) = (page for page in pages if page.tree)
    assert page.tree is not None
    assert page.tree.path == tree.path
    stack = pages[-1].table[1:]
    assert page.tree.waiting() in page.sentence
    if name == "queens":
        expected = [Branch(queen, int(tried), int(untried)) for _, queen, tried, untried in reversed(stack)]
        assert list(tree.path) == expected
    else:  # the stack lists the candidates of each square, the tree those of the square before
        expected = [
            Branch(used, len(failed.split()), len(untried.split()))
            for _, _, failed, used, untried in reversed(stack)
            if used
        ]
        assert list(tree.path[1:]) == expected
        assert tree.waiting() in pages[-1].sentence
    assert len(tree.path) == tree.depth


@given(
    st.lists(st.integers(1, 1000), min_size=1, max_size=90),
    st.integers(0, 89),
    st.integers(0, 1),
    st.integers(3, 40),
)
def test_rows_cover_each_level_once(nodes: list[int], depth: int, first: int, room: int) -> None:
    depth = min(depth, len(nodes) - 1)
    path = tuple(Branch(f"c{level}", 1, 2) for level in range(depth))
    tree = SearchTree(np.array([0] * first + nodes), first + depth, path, first)
    rows = levels_in(tree, room)
    assert len(rows) <= room
    assert [level for row in rows for level in range(row.first, row.last + 1)] == list(range(first, first + len(nodes)))
    assert sum(row.share for row in rows) == pytest.approx(1)
    assert all(min(nodes) <= row.mean <= max(nodes) for row in rows)
    (here,) = (row for row in rows if row.here)
    assert here.first == here.last == tree.depth
    assert sum(row.choice.untried for row in rows if row.choice) == 2 * depth


@pytest.mark.parametrize(
    ("nodes", "words", "missing"),
    [
        ([1, 1, 1, 1], ("All 4 levels", "25%"), "the most"),
        ([1, 3, 3, 1], ("2 levels", "38%"), "All"),
        ([1, 3, 2], ("Level 1", "50%"), "levels"),
    ],
)
def test_levels_with_equally_many_nodes_share_the_time(nodes: list[int], words: tuple[str, ...], missing: str) -> None:
    *_, said = SearchTree(np.array(nodes), 1, ()).sentence("queens").split(" untried on the way there. ")
    assert all(word in said for word in words)
    assert missing not in said
