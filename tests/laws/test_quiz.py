"""Questions about the next step: asking changes nothing, and every answer is graded by the step that follows."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from knightwatch.engine.core.frame import Status
from knightwatch.engine.core.quiz import NONE, AnswerKind, Prediction
from knightwatch.engine.plans.catalog import PUZZLES
from knightwatch.engine.plans.puzzle import Puzzle
from knightwatch.tui.widgets.page import MOST
from tests.support.strategies import AnySearch, makers, plain

ASKED = [(puzzle, solver) for puzzle in PUZZLES for solver in puzzle.solvers if solver.name in puzzle.quiz_at]
every_asked_solver = pytest.mark.parametrize(
    ("puzzle", "solver"), ASKED, ids=[f"{puzzle.name}-{solver.name}" for puzzle, solver in ASKED]
)


def wrong_answer(question: Prediction) -> int | None:
    """Return an answer that the question does not count; None if it counts them all."""
    board = question.page.board
    number = 2 * question.right[0] + 7
    answers = {
        AnswerKind.SQUARE: range(board.rows * board.cols),
        AnswerKind.CHOICE: range(len(question.choices)),
        AnswerKind.NUMBER: range(number, number + 1),
    }
    return next((answer for answer in answers[question.kind] if answer not in question.right), None)


@every_asked_solver
@settings(max_examples=8)
@given(data=st.data())
def test_asking_changes_nothing_and_the_step_decides(
    puzzle: Puzzle, solver: type[AnySearch], data: st.DataObject
) -> None:
    search = data.draw(makers(puzzle, solver))()
    search.advance(data.draw(st.integers(0, 80), label="steps"))
    quiz, state, running = puzzle.quiz(solver.name), plain(search.state), search.status is Status.RUNNING
    assert quiz
    question = quiz.predict(search)
    assert plain(search.state) == state
    assert (search.status is Status.RUNNING) == running
    if question is None:
        return
    assert running
    assert question.until > search.done
    assert "?" in question.page.sentence
    assert 1 <= len(question.page.pictures) <= MOST
    assert len(set(question.right)) == len(question.right)
    assert all(question.is_right(answer) and question.named(answer) for answer in question.right)
    wrong = wrong_answer(question)
    if wrong is not None:
        assert not question.is_right(wrong)
        assert question.named(question.right[0]) in question.verdict(wrong)
    if question.none:
        assert question.is_right(NONE) == (question.right[0] == NONE)
    search.advance(question.until - search.done)
    assert search.done == question.until
