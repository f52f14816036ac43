"""Problems as authors of solvers see them, compared with brute force and with the built-in graphs."""

import doctest
import json
import subprocess
import sys
from dataclasses import asdict
from importlib import import_module
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knightwatch.engine.boards import neighbours
from knightwatch.engine.queens.problem import QueensProblem
from knightwatch.engine.queens.task import QueensTask
from knightwatch.engine.swap.positions import Positions
from knightwatch.engine.swap.problem import SwapProblem
from knightwatch.engine.swap.task import SwapTask
from knightwatch.engine.tour.problem import TourProblem
from knightwatch.engine.tour.task import TourTask
from tests.models import queens, swap, tour
from tests.models.tour import around, asked, named, squares_of

MODULES = [f"knightwatch.engine.{puzzle}.task" for puzzle in ("tour", "queens", "swap")]
PROBLEMS = tour.problems() | queens.problems | swap.problems()


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_task_hold(name: str) -> None:
    result = doctest.testmod(import_module(name))
    assert result.attempted
    assert not result.failed


def test_tasks_import_only_the_standard_library() -> None:
    code = f"import sys, {', '.join(MODULES)}; print(*{{name.split('.')[0] for name in sys.modules}})"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not {"numpy", "pydantic", "numba", "textual"} & set(run.stdout.split())


@given(PROBLEMS)
def test_a_task_survives_json(problem: Any) -> None:
    task = problem.task
    assert type(task)(**json.loads(json.dumps(asdict(task)))) == task


@given(tour.problems())
def test_a_tour_task_has_the_squares_and_moves_of_its_problem(problem: TourProblem) -> None:
    task, board = problem.task, squares_of(problem)
    assert set(task.squares) == board
    assert task.size == len(task.squares) == problem.squares
    assert list(task.squares) == sorted(task.squares)
    assert (task.start, task.closed) == (tour.start_of(problem) if problem.start else None, problem.closed)
    assert list(task.starts) == [divmod(start, problem.cols) for start in problem.possible_starts.tolist()]
    for square in task.squares:
        assert task.neighbours(square) == around(board, square)
        assert task.name(square) == named(square, problem.rows)


def test_neighbours_come_in_the_built_in_order() -> None:
    task = TourTask(8, 8)
    for row, col in task.squares:
        assert task.neighbours((row, col)) == [divmod(there, 8) for there in neighbours(row * 8 + col, 8, 8)]


def test_a_list_of_neighbours_belongs_to_the_caller() -> None:
    task = TourTask(8, 8)
    task.neighbours((0, 0)).clear()
    assert task.neighbours((0, 0)) == [(2, 1), (1, 2)]


@pytest.mark.parametrize("square", [(8, 0), (-1, 3), (2, 2)])
def test_a_square_outside_the_board_has_no_neighbours(square: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="not a square of this board"):
        TourTask(8, 8, holes=((2, 2),)).neighbours(square)


@given(st.integers(1, 12).flatmap(lambda n: st.lists(st.none() | st.integers(0, n - 1), min_size=n, max_size=n)))
def test_attacks_are_the_attacking_pairs(rows: list[int | None]) -> None:
    placed = [(col, row) for col, row in enumerate(rows) if row is not None]
    expected = sum(queens.attack(a, b) for place, a in enumerate(placed) for b in placed[:place])
    assert QueensTask(len(rows)).attacks(rows) == expected


def test_a_queens_task_names_squares_as_on_the_board() -> None:
    task = QueensProblem(n=30).task
    assert [task.name(0, 29), task.name(27, 0)] == ["a1", "ab30"]


@given(swap.problems(), st.data())
def test_moves_of_knights_agree_with_the_built_in_solvers(problem: SwapProblem, data: st.DataObject) -> None:
    task, positions = problem.task, Positions(problem)
    assert (task.start, task.goal) == (problem.from_, problem.goal)
    here = task.start
    for _ in range(5):
        moves = task.moves(here)
        texts = [task.after(here, move) for move in moves]
        expected = [problem.text(positions.letters(n)) for n in positions.neighbours(positions.number(here))]
        assert texts == expected
        if not moves:
            break
        here = data.draw(st.sampled_from(texts))


@pytest.mark.parametrize("moves", ["knight", "files"])
def test_moves_are_those_of_an_answer(moves: str) -> None:
    problem = SwapProblem(from_="B.W" if moves == "files" else "BB./.../.WW", moves=moves)
    for move in problem.task.moves(problem.from_):
        position = problem.task.after(problem.from_, move)
        assert SwapProblem(from_=problem.from_, to=position, moves=moves).solves({"moves": [move]})


@pytest.mark.parametrize(("move", "word"), [(((0, 1), (2, 0)), "no knight on b3"), (((0, 0), (2, 1)), "b1 is not")])
def test_an_impossible_move_is_refused(move: Any, word: str) -> None:
    with pytest.raises(ValueError, match=word):
        SwapTask("B./../.W", "W./../.B").after("B./../.W", move)


def test_squares_have_the_names_of_the_problem() -> None:
    numbered = SwapProblem(from_="BB/../WW", names="numbers").task
    from_one = SwapProblem(from_="BB/../WW", names="numbers-from-1").task
    named = SwapProblem(from_="BB/../WW").task
    assert [task.name((2, 1)) for task in (numbered, from_one, named)] == ["5", "6", "b1"]
    assert SwapProblem(from_="B.W", moves="files").task.name("c") == "c"


def test_problems_of_examples_are_tasks() -> None:
    assert asked(3, 4, start=(0, 1), holes=[(2, 2)]).task == TourTask(3, 4, False, (0, 1), ((2, 2),))
