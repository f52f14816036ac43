"""The question of a scene: it opens when the scene stops, and says after the answer whether it was right."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

from knightwatch.engine.core.quiz import Prediction
from knightwatch.engine.core.words import one_line
from knightwatch.engine.lab.races.race import Race
from knightwatch.tui.key_order import OPENING
from knightwatch.tui.lectures.ask import SceneAsk
from knightwatch.tui.screens.base.question import question_screen
from knightwatch.tui.screens.base.worker_screen import WorkerScreen
from knightwatch.tui.screens.puzzle.run_view import RunView
from knightwatch.tui.screens.puzzle.screen import PuzzleScreen

LONG = 60.0
"""Seconds for which a race shows whether the answer was right."""


class SceneQuestion:
    """A question on the screen of a scene."""

    opened = False
    """Whether the user has seen the question."""

    def __init__(
        self,
        screen: WorkerScreen[Any, Any],
        ask: SceneAsk,
        turn: Callable[[int], Awaitable[None]],
        answered: bool,
    ) -> None:
        """Prepare the question; until it is answered, the run hides what would tell the answer.

        `turn` plays another scene; `answered` says that the user answered the question on an earlier visit.
        """
        self._screen, self._ask, self._turn, self._runner = screen, ask, turn, screen.runner
        self.answered = answered
        self._leaves = False
        """Whether the user leaves the question for another scene."""
        if isinstance(screen, PuzzleScreen) and not answered:
            screen.keep_secret(True)

    def open(self) -> None:
        """Open the question, unless it was answered."""
        if self._screen.runner is not self._runner:
            self._screen.notify("This is another run than that of the question: b and n play the scene again.")
        elif not self.answered:
            self._screen.run_worker(self._open(), group=OPENING, exclusive=True)

    async def _open(self) -> None:
        screen = self._screen
        if not isinstance(screen, PuzzleScreen):
            race = screen.runner.race
            assert isinstance(race, Race)
            self._push(self._ask.prediction(race.racers[0].plan.problem.board()))
        elif not self._ask.by_engine:
            if await screen.wait_until_paused() and screen.is_current:
                view, board = screen.query_one(RunView), screen.runner.report.frame.board
                asked = self._ask.prediction(view.quiz.mask(board) if view.quiz else board)
                self._push(replace(asked, until=screen.runner.moment))
        elif await screen.find_question():
            if question := screen.runner.prediction:
                text = one_line(self._ask.text) or question.page.sentence
                why = f"{question.why} {one_line(self._ask.after)}".strip()
                self._push(replace(question, page=replace(question.page, sentence=text), why=why))
            else:
                screen.notify("There is no question about the next step.")

    def _push(self, question: Prediction) -> None:
        if self._screen.runner is not self._runner:
            return

        def on_answer(answer: int | None) -> None:
            if answer is None:
                if not self._leaves:
                    self._screen.notify("Skipped: enter asks again.")
                return
            self.answered = True
            self._screen.refresh_bindings()
            words = question.verdict(answer)
            if isinstance(self._screen, PuzzleScreen):
                self._screen.keep_secret(False)
                self._screen.see(words, question.until)
            else:
                self._screen.notify(words, timeout=LONG, markup=False)

        self.opened = True
        self._screen.app.push_screen(question_screen(question, turn=self._leave), on_answer)

    def _leave(self, by: int) -> None:
        """Play another scene."""
        self._leaves = True
        self._screen.app.call_later(self._turn, by)
