"""An answer from a file or the clipboard: its squares or moves page by page, and the result of the check."""

from textual.binding import Binding

from knightwatch.engine.plans.plan import Plan
from knightwatch.engine.plans.shown import ShownAnswer
from knightwatch.tui.screens.base.pages import PagesScreen


class AnswerScreen(PagesScreen):
    """The pages of an answer; the last one, with the result, opens first."""

    def __init__(self, answer: ShownAnswer) -> None:
        super().__init__(answer.pages, answer.page, answer.pages - 1)


class CheckedAnswerScreen(AnswerScreen):
    """The pages of an answer that the command line names: without a search below, `q` quits."""

    BINDINGS = [
        Binding("d,g,q,escape", "app.quit", "Quit", key_display="q", tooltip="leave knightwatch"),
    ]


def read_answer(plan: Plan, text: str) -> ShownAnswer:
    """Read an answer from a pasted text; raises BadInput if it is not one."""
    question = next(question for question in plan.puzzle.questions if question.name == "show")
    answer = plan.ask(question, f"{text}\n")  # the line break keeps it from being read as a file name
    assert isinstance(answer, ShownAnswer)
    return answer
