"""Knights that change places: the published numbers of moves and positions."""

import pytest

from knightwatch import solve
from knightwatch.engine.plans.catalog import puzzle
from knightwatch.engine.plans.plan import Plan
from knightwatch.engine.swap.positions import Positions
from knightwatch.engine.swap.problem import SwapProblem

SWAP = puzzle("swap")
SOLVERS = [solver.name for solver in SWAP.solvers]


def moves_of(problem: SwapProblem, solver: str) -> int:
    result = solve(problem, solver=solver)
    assert result.solved
    return len(result.answer.moves)


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize(("preset", "moves"), [("guarini", 16), ("six", 16), ("danube", 19)])
def test_famous_puzzles_take_the_published_number_of_moves(preset: str, moves: int, solver: str) -> None:
    problem = Plan.read(SWAP, {"preset": preset}).problem
    assert isinstance(problem, SwapProblem)
    assert moves_of(problem, solver) == moves


ROWS_SWAPPED = [(3, 3, 8), (3, 4, 10), (4, 3, 16), (4, 4, 16), (3, 5, 14), (4, 5, 22), (5, 4, 16), (5, 5, 22)]


@pytest.mark.parametrize(("rows", "cols", "moves"), ROWS_SWAPPED)
def test_swapped_rows_take_the_independently_computed_moves(rows: int, cols: int, moves: int) -> None:
    start = "/".join(["B" * cols, *["." * cols] * (rows - 2), "W" * cols])
    most = {
        "within-level": 12,
        "breadth": 16,
        "both-ends": 16,
    }  # squares; larger boards take seconds
    for solver in SOLVERS:
        if rows * cols <= most.get(solver, 25):
            assert moves_of(SwapProblem(from_=start), solver) == moves


def test_the_numbers_of_positions_are_the_published_ones() -> None:
    assert Positions(SwapProblem(from_="BBBB/..../..../WWWW")).arrangements == 900_900
    assert Positions(SwapProblem(from_="BBBBB/...../...../WWWWW")).arrangements == 46_558_512
    assert Positions(SwapProblem(from_="BBBB.WWW", to="WWW.BBBB", moves="files")).arrangements == 280


def test_the_printed_search_makes_18_632_661_571_comparisons() -> None:
    """About 8 million comparisons per published second. It expands 63,570 positions; breadth expands 17,161."""
    problem = Plan.read(SWAP, {"preset": "3+3"}).problem
    assert isinstance(problem, SwapProblem)
    result = solve(problem, solver="within-level")
    assert (result.work["expanded"], result.work["comparisons"]) == (63_570, 18_632_661_571)
    assert len(result.answer.moves) == 16
