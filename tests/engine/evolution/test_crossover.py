"""Crossover: worked examples from the literature, and comparison with plain versions."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knightwatch.engine.compiled.rng import generator
from knightwatch.engine.evolution import Crossover, Section
from knightwatch.engine.evolution.crossover import between_cuts, cross, cx, ox, pmx, section
from tests.models import evolution as reference
from tests.support.arrays import individual, spare
from tests.support.chi_square import likely
from tests.support.plain import plain_module
from tests.support.stand_ins import call_both

Pair = tuple[list[int], list[int]]


@st.composite
def parents(draw: st.DrawFn) -> Pair:
    n = draw(st.integers(2, 14))
    return draw(st.permutations(range(n))), draw(st.permutations(range(n)))


@st.composite
def parents_and_section(draw: st.DrawFn) -> tuple[Pair, int, int]:
    pair = draw(parents())
    first = draw(st.integers(0, len(pair[0]) - 1))
    return pair, first, draw(st.integers(first + 1, len(pair[0])))


def crossed(crossover: Crossover, pair: Pair, first: int = 0, last: int = 0) -> Pair:
    """Return the children that the kernel and its stand-in make."""
    a, b = map(individual, pair)
    match crossover:
        case Crossover.PMX:
            call_both(pmx, a, b, first, last, spare(len(a)), working=1)
        case Crossover.OX:
            call_both(ox, a, b, first, last, spare(len(a)), working=1)
        case Crossover.CX:
            call_both(cx, a, b, spare(len(a)), working=1)
    return a.tolist(), b.tolist()


def digits(text: str) -> list[int]:
    """Return the values of a worked example, which count from 1."""
    return [int(word) - 1 for word in text.split()]


GOLDBERG = digits("9 8 4 5 6 7 1 3 2 10"), digits("8 7 1 2 3 10 9 5 4 6")
"""Goldberg, Genetic Algorithms (1989): the section is 5 6 7 and 2 3 10."""
EIBEN_SMITH = digits("1 2 3 4 5 6 7 8 9"), digits("9 3 7 8 2 6 5 1 4")
"""Eiben and Smith, Introduction to Evolutionary Computing: the section is 4 5 6 7 and 8 2 6 5."""


def test_pmx_gives_goldberg_s_children() -> None:
    assert crossed(Crossover.PMX, GOLDBERG, 3, 6) == (digits("9 8 4 2 3 10 1 6 5 7"), digits("8 10 1 5 6 7 9 2 4 3"))


def test_pmx_gives_eiben_and_smith_s_child() -> None:
    child = digits("9 3 2 4 5 6 7 1 8")
    assert crossed(Crossover.PMX, EIBEN_SMITH, 3, 7)[1] == child


def test_ox_gives_goldberg_s_children() -> None:
    children = digits("2 3 10 5 6 7 9 4 8 1"), digits("5 6 7 2 3 10 1 9 8 4")
    assert crossed(Crossover.OX, GOLDBERG, 3, 6) == children


def test_ox_gives_eiben_and_smith_s_child() -> None:
    assert crossed(Crossover.OX, EIBEN_SMITH, 3, 7)[0] == digits("3 8 2 4 5 6 7 1 9")


def test_cx_gives_eiben_and_smith_s_children() -> None:
    assert crossed(Crossover.CX, EIBEN_SMITH) == (digits("1 3 7 4 2 6 5 8 9"), digits("9 2 3 8 5 6 7 1 4"))


@given(parents_and_section())
def test_pmx_exchanges_the_section_and_follows_the_mapping_outside(case: tuple[Pair, int, int]) -> None:
    (a, b), first, last = case
    children = crossed(Crossover.PMX, (a, b), first, last)
    assert children[0][first:last] == b[first:last]
    assert children[1][first:last] == a[first:last]
    pmx = plain_module("queens", "evolve").pmx
    assert children == (pmx(a, b, first, last), pmx(b, a, first, last))


@given(parents_and_section())
def test_ox_keeps_the_section_and_the_order_of_the_other_parent(case: tuple[Pair, int, int]) -> None:
    (a, b), first, last = case
    children = crossed(Crossover.OX, (a, b), first, last)
    assert children == (reference.ox(a, b, first, last), reference.ox(b, a, first, last))


@given(parents())
def test_cx_exchanges_every_second_cycle(pair: Pair) -> None:
    a, b = pair
    children = crossed(Crossover.CX, pair)
    assert children == (reference.cx(a, b), reference.cx(b, a))
    assert all({children[0][i], children[1][i]} == {a[i], b[i]} for i in range(len(a)))


@given(
    pair=parents(),
    crossover=st.sampled_from(Crossover),
    sections=st.sampled_from(Section),
    seed=st.integers(0, 2**32),
)
def test_cross_calls_the_chosen_crossover(pair: Pair, crossover: Crossover, sections: Section, seed: int) -> None:
    a, b = map(individual, pair)
    cross(crossover.code, sections.code, a, b, spare(len(a)), generator(seed))
    draw = {Section.SIZE: section, Section.CUTS: between_cuts}[sections]
    first, last = draw(len(a), generator(seed))
    assert (a.tolist(), b.tolist()) == crossed(crossover, pair, first, last)
    assert sorted(a) == sorted(b) == list(range(len(a)))


@given(parent=st.integers(1, 14).flatmap(lambda n: st.permutations(range(n))), crossover=st.sampled_from(Crossover))
def test_equal_parents_have_equal_children(parent: list[int], crossover: Crossover) -> None:
    assert crossed(crossover, (parent, parent), 0, len(parent)) == (parent, parent)


def test_all_pairs_of_cuts_are_equally_likely() -> None:
    rng = generator(1)
    counts = Counter(between_cuts(4, rng) for _ in range(8000))
    chances = {(first, last): 1 / 10 for last in range(5) for first in range(last)}
    assert set(counts) == set(chances)
    assert likely([counts[x] for x in chances], list(chances.values()))


@pytest.mark.parametrize("n", [2, 5])
def test_all_sizes_and_places_of_a_section_are_equally_likely(n: int) -> None:
    rng = generator(n)
    counts = Counter(section(n, rng) for _ in range(8000))
    chances = {
        (first, first + size): 1 / (n - 1) / (n - size + 1) for size in range(1, n) for first in range(n - size + 1)
    }
    assert set(counts) == set(chances)
    assert likely([counts[x] for x in chances], list(chances.values()))
