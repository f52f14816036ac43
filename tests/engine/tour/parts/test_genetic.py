"""The pages about the best child of a generation, compared with a model."""

import re
from textwrap import wrap

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from knightwatch.engine.core.page import Page
from knightwatch.engine.core.parts import look_into
from knightwatch.engine.tour.kernels.genetic import Survival
from knightwatch.engine.tour.kernels.genetic_operators import WalkSelection
from knightwatch.engine.tour.parts.genetic import PARTS
from knightwatch.engine.tour.problem import FROM_FIRST, FROM_SECOND, MUTATED
from knightwatch.engine.tour.solvers.genetic import Genetic
from tests.models.genetic import MANY, WITH_HOLES, genetic, marked, model_of, squares
from tests.models.tour import asked


def pages_of(search: Genetic) -> tuple[Page, ...]:
    return look_into(search, PARTS)


def source_of(search: Genetic, child: int, pair: int) -> list[int]:
    """Return which parent each gene of a child is from, according to the model."""
    model, before, grown = model_of(search), squares(search, "before"), int(search.state["grown"][child])
    parents = [before[parent] for parent in search.state["parents"][pair]]
    lead = child % 2 if search.settings.survival is Survival.TWO_CHILDREN else 0
    model.cross(parents[lead], parents[1 - lead], lead)
    (source,) = model.source
    return source[:grown] + [2] * (len(source) - grown) if grown else source


@pytest.mark.parametrize("survival", Survival)
@pytest.mark.parametrize("rule", [0, 100])
def test_the_pages_agree_with_the_model(survival: Survival, rule: int) -> None:
    search = genetic(WITH_HOLES, pop=9, pm=50, survival=survival, rule=rule, tours=MANY, k=4)
    assert pages_of(search) == ()
    for _ in range(12):
        search.advance(1)
        chosen, made, *survived = pages_of(search)
        state = search.state
        best = int(np.argmax(state["children_fitness"]))
        shown = state["walks"][state["fitness"].argmax()]
        if same := [i for i, child in enumerate(state["children"]) if np.array_equal(child, shown)]:
            best = same[0]
        assert bool(survived) == (not same)
        pair = best // 2 if survival is Survival.TWO_CHILDREN else best
        one, other = state["parents"][pair].tolist()
        before, fitness = squares(search, "before"), state["before_fitness"]
        assert (chosen.title, made.title) == ("tournament", "parents and child")
        drawn = state["entrants"][pair].tolist()
        both = f"walks {one + 1} and {other + 1}" if one != other else f"walk {one + 1} twice"
        assert f"4 random draws from the 9 walks of generation {search.done - 1}." in chosen.sentence
        assert chosen.sentence.endswith(f" {both}.")
        rows = {int(walk) - 1: (int(worth), int(often), parent) for walk, worth, often, parent in chosen.table[1:]}
        letters = {other: "B"} | {one: "A"} if one != other else {one: "A and B"}
        assert rows == {e: (fitness[e], drawn.count(e), letters.get(e, "")) for e in drawn}
        assert [worth for worth, _, _ in rows.values()] == sorted((w for w, _, _ in rows.values()), reverse=True)
        for picture, parent in zip(made.pictures, (one, other), strict=False):
            assert [divmod(int(square), 6) for square in picture.board.trail] == before[parent]
        grown = int(state["grown"][best])
        child, source = squares(search, "children")[best], source_of(search, best, pair)
        signs = (FROM_FIRST, FROM_SECOND, MUTATED)
        assert marked(made.pictures[2].board) == {square: signs[source[child.index(square)]] for square in child}
        assert list(made.rows[3].marks) == [signs[each] for each in source]
        names = {mark: row.cells for mark, row in zip(signs, made.rows[1:3], strict=False)}
        for gene, mark in enumerate(made.rows[3].marks):
            assert mark in (None, MUTATED) or names[mark][gene] == made.rows[3].cells[gene]
        switches = [str(i + 1) for i in range(1, grown or len(child)) if source[i] != source[i - 1]]
        switched = f"switched parents at gene{'s' if len(switches) > 1 else ''} {', '.join(switches)}"
        how = "by Warnsdorff's rule" if rule == 0 else "at random"
        assert made.sentence == (
            f"The best child, {state['children_fitness'][best]} squares: began with {'AB'[source[0]]}, "
            f"{switched if switches else 'never switched parents'}; "
            f"{f'mutated {how} from gene {grown + 1} on' if grown else 'not mutated'}."
        )


def test_long_lists_of_genes_are_shortened() -> None:
    search = genetic(k=30, field=1, pm=0)
    search.advance(1)
    assert re.search(r"switched parents at genes [\d, ]+ and \d+ more; not mutated", pages_of(search)[1].sentence)


def test_a_sentence_names_all_genes_that_fit_a_small_screen() -> None:
    search = genetic(k=30, field=3, pm=0)
    for _ in range(5):
        search.advance(1)
        made = pages_of(search)[1]
        first, second = (
            [cell for cell, mark in zip(row.cells, row.marks, strict=True) if mark] for row in made.rows[1:3]
        )
        marks = made.rows[3].marks
        switches = [gene + 1 for gene in range(1, len(marks)) if marks[gene] is not marks[gene - 1]]
        assert first
        assert second
        assert len(switches) > 12
        assert f"genes {', '.join(map(str, switches))}; not mutated" in made.sentence


@pytest.mark.parametrize("selection", [kind for kind in WalkSelection if kind is not WalkSelection.TOURNAMENT])
def test_other_selections_name_the_parents(selection: WalkSelection) -> None:
    search = genetic(pop=4, selection=selection, rule=100)
    search.advance(1)
    page = pages_of(search)[0]
    assert (page.title, page.table) == (selection, ())
    assert re.search(rf"by {selection} .*: (walks \d and \d|walk \d twice) of generation 0\.", page.sentence)


@given(
    side=st.sampled_from([6, 44]),
    closed=st.booleans(),
    values=st.fixed_dictionaries(
        {"pop": st.sampled_from([2, 200]), "k": st.sampled_from([2, 3, 100]), "field": st.integers(1, 3)}
    ),
    seed=st.integers(0, 2**32),
)
def test_sentences_fit_four_lines_of_a_small_screen(side: int, closed: bool, values: dict[str, int], seed: int) -> None:
    search = genetic(asked(side, side, closed=closed), seed, pm=50, **values)
    search.advance(3)
    for page in pages_of(search):
        assert len(wrap(page.sentence, 78)) <= 4


def test_a_worse_best_shows_the_lost_walk_and_what_became_of_it() -> None:
    search = genetic(WITH_HOLES, pop=9, pm=50, survival=Survival.CHILD, rule=100, tours=MANY, k=2)
    setback, shown = PARTS.setback, 0
    assert setback
    for _ in range(60):
        search.advance(1)
        if not setback.happened(search):
            continue
        (insight,) = setback.explain(search, {})
        assert insight
        assert insight.page
        state, shown = search.state, shown + 1
        best = int(state["before_fitness"].max())
        lost, *others = insight.page.pictures
        assert lost.name.endswith(f", {best:,} of {search.goal:,}")
        drawn = bool((state["before_fitness"][state["parents"]] == best).any())
        assert bool(others) == drawn
        assert ("best child" in insight.sentence) == drawn
        assert all(int(re.findall(r"([\d,]+) of", each.name)[0]) < best for each in others[-1:])
    assert shown
