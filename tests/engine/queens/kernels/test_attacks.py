"""Attacks counted by the kernel against counting pair by pair."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import DTypeLike

from knightwatch.engine.queens.kernels.attacks import evaluate
from tests.models.queens import pairs
from tests.support.stand_ins import call_both


def counted(individuals: list[list[int]], kind: DTypeLike = np.uint32) -> list[int]:
    fitness = np.full(len(individuals), -1, np.int64)
    call_both(evaluate, np.array(individuals, kind), np.ones(len(individuals), np.bool_), fitness)
    return [int(x) for x in fitness]


@given(
    individuals=st.integers(1, 15).flatmap(lambda n: st.lists(st.permutations(range(n)), min_size=1, max_size=5)),
    kind=st.sampled_from([np.uint32, np.int32]),
)
def test_attacks_are_all_pairs_on_a_diagonal(individuals: list[list[int]], kind: DTypeLike) -> None:
    assert counted(individuals, kind) == [pairs(queens) for queens in individuals]


@pytest.mark.parametrize(("queens", "attacks"), [([0], 0), ([0, 1, 2], 3), ([3, 2, 1, 0], 6), ([1, 3, 0, 2], 0)])
def test_three_queens_on_a_diagonal_are_three_pairs(queens: list[int], attacks: int) -> None:
    assert counted([queens]) == [attacks]


def test_only_stale_individuals_are_evaluated() -> None:
    individuals = np.array([[0, 1, 2], [0, 1, 2], [0, 2, 1]], np.uint32)
    fitness = np.array([70, 80, 90], np.int64)
    call_both(evaluate, individuals, np.array([False, True, True]), fitness)
    assert fitness.tolist() == [70, 3, 1]
