"""The family tree: every gene that is traced to an ancestor is there, and the tree ends at the first generation."""

import re
from typing import Any

import pytest

from knightwatch.engine.core.parts import ANCESTRY, Pages, family_tree
from knightwatch.engine.core.search import Search
from knightwatch.engine.evolution.family import NEW, SEVERAL, Made
from knightwatch.engine.plans.catalog import puzzle
from knightwatch.engine.plans.plan import Plan
from tests.support.strategies import plain

EVOLVING = [
    ("queens", {"solver": "evolve", "n": "12"}),
    ("queens", {"solver": "evolve", "n": "16", "crossover": "ox", "selection": "plus", "elitism": "3"}),
    ("queens", {"solver": "evolve", "n": "16", "crossover": "cx", "pc": "0.2", "pop": "7"}),
    ("tour", {"solver": "genetic", "rows": "6", "cols": "6", "start": "a1"}),
    ("tour", {"solver": "genetic", "rows": "5", "cols": "6", "survival": "two-children", "pm": "90"}),
]

UNTRACED = {NEW, *(made.sign for made in Made)}


def advanced(of: str, values: dict[str, str], steps: int) -> tuple[Search[Any, Any], Plan]:
    plan = Plan.read(puzzle(of), {"seed": "7"} | values)
    search = plan.search()
    search.prepare()
    search.advance(steps)
    return search, plan


def tree(search: Search[Any, Any], plan: Plan) -> Pages:
    """Replay the last generations of a search."""
    assert plan.parts.family
    moment = search.done
    search.rewind()
    search.advance(max(0, moment - ANCESTRY))
    return family_tree(search, plan.parts.family, moment)


@pytest.mark.parametrize(("of", "values"), EVOLVING)
@pytest.mark.parametrize("steps", [1, 2, 9])
def test_every_traced_gene_is_in_its_ancestor(of: str, values: dict[str, str], steps: int) -> None:
    search, plan = advanced(of, values, steps)
    before = plain(search.state)
    first, *ancestors = tree(search, plan)
    assert plain(search.state) == before
    assert len(ancestors) == min(search.done, ANCESTRY) > 0
    table = {row[0].strip(): row for row in first.table[1:]}
    for page in ancestors:
        _, best, sources, *older = page.rows
        rows = {row.name: row.cells for row in older}
        assert set(rows) == {name for name in table if len(name) == len(older[0].name)}
        for gene, (value, source) in enumerate(zip(best.cells, sources.cells, strict=True)):
            if source == SEVERAL:
                assert sum(cells[gene] == value for cells in rows.values()) > 1
            elif source not in UNTRACED:
                assert rows[source][gene] == value
            elif any(cells[gene] == value for cells in rows.values()):
                assert "not copied" in page.sentence
        traced = sum(source not in UNTRACED for source in sources.cells)
        counted = sum(int(table[name][-1]) for name in rows)
        assert counted >= traced
        # The column adds up, or the sentence says how many genes it counts more than once.
        assert (counted > traced) == bool(re.search(rf"count\w* for several of {page.title}", first.sentence))


def test_the_first_generation_is_random_and_a_survivor_has_one_parent() -> None:
    search, plan = advanced("queens", {"solver": "evolve", "n": "12", "elitism": "1", "pc": "0", "pm": "1"}, 1)
    page = tree(search, plan)[0]
    rows = {row[0].strip(): row for row in page.table[1:]}
    assert rows["A"][1] == "0"
    assert rows["A"][4] == "random"
    assert "B" not in rows


def test_solvers_without_a_population_have_no_tree() -> None:
    assert Plan.read(puzzle("queens"), {"solver": "backtrack"}).parts.family is None


def test_genes_that_a_swap_exchanged_are_called_moved_not_new() -> None:
    search, plan = advanced("queens", {"solver": "evolve", "n": "12", "pc": "0", "pm": "1", "elitism": "0"}, 1)
    first, parents = tree(search, plan)
    assert {row[0].strip(): row[4] for row in first.table[1:]}["best"] == "copy, swap"
    _, best, sources, parent = parents.rows
    moved = [gene for gene, source in enumerate(sources.cells) if source == Made.MOVED.sign]
    assert len(moved) == 2
    assert NEW not in sources.cells
    one, two = moved
    assert (best.cells[one], best.cells[two]) == (parent.cells[two], parent.cells[one])
    assert "moved 2" in first.sentence


def test_a_repaired_gene_is_not_new_even_if_a_parent_has_the_same() -> None:
    values = {"solver": "evolve", "n": "12", "seed": "1531180836"}
    search, plan = advanced("queens", values, 34)
    child = plan.parts.look(search)[-1]
    first, parents, *_ = tree(search, plan)
    _, best, sources, a, b = parents.rows
    place = parents.rows[0].cells.index("l")
    assert (best.cells[place], a.cells[place], b.cells[place]) == ("9", "4", "9")
    assert sources.cells[place] == Made.REPAIRED.sign
    assert "the same in l," in parents.sentence
    assert "the same in l," in child.sentence
    repaired = sources.cells.count(Made.REPAIRED.sign)
    assert f"the mapping repaired {repaired}" in first.sentence
    assert f"the mapping repaired {repaired}" in child.sentence


def test_grandparents_are_those_of_the_parent_that_was_copied() -> None:
    search, plan = advanced("queens", {"solver": "evolve", "n": "12", "seed": "356627822"}, 40)
    _, parents, grandparents = tree(search, plan)
    both, sources = parents.rows[2].cells, grandparents.rows[2].cells
    place = parents.rows[0].cells.index("a")
    assert both[place] == SEVERAL  # A and B have the same queen there; the section of the crossover copied that of B
    assert sources[place] == Made.REPAIRED.sign
    assert "the same in a, " in grandparents.sentence
