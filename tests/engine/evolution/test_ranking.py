"""A ranked population: in which genes it agrees, whether it has converged, and what became of its best."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from knightwatch.engine.evolution.ranking import fate, ranked, way_of


@given(st.lists(st.lists(st.integers(0, 3), min_size=3, max_size=3), min_size=1, max_size=9))
def test_individuals_agree_in_the_genes_where_more_than_half_have_one_value(population: list[list[int]]) -> None:
    here = ranked(np.array(population), np.zeros(len(population), np.int64), "", high=True)
    often = [Counter(values).most_common(1)[0][1] for values in zip(*population, strict=True)]
    assert (here.agreed, here.genes) == (sum(2 * count > len(population) for count in often), 3)


@pytest.mark.parametrize(
    ("equal", "shared", "begin"),
    [(1, 0, "not converged"), (1, 3, "not converged"), (1, 4, "converging"), (8, 0, "converging"), (9, 0, "converged")],
)
def test_the_verdict_follows_from_equal_individuals_and_agreeing_genes(equal: int, shared: int, begin: str) -> None:
    population = np.arange(80).reshape(10, 8)
    population[:, :shared] = 0
    population[:equal] = population[0]
    here = ranked(population, np.zeros(10, np.int64), "", high=True)
    assert here.verdict().startswith(f"{begin}: ")
    assert bool(here.convergence(mutates=True)) == (begin == "converged")


def test_an_individual_that_was_not_drawn_has_no_child() -> None:
    assert fate(1, 0, (), "") == "What was lost: the best individual was not drawn as a parent."
    assert "2 best individuals were not drawn" in fate(2, 0, (), "")


def test_each_of_several_best_individuals_is_accounted_for() -> None:
    words = fate(3, 2, [way_of(True, True, False), way_of(True, True, False), way_of(False, False, True)], "4 attacks")
    assert "of the 3 best individuals, 1 was not drawn" in words
    assert "2 were twice crossed with a worse one, once mutated" in words
    assert words.endswith("Their best child has 4 attacks.")


def test_a_child_of_two_best_individuals_is_not_said_to_have_a_worse_parent() -> None:
    assert way_of(True, False, True) == "crossed with an equally good one and mutated"
