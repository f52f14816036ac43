"""Knights that change places: the published numbers of moves and positions."""

import pytest

from knightwatch import solve
from knightwatch.engine.plans.catalog import SWAP_TABLE, puzzle
from knightwatch.engine.plans.plan import Plan
from knightwatch.engine.swap.positions import Positions
from knightwatch.engine.swap.problem import SwapProblem
from knightwatch.engine.swap.questions.solutions import solutions
from knightwatch.engine.swap.solvers.within_level import printed_ways

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


PRINTED_DICTIONARY = {
    0: [7, 5],
    1: [6, 8],
    2: [7, 3],
    3: [10, 2, 8],
    4: [9, 11],
    5: [10, 0, 6],
    6: [1, 5, 11],
    7: [0, 2],
    8: [1, 3, 9],
    9: [4, 8],
    10: [3, 5],
    11: [4, 6],
}
"""The dictionary of moves on 4 x 3, as the thesis prints it."""
COMPARISONS = (899, 15_794, 483_943, 781_112, 7_981_426, 154_062_304, 373_865_476, 2_483_791_227, 18_626_993_956)
BOARDS = (30, 98, 490, 553, 1784, 7008, 10_847, 27_071, 72_454)


def test_moves_have_the_order_of_the_printed_dictionary() -> None:
    assert dict(enumerate(map(list, printed_ways(SwapProblem())))) == PRINTED_DICTIONARY


@pytest.mark.parametrize(("row", "comparisons", "boards"), zip(SWAP_TABLE, COMPARISONS, BOARDS, strict=True))
def test_the_printed_search_makes_the_comparisons_of_the_printed_program(
    row: str, comparisons: int, boards: int
) -> None:
    """The last row makes about 8 million comparisons per published second."""
    result = solve(SwapProblem(**SWAP_TABLE[row]), solver="within-level")
    assert (result.work["comparisons"], result.work["positions"]) == (comparisons, boards)


def printed_program(start: str, goal: str) -> tuple[int, int]:
    """Return the comparisons and the boards of the printed program: one list, searched from its beginning."""
    boards, comparisons = [(start, 0)], 0
    for board, depth in boards:  # the list grows during the loop
        if board == goal:
            break
        for here, letter in enumerate(board):
            for there in PRINTED_DICTIONARY[here] if letter != "." else ():
                if board[there] != ".":
                    continue
                letters = list(board)
                letters[here], letters[there] = ".", letter
                made = "".join(letters), depth + 1
                known = made in boards
                comparisons += boards.index(made) + 1 if known else len(boards)
                if not known:
                    boards.append(made)
    return comparisons, len(boards)


@pytest.mark.parametrize("row", list(SWAP_TABLE)[:5])
def test_a_transcription_of_the_printed_program_agrees(row: str) -> None:
    problem = SwapProblem(**SWAP_TABLE[row])
    place = list(SWAP_TABLE).index(row)
    start, goal = map(problem.letters, (problem.from_, problem.goal))
    assert printed_program(start, goal) == (COMPARISONS[place], BOARDS[place])


def test_the_printed_search_expands_positions_again() -> None:
    result = solve(SwapProblem(), solver="within-level")
    assert (result.work["expanded"], len(result.answer.moves)) == (63_570, 16)
    assert result.work["expanded"] > Positions(SwapProblem()).arrangements == 18_480


@pytest.mark.parametrize(("preset", "number"), [("guarini", 4_726_784), ("six", 98_496), ("danube", 2)])
def test_famous_puzzles_have_this_number_of_shortest_solutions(preset: str, number: int) -> None:
    """Guarini's knights go round their ring in one of two ways; the order of the moves makes the number."""
    inquiry = solutions(Plan.read(SWAP, {"preset": preset}), "1")
    for _ in inquiry.slices():
        pass
    assert inquiry.number == number
