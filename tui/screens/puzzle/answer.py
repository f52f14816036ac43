"""Answers from a file or the clipboard: one page by page with the result of the check, or several, a page for each."""

from textual.binding import Binding

from knightwatch.engine.plans.plan import Plan
from knightwatch.engine.plans.shown import ShownAnswer, ShownAnswers
from knightwatch.tui.screens.base.pages import PagesScreen


class AnswerScreen(PagesScreen):
    """The pages of an answer, the result first; or a page for each of several answers."""

    BINDINGS = [
        Binding("enter", "steps", "Steps", key_display="enter", tooltip="show this answer step by step"),
    ]

    def __init__(self, answer: ShownAnswer | ShownAnswers) -> None:
        super().__init__(answer.pages, answer.page, answer.first_page)
        self._answer = answer

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer steps only if this page is a whole answer that has several steps."""
        if action == "steps":
            return isinstance(self._answer, ShownAnswers) and self._answer.answers[self._index].pages > 1
        return super().check_action(action, parameters)

    def action_steps(self) -> None:
        """Show the answer of this page step by step."""
        if isinstance(self._answer, ShownAnswers):
            self.app.push_screen(AnswerScreen(self._answer.answers[self._index]))


class CheckedAnswerScreen(AnswerScreen):
    """The pages of an answer that the command line names: without a search below, `q` quits."""

    BINDINGS = [
        Binding("d,g,q,escape", "app.quit", "Quit", key_display="q", tooltip="leave knightwatch"),
    ]


def read_answer(plan: Plan, text: str) -> ShownAnswer | ShownAnswers:
    """Read an answer from a pasted text; raises BadInput if it is not one."""
    question = next(question for question in plan.puzzle.questions if question.name == "show")
    answer = plan.ask(question, f"{text}\n")  # the line break keeps it from being read as a file name
    assert isinstance(answer, ShownAnswer | ShownAnswers)
    return answer
