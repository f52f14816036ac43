"""Pages about a generation: breeding it again gives the same best child, and PMX follows the textbook."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from knightwatch.engine.core.parts import look_into
from knightwatch.engine.evolution import Crossover, Selection
from knightwatch.engine.evolution.crossover import pmx
from knightwatch.engine.queens.parts.breeding import repairs
from knightwatch.engine.queens.parts.evolve import MOVED, PARTS, REPAIRED
from knightwatch.engine.queens.problem import QueensProblem
from knightwatch.engine.queens.solvers.evolve import Evolve, EvolveSettings


@given(data=st.data(), n=st.integers(2, 12))
def test_following_the_mapping_gives_the_kernels_child(data: st.DataObject, n: int) -> None:
    own, other = (data.draw(st.permutations(range(n))) for _ in range(2))
    first = data.draw(st.integers(0, n - 1))
    last = data.draw(st.integers(first + 1, n))
    child = [*own[:first], *other[first:last], *own[last:]]
    for place, chain in repairs(own, other, first, last).items():
        assert (chain[0], child[place]) == (own[place], own[place])
        child[place] = chain[-1]
    a, b = np.array(own, np.uint32), np.array(other, np.uint32)
    pmx(a, b, first, last, np.empty((4, n), np.uint32))
    assert child == a.tolist()


@pytest.mark.parametrize("crossover", Crossover)
@pytest.mark.parametrize("selection", Selection)
@settings(max_examples=2)
@given(seed=st.integers(0, 2**32), pop=st.integers(2, 9), elitism=st.integers(0, 2), decay=st.booleans())
def test_the_child_shown_is_the_best_of_the_population(
    crossover: Crossover, selection: Selection, seed: int, pop: int, elitism: int, decay: bool
) -> None:
    settings = EvolveSettings(pop=pop, elitism=elitism, crossover=crossover, selection=selection, decay=decay)
    search = Evolve(QueensProblem(n=9), settings, seed)
    before = Evolve(QueensProblem(n=9), settings, seed)
    for _ in range(4):
        before.prepare()
        search.advance(1)
        pages = look_into(search, PARTS)
        best = search.state["pop"][search.state["fitness"].argmin()]
        titles = [page.title for page in pages]
        if titles[0] == "survival":
            assert elitism or selection is Selection.PLUS
            assert best.tolist() in before.state["pop"].tolist()
        else:
            rows = {
                row.name: [9 - int(rank) for rank in row.cells] for row in pages[titles.index("the child")].rows[1:]
            }
            assert rows["child"] == best.tolist()
            assert {tuple(rows["A"]), tuple(rows["B"])} <= {tuple(each) for each in before.state["pop"].tolist()}
            if selection is Selection.TOURNAMENT:
                winners = [row for row in pages[0].table if row[3] == "wins"]
                assert [row[0] for row in winners] == ["A", "B"]
                fitness = before.state["fitness"]
                for letter, number, attacks, _ in pages[0].table[1:]:
                    assert int(attacks) == fitness[int(number) - 1]
                    assert int(attacks) >= int(next(row[2] for row in winners if row[0] == letter))
        before.advance(1)


def test_a_pmx_step_has_a_page_for_each_operation() -> None:
    search = Evolve(QueensProblem(n=12), EvolveSettings(pc=1.0, pm=1.0), 1)
    search.advance(3)
    assert [page.title for page in look_into(search, PARTS)] == [
        "tournament",
        "pmx: the section",
        "pmx: the mapping",
        "pmx: the repairs",
        "mutation by swap",
        "the child",
    ]


@pytest.mark.parametrize("elitism", [0, 1])
def test_if_the_best_was_not_crossed_another_child_is_shown(elitism: int) -> None:
    search = Evolve(QueensProblem(n=12), EvolveSettings(pc=0.5, elitism=elitism), 1)
    second_titles = set()
    for _ in range(12):
        search.advance(1)
        pages = look_into(search, PARTS)
        titles = [page.title for page in pages]
        second_titles.add(titles[1] if len(titles) > 1 else titles[0])
        assert [title.rpartition("pmx: ")[2] for title in titles if "pmx" in title] == [
            "the section",
            "the mapping",
            "the repairs",
        ]
        if not any(title.startswith("pmx") for title in titles):
            shown = pages[-1]
            ranks = sorted(int(rank) for rank in shown.rows[-1].cells)
            assert ranks == list(range(1, 13)), "the last page shows a child whose rows all differ"
            another = pages[titles.index("another child, by pmx: the section")]
            assert "The best was not crossed; child" in another.sentence
    assert "pmx: the section" in second_titles
    assert len(second_titles) > 1


def test_without_crossover_no_crossover_page_is_shown() -> None:
    search = Evolve(QueensProblem(n=12), EvolveSettings(pc=0.0), 1)
    search.advance(2)
    titles = [page.title for page in look_into(search, PARTS)]
    assert titles[:2] == ["tournament", "no crossover"]
    assert titles[-1] == "the child"


@pytest.mark.parametrize("pm", [0.0, 1.0])
@pytest.mark.parametrize("seed", range(1, 6))
def test_the_page_of_the_child_marks_the_repairs_as_the_page_of_the_repairs_does(pm: float, seed: int) -> None:
    search = Evolve(QueensProblem(n=12), EvolveSettings(pc=1.0, pm=pm, elitism=0), seed)
    search.advance(2)
    pages = {page.title: page for page in look_into(search, PARTS)}
    repaired, child = pages["pmx: the repairs"].rows[-1], pages["the child"].rows[-1]
    fixed = {place for place in range(12) if repaired.mark(place) == REPAIRED}
    moved = {place for place in range(12) if repaired.cells[place] != child.cells[place]}
    assert {place for place in range(12) if child.mark(place) == REPAIRED} == fixed - moved
    assert {place for place in range(12) if child.mark(place) == MOVED} == moved
    assert bool(moved) == bool(pm)
