"""The catalogue: everything in it can be found, is whole and begins with something that works."""

import pytest

from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.plans.catalog import PUZZLES, puzzle
from knightwatch.engine.plans.plan import Plan
from knightwatch.engine.plans.puzzle import Puzzle
from tests.support.strategies import NAMES, SOLVERS, AnySearch


def test_puzzles_and_solvers_are_found_by_their_names_which_are_unique() -> None:
    assert len(set(NAMES)) == len(NAMES)
    for each, solver in SOLVERS:
        assert puzzle(each.name) is each
        assert each.solver(solver.name) is solver


def test_an_unknown_name_is_refused_with_the_known_ones() -> None:
    with pytest.raises(BadInput, match=r"^puzzle is chess, but must be one of tour, swap, queens$"):
        puzzle("chess")
    with pytest.raises(BadInput, match=r"^solver is magic, but must be one of evolve, min-conflicts"):
        puzzle("queens").solver("magic")


@pytest.mark.parametrize(("puzzle", "solver"), SOLVERS, ids=NAMES)
def test_every_solver_says_in_a_few_words_what_it_is(puzzle: Puzzle, solver: type[AnySearch]) -> None:
    for words in (puzzle.title, puzzle.summary, solver.name, solver.summary, solver.unit, solver.milestone):
        assert words
        assert "\n" not in words


@pytest.mark.parametrize("puzzle", PUZZLES, ids=[p.name for p in PUZZLES])
def test_every_example_is_a_plan(puzzle: Puzzle) -> None:
    titles = [example.words for example in puzzle.examples]
    assert len(set(titles)) == len(titles) > 0
    for example in puzzle.examples:
        status = "impossible" if "impossible" in example.words else "running"
        assert Plan.read(puzzle, example.values).search().status == status
