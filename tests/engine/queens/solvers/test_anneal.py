"""Solver `anneal`: every trial against a recount, and the chance of worse moves against the formula."""

from math import exp

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from knightwatch.engine.boards import square_name
from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.frame import Status
from knightwatch.engine.queens.kernels.anneal import AnnealCounter as Counter
from knightwatch.engine.queens.kernels.anneal import AnnealOutcome
from knightwatch.engine.queens.problem import QueensProblem
from knightwatch.engine.queens.solvers.anneal import Anneal, AnnealSettings
from tests.models.queens import pairs


def anneal(n: int, seed: int, **values: object) -> Anneal:
    search = Anneal(QueensProblem(n=n), AnnealSettings(**values), seed)
    search.prepare()
    return search


@given(
    n=st.integers(4, 9),
    seed=st.integers(0, 2**32),
    temperature=st.floats(0, 5),
    cooling=st.floats(0, 1),
    stage=st.integers(1, 9),
)
def test_every_trial_is_right(n: int, seed: int, temperature: float, cooling: float, stage: int) -> None:
    search, worse = anneal(n, seed, temperature=temperature, cooling=cooling, stage=stage), 0
    for trial in range(60):
        if search.status is not Status.RUNNING:
            break
        before = search.state["queens"].tolist()
        search.advance(1)
        x, old, new = (search.counter(place) for place in (Counter.COLUMN, Counter.FROM, Counter.TO))
        tried, outcome = [*before[:x], new, *before[x + 1 :]], search.counter(Counter.OUTCOME)
        change = pairs(tried) - pairs(before)
        assert old == before[x] != new
        assert search.counter(Counter.MORE) - search.counter(Counter.LESS) == change
        assert search.state["queens"].tolist() == (before if outcome == AnnealOutcome.REFUSED else tried)
        assert (outcome == AnnealOutcome.KEPT) == (change <= 0)
        assert search.counter(Counter.ATTACKS) == pairs(search.state["queens"].tolist())
        assert search.temperature == pytest.approx(temperature * cooling ** (trial // stage))
        worse += outcome == AnnealOutcome.KEPT_WORSE
        assert search.work()["worse_moves"] == worse
        assert square_name(new, x, n) in search.frame().sentence


@given(seed=st.integers(0, 2**32))
def test_a_frozen_search_keeps_no_worse_move(seed: int) -> None:
    search = anneal(8, seed, temperature=0, trials=300)
    search.advance(300)
    assert search.work()["worse_moves"] == 0


def test_the_chance_of_a_worse_move_is_the_formula() -> None:
    kept = {1: [0, 0], 2: [0, 0]}
    search = anneal(8, 5, temperature=1.5, cooling=1)
    for _ in range(6000):
        search.advance(1)
        more = search.counter(Counter.MORE)
        if more in kept:
            kept[more][search.counter(Counter.OUTCOME) == AnnealOutcome.KEPT_WORSE] += 1
        if search.status is not Status.RUNNING:
            search.rewind()
            search.state["rng"][:] = np.random.SeedSequence(search.done).generate_state(4, np.uint64)
    for more, (refused, worse) in kept.items():
        assert worse / (refused + worse) == pytest.approx(exp(-more / 1.5), abs=0.06)


def test_a_hot_search_says_that_it_walks_at_random_and_a_cold_one_does_not() -> None:
    hot, cold = (anneal(8, 1, temperature=temperature).frame().sentence for temperature in (9, 0.1))
    assert "Hot" in hot
    assert "at random" in hot
    assert "Cold" in cold


def test_the_curves_fall_from_100_percent() -> None:
    search = anneal(8, 1)
    search.advance(800)
    heat, worse, attacks = search.frame().curves
    assert heat.values[0] == attacks.values[0] == 100
    assert (np.diff(heat.values) <= 0).all()
    assert 0 < np.nanmax(worse.values) <= 100


def test_a_large_board_is_refused() -> None:
    with pytest.raises(BadInput, match=r"n is 100,001.*at most 100,000"):
        anneal(100_001, 0)


def test_the_curve_of_worse_moves_begins_where_its_figure_does() -> None:
    search = anneal(20, 1, stage=10)
    for step in range(30):
        (kept,) = (each for each in search.frame().curves if each.name == "worse kept")
        (figure,) = (each.value for each in search.frame().figures if each.name == "worse kept")
        assert figure.endswith("%") != bool(np.isnan(kept.values[-1])), step
        assert bool(np.isnan(kept.values[0]))
        assert figure.endswith(("%", "stage 1")), "the figure says when it is known"
        search.advance(1)
    assert figure.endswith("%")
