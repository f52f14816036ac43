"""Why a walk is lost, compared with brute force over all positions of small boards."""

from collections.abc import Callable, Iterator
from functools import cache

import numpy as np
import pytest

from knightwatch.engine.boards import adjacent, neighbours
from knightwatch.engine.tour.completion import find_completion, plain_reason, reason_sentence, search_loss
from knightwatch.engine.tour.lost import RULES, Reason, Rest, bottleneck, crowded, why_lost
from knightwatch.engine.tour.problem import KNIGHT, NECK, PROOF, TourProblem
from knightwatch.engine.tour.solvers.auto import Auto, AutoSettings
from knightwatch.engine.tour.solvers.backtrack import RuleSettings, Warnsdorff

Walk = tuple[int, ...]


def walks(problem: TourProblem, most: int) -> Iterator[Walk]:
    """Yield a walk for each position that walks reach, up to `most`.

    A position is the set of visited squares, the knight and, if closed, the first square: the rest depends on no more.
    """
    squares = set(np.flatnonzero(problem.free).tolist())
    seen = set[tuple[frozenset[int], int, int]]()
    waiting: list[Walk] = [(square,) for square in squares]
    rng = np.random.default_rng(1)
    while waiting and len(seen) < most:
        walk = waiting.pop(int(rng.integers(len(waiting))))
        position = frozenset(walk), walk[-1], walk[0] if problem.closed else 0
        if position not in seen:
            seen.add(position)
            yield walk
            ahead = squares.intersection(neighbours(walk[-1], problem.rows, problem.cols)).difference(walk)
            waiting.extend((*walk, there) for there in ahead)


def brute_force(problem: TourProblem) -> Callable[[Walk], bool]:
    """Return a function that tells whether a walk can be completed."""
    squares, cols = np.flatnonzero(problem.free).tolist(), problem.cols
    around = {one: [1 << two for two in squares if adjacent(one, two, cols)] for one in squares}
    every = sum(1 << square for square in squares)
    ways = [(1 << one, sum(around[one])) for one in squares]

    @cache
    def completes(visited: int, knight: int, first: int) -> bool:
        if visited == every:
            return not problem.closed or 1 << first in around[knight]
        left = every & ~visited | 1 << knight
        if any(square & left and not there & left for square, there in ways):
            return False  # the knight cannot reach this square, or cannot move
        ahead = (there for there in around[knight] if not visited & there)
        return any(completes(visited | there, there.bit_length() - 1, first) for there in ahead)

    return lambda walk: completes(sum(1 << square for square in walk), walk[-1], walk[0] if problem.closed else 0)


BOARDS: list[tuple[int, int, str | None, bool, int]] = [
    (3, 4, None, False, 10_000),  # all positions
    (3, 4, None, True, 10_000),
    (4, 4, None, False, 2500),
    (4, 5, None, False, 2000),
    (5, 5, None, False, 400),
    (5, 5, "c3", True, 600),
    (4, 5, "a1:e4", False, 1500),
]


@pytest.mark.parametrize(("rows", "cols", "holes", "closed", "most"), BOARDS)
def test_every_reason_is_true_and_every_lost_walk_has_one(
    rows: int, cols: int, holes: str | None, closed: bool, most: int
) -> None:
    problem = TourProblem(rows=rows, cols=cols, holes=holes, closed=closed)
    lost, explained, completes = 0, 0, brute_force(problem)
    for walk in walks(problem, most):
        path = np.array(walk)
        reason = why_lost(problem, path)
        if completes(walk):
            assert reason is None, (walk, reason)
            continue
        lost += 1
        explained += reason is not None
        completion = find_completion(problem, path, 60)
        assert completion.possible is False
        assert completion.reason is not None
        assert reason is None or completion.reason == reason
    assert lost > 100
    assert explained > 0.8 * lost  # few are left to exhaustion


@pytest.mark.parametrize(("rows", "cols", "closed"), [(6, 6, True), (5, 6, True), (6, 6, False), (8, 8, True)])
def test_no_beginning_of_a_tour_is_called_lost(rows: int, cols: int, closed: bool) -> None:
    problem = TourProblem(rows=rows, cols=cols, closed=closed)
    for seed in range(4):
        search = Auto(problem, AutoSettings(), seed)
        search.advance(search.limit)
        tour = search.trail
        assert search.found()
        for turned in [np.roll(tour, -k) for k in (0, 7, 19)] if closed else [tour, tour[::-1]]:
            assert [k for k in range(1, len(tour) + 1) if why_lost(problem, turned[:k])] == []


def test_a_square_is_cut_off_if_all_its_neighbours_are_visited() -> None:
    problem = TourProblem(rows=4, cols=4)
    found = 0
    for walk in walks(problem, 500):
        reason = why_lost(problem, np.array(walk))
        if reason and "is cut off:" in reason.words:
            (square,) = reason.squares
            assert square not in walk
            assert set(neighbours(square, 4, 4)) <= set(walk[:-1])
            found += 1
    assert found > 50


def test_two_dead_ends_are_named_and_drawn_with_the_squares_that_they_need() -> None:
    problem = TourProblem(rows=5, cols=5)
    for walk in walks(problem, 2000):
        reason = why_lost(problem, np.array(walk))
        if reason and "both must be the last" in reason.words:
            break
    assert reason is not None
    rest = Rest(problem, np.array(walk))
    assert len(reason.squares) == 2
    assert all(len(rest.ways[square]) == 1 and problem.name(square) in reason.words for square in reason.squares)
    board = reason.board(problem, np.array(walk))
    drawn = [board.marks[kind] for kind in board.kinds]
    assert [mark for mark in drawn if mark in (PROOF, KNIGHT)] == [PROOF, PROOF, KNIGHT]
    assert drawn.count(NECK) == len(reason.necks)
    assert {tuple(pair) for pair in board.links[-1].pairs.tolist()} == {
        (square, *rest.ways[square]) for square in reason.squares
    }


def test_both_ways_of_the_squares_that_need_the_same_square_are_drawn() -> None:
    problem, found = TourProblem(rows=5, cols=5), 0
    for walk in walks(problem, 300):
        path = np.array(walk)
        reason = crowded(rest) if len(walk) < problem.squares and (rest := Rest(problem, path)) else None
        if reason:
            found += 1
            drawn = {tuple(pair) for links in reason.links(problem.cols) for pair in links.pairs.tolist()}
            assert drawn >= {(square, there) for square in reason.squares for there in rest.ways[square]}
    assert found


def test_the_loss_of_warnsdorff_from_a3_is_explained_by_exhaustion_and_then_by_a_rule() -> None:
    problem = TourProblem(start="a3")
    search = Warnsdorff(problem, RuleSettings(), 0)
    search.advance(search.limit)
    trail = search.trail
    loss = next(found for found in search_loss(problem, trail, 60) if found)
    assert loss.reason is not None
    assert loss.reason.exhausted
    later = plain_reason(problem, trail, loss)
    assert later is not None
    length, reason = later
    assert isinstance(reason, Reason)
    assert loss.impossible < length <= len(trail)
    sentence = reason_sentence(problem, trail, loss)
    assert "exhaustion" in sentence
    assert all(problem.name(square) in sentence for square in (*reason.squares, *reason.necks))


def test_the_proof_names_and_draws_the_square_that_must_be_the_last() -> None:
    problem = TourProblem(rows=5, cols=5)
    square = {problem.name(place): place for place in range(25)}
    path = np.array([square[name] for name in ("a1", "b3", "c5", "d3")])
    reason = why_lost(problem, path)
    assert reason is not None
    assert set(reason.squares) == {square[name] for name in ("e5", "e1", "a5")}
    assert set(reason.necks) == {square[name] for name in ("d3", "c4")}
    assert all(name in reason.words for name in ("e5", "e1", "a5", "d3", "c4", "both need"))


def test_every_rule_explains_some_walk_and_starts_with_no_name_of_a_square() -> None:
    seen = set()
    for rows, cols, closed in ((4, 4, False), (5, 5, False), (3, 4, True), (6, 6, True)):
        problem = TourProblem(rows=rows, cols=cols, closed=closed)
        for walk in walks(problem, 800):
            rest = Rest(problem, np.array(walk))
            for rule in RULES if rest.free else ():
                if reason := rule(rest):
                    seen.add(rule)
                    assert reason.words.split()[0] not in map(problem.name, range(rows * cols)), reason.words
                    if rule in (crowded, bottleneck):
                        assert all(problem.name(neck) in reason.words for neck in reason.necks)
    assert seen == set(RULES)
