"""Predict, then see: before each step the screen asks what it will do. The key `A` switches this on and off."""

from functools import partial

from textual import work
from textual.binding import Binding

from knightwatch.engine.core.frame import Status
from knightwatch.engine.core.quiz import Prediction
from knightwatch.tui.key_order import OPENING
from knightwatch.tui.screens.base.question import question_screen
from knightwatch.tui.screens.puzzle.bookmarks import BookmarkScreen
from knightwatch.tui.screens.puzzle.run_view import RunView
from knightwatch.tui.workers.run import Runner
from knightwatch.tui.workers.worker import Ask, Seek


class PredictingScreen(BookmarkScreen):
    """The screen of a run whose steps users can predict."""

    BINDINGS = [
        Binding("A", "predict", "Predict", show=False, tooltip="ask me before each step what it will do, or stop that"),
        Binding("enter", "ask", "Ask", show=False, tooltip="while predicting: the next question (also →)"),
    ]

    predicting = False
    """Whether the screen asks before each step."""
    secret = False
    """Whether a lecture is going to ask about the next step."""

    def reset_score(self) -> None:
        """Forget all answers, for another run."""
        self._answers: dict[int, bool] = {}
        """For each step that was asked about: whether the first answer was right."""
        self._show_predicting()

    @property
    def score(self) -> str:
        """The number of right answers and of all answers; empty before the first."""
        return f"{sum(self._answers.values()):,} of {len(self._answers):,} right" if self._answers else ""

    def _show_predicting(self, remark: str = "", until: int = -1) -> None:
        """Show a remark about a step, and hide on the run what would tell the next answer."""
        view, quiz = self.query_one(RunView), self.runner.plan.quiz
        view.remark = until, remark
        view.score = (self.score or "no answer yet") if self.predicting else ""
        view.quiz = quiz if self.predicting or self.secret else None

    def action_predict(self) -> None:
        """Begin to ask before each step, with the first question at once; or stop asking."""
        name = self.runner.plan.solver.name
        if not self.predicting and self.runner.plan.quiz is None:
            self.notify(f"{name} has no questions: the board does not tell its next step.")
            return
        self.predicting = not self.predicting
        self._show_predicting()
        self.show()
        if self.predicting:
            self.action_ask()
        else:
            self.notify(f"No more questions. Your answers: {self.score or 'none'}.")

    def action_step(self, by: int) -> None:
        """Go one step; while predicting, ask before a step forwards."""
        if by > 0 and self.predicting and self.runner.plan.quiz:
            self.action_ask()
        else:
            super().action_step(by)

    @work(exclusive=True, group=OPENING)
    async def action_ask(self) -> None:
        """Ask about the next step; a step without a question is done at once."""
        if not self.predicting or not await self.find_question():
            return
        runner, question = self.runner, self.runner.prediction
        if question:
            answered = partial(self._on_answer, runner, runner.moment, question)
            self.app.push_screen(question_screen(question, self.score), answered)
        else:
            self._show_predicting("This step had no question.", runner.moment + 1)
            super().action_step(1)

    async def find_question(self) -> bool:
        """Let the runner make the question about the next step; return False if the run has ended or was changed."""
        if not await self.wait_until_paused() or not self.is_current:
            return False
        if self.runner.report.status is not Status.RUNNING:
            self.run_unless_ended(Seek(self.runner.moment))
            return False
        order = Ask(self.runner.moment)
        self.send(order)
        return await self.wait_until_done(order) and self.is_current

    def keep_secret(self, secret: bool) -> None:
        """Hide on the run what would tell the answer to the question of a lecture, or show it again."""
        self.secret = secret
        self._show_predicting()
        self.show()

    def see(self, words: str, until: int) -> None:
        """Go to the step that shows the answer, and show words about it."""
        self._show_predicting(words, until)
        self.send(Seek(until))

    def _on_answer(self, runner: Runner, moment: int, question: Prediction, answer: int | None) -> None:
        """Do the step, and say whether the answer was right; a second answer to a question does not count."""
        if runner is not self.runner:
            return
        if answer is None:
            self.notify("Skipped: enter asks again, A ends the questions.")
            return
        again = moment in self._answers
        self._answers.setdefault(moment, question.is_right(answer))
        counted = "asked before, so not counted" if again else self.score
        self.see(f"{question.verdict(answer)} ({counted})", question.until)
