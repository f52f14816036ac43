"""Random numbers: the published sequence, and distributions."""

from collections import Counter
from contextlib import closing
from itertools import islice, permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from knightwatch.engine.compiled.rng import below, belows, generator, shuffle, uniform, word, words
from tests.support.chi_square import likely
from tests.support.kernel_random import KernelRandom
from tests.support.stand_ins import call_both

seeds = st.integers(0, 2**63 - 1)
states = st.lists(st.integers(0, 2**64 - 1), min_size=4, max_size=4).filter(any)
"""States of a generator. From four zeros it would draw only zeros."""


def test_words_equal_the_published_sequence() -> None:
    rng = np.array([1, 2, 3, 4], np.uint64)
    assert [int(word(rng)) for _ in range(10)] == [
        41943041,
        58720359,
        3588806011781223,
        3591011842654386,
        9228616714210784205,
        9973669472204895162,
        14011001112246962877,
        12406186145184390807,
        15849039046786891736,
        10450023813501588000,
    ]


def python_words(state: list[int], number: int) -> list[int]:
    """Return words of the plain generator; `state` becomes the one after them."""
    plain = KernelRandom(0)
    plain.words = state
    return [plain.word() for _ in range(number)]


@given(states)
def test_words_equal_the_plain_version_from_any_state(state: list[int]) -> None:
    rng = np.array(state, np.uint64)
    assert [int(word(rng)) for _ in range(20)] == python_words(state, 20)
    assert rng.tolist() == state


def test_a_seed_gives_a_fixed_generator() -> None:
    assert generator(0).tolist() == [
        15793235383387715774,
        12390638538380655177,
        2361836109651742017,
        3188717715514472916,
    ]


@given(seeds)
def test_generators_are_equal_only_for_equal_seeds(seed: int) -> None:
    assert (generator(seed) == generator(seed)).all()
    assert (generator(seed) != generator(seed + 1)).any()


def test_uniform_uses_the_upper_53_bits() -> None:
    rng, copy = generator(1), generator(1).tolist()
    for bits in python_words(copy, 1000):
        assert uniform(rng) == (bits >> 11) / 2**53


def test_uniform_reaches_from_0_to_just_below_1() -> None:
    lowest = np.array([0, 5, 5, 0], np.uint64)
    assert uniform(lowest) == 0.0
    # The first word is rotl(s0 + s3, 23) + s0, so here all its bits are set.
    highest = np.array([0, 5, 5, 2**64 - 1], np.uint64)
    assert uniform(highest) == 1 - 2**-53


def test_uniform_fills_its_range_evenly() -> None:
    rng = generator(2)
    counts = Counter(int(uniform(rng) * 16) for _ in range(20_000))
    assert likely([counts[i] for i in range(16)], [1 / 16] * 16)
    assert sum(counts.values()) == sum(counts[i] for i in range(16))


@given(seed=seeds, n=st.integers(1, 2**32 - 1))
def test_below_stays_below(seed: int, n: int) -> None:
    rng = generator(seed)
    assert all(0 <= below(rng, n) < n for _ in range(20))


@pytest.mark.parametrize("n", [1, 2, 3, 7, 10, 64])
def test_below_draws_all_numbers_equally_often(n: int) -> None:
    rng = generator(n)
    counts = Counter(below(rng, n) for _ in range(400 * n))
    assert set(counts) == set(range(n))
    assert n == 1 or likely([counts[i] for i in range(n)], [1 / n] * n)


def test_below_has_no_bias_for_large_bounds() -> None:
    # Without rejection, half of the 2**32 products with 3 * 2**30 would give a multiple of three.
    n = 3 << 30
    rng = generator(3)
    counts = Counter(below(rng, n) % 3 for _ in range(12_000))
    assert likely([counts[i] for i in range(3)], [1 / 3] * 3)


@given(seed=seeds, items=st.lists(st.integers(-5, 5), max_size=20), data=st.data())
def test_shuffle_permutes_only_its_range(seed: int, items: list[int], data: st.DataObject) -> None:
    first = data.draw(st.integers(0, len(items)))
    last = data.draw(st.integers(first, len(items)))
    array = np.array(items, np.int32)
    shuffle(array, first, last, generator(seed))
    assert array[:first].tolist() == items[:first]
    assert array[last:].tolist() == items[last:]
    assert sorted(array[first:last].tolist()) == sorted(items[first:last])


@pytest.mark.parametrize("n", [2, 3, 4])
def test_shuffle_draws_all_orders_equally_often(n: int) -> None:
    rng = generator(n)
    counts: Counter[tuple[int, ...]] = Counter()
    for _ in range(12_000):
        items = np.arange(n, dtype=np.int32)
        shuffle(items, 0, n, rng)
        counts[tuple(items.tolist())] += 1
    orders = list(permutations(range(n)))
    assert likely([counts[order] for order in orders], [1 / len(orders)] * len(orders))


@given(seed=seeds, bounds=st.lists(st.integers(1, 2**32 - 1), max_size=20))
def test_the_plain_generator_draws_the_same_numbers(seed: int, bounds: list[int]) -> None:
    rng, plain = generator(seed), KernelRandom(seed)
    assert [below(rng, n) for n in bounds] == [plain.randrange(n) for n in bounds]
    items, copy = np.arange(9), list(range(9))
    shuffle(items, 0, 9, rng)
    plain.shuffle(copy)
    assert items.tolist() == copy
    assert uniform(rng) == plain.random()
    assert below(rng, 9) == plain.choice(range(9))


@given(state=states, bounds=st.lists(st.integers(1, 2**32 - 1) | st.integers(2**31, 2**32 - 1), max_size=20))
def test_stand_ins_draw_the_numbers_of_the_kernels(state: list[int], bounds: list[int]) -> None:
    rng = np.array(state, np.uint64)
    for n in bounds:
        call_both(below, rng, n)
        call_both(uniform, rng)
    call_both(shuffle, np.arange(9), 2, 8, rng)


@given(state=states, bounds=st.lists(st.integers(2**31, 2**32 - 1), max_size=20))
def test_numbers_drawn_at_once_are_those_drawn_one_by_one(state: list[int], bounds: list[int]) -> None:
    rng, other = np.array(state, np.uint64), np.array(state, np.uint64)
    assert list(belows(rng, bounds)) == [below(other, n) for n in bounds]
    assert rng.tolist() == other.tolist()


@given(seed=seeds, count=st.integers(0, 20))
def test_words_are_those_of_the_kernel(seed: int, count: int) -> None:
    rng, other = generator(seed), generator(seed)
    with closing(words(rng)) as drawn:
        assert list(islice(drawn, count)) == [int(word(other)) for _ in range(count)]
    assert rng.tolist() == other.tolist()
