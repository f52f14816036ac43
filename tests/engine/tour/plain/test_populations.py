"""Solvers with many walks, `genetic`, `repair` and `ants`: kernels and plain versions take the same steps."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from knightwatch.engine.core.frame import Status
from knightwatch.engine.tour.problem import TourProblem
from knightwatch.engine.tour.solvers.ants import Ants, AntsSettings
from knightwatch.engine.tour.solvers.genetic import Genetic, GeneticSettings
from knightwatch.engine.tour.solvers.repair import Repair, RepairSettings
from tests.models.genetic import BOARDS, squares
from tests.models.tour import Square, asked, is_tour, squares_of
from tests.support.examples import few
from tests.support.plain import PlainRun, assert_same_steps

seeds = st.integers(0, 2**63 - 1)
boards = st.sampled_from([board for board in BOARDS if board.squares > 1 and not board.refutation()])


def last_walk(search: Any) -> list[Square]:
    return [divmod(int(square), search.problem.cols) for square in search.walk()]


def best_walk(search: Genetic) -> list[Square]:
    return squares(search, "walks")[int(search.state["fitness"].argmax())]


def assert_answered(search: Any, plain: PlainRun) -> None:
    """Check the answer of a plain version that has ended."""
    solved = is_tour(plain.answer, squares_of(search.problem), None, search.problem.closed)
    assert (search.status is Status.SOLVED) == solved


@few(25)
@given(
    problem=boards,
    pop=st.integers(2, 9),
    generations=st.integers(0, 9),
    k=st.integers(2, 4),
    field=st.integers(1, 5),
    pm=st.floats(0, 100),
    rule=st.floats(0, 100),
    seed=seeds,
)
def test_genetic_breeds_the_same_walks(problem: TourProblem, seed: int, **values: Any) -> None:
    search = Genetic(problem, GeneticSettings(**values), seed)
    plain = PlainRun("tour", "genetic", problem, seed, **values)

    def population(search: Genetic) -> list[Square]:
        assert squares(search, "walks") == plain.locals["walks"]
        assert search.milestones == plain.milestones
        return best_walk(search)

    assert_same_steps(search, plain, population, most=10)
    assert plain.ended
    assert_answered(search, plain)


def test_genetic_finds_the_same_tour() -> None:
    search = Genetic(asked(5, 6), GeneticSettings(rule=0), 1)
    plain = PlainRun("tour", "genetic", search.problem, 1, rule=0.0)
    assert_same_steps(search, plain, best_walk, most=200)
    assert search.status is Status.SOLVED
    assert_answered(search, plain)


@few(25)
@given(
    problem=boards,
    pop=st.integers(2, 9),
    generations=st.integers(1, 6),
    iterations=st.integers(1, 3),
    pc=st.floats(0, 1),
    pm=st.floats(0, 1),
    replaced=st.floats(0, 1),
    seed=seeds,
)
def test_repair_walks_the_same_ways(problem: TourProblem, seed: int, **values: Any) -> None:
    search = Repair(problem, RepairSettings(**values), seed)
    plain = PlainRun("tour", "repair", problem, seed, **values)
    assert_same_steps(search, plain, last_walk, most=150)
    assert not plain.ended or plain.answer == last_walk(search)


@few(25)
@given(
    problem=boards,
    cycles=st.integers(1, 6),
    evaporation=st.floats(0, 1),
    alpha=st.floats(0, 3) | st.just(1.0),
    first=st.floats(1e-12, 1),
    seed=seeds,
)
def test_ants_walk_the_same_ways(problem: TourProblem, seed: int, **values: Any) -> None:
    search = Ants(problem, AntsSettings(**values), seed)
    plain = PlainRun("tour", "ants", problem, seed, **values)
    assert_same_steps(search, plain, last_walk, most=150)
    assert not plain.ended or plain.answer == last_walk(search)


def test_the_default_ants_of_six_by_six_find_the_same_tour() -> None:
    search = Ants(asked(6, 6), AntsSettings(), 1)
    plain = PlainRun("tour", "ants", search.problem, 1)
    assert_same_steps(search, plain, last_walk, most=3000)
    assert search.status is Status.SOLVED
    assert plain.answer == last_walk(search)
