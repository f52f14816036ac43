"""Operators of Palić's thesis: what its text says, and what the population shows."""

from collections import Counter

import numpy as np
import pytest

from knightwatch.engine.compiled.rng import generator
from knightwatch.engine.compiled.tiers import interpret
from knightwatch.engine.tour.kernels.genetic_operators import proportional_universal
from knightwatch.engine.tour.parts.genetic import copied_from
from knightwatch.engine.tour.solvers.genetic import Genetic
from tests.models.genetic import genetic

MU = 20


def shown(search: Genetic) -> int:
    """Return the number of individuals that the screen shows."""
    population = search.frame().population
    assert population
    return len(population.fitness)


@pytest.mark.parametrize("selection", ["random-comma", "random-plus"])
def test_the_mu_selections_shrink_the_population_to_the_mu_best(selection: str) -> None:
    """The text: the mu best children (plus: and parents) carry the next generation, so the population shrinks."""
    search = genetic(selection=selection, mu=MU, rule=100)
    assert (search.living, shown(search)) == (100, 100)
    for _ in range(5):
        old = search.state["fitness"][: search.living].tolist()
        search.advance(1)
        fitness, made = search.state["fitness"][: search.living].tolist(), search.state["children_fitness"].tolist()
        assert len(fitness) == shown(search) == MU
        best = sorted(made, reverse=True)[:MU]
        if selection == "random-comma":
            assert fitness == best
        else:
            assert sum(best) <= sum(fitness) <= sum(sorted(made + old, reverse=True)[:MU])


@pytest.mark.parametrize("selection", ["random-comma", "random-plus"])
def test_the_mu_selections_select(selection: str) -> None:
    """Without selection the mean falls from 34.6 to 32.5 in 100 generations."""
    for seed in range(5):
        search = genetic(seed=seed, selection=selection, rule=100)
        first = search.state["summary"][1]
        search.advance(100)
        assert search.state["summary"][1] > 45 > first


def test_universal_sampling_has_the_shares_of_the_roulette() -> None:
    """Printed: fitness 42, 40 and 35 have 36, 34 and 30 % of the wheel."""
    fitness, rng, chosen = np.array([42, 40, 35]), generator(1), np.empty(100, np.uint32)
    for _ in range(20):
        interpret(proportional_universal, fitness, 117, chosen, rng)
        drawn = Counter(chosen.tolist())
        for walk, printed in enumerate((36, 34, 30)):
            assert abs(drawn[walk] - printed) <= 1


def test_the_second_parent_is_the_second_best_of_the_same_tournament() -> None:
    search = genetic(pop=8, k=3, distinct=True, rule=100)
    for _ in range(10):
        search.advance(1)
        fitness = search.state["before_fitness"]
        for (first, second), entrants in zip(search.state["parents"], search.state["entrants"], strict=True):
            others = [entrant for entrant in entrants if entrant != first]
            assert first != second
            assert fitness[first] == max(fitness[entrants])
            if others:
                assert second in others
                assert fitness[second] == max(fitness[others])


def switches(generations: int) -> tuple[float, float]:
    """Return the share of switches after K to K + 2 genes, and that of children better than both parents."""
    soon = total = better = children = 0
    for seed in range(10):
        search = genetic(seed=seed, rule=100)
        search.advance(generations)
        state, field = search.state, search.settings.field
        for (a, b), made in zip(state["parents"].tolist(), state["children_fitness"], strict=True):
            one, other = state["before"][a].tolist(), state["before"][b].tolist()
            source = [-1, *copied_from(one, other, 0, field, False, 8)]
            copied = np.diff(np.flatnonzero(np.diff(source)))
            soon, total = soon + int((copied <= field + 2).sum()), total + len(copied)
            better, children = better + int(made > max(state["before_fitness"][[a, b]])), children + 1
    return soon / total, better / children


def test_switches_and_better_children_are_as_the_text_says() -> None:
    """The text: most switches come after K to K + 2 genes, and a child is rarely better than both parents."""
    soon, better = switches(1)
    assert 0.48 < soon < 0.58
    assert 0.2 < better < 0.3
    soon, better = switches(100)
    assert soon > 0.97
    assert better < 0.03


def test_the_listing_switches_one_gene_later() -> None:
    one, other = ([54, 79, 54, 79, 54, 79, 54, 79] for _ in range(2))  # a knight that goes to and fro
    for late, first in ((False, 3), (True, 4)):
        source = copied_from(one, other, 0, 3, late, 8)
        assert source.index(1) == first
