"""Statistics, against published intervals, the definition of Wilson's interval, and the standard library."""

import math
import statistics

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knightwatch.engine.lab.intervals import Quartiles, fisher, quartiles, rank_test, wilson

counts = st.integers(0, 3000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [
        # Newcombe (1998), Statistics in Medicine 17, table I, method 3.
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilsons_interval_is_the_published_one(successes: int, trials: int, low: float, high: float) -> None:
    assert tuple(round(end, 4) for end in wilson(successes, trials)) == (low, high)


@given(counts)
def test_wilsons_ends_are_1_96_deviations_away(count: tuple[int, int]) -> None:
    successes, trials = count
    for end in wilson(successes, trials):
        if trials and 0 < end < 1:
            deviation = math.sqrt(end * (1 - end) / trials)
            assert abs(successes / trials - end) / deviation == pytest.approx(
                statistics.NormalDist().inv_cdf(0.975), rel=1e-6
            )


@given(counts)
def test_the_interval_contains_the_share_and_mirrors_failures(count: tuple[int, int]) -> None:
    successes, trials = count
    low, high = wilson(successes, trials)
    assert 0 <= low < high <= 1
    if trials:
        assert low <= successes / trials <= high
    mirrored = wilson(trials - successes, trials)
    assert (1 - mirrored.high, 1 - mirrored.low) == pytest.approx((low, high))


@given(st.integers(1, 100), st.integers(1, 100))
def test_more_trials_with_the_same_share_narrow_the_interval(successes: int, failures: int) -> None:
    one, ten = (wilson(k * successes, k * (successes + failures)) for k in (1, 10))
    assert ten.high - ten.low < one.high - one.low


def test_the_interval_without_trials_is_everything() -> None:
    assert wilson(0, 0) == (0, 1)
    assert quartiles([]) is None


@given(st.lists(st.floats(0, 1e9), min_size=2, max_size=60))
def test_quartiles_are_those_of_the_standard_library(figures: list[float]) -> None:
    assert quartiles(figures) == pytest.approx(tuple(statistics.quantiles(figures, n=4, method="inclusive")))


def test_one_figure_is_all_its_quartiles() -> None:
    assert quartiles([7]) == Quartiles(7, 7, 7)


@pytest.mark.parametrize(
    ("table", "chance"),
    [
        ((3, 4, 1, 4), 34 / 70),  # Fisher's tea (1935): of 70 choices, 34 are as rare
        ((4, 4, 0, 4), 2 / 70),
        ((5, 5, 5, 5), 1.0),
        ((1, 10, 11, 14), 2 * (12 * 220 + 66) / 1_961_256),  # at most 1 or at least 9 of 10 from 12 of 24
        ((0, 7, 0, 9), 1.0),
    ],
)
def test_fishers_test_counts_the_tables_as_rare(table: tuple[int, int, int, int], chance: float) -> None:
    assert fisher(*table) == pytest.approx(chance)
    assert fisher(*table[2:], *table[:2]) == pytest.approx(chance)


def test_the_rank_test_is_that_of_mann_and_whitney() -> None:
    deviation = math.sqrt(5 * 5 * 11 / 12)
    apart = 2 * statistics.NormalDist().cdf(-(12.5 - 0.5) / deviation)
    assert rank_test([1, 2, 3, 4, 5], [6, 7, 8, 9, 10]) == pytest.approx(apart)
    assert rank_test([1, 2, 3], [1, 2, 3]) == 1.0
    assert rank_test([4, 4], [4]) == rank_test([], [1, 2]) == rank_test([], []) == 1.0
    # Three pairs of ties: their correction is (8 - 2) * 3 / (8 * 7).
    tied = math.sqrt(16 / 12 * (9 - 18 / 56))
    assert rank_test([1, 1, 2, 3], [3, 4, 4, 5]) == pytest.approx(
        2 * statistics.NormalDist().cdf(-(8 - 0.5 - 0.5) / tied)
    )


@given(st.lists(st.integers(0, 9), max_size=30), st.lists(st.integers(0, 9), max_size=30))
def test_the_rank_test_depends_on_order_alone(one: list[int], other: list[int]) -> None:
    chance = rank_test(one, other)
    assert 0 <= chance <= 1
    assert chance == pytest.approx(rank_test(other, one))
    assert chance == pytest.approx(rank_test([value**3 for value in one], [value**3 for value in other]))
