"""The kernel of `evolve` and its plain version breed the same generations."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from knightwatch.engine.queens.problem import QueensProblem
from knightwatch.engine.queens.solvers.evolve import Evolve, EvolveSettings
from tests.models.queens import pairs
from tests.support.examples import few
from tests.support.plain import PlainRun, assert_same_steps


def population(search: Evolve) -> list[list[int]]:
    individuals: list[list[int]] = search.state["pop"].tolist()
    assert search.state["fitness"].tolist() == [pairs(individual) for individual in individuals]
    return individuals


@few(25)
@given(
    n=st.integers(4, 12),
    pop=st.integers(2, 21),
    k=st.integers(1, 5),
    pc=st.floats(0, 1),
    pm=st.floats(0, 1),
    elitism=st.integers(0, 6),
    decay=st.booleans(),
    generations=st.integers(0, 9),
    seed=st.integers(0, 2**63 - 1),
)
def test_kernel_and_plain_version_breed_the_same_generations(
    n: int, pop: int, k: int, elitism: int, seed: int, **rest: Any
) -> None:
    given = {"pop": pop, "k": min(k, pop), "elitism": min(elitism, pop), **rest}
    search = Evolve(QueensProblem(n=n), EvolveSettings(**given), seed)
    plain = PlainRun("queens", "evolve", search.problem, seed, **given)
    assert_same_steps(search, plain, population, most=10)
    assert search.milestones == plain.milestones
    assert plain.ended
    assert search.answer()["queens"] == plain.answer


def test_the_default_run_of_eight_queens_is_the_same() -> None:
    search = Evolve(QueensProblem(), EvolveSettings(), 5)
    plain = PlainRun("queens", "evolve", search.problem, 5)
    assert_same_steps(search, plain, population, most=1000)
    assert search.done > 0
    assert search.found()
    assert search.answer() == {"queens": plain.answer, "attacks": 0}
