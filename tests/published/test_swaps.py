"""Knights that change places: the moves that famous puzzles take, and the arrangements that there are."""

import pytest

from knightwatch import solve
from knightwatch.engine.plans.catalog import puzzle
from knightwatch.engine.plans.plan import Plan
from knightwatch.engine.swap.positions import Positions
from knightwatch.engine.swap.problem import SwapProblem

SWAP = puzzle("swap")
SOLVERS = [solver.name for solver in SWAP.solvers]


def moves_of(problem: SwapProblem, solver: str) -> int:
    found = solve(problem, solver=solver)
    assert found.solved
    return len(found.answer.moves)


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize(("preset", "moves"), [("guarini", 16), ("six", 16), ("danube", 19)])
def test_the_famous_puzzles_take_the_published_number_of_moves(preset: str, moves: int, solver: str) -> None:
    problem = Plan.read(SWAP, {"preset": preset}).problem
    assert isinstance(problem, SwapProblem)
    assert moves_of(problem, solver) == moves


ROWS_SWAPPED = [(3, 3, 8), (3, 4, 10), (4, 3, 16), (4, 4, 16), (3, 5, 14), (4, 5, 22), (5, 4, 16), (5, 5, 22)]


@pytest.mark.parametrize(("rows", "cols", "moves"), ROWS_SWAPPED)
def test_rows_that_change_places_take_the_moves_that_were_computed_independently(
    rows: int, cols: int, moves: int
) -> None:
    start = "/".join(["B" * cols, *["." * cols] * (rows - 2), "W" * cols])
    most = {"within-level": 12, "breadth": 16, "both-ends": 16}  # squares: the printed search takes seconds for more
    for solver in SOLVERS:
        if rows * cols <= most.get(solver, 25):
            assert moves_of(SwapProblem(from_=start), solver) == moves


def test_eight_and_ten_knights_have_the_published_numbers_of_arrangements() -> None:
    assert Positions(SwapProblem(from_="BBBB/..../..../WWWW")).arrangements == 900_900
    assert Positions(SwapProblem(from_="BBBBB/...../...../WWWWW")).arrangements == 46_558_512
    assert Positions(SwapProblem(from_="BBBB.WWW", to="WWW.BBBB", moves="files")).arrangements == 280


def test_the_printed_search_takes_as_many_positions_and_comparisons_as_were_counted_independently() -> None:
    """That is 18.6 thousand million comparisons, some 8 million for each published second; breadth takes 17,161."""
    problem = Plan.read(SWAP, {"preset": "3+3"}).problem
    assert isinstance(problem, SwapProblem)
    found = solve(problem, solver="within-level")
    assert (found.work["expanded"], found.work["comparisons"]) == (63_570, 18_632_661_571)
    assert len(found.answer.moves) == 16
