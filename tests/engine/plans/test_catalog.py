"""The catalogue: names are unique, descriptions are complete, and examples are valid plans."""

import pytest

from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.plans.catalog import PUZZLES, puzzle
from knightwatch.engine.plans.plan import Plan
from knightwatch.engine.plans.puzzle import Puzzle
from tests.support.strategies import NAMES, SOLVERS, AnySearch


def test_puzzles_and_solvers_are_found_by_unique_names() -> None:
    assert len(set(NAMES)) == len(NAMES)
    for each, solver in SOLVERS:
        assert puzzle(each.name) is each
        assert each.solver(solver.name) is solver


def test_an_unknown_name_raises_with_the_known_names() -> None:
    with pytest.raises(BadInput, match=r"^puzzle is chess, but must be one of tour, swap, queens$"):
        puzzle("chess")
    with pytest.raises(BadInput, match=r"^solver is magic, but must be one of evolve, min-conflicts"):
        puzzle("queens").solver("magic")


@pytest.mark.parametrize(("puzzle", "solver"), SOLVERS, ids=NAMES)
def test_every_solver_has_one_line_descriptions(puzzle: Puzzle, solver: type[AnySearch]) -> None:
    for words in (puzzle.title, puzzle.summary, solver.name, solver.summary, solver.unit, solver.milestone):
        assert words
        assert "\n" not in words


@pytest.mark.parametrize("puzzle", PUZZLES, ids=[p.name for p in PUZZLES])
def test_every_example_is_a_valid_plan(puzzle: Puzzle) -> None:
    titles = [example.words for example in puzzle.examples]
    assert len(set(titles)) == len(titles) > 0
    for example in puzzle.examples:
        status = "impossible" if "impossible" in example.words else "running"
        assert Plan.read(puzzle, example.values).search().status == status
