"""Questions of scenes: a text with choices, a square or a number, or a question that the engine asks and answers."""

import time
from typing import TYPE_CHECKING, Annotated

from pydantic import Field, field_validator

from knightwatch.engine.core.declaration import Declared, Text
from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.words import one_line, quoted

if TYPE_CHECKING:
    from knightwatch.engine.core.frame import Board
    from knightwatch.engine.core.quiz import Prediction
    from knightwatch.engine.lab.races.race import Race
    from knightwatch.engine.plans.plan import Plan

NEXT = "next"
"""The answer that the engine knows: what the next step does."""
MOST_CHOICES, LONGEST_CHOICE = 9, 100
TRIAL_SECONDS = 5.0
"""Seconds that a check spends on the steps before a question."""

Stop = tuple[int, int | None, int | None]
"""Where a scene begins, and where it stops: at a step, after a number of milestones, or at the end."""
Long = Annotated[str, Text("a text of at most 300 characters"), Field(max_length=300)]


class SceneAsk(Declared):
    """The question of a scene. It opens when the scene stops."""

    text: Long = Field("", description="the question; with answer next it may be left out")
    answer: Annotated[str, Text("next, a square, a number, or the number of a choice"), Field(max_length=100)] = Field(
        description="next, a square, a number, or the number of a choice"
    )
    choices: Annotated[tuple[str, ...], Text("a list of texts")] = Field((), description="the choices, in order")
    after: Long = Field("", description="what to show after the answer")

    @field_validator("answer", mode="before")
    @classmethod
    def _number_as_text(cls, answer: object) -> object:
        return str(answer) if isinstance(answer, int) and not isinstance(answer, bool) else answer

    @property
    def by_engine(self) -> bool:
        """Whether the engine knows the answer."""
        return self.answer == NEXT

    def fault(self, subject: "Plan | Race", stop: Stop, thorough: bool) -> str:
        """Return the fault of a scene's question, or an empty text. If `thorough`, run the scene to find it."""
        from knightwatch.engine.boards import read_square
        from knightwatch.engine.plans.plan import Plan

        if self.by_engine:
            if not isinstance(subject, Plan) or subject.quiz is None:
                what = subject.solver.name if isinstance(subject, Plan) else "a race"
                return f"answer is next, but {what} has no questions"
            if self.choices:
                return "answer is next, so choices must be left out"
            if stop[1:] == (None, None):
                return "answer is next, so the scene needs moment or milestones: its end has no next step"
            return trial(subject, *stop) if thorough else ""
        if not self.text:
            return "text is empty, but only answer next asks by itself"
        if self.choices:
            return self._choice_fault()
        if self.answer.isdecimal():
            return ""
        if not isinstance(subject, Plan):
            return f"answer is {quoted(self.answer)}, but a race has no board to point at; use choices or a number"
        board = subject.problem.board()
        try:
            read_square(self.answer, board.rows, board.cols, "answer")
        except BadInput as error:
            return str(error)
        return ""

    def _choice_fault(self) -> str:
        if not 2 <= len(self.choices) <= MOST_CHOICES:
            return f"choices has {len(self.choices)}, but must have 2 to {MOST_CHOICES}"
        if max(map(len, self.choices)) > LONGEST_CHOICE:
            return f"a choice has at most {LONGEST_CHOICE} characters"
        if not (self.answer.isdecimal() and 1 <= int(self.answer) <= len(self.choices)):
            return f"answer is {quoted(self.answer)}, but must be the number of a choice, 1 to {len(self.choices)}"
        return ""

    def prediction(self, board: "Board") -> "Prediction":
        """Return a question whose answer the scene gives, with the board to show."""
        from knightwatch.engine.boards import read_square, square_name
        from knightwatch.engine.core.page import Page
        from knightwatch.engine.core.quiz import YES_NO, AnswerKind, Prediction

        page, why = Page.single("", board, one_line(self.text)), one_line(self.after)
        if self.choices:
            choices = tuple(one_line(choice) for choice in self.choices)
            same = tuple(choice.lower() for choice in choices) == YES_NO
            return Prediction(AnswerKind.CHOICE, page, (int(self.answer) - 1,), YES_NO if same else choices, why=why)
        if self.answer.isdecimal():
            return Prediction(AnswerKind.NUMBER, page, (int(self.answer),), why=why)
        square = read_square(self.answer, board.rows, board.cols, "answer")
        rows, cols = board.rows, board.cols
        return Prediction(
            AnswerKind.SQUARE, page, (square,), name=lambda each: square_name(*divmod(each, cols), rows), why=why
        )

    def lines(self) -> list[str]:
        """Return the question and its choices for a handout, without the answer."""
        text = one_line(self.text) or "What does the next step do?"
        return [f"Question: {text}", *(f"{number} {one_line(c)}" for number, c in enumerate(self.choices, 1))]


def read_ask(values: object) -> SceneAsk | None:
    """Return the question of a table; raises BadInput if it is not a table or has mistakes."""
    if values is None or isinstance(values, SceneAsk):
        return values
    if not isinstance(values, dict):
        raise BadInput(f"ask is {quoted(str(values))}, but must be a table with text and answer")
    try:
        return SceneAsk(**values)
    except BadInput as error:
        raise BadInput(
            "; ".join([f"ask: {error}", *(each for each in error.faults.values() if each != str(error))])
        ) from None


def trial(plan: "Plan", begins: int, moment: int | None, milestones: int | None) -> str:
    """Run to the stop of a scene; say if the engine has no question there. If that takes too long, say nothing."""
    from knightwatch.engine.core.frame import Status
    from knightwatch.engine.core.run import Run

    run, began = Run(plan.search()), time.perf_counter()
    for _ in run.slices(until=max(begins, moment or 0) if milestones is None else begins):
        if time.perf_counter() - began > TRIAL_SECONDS:
            return ""
    while milestones is not None and run.search.milestones < milestones and run.status is Status.RUNNING:
        for _ in run.slices(halt=True):
            if time.perf_counter() - began > TRIAL_SECONDS:
                return ""
    step = f"{plan.solver.unit} {run.search.done + 1:,}"
    if run.status is not Status.RUNNING:
        return f"answer is next, but the search ends before {step}"
    asked = plan.quiz.predict(run.search) if plan.quiz else None
    return "" if asked else f"answer is next, but there is no question about {step} of {plan.solver.name}"
