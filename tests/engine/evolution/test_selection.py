"""Selection: frequencies compared with probabilities from the definitions."""

from collections import Counter
from collections.abc import Callable
from math import ceil, comb, floor

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from knightwatch.engine.compiled.rng import generator
from knightwatch.engine.evolution import Selection
from knightwatch.engine.evolution.selection import (
    ranking,
    roulette,
    select,
    spin,
    survivors,
    tournament,
    truncation,
    universal,
    wheel,
)
from tests.support import arrays
from tests.support.arrays import indices
from tests.support.chi_square import likely
from tests.support.kernel_random import KernelRandom
from tests.support.plain import plain_module
from tests.support.stand_ins import call_both

fitnesses = st.lists(st.integers(0, 12), min_size=2, max_size=20)
seeds = st.integers(0, 2**32)
DISTINCT = [7, 3, 9, 1, 5, 8]
"""Fitness without ties: the best is at 3, then 1, 4, 0, 5, 2."""


def chosen(number: int, fitness: list[int], seed: int, how: Callable[..., None], *parameters: int) -> list[int]:
    """Return the parents that a kernel chooses."""
    parents = indices(number)
    call_both(how, *parameters, arrays.fitness(fitness), parents, generator(seed))
    return [int(x) for x in parents]


def shares(fitness: list[int]) -> list[float]:
    """Return the share of each individual: 1 for the worst, 1 more for each point better, divided by the sum."""
    points = [max(fitness) + 1 - f for f in fitness]
    return [p / sum(points) for p in points]


@given(fitness=fitnesses, seed=seeds, data=st.data())
def test_the_best_of_k_distinct_entrants_wins_a_tournament(fitness: list[int], seed: int, data: st.DataObject) -> None:
    k = data.draw(st.integers(1, len(fitness)))
    random, plain = KernelRandom(seed), plain_module("queens", "evolve")
    winners = [plain.tournament(fitness, k, random) for _ in range(6)]
    assert chosen(6, fitness, seed, tournament, k) == winners


@pytest.mark.parametrize("k", [1, 2, 3, 6])
def test_tournament_winners_have_the_expected_frequencies(k: int) -> None:
    counts = Counter(chosen(12_000, DISTINCT, k, tournament, k))
    ranked = sorted(range(6), key=DISTINCT.__getitem__)
    chances = [comb(5 - rank, k - 1) / comb(6, k) for rank in range(6)]
    assert k == 6 or likely([counts[i] for i in ranked], chances)
    assert k < 6 or set(counts) == {3}


def test_roulette_draws_by_share() -> None:
    counts = Counter(chosen(12_000, DISTINCT, 1, roulette))
    assert likely([counts[i] for i in range(6)], shares(DISTINCT))


@pytest.mark.parametrize(("fitness", "weights"), [([4, 0, 1, 3], [4, 0, 1, 3]), ([0, 0, 0], [1, 1, 1])])
def test_spin_draws_by_fitness_or_evenly_if_all_are_0(fitness: list[int], weights: list[int]) -> None:
    rng = generator(1)
    counts = Counter(spin(arrays.fitness(fitness), sum(fitness), rng) for _ in range(4000))
    able = [i for i, weight in enumerate(weights) if weight]
    assert set(counts) == set(able)
    assert likely([counts[i] for i in able], [weights[i] / sum(weights) for i in able])


@given(fitness=fitnesses)
def test_the_wheel_has_the_running_sums_of_shares(fitness: list[int]) -> None:
    sums = wheel(arrays.fitness(fitness))
    assert (np.diff(sums, prepend=0) / sums[-1]).tolist() == pytest.approx(shares(fitness))


@given(fitness=fitnesses, seed=seeds, number=st.integers(1, 60))
def test_universal_sampling_rounds_each_share_up_or_down(fitness: list[int], seed: int, number: int) -> None:
    counts = Counter(chosen(number, fitness, seed, universal))
    for individual, share in enumerate(shares(fitness)):
        assert floor(share * number + 1e-9) <= counts[individual] <= ceil(share * number - 1e-9)
        assert counts[individual] in (floor(share * number + 1e-9), ceil(share * number - 1e-9))


def test_universal_sampling_has_the_expected_frequencies() -> None:
    counts: Counter[int] = Counter()
    pairs: Counter[tuple[int, ...]] = Counter()
    for seed in range(3000):
        parents = chosen(2, [0, 0, 0], seed, universal)
        counts.update(parents)
        pairs[tuple(parents)] += 1
    assert likely([counts[i] for i in range(3)], [1 / 3] * 3)
    # Two pointers half a wheel apart are never in the same third; either may come first.
    distinct = [(i, j) for i in range(3) for j in range(3) if i != j]
    assert set(pairs) == set(distinct)
    assert likely([pairs[x] for x in distinct], [1 / 6] * 6)


@given(fitness=fitnesses)
def test_a_ranking_goes_from_best_to_worst_then_by_index(fitness: list[int]) -> None:
    expected = sorted(range(len(fitness)), key=lambda i: (fitness[i], i))
    assert ranking(arrays.fitness(fitness)).tolist() == expected


def test_a_large_ranking_equals_a_stable_sort() -> None:
    fitness = np.random.default_rng(1).integers(0, 50, 3000)
    assert (ranking(fitness) == np.argsort(fitness, kind="stable")).all()


@pytest.mark.parametrize("mu", [1, 3, 6])
def test_truncation_draws_the_mu_best_equally_often(mu: int) -> None:
    counts = Counter(chosen(6000, DISTINCT, mu, truncation, mu))
    best = [3, 1, 4, 0, 5, 2][:mu]
    assert set(counts) == set(best)
    assert mu == 1 or likely([counts[i] for i in best], [1 / mu] * mu)


@given(fitness=fitnesses, seed=seeds, selection=st.sampled_from(Selection))
def test_select_calls_the_chosen_selection(fitness: list[int], seed: int, selection: Selection) -> None:
    number, k, mu = len(fitness), 2, 1 + len(fitness) // 2
    expected = {
        Selection.TOURNAMENT: lambda: chosen(number, fitness, seed, tournament, k),
        Selection.ROULETTE: lambda: chosen(number, fitness, seed, roulette),
        Selection.UNIVERSAL: lambda: chosen(number, fitness, seed, universal),
        Selection.COMMA: lambda: chosen(number, fitness, seed, truncation, mu),
        Selection.PLUS: lambda: chosen(number, fitness, seed, truncation, mu),
    }[selection]()
    assert chosen(number, fitness, seed, select, selection.code, k, mu) == expected


@st.composite
def two_generations(draw: st.DrawFn) -> tuple[list[int], list[int], int, int]:
    """Return the fitness of old and new individuals, elite and mu."""
    size = draw(st.integers(2, 12))
    old, new = (draw(st.lists(st.integers(0, 9), min_size=size, max_size=size)) for _ in range(2))
    return old, new, draw(st.integers(0, size)), draw(st.integers(0, size))


@given(two_generations())
def test_survivors_are_the_elite_and_the_better_of_the_mu_best(
    case: tuple[list[int], list[int], int, int],
) -> None:
    old, new, elite, mu = case
    kept, lost = indices(len(old)), indices(len(old))
    number = survivors(elite, mu, arrays.fitness(old), arrays.fitness(new), kept, lost)
    ranked = sorted(range(len(old)), key=lambda i: (old[i], i))
    assert kept[:number].tolist() == ranked[:number]
    assert lost[:number].tolist() == sorted(range(len(new)), key=lambda i: (-new[i], -i))[:number]
    result = sorted([old[i] for i in kept[:number]] + [f for i, f in enumerate(new) if i not in lost[:number]])
    if elite == 0:
        assert result == sorted([*sorted(old)[:mu], *new])[: len(old)]
    if mu <= elite:
        assert number == elite
    assert elite <= number <= max(elite, mu)
