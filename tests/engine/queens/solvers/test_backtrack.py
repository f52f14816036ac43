"""Solver `backtrack`: its tree against plain recursion, its counters, its board and its solutions."""

from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from knightwatch.engine.boards import file_name, square_name
from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.frame import Status
from knightwatch.engine.queens.free_rows import AHEAD, EMPTY, OPEN, TAKEN
from knightwatch.engine.queens.kernels.backtrack import QueensBacktrackCounter as Counter
from knightwatch.engine.queens.problem import QueensProblem
from knightwatch.engine.queens.solvers.backtrack import QueensBacktrack, QueensBacktrackSettings
from knightwatch.engine.queens.symmetry import canonical, images
from tests.models.queens import attack, pairs

settings = st.builds(
    QueensBacktrackSettings,
    order=st.sampled_from(["fixed", "first-fail"]),
    check=st.sampled_from(["none", "forward"]),
    rows=st.sampled_from(["ascending", "random"]),
    solutions=st.just(0),
)

Placed = dict[int, int]


def backtrack(n: int, chosen: QueensBacktrackSettings | None = None, seed: int = 0) -> QueensBacktrack:
    search = QueensBacktrack(QueensProblem(n=n), chosen or QueensBacktrackSettings(), seed)
    search.prepare()
    return search


def free(n: int, placed: Placed, column: int) -> list[int]:
    """Return the rows of a column that no queen attacks."""
    return [y for y in range(n) if not any(attack((column, y), queen) for queen in placed.items())]


def tree(search: QueensBacktrack, placed: Placed) -> Iterator[Placed]:
    """Yield the nodes below a node, by recursion."""
    n, s = search.problem.n, search.settings
    left = {x: free(n, placed, x) for x in range(n) if x not in placed}
    if not left or (s.check == "forward" and not all(left.values())):
        return
    column = min(left, key=lambda x: len(left[x])) if s.order == "first-fail" else min(left)
    order = search.state["order"][column % len(search.state["order"])].tolist()
    for row in sorted(left[column], key=order.index):
        here = placed | {column: row}
        yield here
        yield from tree(search, here)


@given(n=st.integers(1, 6).filter(lambda n: n not in (2, 3)), chosen=settings, seed=st.integers(0, 2**32))
def test_the_nodes_are_those_of_plain_recursion(n: int, chosen: QueensBacktrackSettings, seed: int) -> None:
    search = backtrack(n, chosen, seed)
    levels = [1] + [0] * n
    for node in tree(search, {}):
        search.advance(1)
        assert {x: y for x, y in enumerate(search.state["queens"].tolist()) if y >= 0} == node
        levels[len(node)] += 1
        assert search.state["levels"].tolist() == levels
    search.advance(1)
    assert search.status is Status.SOLVED
    assert search.work()["nodes"] == sum(levels)
    assert search.work()["solutions"] == levels[n] == len(search.gallery().answers()["solutions"])


@given(n=st.integers(4, 6), chosen=settings, seed=st.integers(0, 2**32))
def test_the_work_counts_the_squares_that_are_tested_and_those_attacked_ahead(
    n: int, chosen: QueensBacktrackSettings, seed: int
) -> None:
    search, judged = backtrack(n, chosen, seed), 0
    for node in [{}, *tree(search, {})]:
        left = {x: free(n, node, x) for x in range(n) if x not in node}
        pruned = chosen.order == "fixed" and chosen.check == "forward" and not all(left.values())
        judged += n if left and not pruned else 0  # sooner or later, each row of the next column
        if search.tracked and node:
            last = list(node.items())[-1]
            judged += sum(attack((x, y), last) for x in left for y in range(n))
    search.advance(10_000)
    assert search.common_work() == judged == figure(search, "tested")


def test_forward_checking_does_not_hide_the_work_of_looking_ahead() -> None:
    plain, forward = (backtrack(8, QueensBacktrackSettings(check=check)) for check in ("none", "forward"))
    for search in (plain, forward):
        search.advance(10_000)
    assert plain.work()["nodes"] > forward.work()["nodes"]
    assert plain.common_work() < forward.common_work()


def figure(search: QueensBacktrack, name: str) -> int:
    (value,) = (each.value for each in search.frame().figures if each.name == name)
    return int(value.replace(",", ""))


@given(n=st.integers(4, 6), rows=st.sampled_from(["ascending", "random"]), seed=st.integers(0, 2**32))
def test_each_search_shows_the_nodes_of_the_other_up_to_here(n: int, rows: str, seed: int) -> None:
    plain, forward = (
        backtrack(n, QueensBacktrackSettings(check=check, rows=rows, solutions=0), seed)
        for check in ("none", "forward")
    )
    nodes, checked = list(tree(plain, {})), list(tree(forward, {}))
    for node in checked:
        forward.advance(1)
        assert figure(forward, "unchecked") == 2 + nodes.index(node)
    visited = 1
    for node in nodes:
        plain.advance(1)
        visited += node in checked
        assert figure(plain, "forward") == visited
    for search in (plain, forward):
        search.advance(1)
    assert (figure(plain, "forward"), figure(forward, "unchecked")) == (1 + len(checked), 1 + len(nodes))


@given(n=st.integers(4, 6), seed=st.integers(0, 2**32))
def test_a_node_says_how_many_nodes_forward_checking_saves_below(n: int, seed: int) -> None:
    plain, forward = (
        backtrack(n, QueensBacktrackSettings(check=check, rows="random", solutions=0), seed)
        for check in ("none", "forward")
    )
    checked = list(tree(forward, {}))
    for node in list(tree(plain, {})):
        plain.advance(1)
        left = {x: free(n, node, x) for x in range(n) if x not in node}
        saves = bool(left) and bool(left[min(left)]) and not all(left.values())
        below = len(list(tree(plain, node)))
        sentence, missed = plain.frame().sentence, node not in checked
        assert ("orward checking" in sentence) == (saves or missed)
        assert missed or not saves or f"save {below} node" in sentence
        assert not missed or "earlier" in sentence


def test_first_fail_makes_the_trees_with_and_without_forward_checking_equal() -> None:
    searches = [
        backtrack(7, QueensBacktrackSettings(order="first-fail", check=check, solutions=0))
        for check in ("none", "forward")
    ]
    assert list(tree(searches[0], {})) == list(tree(searches[1], {}))


@given(chosen=settings, seed=st.integers(0, 2**32))
def test_every_order_finds_the_same_solutions(chosen: QueensBacktrackSettings, seed: int) -> None:
    search = backtrack(6, chosen, seed)
    search.advance(search.limit)
    found = search.gallery().answers()["solutions"]
    assert len({tuple(queens) for queens in found}) == 4
    assert all(pairs(queens) == 0 for queens in found)
    assert len({canonical(queens) for queens in found}) == 1


def test_the_search_ends_with_the_wanted_number_of_solutions() -> None:
    search = backtrack(8, QueensBacktrackSettings(solutions=40))
    search.advance(search.limit)
    assert search.status is Status.SOLVED
    assert search.work()["solutions"] == 40
    assert search.gallery().size == 40
    assert search.gallery().many


def test_more_wanted_solutions_than_there_are_end_with_the_tree() -> None:
    search = backtrack(6, QueensBacktrackSettings(solutions=100))
    search.advance(search.limit)
    assert search.status is Status.SOLVED
    assert (search.work()["solutions"], search.work()["nodes"]) == (4, 153)
    assert "4 solutions" in search.frame().sentence


def test_a_limit_gives_the_deepest_placement() -> None:
    search = backtrack(8, QueensBacktrackSettings(max_nodes=20))
    search.advance(100)
    assert search.status is Status.GAVE_UP
    queens = search.answer()["queens"]
    placed = [(x, y) for x, y in enumerate(queens) if y >= 0]
    assert len(placed) == search.state["counters"][Counter.DEEPEST] == 8 - search.attained()
    assert not any(attack(a, b) for a in placed for b in placed if a < b)
    assert not search.problem.solves(search.answer())


@given(step=st.integers(1, 112), check=st.sampled_from(["none", "forward"]))
def test_the_board_marks_attacked_squares_and_free_rows(step: int, check: str) -> None:
    search = backtrack(8, QueensBacktrackSettings(check=check))
    search.advance(step)
    board = search.frame().board
    marks = dict(zip(board.squares.tolist(), (board.marks[kind] for kind in board.kinds), strict=True))
    placed = {x: y for x, y in enumerate(search.state["queens"].tolist()) if y >= 0}
    if len(placed) == 8:
        return
    for column in set(range(8)) - set(placed):
        rows = free(8, placed, column)
        for row in range(8):
            expected = TAKEN if rows else EMPTY
            if row in rows:
                expected = OPEN if column == search.next_column else AHEAD
            assert marks[row * 8 + column] is expected


@given(step=st.integers(1, 113))
def test_the_sentence_names_the_square_and_the_dead_end(step: int) -> None:
    search = backtrack(8)
    search.advance(step)
    sentence, depth, queens = search.frame().sentence, search.depth, search.state["queens"]
    last = int(search.state["columns"][depth - 1])
    assert f"Node {step}: " in sentence  # as the timeline counts
    assert square_name(int(queens[last]), last, 8) in sentence
    assert ("dead end" in sentence) == search.dead_end
    assert (f"back {search.state['counters'][Counter.BACKED]} column" in sentence) == bool(
        search.state["counters"][Counter.BACKED]
    )
    if search.dead_end:
        assert f"Column {file_name(depth)} " in sentence


def test_the_chart_shows_the_nodes_of_each_level_and_the_present_one() -> None:
    search = backtrack(8)
    search.advance(50)
    (curve,) = search.frame().curves
    assert curve.values.sum() == 51
    assert curve.here == search.depth


def test_a_large_board_is_refused() -> None:
    with pytest.raises(BadInput, match=r"n is 1,001.*at most 1,000"):
        backtrack(1001)


def test_images_are_the_eight_symmetries() -> None:
    queens = [0, 4, 7, 5, 2, 6, 1, 3]
    board = np.zeros((8, 8), bool)
    board[queens, range(8)] = True
    turned = [np.rot90(board, k) for k in range(4)]
    expected = {tuple(each.argmax(axis=0).tolist()) for each in (*turned, *(np.fliplr(one) for one in turned))}
    assert set(images(queens)) == expected
    assert len(images(queens)) == 8


def test_a_gallery_page_names_the_class() -> None:
    search = backtrack(6, QueensBacktrackSettings(solutions=0))
    search.advance(search.limit)
    gallery = search.gallery()
    assert "first of its class" in gallery.page(0).sentence
    assert all("solution 1" in gallery.page(place).sentence for place in range(1, 4))
    assert len(gallery.table()) == 5


def test_one_queen_is_not_called_queens() -> None:
    search = backtrack(1)
    search.advance(1)
    assert "queens are" not in search.frame().sentence
    assert "solution 1" in search.frame().sentence
