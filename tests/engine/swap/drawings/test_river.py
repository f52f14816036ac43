"""Moves between files on the real board: legal moves, one knight per file, back to the home rank if possible."""

from itertools import pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knightwatch.engine.core.frame import Board
from knightwatch.engine.core.run import Run
from knightwatch.engine.plans.catalog import puzzle
from knightwatch.engine.plans.plan import Plan
from knightwatch.engine.swap.drawings.river import HOME, RANKS, Crossing, rows_of
from knightwatch.engine.swap.problem import SwapProblem
from tests.models.swap import moves


@st.composite
def trips(draw: st.DrawFn) -> list[int]:
    files = [draw(st.integers(0, 7))]
    for _ in range(draw(st.integers(0, 8))):
        files.append(draw(st.sampled_from([f for f in range(8) if 1 <= abs(f - files[-1]) <= 2])))
    return files


@given(trips())
def test_a_trip_has_legal_moves_and_ends_near_its_rank(files: list[int]) -> None:
    rows = rows_of(files)
    assert rows[0] == HOME
    for (file, row), (there, to) in pairwise(zip(files, rows, strict=True)):
        assert sorted((abs(there - file), abs(to - row))) == [1, 2]
        assert 0 <= to < RANKS
    climbs = [3 - abs(b - a) for a, b in pairwise(files)]
    ends = []
    for signs in product((-1, 1), repeat=len(climbs)):
        way = [HOME]
        for sign, climb in zip(signs, climbs, strict=True):
            way.append(way[-1] + sign * climb)
        if all(0 <= row < RANKS for row in way):
            ends.append(abs(way[-1] - HOME))
    assert abs(rows[-1] - HOME) == min(ends)


def knights_on(board: Board) -> dict[int, str]:
    """Return the letters of the knights by their squares."""
    pairs = zip(board.squares.tolist(), board.kinds.tolist(), strict=True)
    return {square: board.marks[kind].ascii for square, kind in pairs if board.marks[kind].ascii in "BW"}


def assert_crossing(positions: list[str]) -> None:
    problem = SwapProblem(from_=positions[0], to=positions[-1], moves="files")
    crossing = Crossing(problem, positions)
    boards = [crossing.board(place) for place in range(len(positions))]
    for text, board in zip(positions, boards, strict=True):
        assert (board.rows, board.cols) == (RANKS, len(text))
        letters = {square % board.cols: letter for square, letter in knights_on(board).items()}
        assert len(letters) == len(knights_on(board))
        assert letters == {file: letter for file, letter in enumerate(text) if letter in "BW"}
    assert crossing.moves[0] is None
    for (before, after), move in zip(pairwise(boards), crossing.moves[1:], strict=True):
        assert move is not None
        old, new = knights_on(before), knights_on(after)
        assert old.pop(move[0]) == new.pop(move[1])
        assert old == new
        (row, file), (to, there) = (divmod(square, before.cols) for square in move)
        assert sorted((abs(there - file), abs(to - row))) == [1, 2]
        left = [
            s for s, k in zip(after.squares.tolist(), after.kinds.tolist(), strict=True) if after.marks[k].ascii == "o"
        ]
        assert left == [move[0]]


@given(st.permutations("BBW.."), st.integers(0, 2), st.data())
def test_moves_between_files_are_legal_on_the_board(letters: list[str], missing: int, data: st.DataObject) -> None:
    files = len(letters)
    ways = [[there for there in range(files) if 1 <= abs(there - file) <= 2] for file in range(files)]
    positions = ["".join(letters)]
    for _ in range(data.draw(st.integers(0, 12))):
        positions.append(data.draw(st.sampled_from(moves(positions[-1], ways))))
    assert_crossing([text + "#" * missing for text in positions])


@pytest.mark.parametrize("solver", ["breadth", "both-ends"])
def test_loyds_knights_cross_the_danube_by_19_legal_moves(solver: str) -> None:
    plan = Plan.read(puzzle("swap"), {"preset": "danube", "solver": solver, "seed": "1"})
    run = Run(plan.search())
    for _ in run.slices():
        pass
    positions = run.search.answer()["positions"]
    assert len(positions) == 20
    assert_crossing(positions)
