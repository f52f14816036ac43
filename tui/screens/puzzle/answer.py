"""Somebody else's answer on the screen: square by square or move by move, and in the end what is told of it."""

from knightwatch.engine.plans.plan import Plan
from knightwatch.engine.plans.shown import ShownAnswer
from knightwatch.tui.screens.base.pages import PagesScreen


class AnswerScreen(PagesScreen):
    """The pages of an answer, the last of them first."""

    def __init__(self, shown: ShownAnswer) -> None:
        super().__init__(shown.pages, shown.page, shown.pages - 1)


def read_answer(plan: Plan, text: str) -> ShownAnswer:
    """Return the answer that a pasted text is; raises BadInput where it is none."""
    question = next(question for question in plan.puzzle.questions if question.name == "show")
    shown = plan.ask(question, f"{text}\n")  # which is no name of a file
    assert isinstance(shown, ShownAnswer)
    return shown
