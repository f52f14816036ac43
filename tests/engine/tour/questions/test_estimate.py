"""Estimated numbers of tours, compared with exact ones. Seeds are fixed, so results are reproducible."""

import json
import math
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from knightwatch.engine.boards import move_offsets, neighbours
from knightwatch.engine.compiled.rng import generator
from knightwatch.engine.compiled.tiers import interpret
from knightwatch.engine.tour.kernels.estimate import probe
from knightwatch.engine.tour.questions.estimate import BATCHES, CAUTION, Estimate, estimate, written
from knightwatch.engine.tour.solvers.base import fresh_ways


def estimated(rows: int, cols: int, start: int | None, closed: bool, probes: int, seed: int) -> Estimate:
    found = Estimate(np.ones((rows, cols), np.bool_), start, closed, probes, seed)
    for _ in found.slices():
        pass
    return found


def timeless(answer: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in answer.items() if name != "seconds"}


@pytest.mark.parametrize(
    ("size", "start", "closed", "probes", "exact"),
    [
        ((3, 4), None, False, 50_000, 16),
        ((5, 5), None, False, 200_000, 1_728),
        ((5, 5), 0, False, 200_000, 304),
        ((5, 5), 12, False, 200_000, 64),
        ((3, 10), None, True, 200_000, 32),
        ((6, 6), None, False, 150_000, 6_637_920),
    ],
    ids=str,
)
def test_estimates_are_within_five_standard_errors(
    size: tuple[int, int], start: int | None, closed: bool, probes: int, exact: int
) -> None:
    found = estimated(*size, start, closed, probes, 1)
    means = found.state["sums"] * np.exp(found.state["largest"]) * len(found.starts) / (probes / BATCHES)
    error = means.std(ddof=1) / math.sqrt(BATCHES)
    directed = found.answer()["directed"]
    assert directed["estimate"] == pytest.approx(means.mean())
    assert abs(directed["estimate"] - exact) < 5 * error
    assert error < 0.2 * exact
    low, high = directed["interval"]
    assert low < directed["estimate"] < high
    assert high - low == pytest.approx(2 * 1.96 * error, rel=0.3)


def test_the_seed_decides_the_answer() -> None:
    first, again, other = (timeless(estimated(5, 5, None, False, 5_000, seed).answer()) for seed in (1, 1, 2))
    assert first == again
    assert first["directed"] != other["directed"]


@given(budgets=st.lists(st.integers(0, 400), max_size=8), start=st.sampled_from([None, 0]), closed=st.booleans())
@settings(deadline=None, max_examples=30)
def test_splitting_a_budget_gives_the_same_answer(budgets: list[int], start: int | None, closed: bool) -> None:
    whole = Estimate(np.ones((5, 6), np.bool_), start, closed, 1_234, 5)
    split = Estimate(np.ones((5, 6), np.bool_), start, closed, 1_234, 5)
    whole.advance(sum(budgets))
    for budget in budgets:
        split.advance(budget)
    assert timeless(whole.answer()) == timeless(split.answer())
    for _ in split.slices():
        pass
    whole.advance(1_234)
    assert timeless(whole.answer()) == timeless(split.answer())
    assert split.progress() == (1_234, 1_234, "probes")


def test_the_answer_includes_the_published_number() -> None:
    found = estimated(5, 5, None, False, 100_000, 3)
    answer = found.answer()
    assert answer["complete"]
    assert answer["covered"]
    assert answer["published"] == {"directed": 1_728, "undirected": 864}
    assert answer["directed"]["estimate"] == pytest.approx(2 * answer["undirected"]["estimate"])
    assert 0 < answer["tours"] < 100_000
    assert json.loads(json.dumps(answer)) == answer
    assert CAUTION in found.text()
    assert "covers the published number" in found.text()
    assert "published: 1,728" in found.text()
    assert max(map(len, found.text().splitlines())) <= 80


def test_without_a_tour_there_is_no_estimate() -> None:
    found = estimated(4, 4, None, False, 1_000, 3)
    answer = found.answer()
    assert (answer["tours"], answer["directed"]["log10"], answer["covered"]) == (0, None, None)
    assert answer["published"] == {"directed": 0, "undirected": 0}
    assert json.loads(json.dumps(answer, allow_nan=False)) == answer
    assert "No estimate" in found.text()


def test_a_single_square_has_one_open_and_no_closed_tour() -> None:
    for probes in (1, 10):
        answer = estimated(1, 1, None, False, probes, 0).answer()
        assert answer["directed"]["estimate"] == answer["undirected"]["estimate"] == 1
    assert estimated(1, 1, None, True, 10, 0).answer()["tours"] == 0


def test_large_numbers_do_not_overflow() -> None:
    found = Estimate(np.ones((1000, 1000), np.bool_), None, False, 4, 0)
    found.advance(2)
    found.state["largest"][:] = 2e6
    found.state["sums"][:] = 1.0
    answer = found.answer()
    assert answer["directed"]["estimate"] is None
    assert answer["directed"]["log10"] > 800_000
    assert "x 10^868,5" in found.text()


def test_a_probe_restores_the_board() -> None:
    ways, rng, path = fresh_ways(np.ones((5, 5), np.bool_)), generator(0), np.zeros(25, np.uint32)
    before, corner = ways.copy(), np.uint32(2 * 9 + 2)
    weights = [interpret(probe, path, ways, move_offsets(5), corner, False, rng) for _ in range(100)]
    assert -np.inf in weights
    assert max(weights) > 0
    assert np.array_equal(ways, before)


def test_powers_of_ten_are_readable() -> None:
    assert [written(power) for power in (None, 0.0, 3.5, 20.5)] == ["0", "1", "3,162", "3.162 x 10^20"]


def test_estimate_is_made_from_a_plan() -> None:
    from knightwatch.engine.core.errors import BadInput
    from knightwatch.engine.plans.catalog import puzzle
    from knightwatch.engine.plans.plan import Plan

    plan = Plan.read(puzzle("tour"), {"rows": "5", "cols": "5", "seed": "1"})
    assert estimate(plan, "500").probes == 500
    with pytest.raises(BadInput, match="0"):
        estimate(plan, "0")


def test_an_interrupted_estimate_has_an_interval() -> None:
    estimate = Estimate(np.ones((5, 5), bool), None, False, 1_000_000_000, 1)
    estimate.advance(20_000)
    directed = estimate.answer()["directed"]
    low, high = directed["interval"]
    assert low < directed["estimate"] < high
    assert low < 1728 < high


@given(seed=st.integers(0, 2**16), probes=st.integers(1, 6))
def test_the_last_probe_ends_only_at_a_dead_end(seed: int, probes: int) -> None:
    it = Estimate(np.ones((4, 5), np.bool_), 0, False, 6, seed)
    assert it.last_probe() == []
    it.advance(probes - 1)
    before = int(it.state["tours"].sum())
    it.advance(1)
    walk = it.last_probe()
    left = set(range(20)) - set(walk)
    assert walk[0] == 0
    assert len(set(walk)) == len(walk)
    assert all(there in neighbours(here, 4, 5) for here, there in pairwise(walk))
    assert (len(walk) == 20) == (int(it.state["tours"].sum()) > before)
    for there in left.intersection(neighbours(walk[-1], 4, 5)):
        assert not left.intersection(neighbours(there, 4, 5)), "each remaining neighbour is a dead end"


def test_the_curve_ends_with_the_answer() -> None:
    it = Estimate(np.ones((3, 4), np.bool_), None, False, 300, 1)
    assert it.course() is None
    assert it.seconds_left() is None
    for _ in it.slices():
        pass
    course = it.course()
    assert course
    ends = {curve.name: float(curve.values[-1]) for curve in course.curves}
    directed = it.answer()["directed"]
    assert ends["mean"] == pytest.approx(directed["log10"])
    assert [ends["low"], ends["high"]] == pytest.approx(directed["log10_interval"])
    assert 10 ** ends["published"] == pytest.approx(16)
    assert all(curve.steps[-1] == 300 for curve in course.curves)
    assert it.so_far().startswith(f"{it.answer()['tours']} of 300 probes became tours: about ")
