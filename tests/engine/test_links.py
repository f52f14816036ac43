"""Links on boards: attacks, pheromone, the next move, a reversed section, an assignment."""

from itertools import combinations, pairwise, permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from knightwatch.engine.boards import adjacent, padded
from knightwatch.engine.core.frame import Board, Links, Status, Tone
from knightwatch.engine.plans.catalog import puzzle
from knightwatch.engine.plans.plan import Plan
from knightwatch.engine.queens.problem import QueensProblem
from knightwatch.engine.swap.solvers.best_first import BestFirst
from knightwatch.engine.tour.kernels.auto import AutoCounter, AutoStep
from knightwatch.engine.tour.solvers.ants import MOST_LINKS, Ants
from knightwatch.engine.tour.solvers.auto import Auto


def pairs(board: Board, name: str) -> list[tuple[int, int]]:
    return [(a, b) for links in board.links if name in links.name for a, b in links.pairs.tolist()]


def attacking(rows: list[int]) -> set[frozenset[int]]:
    """Return the squares of each two queens that attack each other with no queen between them."""
    n, attacks = len(rows), set()
    queens = [(row, col) for col, row in enumerate(rows) if row >= 0]
    for (row, col), (other, there) in combinations(queens, 2):
        down, right = other - row, there - col
        if row != other and abs(down) != abs(right):
            continue
        step = max(abs(down), abs(right))
        between = {(row + down * k // step, col + right * k // step) for k in range(1, step)}
        if not between & set(queens):
            attacks.add(frozenset({row * n + col, other * n + there}))
    return attacks


@given(st.integers(1, 14).flatmap(lambda n: st.lists(st.integers(-1, n - 1), min_size=n, max_size=n)))
def test_links_join_exactly_the_attacking_queens(rows: list[int]) -> None:
    board = QueensProblem(n=len(rows)).placement(rows)
    joined = pairs(board, "attack")
    assert {frozenset(pair) for pair in joined} == attacking(rows)
    assert len(joined) == len(attacking(rows))


def test_very_large_boards_have_no_links() -> None:
    assert QueensProblem(n=1001).placement(np.arange(1001)).links == ()


@pytest.mark.parametrize("values", [{"solver": "warnsdorff"}, {"solver": "backtrack", "rows": "5", "cols": "5"}, {}])
def test_the_next_move_is_really_made(values: dict[str, str]) -> None:
    search = Plan.read(puzzle("tour"), {"seed": "3"} | values).search()
    checked = 0
    for _ in range(60):
        board = search.frame().board
        next_moves = pairs(board, "next")
        search.advance(1)
        after = search.frame().board.trail
        if search.status is not Status.RUNNING:
            break
        if next_moves:
            checked += 1
            assert next_moves == [(int(board.trail[-1]), int(after[-1]))]
            assert len(after) == len(board.trail) + 1
    assert checked > 20


def test_a_frame_does_not_change_the_state() -> None:
    searches = [Plan.read(puzzle("tour"), {"seed": "3", "rows": "7", "cols": "7"}).search() for _ in range(2)]
    for _ in range(50):
        for search in searches:
            search.advance(1)
        searches[0].frame()
    one, other = (search.save() for search in searches)
    assert all(np.array_equal(one[name], other[name]) for name in one)


@given(st.integers(0, 10_000))
def test_a_rotation_shows_the_reversed_section(seed: int) -> None:
    search = Plan.read(puzzle("tour"), {"seed": str(seed), "rows": "7", "cols": "7", "closed": "no"}).search()
    assert isinstance(search, Auto)
    before: list[int] = []
    for _ in range(120):
        search.advance(1)
        if search.status is not Status.RUNNING:
            break
        board = search.frame().board
        trail, reversed_part = board.trail.tolist(), pairs(board, "reversed")
        if search.counter(AutoCounter.STEP) == AutoStep.ROTATED:
            pivot = search.counter(AutoCounter.PIVOT)
            assert reversed_part == list(pairwise(trail[pivot:]))
            assert trail[pivot + 1 :] == before[pivot + 1 :][::-1]
        else:
            assert not reversed_part
        before = trail


def test_links_show_the_strongest_pheromone() -> None:
    values = {"seed": "3", "solver": "ants", "rows": "6", "cols": "6", "tours": "99"}
    search = Plan.read(puzzle("tour"), values).search()
    assert isinstance(search, Ants)
    assert search.frame().board.links == ()
    search.advance(36 * 40)
    (links,) = search.frame().board.links
    assert links.tone is Tone.HEAT
    assert 0 < len(links.pairs) <= MOST_LINKS
    assert all(adjacent(a, b, 6) for a, b in links.pairs.tolist())
    assert links.weights.min() == 0
    assert links.weights.max() == 1
    pheromone, shown = search.state["pheromone"], []
    for a, b in links.pairs.tolist():
        here, there = padded(np.array([a, b]), 6).tolist()
        shown.append(pheromone[here, search.offsets.view(np.int32).tolist().index(there - here)])
    assert shown == sorted(shown, reverse=True)
    assert min(shown) >= sorted(pheromone[padded(np.arange(36), 6)].ravel())[-2 * MOST_LINKS]


def test_the_assignment_of_a_star_costs_its_lower_bound() -> None:
    search = Plan.read(puzzle("swap"), {"solver": "best-first"}).search()
    assert isinstance(search, BestFirst)
    search.prepare()
    problem = search.problem
    vertex = {int(square): number for number, square in enumerate(problem.squares)}
    distances = problem.graph.distances
    for _ in range(40):
        board = search.frame().board
        assigned = pairs(board, "goal square that h assigns")
        cost = sum(int(distances[vertex[a], vertex[b]]) for a, b in assigned)
        for letter in "BW":
            kind = next(k for k, mark in enumerate(board.marks) if mark.ascii == letter)
            knights = [vertex[square] for square in board.squares[board.kinds == kind].tolist()]
            goal = [v for v, there in enumerate(problem.letters(problem.goal)) if there == letter]
            cost -= min(
                sum(int(distances[k, g]) for k, g in zip(knights, order, strict=True)) for order in permutations(goal)
            )
        assert cost == 0
        search.advance(1)


def test_the_goal_shows_the_last_move() -> None:
    search = Plan.read(puzzle("swap"), {"solver": "both-ends"}).search()
    search.advance(10**6)
    assert search.status is Status.SOLVED
    assert search.found()
    (move,) = search.answer()["moves"][-1:]
    cols = search.frame().board.cols
    assert pairs(search.frame().board, "last move") == [tuple(row * cols + col for row, col in move)]


def test_equal_links_have_one_weight() -> None:
    links = Links.equal("a name", Tone.HINT, [(1, 2), (3, 4)], 0.5)
    assert links.pairs.tolist() == [[1, 2], [3, 4]]
    assert links.weights.tolist() == [0.5, 0.5]
    assert len(Links.equal("none", Tone.HINT, []).pairs) == 0
