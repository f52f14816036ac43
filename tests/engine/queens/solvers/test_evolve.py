"""Solver `evolve`: every combination of operators keeps its state, figures and curves consistent."""

import re
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.frame import Frame, Status
from knightwatch.engine.evolution import Crossover, Mutation, Selection
from knightwatch.engine.plans.catalog import puzzle
from knightwatch.engine.plans.plan import Plan
from knightwatch.engine.queens.problem import QueensProblem
from knightwatch.engine.queens.solvers.evolve import MAX_GENES, Evolve, EvolveSettings
from tests.models.queens import pairs


def evolve(seed: int, n: int = 8, **settings: object) -> Evolve:
    search = Evolve(QueensProblem(n=n), EvolveSettings(**settings), seed)
    search.prepare()
    return search


def figures(frame: Frame) -> dict[str, str]:
    return {figure.name: figure.value for figure in frame.figures}


def assert_consistent(search: Evolve, bests: list[int], means: list[float]) -> None:
    """Recount everything and compare it with the state and the frame."""
    state, frame, n = search.state, search.frame(), search.problem.n
    individuals = state["pop"].tolist()
    assert all(sorted(individual) == list(range(n)) for individual in individuals)
    fitness = [pairs(individual) for individual in individuals]
    assert state["fitness"].tolist() == fitness
    bests.append(min(fitness))
    means.append(sum(fitness) / len(fitness))
    assert pairs(search.answer()["queens"]) == search.answer()["attacks"] == min(bests)
    best, mean = frame.curves
    assert (best.name, best.steps.tolist(), best.values.tolist()) == ("best", list(range(len(bests))), bests)
    assert (mean.name, mean.values.tolist()) == ("mean", means)
    shown = figures(frame)
    assert shown["best now"] == str(min(fitness))
    assert shown["best ever"] == str(min(bests))
    assert shown["mean"] == f"{means[-1]:.2f}"
    assert shown["worst"] == str(max(fitness))
    assert shown["diversity"] == f"{len(set(map(tuple, individuals))) / len(individuals):.0%}"
    assert shown["evaluations"] == f"{len(bests) * len(individuals):,}"
    rows = np.full(n, -1)
    rows[frame.board.squares % n] = frame.board.squares // n
    assert rows.tolist() == individuals[fitness.index(min(fitness))]


@pytest.mark.parametrize("selection", Selection)
def test_every_combination_of_operators_is_consistent(selection: Selection) -> None:
    for crossover, mutation, elitism, decay, pop in product(Crossover, Mutation, (0, 3), (False, True), (8, 11)):
        search = evolve(
            pop, 9, pop=pop, selection=selection, crossover=crossover, mutation=mutation, elitism=elitism, decay=decay
        )
        bests: list[int] = []
        means: list[float] = []
        assert_consistent(search, bests, means)
        while search.done < 5 and search.status is Status.RUNNING:
            search.advance(1)
            assert_consistent(search, bests, means)
            if elitism or selection is Selection.PLUS:
                assert bests[-1] <= bests[-2]


@given(
    elitism=st.integers(1, 10), selection=st.sampled_from(Selection), mu=st.integers(1, 10), seed=st.integers(0, 2**32)
)
def test_the_elite_survive_with_any_selection(elitism: int, selection: Selection, mu: int, seed: int) -> None:
    search = evolve(seed, 12, pop=10, elitism=elitism, selection=selection, mu=mu, pm=1)
    for _ in range(5):
        ranked = np.argsort(search.state["fitness"], kind="stable")[:elitism]
        elite = sorted(search.state["pop"][ranked].tolist())
        search.advance(1)
        new = search.state["pop"].tolist()
        for individual in elite:
            new.remove(individual)


def test_plus_selection_never_gets_worse_and_comma_may() -> None:
    def bests(selection: Selection) -> list[float]:
        search = evolve(3, 30, selection=selection, pop=10, generations=200)
        search.advance(200)
        return [float(best) for best in search.frame().curves[0].values]

    assert bests(Selection.PLUS) == sorted(bests(Selection.PLUS), reverse=True)
    assert bests(Selection.COMMA) != sorted(bests(Selection.COMMA), reverse=True)


def test_comma_and_plus_use_half_the_population_by_default() -> None:
    for selection in (Selection.COMMA, Selection.PLUS):
        half, default = (evolve(1, 12, selection=selection, pop=11, mu=mu) for mu in (5, None))
        half.advance(20)
        default.advance(20)
        assert half.state["rng"].tolist() == default.state["rng"].tolist()
        assert half.state["pop"].tolist() == default.state["pop"].tolist()


def test_the_sentence_describes_the_generation() -> None:
    search = evolve(1, 20, pop=10, pc=1, pm=0, elitism=2)
    assert re.match(r"Generation 0: 10 random .* \d+ attacking pairs", search.frame().sentence)
    for generation in range(1, 30):
        before = int(figures(search.frame())["best now"])
        search.advance(1)
        best = int(figures(search.frame())["best now"])
        change = "as before" if best == before else f"{'better' if best < before else 'worse'} than the {before} before"
        sentence = search.frame().sentence
        assert sentence.startswith(f"Generation {generation}: ")
        population = search.frame().population
        assert population
        assert ("Converged: " in sentence) == ((population.kinds == 0).mean() >= 0.9)
        assert f"Best {best}, {change}." in sentence
        for fact in ("tournament", "5 of 5 pairs crossed by pmx", "0 of 10 mutated by swap", "2 survived"):
            assert fact in sentence
    assert "Converged: all 10 are equal" in search.frame().sentence
    assert "With pm 0, nothing new" in search.frame().sentence


def test_a_search_before_its_start_has_no_answer_and_no_work() -> None:
    for n in (2, 8):
        search = Evolve(QueensProblem(n=n), EvolveSettings(), 1)
        assert search.answer() == {"queens": None, "attacks": None}
        assert search.work() == {"generations": 0, "evaluations": 0}
    search.prepare()
    assert search.work() == {"generations": 0, "evaluations": 100}


@pytest.mark.parametrize("field", ["k", "mu", "elitism"])
def test_k_mu_and_elitism_are_at_most_the_population(field: str) -> None:
    assert getattr(EvolveSettings(**{"pop": 5, field: 5}), field) == 5
    with pytest.raises(BadInput, match=f"^{field} is 6, but must be at most pop, which is 5$"):
        EvolveSettings(**{"pop": 5, field: 6})


def test_too_large_a_population_is_refused() -> None:
    Evolve(QueensProblem(n=MAX_GENES // 100), EvolveSettings(), 1)
    with pytest.raises(BadInput, match="n x pop is 2,000,100, but must be at most 2,000,000"):
        Evolve(QueensProblem(n=MAX_GENES // 100 + 1), EvolveSettings(), 1)


def test_the_population_is_listed_as_vectors_the_best_first() -> None:
    plan = Plan.read(puzzle("queens"), {"n": "8", "solver": "evolve", "pop": "12", "seed": "3"})
    search = plan.search()
    search.advance(2)
    gallery = search.gallery()
    listed = gallery.answers()["population"]
    assert sorted(listed) == sorted(search.state["pop"].tolist())
    _, *rows = gallery.table()
    attacks = [row[1] for row in rows]
    assert attacks == sorted(attacks) == sorted(search.state["fitness"].tolist())
    assert rows[0][2] == f"[{','.join(str(8 - row) for row in listed[0])}]"
    last = gallery.page(gallery.size - 1)
    assert rows[0][2] in last.sentence
    best = int(search.state["fitness"].argmin())
    assert f"rank 1 of 12, no. {best + 1}, {attacks[0]} attacking pair" in last.title
