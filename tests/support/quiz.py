"""Questions about the next step of a search."""

from knightwatch.engine.core.frame import Board
from knightwatch.engine.core.quiz import Prediction
from knightwatch.engine.plans.plan import Plan


def asked(of: Plan, steps: int) -> tuple[Prediction | None, Board, Board]:
    """Return the question after some steps, and the boards before and after its answer."""
    search, quiz = of.search(), of.quiz
    assert quiz
    search.prepare()
    search.advance(steps)
    question, before = quiz.predict(search), search.frame().board
    search.advance(question.until - search.done if question else 0)
    return question, before, search.frame().board
