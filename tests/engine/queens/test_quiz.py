"""Questions about n-queens: the right answer is what the next step does on the board."""

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from knightwatch.engine.core.frame import Board
from knightwatch.engine.core.quiz import ASKED, NO, NONE, YES, YES_NO, AnswerKind, Prediction
from knightwatch.engine.queens.free_rows import AHEAD, EMPTY, OPEN, TAKEN
from knightwatch.engine.queens.neighbourhood import BEST
from knightwatch.engine.queens.plain import evolve
from knightwatch.engine.queens.problem import ATTACKED, QUEEN
from tests.models.evolution import cx, ox
from tests.models.queens import pairs
from tests.support.pilot import plan
from tests.support.quiz import asked


def queens_of(board: Board) -> dict[int, int]:
    """Return the row of each column's queen."""
    kinds = [place for place, mark in enumerate(board.marks) if mark in (QUEEN, ATTACKED)]
    return {int(s) % board.cols: int(s) // board.cols for s in board.squares[np.isin(board.kinds, kinds)]}


def marked(board: Board) -> list[int]:
    """Return the squares of the question."""
    return [int(s) for s, k in zip(board.squares, board.kinds, strict=True) if board.marks[k] == ASKED]


def attacked(rows: dict[int, int], x: int, y: int) -> bool:
    return any(row == y or abs(col - x) == abs(row - y) for col, row in rows.items() if col != x)


@settings(max_examples=60)
@given(
    n=st.integers(4, 10),
    steps=st.integers(0, 60),
    order=st.sampled_from(["fixed", "first-fail"]),
    check=st.sampled_from(["none", "forward"]),
    rows=st.sampled_from(["ascending", "random"]),
)
def test_backtracking_puts_the_queen_where_the_answer_says(n: int, steps: int, **values: str) -> None:
    question, _, after = asked(plan(solver="backtrack", n=str(n), **values), steps)
    if question is None:
        return
    queens = queens_of(after)
    if question.kind is AnswerKind.CHOICE:
        assert question.choices == YES_NO
        ahead = [x for x in range(n) if x not in queens]
        free = [sum(not attacked(queens, x, y) for y in range(n)) for x in ahead]
        looks_ahead = values["check"] == "forward" or values["order"] == "first-fail"
        dead = min(free) == 0 if looks_ahead else free[0] == 0
        assert question.right == (YES if dead else NO,)
        (square,) = marked(question.page.board)
        assert queens[square % n] == square // n
        return
    y, x = divmod(question.right[0], n)
    assert queens[x] == y
    shown = {question.page.board.marks[kind] for kind in question.page.board.kinds.tolist()}
    assert not shown & {TAKEN, OPEN, AHEAD, EMPTY}
    for other in question.right[1:]:
        assert values["rows"] == "random"
        assert other % n == x
        assert not attacked({col: row for col, row in queens.items() if col != x}, x, other // n)


@settings(max_examples=60)
@given(
    n=st.integers(4, 10),
    seed=st.integers(0, 99),
    steps=st.integers(0, 12),
    choice=st.sampled_from(["steepest", "first-choice"]),
    sideways=st.sampled_from(["0", "3"]),
)
def test_climbing_moves_the_queen_to_the_answer(n: int, seed: int, steps: int, **values: str) -> None:
    question, before, after = asked(plan(solver="climb", n=str(n), seed=str(seed), **values), steps)
    if question is None:
        return
    old, new = queens_of(before), queens_of(after)
    moved = [new[x] * n + x for x in range(n) if new[x] != old[x]]
    assert moved == [square for square in question.right[:1] if square != NONE]
    assert not {question.page.board.marks[kind] for kind in question.page.board.kinds.tolist()} & set(BEST)
    assert not len(question.page.board.heat)

    def attacks(square: int) -> int:
        rows = [square // n if x == square % n else old[x] for x in range(n)]
        return pairs(rows)

    if moved and values["choice"] == "steepest":
        elsewhere = [square for square in range(n * n) if old[square % n] != square // n]
        least = min(map(attacks, elsewhere))
        assert set(question.right) == {square for square in elsewhere if attacks(square) == least}


@settings(max_examples=60)
@given(n=st.integers(4, 12), seed=st.integers(0, 99), steps=st.integers(0, 60))
def test_a_trial_succeeds_as_the_answer_says(n: int, seed: int, steps: int) -> None:
    question, before, after = asked(plan(solver="min-conflicts", n=str(n), seed=str(seed)), steps)
    if question is None:
        return
    old, new = queens_of(before), queens_of(after)
    if question.kind is AnswerKind.SQUARE:
        y, x = divmod(question.right[0], n)
        assert old[x] == y
        assert attacked(old, x, y)
        assert new == old or new[x] != y
        return
    squares = marked(question.page.board)
    done = all(new.get(square % n) == square // n for square in squares)
    assert question.right == (YES if done else NO,)
    if len(squares) == 1:
        assert attacked(old, squares[0] % n, squares[0] // n) != done


def rows_of(question: Prediction, name: str, n: int) -> list[int]:
    return [n - int(cell) for row in question.page.rows if row.name == name for cell in row.cells]


@pytest.mark.parametrize("crossover", ["pmx", "ox", "cx"])
@settings(max_examples=30)
@given(n=st.integers(4, 10), seed=st.integers(0, 99), steps=st.integers(0, 8), k=st.integers(2, 4))
def test_evolution_breeds_as_the_answer_says(crossover: str, n: int, seed: int, steps: int, k: int) -> None:
    of = plan(solver="evolve", n=str(n), seed=str(seed), k=str(k), crossover=crossover, pop="20")
    question, _, _ = asked(of, steps)
    if question is None:
        return
    if question.kind is AnswerKind.CHOICE:
        attacks = [pairs([queens[x] for x in range(n)]) for queens in map(queens_of, boards(question))]
        assert set(question.right) == {place for place, each in enumerate(attacks) if each == min(attacks)}
        assert not any(board.links for board in boards(question))
        return
    own, other = rows_of(question, "A", n), rows_of(question, "B", n)
    section = [x for x, mark in enumerate(question.page.rows[1].marks) if mark]
    first, last = (section[0], section[-1] + 1) if section else (0, 0)
    pmx: Callable[..., list[int]] = evolve.pmx
    crossed = {
        "pmx": lambda: pmx(own, other, first, last),
        "ox": lambda: ox(own, other, first, last),
        "cx": lambda: cx(own, other),
    }
    expected = crossed[crossover]()
    file = question.page.rows[-1].marks.index(ASKED)
    assert question.right == (n - expected[file],)


def boards(question: Prediction) -> list[Board]:
    return [picture.board for picture in question.page.pictures]


def test_a_child_of_a_crossover_is_asked_about() -> None:
    titles = {question.page.title for steps in range(2) if (question := asked(plan(n="8"), steps)[0])}
    assert titles == {"a tournament", "crossover"}


def test_a_wrong_answer_names_one_of_several_right_ones_as_an_example() -> None:
    for seed in range(30):
        question, *_ = asked(plan(solver="climb", n="8", seed=str(seed)), 0)
        assert question
        queen = next(square for square in range(64) if square not in question.right)
        assert ("for example" in question.verdict(queen)) == (len(question.right) > 1)


def test_anneal_is_asked_with_the_change_and_the_temperature() -> None:
    kept, added = set[int](), set[int]()
    for steps in range(60):
        question, before, after = asked(plan("queens", solver="anneal", n="8", seed="1"), steps)
        if question is None:
            continue
        moved = queens_of(before) != queens_of(after)
        if "Is it kept" in question.page.sentence:
            assert "temperature is" in question.page.sentence
            share = float(question.page.sentence.split(" = ")[1].split("%")[0])
            assert question.right[0] == (YES if moved else NO)
            assert (YES if share >= 50 else NO) in question.right, "the likelier answer is right too"
            kept.add(question.right[0])
        else:
            fewer = pairs(list(queens_of(after).values())) <= pairs(list(queens_of(before).values()))
            assert not moved or question.right == (NO if fewer else YES,)
            added.add(question.right[0])
    assert kept == added == {YES, NO}
