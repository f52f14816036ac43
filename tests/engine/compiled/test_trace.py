"""Traces: bounded memory, exact up to the capacity, correctly merged beyond."""

from collections.abc import Callable, Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from knightwatch.engine.compiled.trace import (
    CAPACITY,
    INSIDE,
    LENGTH,
    STRIDE,
    Merge,
    record,
    record_steps,
    room,
    trace,
)
from knightwatch.engine.core.curves import curves

MERGES: dict[Merge, Callable[[Sequence[float]], float]] = {
    Merge.LEAST: min,
    Merge.MEAN: lambda values: sum(values) / len(values),
    Merge.MOST: max,
}


def values(number: int, seed: int) -> list[float]:
    """Return random whole numbers, so that sums and means are exact."""
    rng = np.random.default_rng(seed)
    return [float(x) for x in rng.integers(-1000, 1000, number)]


def stride(number: int) -> int:
    """Return how many steps a bucket must hold so that all steps fit."""
    steps = 1
    while number > CAPACITY * steps:
        steps *= 2
    return steps


lengths = st.one_of(
    st.integers(0, 5 * CAPACITY),
    st.sampled_from([1, 2, 4, 8]).flatmap(lambda times: st.integers(times * CAPACITY - 2, times * CAPACITY + 2)),
)


@settings(max_examples=8)
@given(number=lengths, seed=st.integers(0, 1000))
def test_a_bucket_holds_minimum_mean_and_maximum_of_its_steps(number: int, seed: int) -> None:
    steps = values(number, seed)
    points, extent = trace(*MERGES)
    for value in steps:
        record(points, extent, np.full(3, value))
    width = stride(number)
    buckets = [steps[i : i + width] for i in range(0, number, width)]
    shown = curves(points, extent, "least", "mean", "most")
    for curve, merged in zip(shown, MERGES.values(), strict=True):
        assert curve.values.tolist() == pytest.approx([merged(bucket) for bucket in buckets], abs=1e-9)
        assert curve.steps.tolist() == [min(start + width, number) - 1 for start in range(0, number, width)]
    assert len(buckets) <= CAPACITY
    assert points.shape == (3, CAPACITY)


@given(number=st.integers(0, CAPACITY), seed=st.integers(0, 1000))
def test_up_to_its_capacity_a_curve_is_exact(number: int, seed: int) -> None:
    steps = values(number, seed)
    points, extent = trace(Merge.MEAN)
    for value in steps:
        record(points, extent, np.array([value + 0.1]))
    (curve,) = curves(points, extent, "mean")
    assert curve.values.tolist() == [value + 0.1 for value in steps]
    assert curve.steps.tolist() == list(range(number))


def test_each_curve_has_its_own_values_and_name() -> None:
    points, extent = trace(Merge.MOST, Merge.LEAST)
    for step in range(CAPACITY + 1):
        record(points, extent, np.array([step, -step], float))
    rise, fall = curves(points, extent, "rise", "fall")
    assert (rise.name, fall.name) == ("rise", "fall")
    assert rise.values[:3].tolist() == [1, 3, 5]
    assert fall.values[:3].tolist() == [-1, -3, -5]
    assert (rise.values == -fall.values).all()


def test_later_steps_do_not_change_a_curve() -> None:
    points, extent = trace(Merge.LEAST)
    record(points, extent, np.array([4.0]))
    (curve,) = curves(points, extent, "least")
    points[:] = 0
    assert curve.values.tolist() == [4.0]


@settings(max_examples=6)
@given(number=lengths, seed=st.integers(0, 1000), most=st.integers(1, 3000))
def test_recording_buckets_equals_recording_single_steps(number: int, seed: int, most: int) -> None:
    steps = values(number, seed)
    points, extent = trace(*MERGES)
    one_by_one, its_extent = trace(*MERGES)
    for value in steps:
        record(one_by_one, its_extent, np.full(3, value))
    rest = steps
    while rest:
        now = rest[: min(room(points, extent), most)]
        merged = np.array([merge(now) for merge in MERGES.values()])
        record_steps(points, extent, merged, len(now))
        rest = rest[len(now) :]
    assert extent.tolist() == its_extent.tolist()
    assert points[:, : extent[LENGTH]].ravel() == pytest.approx(one_by_one[:, : extent[LENGTH]].ravel(), abs=1e-9)


@settings(max_examples=12)
@given(number=lengths)
def test_room_is_the_number_of_steps_until_the_next_bucket(number: int) -> None:
    points, extent = trace(Merge.MOST)
    for _ in range(number):
        record(points, extent, np.zeros(1))
    steps = room(points, extent)
    record(points, extent, np.zeros(1))
    buckets = int(extent[LENGTH])
    for _ in range(steps - 1):
        record(points, extent, np.zeros(1))
    assert (extent[LENGTH], extent[INSIDE]) == (buckets, extent[STRIDE])
    record(points, extent, np.zeros(1))
    assert extent[INSIDE] == 1 or extent[STRIDE] == 1
