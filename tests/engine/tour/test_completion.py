"""Whether a walk can become a tour, compared with brute force, and which move lost it."""

from collections.abc import Iterator

import numpy as np
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from knightwatch.engine.boards import adjacent, neighbours
from knightwatch.engine.tour.completion import find_completion, loss_sentence, search_completion, search_loss
from knightwatch.engine.tour.problem import TourProblem
from knightwatch.engine.tour.solvers.backtrack import RuleSettings, Warnsdorff


def completions(problem: TourProblem, path: list[int]) -> Iterator[list[int]]:
    """Yield all completions of a walk, by brute force."""
    if len(path) == problem.squares:
        if not problem.closed or adjacent(path[-1], path[0], problem.cols):
            yield path
        return
    for there in neighbours(path[-1], problem.rows, problem.cols):
        if problem.free.flat[there] and there not in path:
            yield from completions(problem, [*path, there])


@st.composite
def walks(draw: st.DrawFn) -> tuple[TourProblem, list[int]]:
    """Return a small board and a walk on it with at most 14 squares left, few enough for brute force."""
    rows, cols, holes = draw(st.sampled_from([(5, 5, None), (3, 7, None), (4, 5, None), (5, 5, "a1:c3"), (6, 5, None)]))
    problem = TourProblem(rows=rows, cols=cols, holes=holes, closed=draw(st.booleans()))
    path = [draw(st.sampled_from(np.flatnonzero(problem.free).tolist()))]
    for _ in range(draw(st.integers(problem.squares - 14, problem.squares))):
        ahead = [s for s in neighbours(path[-1], rows, cols) if problem.free.flat[s] and s not in path]
        if not ahead:
            break
        path.append(draw(st.sampled_from(ahead)))
    assume(problem.squares - len(path) <= 14)
    return problem, path


@settings(max_examples=60)
@given(walks())
def test_a_walk_is_completable_exactly_if_brute_force_completes_it(walk: tuple[TourProblem, list[int]]) -> None:
    problem, path = walk
    completion = find_completion(problem, np.array(path), 20)
    found = next(completions(problem, path), None)
    assert completion.possible == (found is not None)
    if completion.possible:
        whole = [divmod(square, problem.cols) for square in (*path, *completion.way)]
        assert problem.solves({"path": whole})


def test_warnsdorff_from_a3_loses_with_square_56() -> None:
    problem = TourProblem(start="a3")
    search = Warnsdorff(problem, RuleSettings(), 0)
    search.advance(search.limit)
    trail = search.trail
    loss = next(found for found in search_loss(problem, trail, 60) if found)
    assert (loss.possible, loss.impossible) == (55, 56)
    sentence = loss_sentence(problem, trail, loss)
    assert all(fact in sentence for fact in ("a5-b3", "square 55", "square 56"))
    assert next(completions(problem, trail[:56].tolist()), None) is None
    assert next(completions(problem, trail[:55].tolist()), None) is not None


def test_without_time_the_answer_is_undecided() -> None:
    problem = TourProblem(rows=40, cols=40)
    assert find_completion(problem, np.array([0]), 0).possible is None
    unknown = next(found for found in search_loss(problem, np.array([0, 82, 1]), 0) if found)
    assert "not decided" in loss_sentence(problem, np.array([0, 82, 1]), unknown)


def test_a_closed_tour_of_two_squares_is_impossible() -> None:
    problem = TourProblem(rows=2, cols=3, holes="b1:c1:a2:b2", closed=True)
    for path in ([2], [3], [2, 3]):
        *_, completion = search_completion(problem, np.array(path))
        assert completion
        assert completion.possible is False
