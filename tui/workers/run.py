"""Drive one run, forwards and backwards; each report describes one step."""

import math
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from knightwatch.engine.core.frame import Code, Frame, Status
from knightwatch.engine.core.history import History
from knightwatch.engine.core.page import Page, Picture
from knightwatch.engine.core.parts import ANCESTRY, Insight, Pages, family_tree
from knightwatch.engine.core.quiz import Prediction
from knightwatch.engine.core.run import Run
from knightwatch.engine.store.saving import RunSaver
from knightwatch.tui.workers.explainer import UNTOLD, Explainer
from knightwatch.tui.workers.worker import (
    FRAME_SECONDS,
    Ask,
    BeforeEnd,
    LookBack,
    LookInto,
    Order,
    Pause,
    RunAt,
    Seek,
    ToMilestone,
    ToSetback,
    Worker,
)

if TYPE_CHECKING:
    from knightwatch.engine.own.companion import Companion

FOLLOWED_PACE = 20
"""Steps a second up to which the plain version of a solver follows a run."""
REPLAY_SECONDS = 5.0
"""Most seconds of replay to explain a step unasked."""


@dataclass(frozen=True)
class Report:
    """Everything that the screen of a run shows."""

    frame: Frame
    newest: int
    """The newest step reached: the end of the timeline."""
    rate: float
    """Measured steps per second; 0 while paused."""
    playing: bool
    preparing: str
    """Describes the preparation; empty once the search can advance."""
    compiled: float | None = None
    """Progress of the compilation, from 0 to 1; None if nothing is being compiled."""
    uncompiled: str = ""
    """Why the compilation failed; empty if it did not."""
    insight: Insight | None = None
    """What the step lost, if it is a setback."""

    @property
    def status(self) -> Status:
        """Running, solved, impossible or gave up."""
        return self.frame.status

    @property
    def reason(self) -> str:
        """Why the run ended without a solution; empty otherwise."""
        return self.frame.reason


class Runner(Worker[Report]):
    """Runs one plan, forwards and backwards."""

    wants_code = False
    """Whether reports have the plain version of a built-in solver, with its line and variables."""
    _companion: "Companion | None" = None

    def __init__(
        self, keeper: RunSaver, on_report: Callable[[], object], on_quit: Callable[[], object] = lambda: None
    ) -> None:
        """Run the plan of a keeper, from its saved step if there is one; call `on_quit` at the end."""
        self.plan = keeper.plan
        self.keeper = keeper
        self._on_quit = on_quit
        self.run = Run(keeper.plan.search())
        self._insight: tuple[int, Insight | None] = (0, None)
        """A step, and what it lost."""
        self.pages: Pages = ()
        """The parts of the step that was last looked into."""
        self.prediction: Prediction | None = None
        """The question that was last asked for; None if there is none about that step."""
        super().__init__(on_report)

    @property
    def moment(self) -> int:
        """Steps done."""
        return self.run.search.done

    def step(self, by: int) -> None:
        """Go a number of steps forwards or backwards; the first step back from an end goes to where it still ran."""
        ended = self.report.status not in (Status.RUNNING, Status.IMPOSSIBLE)
        if by == -1 and ended and self.moment and isinstance(self._order, Pause):  # it may still save the run
            self.order(BeforeEnd(self.moment))
        else:
            super().step(by)

    def to_milestone(self) -> ToMilestone:
        """Return the order to run to the next milestone; orders in quick succession add up."""
        order = self._order
        return ToMilestone(1 + (order.count if isinstance(order, ToMilestone) else self.run.search.milestones))

    @property
    def _interpreting(self) -> bool:
        return self.run.search.tier.interpreting

    def _preparing(self) -> Iterator[str]:
        self._history = History()
        self._explainer = Explainer(self.plan, self._history)
        yield from self.run.preparing()
        if self.run.exhausted:
            return
        reported, unit = 0.0, self.plan.solver.unit
        for fraction in self.keeper.returning(self.run):
            self._history.note(self.run.search, self.run.seconds)
            if time.perf_counter() - reported > FRAME_SECONDS and self.keeper.kept:
                reported = time.perf_counter()
                why = f"{self.keeper.notice}: " if self.keeper.notice else ""
                yield f"{why}replaying up to {unit} {self.keeper.kept.moment:,}: {fraction:.0%}"

    def _carry_out(self, order: Order) -> None:
        match order:
            case BeforeEnd(moment):
                self._seek(order, moment - 1)
                self._seek(order, moment)
                if self.run.status is not Status.RUNNING:
                    self._seek(order, moment - 1)
            case LookInto(moment):
                self._look_into(order, moment)
            case LookBack(moment):
                self._look_back(order, moment)
            case Ask(moment):
                self._ask(order, moment)
            case Seek(moment):
                self._seek(order, moment)
            case RunAt(pace, until):
                self._advance(order, until, pace)
            case ToMilestone(count, pace):
                while self.run.search.milestones < count and self._order is order and self.run.status is Status.RUNNING:
                    self._advance(order, pace=pace, halt=True)
            case ToSetback():
                self._to_setback(order)

    def _seek(self, order: Order, moment: int) -> None:
        search = self.run.search
        for stop in self._history.approach(search, moment):
            search.traced = search.done == stop - 1  # the last stop is one step away
            self._advance(order, until=stop)
            search.traced = False
            if self._order is not order:
                break
            self._history.visit(search)

    def _look_into(self, order: Order, moment: int) -> None:
        search, ended = self.run.search, self.run.search.status is not Status.RUNNING
        self.pages = ()
        if moment:
            self._seek(order, moment - 1)
            if search.done == moment - 1:
                search.traced = True
                pages = self.plan.parts.look(search, ended)
                search.traced = False
                self._explain(order)
                lost = self._insight[1] if self._insight[0] == moment else None
                why = (lost.page,) if lost and lost.page else ()
                self.pages = *why, *pages, self._code_page(pages)  # what was lost comes first

    def _look_back(self, order: Order, moment: int) -> None:
        search, family = self.run.search, self.plan.parts.family
        ended, first = search.status is not Status.RUNNING, max(0, moment - ANCESTRY)
        self.pages = ()
        if family and moment:
            self._seek(order, first)
            if search.done == first:
                self.pages = family_tree(search, family, moment, ended)

    def _code_page(self, pages: Pages) -> Page:
        """Return the page about the lines that did the last step; first the variables that other pages are about."""
        frame = self.run.frame()
        code = frame.code or self._plain_code(frame)
        call = next((page.variables for page in pages if page.variables), ())
        if call and code.variables:
            changed = *(name for name, _ in call), *code.changed
            code = replace(code, variables=(*call, *code.variables), changed=changed)
        marked = f"The marked lines did this step, and line {code.line} ended it. " if code.ran else ""
        if self._companion and self._companion.behind:
            marked = "To wait for the marked line, close this page and press c. "
        return Page("the code", f"{marked}{frame.sentence}", (Picture("after the step", frame.board),), code=code)

    def _ask(self, order: Order, moment: int) -> None:
        search, quiz = self.run.search, self.plan.quiz
        self.prediction = None
        self._seek(order, moment)
        if quiz and search.done == moment and self.run.status is Status.RUNNING:
            self.prediction = quiz.predict(search)

    def _to_setback(self, order: Order) -> None:
        search, setback = self.run.search, self.plan.parts.setback
        while setback and self._order is order and self.run.status is Status.RUNNING:
            self._advance(order, until=search.done + 1)
            if setback.happened(search):
                break

    def _explain(self, order: Order, patience: float = math.inf) -> None:
        """If the last step was a setback, find out what it lost; a new order interrupts that."""
        moment, known = self._insight
        if moment == self.moment and known is not UNTOLD:
            return
        for insight in self._explainer.explain(self.run.search, patience):
            if self._order is not order:
                return
            if insight:
                self._insight = self.moment, insight

    def _at_rest(self, order: Order) -> None:
        before = self._insight
        self._explain(order, REPLAY_SECONDS)
        if self._insight is not before:
            self._publish()

    def _advance(self, order: Order, until: int | None = None, pace: float | None = None, halt: bool = False) -> None:
        slices = self.run.slices(until, pace, halt, partial(self._wait, order))
        for _ in self._run_slices(order, slices):
            self._history.note(self.run.search, self.run.seconds)
            self.keeper.note(self.run)

    @property
    def _stalled(self) -> bool:
        return self.run.search.stalled

    def _after_order(self) -> None:
        self._save_with(self.keeper.rest)

    def _when_idle(self) -> bool:
        self._save_with(self.keeper.keep)
        if not (self.wants_code and self._companion and self._companion.behind):
            return False
        self._publish()  # each report brings the plain version nearer to the run
        return True

    def _save_with(self, save: Callable[[Run], None]) -> None:
        """Save the run; if that newly fails, report it at once, because no other report may follow soon."""
        before = self.keeper.fault
        save(self.run)
        if self.keeper.fault != before:
            self._publish()

    def _before_exit(self) -> None:
        self.keeper.keep(self.run)
        self.keeper.close()
        self._on_quit()

    def _plain_code(self, frame: Frame) -> Code:
        """Return the plain version of the solver at this step; while the run is fast, without the step."""
        if self._companion is None:
            from knightwatch.engine.own.companion import Companion  # here: most runs never need it

            self._companion = Companion(self.plan)
        order = self._order
        pace = order.pace if isinstance(order, RunAt | ToMilestone) else None
        if self.playing and (pace is None or pace > FOLLOWED_PACE):
            return self._companion.source
        return self._companion.code(frame.moment, frame.status is not Status.RUNNING)

    def _release(self) -> None:
        self.run.search.close()
        if self._companion:
            self._companion.close()

    def _make_report(self, preparing: str) -> Report:
        run = self.run
        frame = run.frame()
        playing = self.playing and frame.status is Status.RUNNING
        if self.wants_code and frame.code is None and run.search.ready:
            frame = replace(frame, code=self._plain_code(frame))
        insight = self._insight[1] if self._insight[0] == frame.moment else None
        tier = run.compiled, run.uncompiled
        return Report(frame, run.furthest, self._rate, playing, preparing, *tier, insight)
