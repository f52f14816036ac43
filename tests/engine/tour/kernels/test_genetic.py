"""Generations of walks: agreement with a model in plain Python, and properties of each operator."""

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from knightwatch.engine.compiled.tiers import Source, Tier
from knightwatch.engine.tour.kernels.genetic import Survival
from knightwatch.engine.tour.kernels.genetic_operators import WalkSelection
from knightwatch.engine.tour.parts.genetic import copied_from
from knightwatch.engine.tour.problem import TourProblem
from knightwatch.engine.tour.solvers.genetic import Genetic
from tests.models.genetic import BOARDS, MANY, genetic, model_of, recounted, shown, squares
from tests.models.tour import around, asked, full, is_tour, squares_of
from tests.support.strategies import assert_same

any_settings = st.fixed_dictionaries(
    {
        "pop": st.integers(3, 9),
        "generations": st.integers(6, 12),
        "k": st.integers(2, 5),
        "field": st.integers(1, 6),
        "pm": st.floats(0, 100),
        "rule": st.sampled_from([0, 30, 100]),
        "selection": st.sampled_from(WalkSelection),
        "mu": st.none() | st.integers(1, 3),
        "distinct": st.booleans(),
        "survival": st.sampled_from(Survival),
        "elitism": st.integers(0, 3),
        "protect": st.integers(0, 3),
        "late": st.booleans(),
        "falling": st.booleans(),
    }
)


@given(problem=st.sampled_from(BOARDS), values=any_settings, seed=st.integers(0, 2**63 - 1))
def test_each_generation_agrees_with_a_plain_model(problem: TourProblem, values: dict[str, Any], seed: int) -> None:
    search = genetic(problem, seed, tours=MANY, **values)
    model = model_of(search)
    assert squares(search, "walks") == model.walks
    for _ in range(4):
        search.advance(1)
        model.breed()
        state = search.state
        assert state["rng"].tolist() == model.random.words
        assert [tuple(pair) for pair in state["parents"].tolist()] == model.parents
        assert state["entrants"].tolist() == model.entrants
        assert squares(search, "children") == model.children
        assert (sources(search), state["grown"].tolist()) == (model.source, model.grown)
        assert squares(search, "walks")[: search.living] == model.walks
        assert state["fitness"][: search.living].tolist() == model.fitness
        assert state["summary"].tolist() == [max(model.fitness), np.mean(model.fitness)]
        assert state["children_fitness"].tolist() == model.judged(model.children)
        path = [(row, col) for row, col in search.answer()["path"]]
        assert path == model.longest or (search.gallery().size and path in shown(search))


def test_a_population_of_one_has_equal_parents() -> None:
    search = genetic(pop=3, mu=1, selection=WalkSelection.RANDOM_COMMA, distinct=True)
    search.advance(3)
    assert not search.state["parents"].any()


class Loops(Tier):
    """Calls the loops of kernels, never their stand-ins."""

    def __call__(self, kernel: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any) -> Any:
            with np.errstate(over="ignore"):
                return kernel(*args)

        return call


@given(problem=st.sampled_from(BOARDS), values=any_settings, seed=st.integers(0, 2**63 - 1))
def test_stand_ins_reach_the_state_of_the_loops(problem: TourProblem, values: dict[str, Any], seed: int) -> None:
    looped, interpreted = (genetic(problem, seed, tours=MANY, **values) for _ in range(2))
    looped.tier, interpreted.tier.source = Loops(), Source.NONE
    for search in (looped, interpreted):
        search.advance(6)
    assert_same(looped, interpreted)


def test_a_run_on_8_x_8_agrees_with_the_model() -> None:
    search = genetic(rule=0)
    model = model_of(search)
    search.advance(search.limit)
    assert 0 < search.done < 20
    for _ in range(search.done):
        assert max(model.fitness) < 64
        model.breed()
    assert squares(search, "walks") == model.walks
    assert [tuple(square) for square in search.answer()["path"]] in model.walks


def test_generations_of_similar_walks_agree_with_the_model() -> None:
    search = genetic(asked(6, 6), pop=12, rule=100, survival="two-children", field=2)
    model = model_of(search)
    alike = 0
    for _ in range(60):
        search.advance(1)
        model.breed()
        assert squares(search, "walks") == model.walks
        assert search.state["fitness"].tolist() == model.fitness
        before = search.state["before"]
        alike += sum(np.array_equal(before[a], before[b]) for a, b in search.state["parents"] if a != b)
    assert alike > 60


def sources(search: Genetic) -> list[list[int]]:
    """Return for each child which parent each gene is from: 0 or 1; 2 for mutation."""
    state, cols = search.state, search.problem.cols
    litter = len(state["children"]) // len(state["parents"])
    origins = []
    for c, grown in enumerate(state["grown"].tolist()):
        one, other = (state["before"][parent].tolist() for parent in state["parents"][c // litter])
        source = copied_from(one, other, c % litter, search.settings.field, search.settings.late, cols)
        origins.append(source[:grown] + [2] * (len(source) - grown) if grown else source)
    return origins


# Operators


@pytest.mark.parametrize("selection", WalkSelection)
@pytest.mark.parametrize("survival", Survival)
def test_walks_stay_legal_and_their_fitness_is_right(selection: WalkSelection, survival: Survival) -> None:
    for place, problem in enumerate(BOARDS):
        values = {"elitism": place % 3, "protect": place % 2, "falling": place % 2, "rule": 50 * (place % 3), "pm": 40}
        search = genetic(problem, place, selection=selection, survival=survival, pop=11, tours=MANY, **values)
        board, total, found = squares_of(problem), 0, set()
        legal = {(a, b) for a in board for b in around(board, a)}
        starts = {walk[0] for walk in squares(search, "walks")}
        assert len(starts) == 1
        for generation in range(12):
            made = squares(search, "children" if generation else "walks")
            for walk in [*squares(search, "walks"), *made]:
                assert len(walk) == len(board)
                assert {walk[0]} == starts
                assert legal.issuperset(pairwise(walk))
            assert search.state["fitness"].tolist() == [
                recounted(walk, problem.closed) for walk in squares(search, "walks")
            ]
            tours = [tuple(walk) for walk in made if is_tour(walk, board, None, problem.closed)]
            total += len(tours)
            found.update(tours)
            assert search.work()["tours"] == total
            assert search.work()["distinct_tours"] == len(found)
            assert {tuple(map(tuple, path)) for path in shown(search)} == found
            search.advance(1)
        evaluations = 11 + 12 * (11 if survival is Survival.CHILD else 6 if survival is Survival.BETTER_PARENT else 12)
        assert search.work()["evaluations"] == evaluations


@given(fields=st.integers(1, 9), seed=st.integers(0, 2**32))
def test_a_child_switches_parents_at_the_first_legal_gene(fields: int, seed: int) -> None:
    search = genetic(asked(6, 6), seed, field=fields, pm=0, pop=20)
    search.advance(1)
    before, children = squares(search, "before"), squares(search, "children")
    for child, source, (a, b) in zip(children, sources(search), search.state["parents"], strict=True):
        parents, copied = (before[a], before[b]), 0
        assert source[0] == 0
        for i in range(36):
            assert child[i] == parents[source[i]][i]
            if i:
                may = copied >= fields and parents[1 - source[i - 1]][i] in around(full(6, 6), child[i - 1])
                assert (source[i] != source[i - 1]) == may
                copied = 0 if may else copied
            copied += 1


@given(elitism=st.integers(1, 10), selection=st.sampled_from(WalkSelection), survival=st.sampled_from(Survival))
def test_the_elite_survive_under_all_settings(elitism: int, selection: WalkSelection, survival: Survival) -> None:
    search = genetic(pop=10, elitism=elitism, selection=selection, survival=survival, pm=100)
    for _ in range(5):
        ranked = np.argsort(-search.state["fitness"][: search.living], kind="stable")[:elitism]
        elite = search.state["walks"][ranked].tolist()
        search.advance(1)
        new = search.state["walks"].tolist()
        for walk in elite[: search.living]:
            new.remove(walk)


@pytest.mark.parametrize("protect", [1, 3])
def test_only_the_best_children_are_protected_from_mutation(protect: int) -> None:
    search = genetic(pop=12, pm=100, protect=protect, rule=100)
    for _ in range(20):
        search.advance(1)
        spared = np.flatnonzero(search.state["grown"] == 0)
        model = model_of(search)
        before, parents = squares(search, "before"), search.state["parents"]
        for a, b in parents:
            model.cross(before[a], before[b], 0)
        crossed = model.judged(model.children)
        assert sorted(crossed[c] for c in spared) == sorted(crossed)[-protect:]
        assert search.state["children_fitness"][spared].tolist() == [crossed[c] for c in spared]


def test_mutation_falls_with_the_missing_squares_of_the_best_walk() -> None:
    steady, falling = (
        genetic(asked(6, 6), pop=400, pm=50, falling=falls, rule=0, tours=MANY) for falls in (False, True)
    )
    for search in (steady, falling):
        search.advance(30)
        assert search.state["summary"][0] == 36
    mutated = [int((search.state["grown"] > 0).sum()) for search in (steady, falling)]
    first = int(falling.frame().curves[0].values[0])
    assert abs(mutated[0] - 200) < 60
    assert abs(mutated[1] - 200 / (36 - first + 1)) < 30


def test_the_better_parent_survives_beside_its_child() -> None:
    search = genetic(pop=9, survival="better-parent", rule=100)
    for _ in range(10):
        search.advance(1)
        walks, before, fitness = (search.state[name] for name in ("walks", "before", "before_fitness"))
        for pair, parents in enumerate(search.state["parents"].tolist()):
            assert np.array_equal(walks[2 * pair], search.state["children"][pair])
            if 2 * pair + 1 < 9:
                better = max(parents, key=lambda parent: fitness[parent])
                assert np.array_equal(walks[2 * pair + 1], before[better])
