"""The story of the best child of a generation: each page says what can be worked out from the state by other means."""

import re
from textwrap import wrap

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.evolution import Selection
from engine.tour.counters import Survival
from engine.tour.problem import FROM_FIRST, FROM_SECOND, MUTATED
from engine.tour.solvers.genetic import Genetic
from engine.tour.solvers.pedigree import MOST_WALKS
from tests.models.genetic import MANY, WITH_HOLES, genetic, marked, model_of, squares
from tests.models.tour import asked


def source_of(search: Genetic, child: int, pair: int) -> list[int]:
    """Return from which parent each gene of a child came, as the model has it."""
    model, before, grown = model_of(search), squares(search, "before"), int(search.state["grown"][child])
    parents = [before[parent] for parent in search.state["parents"][pair]]
    lead = child % 2 if search.settings.survival is Survival.TWO_CHILDREN else 0
    model.cross(parents[lead], parents[1 - lead], lead)
    (source,) = model.source
    return source[:grown] + [2] * (len(source) - grown) if grown else source


@pytest.mark.parametrize("survival", Survival)
@pytest.mark.parametrize("rule", [0, 100])
def test_the_pages_tell_the_story_of_the_best_child(survival: Survival, rule: int) -> None:
    search = genetic(WITH_HOLES, pop=9, pm=50, survival=survival, rule=rule, tours=MANY, k=4)
    assert search.detail() == ()
    for _ in range(20):
        search.advance(1)
        state = search.state
        best = int(np.argmax(state["children_fitness"]))
        pair = best // 2 if survival is Survival.TWO_CHILDREN else best
        one, other = state["parents"][pair]
        before, fitness = squares(search, "before"), state["before_fitness"]
        pages = search.detail()
        assert [page.title for page in pages] == ["tournament", "first parent", "second parent", "child"]
        drawn = state["entrants"][pair].tolist()
        ranked = sorted(set(drawn), key=lambda e: (-fitness[e], drawn.index(e)))
        often = {e: f" {drawn.count(e)} times" if drawn.count(e) > 1 else "" for e in drawn}
        entrants = ", ".join(f"walk {e + 1} ({fitness[e]} squares){often[e]}" for e in ranked)
        both = f"walks {one + 1} and {other + 1}" if one != other else f"walk {one + 1} twice"
        assert pages[0].sentence == (
            f"4 draws from 9 walks, the best first: {entrants}. "
            f"The best two drawn are the parents: {both}. On the board: walk {one + 1}."
        )
        assert pages[0].board.trail.tolist() == pages[1].board.trail.tolist()
        for page, parent, letter in ((pages[1], one, "A"), (pages[2], other, "B")):
            assert page.sentence == (
                f"Walk {parent + 1} of generation {search.done - 1}: {fitness[parent]} squares. "
                f"Its genes are marked {letter} in the child."
            )
            assert [divmod(int(square), 6) for square in page.board.trail] == before[parent]
        grown = int(state["grown"][best])
        child, source = squares(search, "children")[best], source_of(search, best, pair)
        signs = (FROM_FIRST, FROM_SECOND, MUTATED)
        assert marked(pages[3].board) == {square: signs[source[child.index(square)]] for square in child}
        switches = [str(i + 1) for i in range(1, grown or len(child)) if source[i] != source[i - 1]]
        switched = f"switched parents at gene{'s' if len(switches) > 1 else ''} {', '.join(switches)}"
        how = "by Warnsdorff's rule" if rule == 0 else "at random"
        assert pages[3].sentence == (
            f"The best child, {state['children_fitness'][best]} squares: began with {'AB'[source[0]]}, "
            f"{switched if switches else 'never switched parents'}; "
            f"{f'grown anew {how} from gene {grown + 1} on' if grown else 'not mutated'}."
        )


def test_long_stories_are_cut_short() -> None:
    search = genetic(k=30, field=1, pm=0)
    search.advance(1)
    pages = search.detail()
    rest = len(set(search.state["entrants"][int(search.state["children_fitness"].argmax())].tolist())) - MOST_WALKS
    assert f" and {rest} more. The best two drawn" in pages[0].sentence
    assert re.search(r"switched parents at genes [\d, ]+ and \d+ more; not mutated", pages[3].sentence)


@pytest.mark.parametrize("selection", [kind for kind in Selection if kind is not Selection.TOURNAMENT])
def test_other_selections_name_the_parents(selection: Selection) -> None:
    walk = r"walk \d \(\d+ squares\)"
    two, same = rf"walks \d and \d: {walk} and {walk}", rf"walk \d twice: {walk}"
    told = set()
    for seed in range(20):
        search = genetic(seed=seed, pop=4, selection=selection, rule=100)
        search.advance(1)
        page = search.detail()[0]
        assert page.title == selection
        words = re.fullmatch(rf"By {selection}, the parents are (.*)\. On the board: walk \d\.", page.sentence)
        assert words
        assert re.fullmatch(f"{two}|{same}", words[1])
        told.add("twice" in words[1])
    assert told == {True, False}


@given(
    side=st.sampled_from([6, 44]),
    closed=st.booleans(),
    values=st.fixed_dictionaries(
        {"pop": st.sampled_from([2, 200]), "k": st.sampled_from([2, 3, 100]), "field": st.integers(1, 3)}
    ),
    seed=st.integers(0, 2**32),
)
def test_every_page_fits_the_lines_that_small_screens_have(
    side: int, closed: bool, values: dict[str, int], seed: int
) -> None:
    search = genetic(asked(side, side, closed=closed), seed, pm=50, **values)
    search.advance(3)
    for page in search.detail():
        assert len(wrap(page.sentence, 78)) <= 5
        assert len(wrap(page.sentence, 48)) <= 7
