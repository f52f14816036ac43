"""Mutation: possible results and their probabilities."""

from collections import Counter, defaultdict
from itertools import combinations, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knightwatch.engine.compiled.rng import Generator, generator
from knightwatch.engine.evolution import Mutation
from knightwatch.engine.evolution.mutation import decayed, invert, mutate, two_places
from tests.support import arrays
from tests.support.chi_square import likely
from tests.support.stand_ins import call_both

Order = tuple[int, ...]
individuals = st.integers(2, 14).flatmap(lambda n: st.permutations(range(n)))


def outcomes(mutation: Mutation, individual: Order) -> dict[Order, float]:
    """Return all possible mutants of an individual with their probabilities."""
    chances: dict[Order, float] = defaultdict(float)
    sections = list(combinations(range(len(individual)), 2))
    for i, j in sections:
        inside = individual[i : j + 1]
        variants: list[Order] = {
            Mutation.SWAP: [(inside[-1], *inside[1:-1], inside[0])],
            Mutation.INVERSION: [inside[::-1]],
            Mutation.SCRAMBLE: list(permutations(inside)),
        }[mutation]
        for variant in variants:
            chances[individual[:i] + variant + individual[j + 1 :]] += 1 / len(sections) / len(variants)
    return chances


def mutated(mutation: Mutation, individual: list[int], rng: Generator) -> Order:
    array = arrays.individual(individual)
    call_both(mutate, mutation.code, array, rng)
    return tuple(array.tolist())


@given(individual=individuals, mutation=st.sampled_from(Mutation), seed=st.integers(0, 2**32))
def test_a_mutant_differs_as_its_mutation_allows(individual: list[int], mutation: Mutation, seed: int) -> None:
    mutant = mutated(mutation, individual, generator(seed))
    assert sorted(mutant) == sorted(individual)
    changed = [i for i, value in enumerate(individual) if mutant[i] != value]
    if mutation is Mutation.SWAP:
        assert len(changed) == 2
    if mutation is Mutation.INVERSION:
        first, last = changed[0], changed[-1]
        assert list(mutant[first : last + 1]) == individual[first : last + 1][::-1]


@pytest.mark.parametrize("mutation", Mutation)
def test_mutants_have_the_expected_frequencies(mutation: Mutation) -> None:
    rng = generator(mutation.code)
    counts = Counter(mutated(mutation, [0, 1, 2, 3], rng) for _ in range(12_000))
    chances = outcomes(mutation, (0, 1, 2, 3))
    assert set(counts) == set(chances)
    assert likely([counts[x] for x in chances], list(chances.values()))


def test_all_pairs_of_places_are_equally_likely() -> None:
    rng = generator(5)
    counts = Counter(two_places(5, rng) for _ in range(8000))
    pairs = list(permutations(range(5), 2))
    assert likely([counts[x] for x in pairs], [1 / 20] * 20)
    assert set(counts) == set(pairs)


@given(individual=individuals, data=st.data())
def test_invert_reverses_from_first_to_last(individual: list[int], data: st.DataObject) -> None:
    first = data.draw(st.integers(0, len(individual) - 1))
    last = data.draw(st.integers(first, len(individual) - 1))
    array = arrays.individual(individual)
    invert(array, first, last)
    expected = individual[:first] + individual[first : last + 1][::-1] + individual[last + 1 :]
    assert array.tolist() == expected


@given(pm=st.floats(0, 1), first_best=st.integers(1, 1000))
def test_a_decayed_probability_falls_from_pm_but_not_to_0(pm: float, first_best: int) -> None:
    falling = [decayed(pm, best, first_best) for best in range(first_best, -1, -1)]
    assert falling[0] == pm
    assert falling == sorted(falling, reverse=True)
    assert falling[-1] == pytest.approx(pm / (first_best + 1))
    assert decayed(pm, first_best + 5, first_best) == pm
