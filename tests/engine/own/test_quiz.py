"""Questions about users' solvers: the boards before and after a step give the answer."""

from pathlib import Path

from knightwatch.engine.core.quiz import NONE
from knightwatch.engine.own.template import template
from tests.support.own import write
from tests.support.pilot import plan

BACK = """
from knightwatch import Step
puzzle = "tour"
def solve(problem, random):
    yield Step([(0, 0), (2, 1)], "There.")
    yield Step([(0, 0)], "Back.")
    yield Step([(0, 0)], "Wait.")
    yield Step([(0, 0), (1, 2)], "There again.")
"""


def test_the_next_square_of_a_walk_is_asked_for(tmp_path: Path) -> None:
    of = plan("tour", solver=str(write(tmp_path / "walk.py", BACK)), rows="5", cols="5")
    search, quiz = of.search(), of.quiz
    assert quiz
    try:
        search.prepare()
        answers = []
        for _ in range(4):
            question = quiz.predict(search)
            answers.append(question.right[0] if question else None)
            search.advance(1)
        assert answers == [11, NONE, None, 7]
    finally:
        search.close()


def test_the_next_queen_is_asked_for(tmp_path: Path) -> None:
    file = write(tmp_path / "mine.py", template("queens", "backtrack"))
    of = plan("queens", solver=str(file), n="6")
    search, quiz = of.search(), of.quiz
    assert quiz
    try:
        search.prepare()
        for _ in range(8):
            question, before = quiz.predict(search), set(search.frame().board.squares.tolist())
            search.advance(1)
            assert question
            assert question.right[0] in set(search.frame().board.squares.tolist()) - before
    finally:
        search.close()


def test_a_swap_has_no_question(tmp_path: Path) -> None:
    file = write(tmp_path / "mine.py", template("swap", "breadth"))
    assert plan("swap", solver=str(file)).quiz is None
