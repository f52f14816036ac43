"""A user's solver as a Search: its state is its step alone, since any earlier step can be made again.

The generator runs in another process. Checkpoints are copies of that process; without them a run is replayed.
"""

from collections.abc import Callable, Iterator
from typing import Any, ClassVar

import numpy as np

from knightwatch.engine.compiled.digest import digest
from knightwatch.engine.core.clock import DONE, MILESTONES
from knightwatch.engine.core.frame import Board, Code, Figure, Frame, Status
from knightwatch.engine.core.pace import SLICE
from knightwatch.engine.core.reader import WrongYield
from knightwatch.engine.core.search import Problem, Search, State
from knightwatch.engine.core.words import counted_noun, one_line, printable
from knightwatch.engine.core.yield_drawing import YieldDrawing, with_marks
from knightwatch.engine.own.driver import Driver
from knightwatch.engine.own.look import StepLook, with_square_names
from knightwatch.engine.own.parameters import OwnSettings
from knightwatch.engine.own.solver_file import SolverFile

PATIENCE = 0.25
"""Seconds that `advance` waits for one step before it returns with fewer steps."""
SLOW = 1.0
"""Seconds after which a step counts as slow: the screen names the line that runs."""
MOST_CRASHES = 8
"""Crashes of one run whose step is searched for. A solver that crashes at random might crash for ever."""
REPLAY_SECONDS = 10.0
"""Seconds that a replayed step may take, besides twice the time of the run."""
MOST_POINTS = 100_000
"""Steps with a point of their own in the curves, if every step is wanted: descriptions carry all points."""
NO_LOOK = StepLook(sentence="This step cannot be shown: its values cannot be described.")


class OwnSearch(Search[Problem, OwnSettings]):
    """A run of a user's solver. `knightwatch.engine.own.sources` makes a subclass for each solver."""

    unit = "step"
    milestone = "milestone"
    interpreted = True
    file: ClassVar[str]
    """The path of the author's file, as its code objects name it."""
    text: ClassVar[str]
    """The source that runs."""
    solver_file: ClassVar[SolverFile | None] = None
    """The contents of the author's file; None for a function."""
    module: ClassVar[str] = ""
    """The name of an installed function, as module:function; empty for a file."""
    kernel_random: ClassVar[dict[str, list[int]] | None] = None
    """The words of a kernel's random numbers, if the run shall draw these; see `KernelRandom`."""
    drawing_type: ClassVar[Callable[[Any], YieldDrawing[Any]]]
    make_driver: ClassVar[Callable[[dict[str, Any]], Driver]]

    def __init__(self, problem: Problem, settings: OwnSettings, seed: int) -> None:
        super().__init__(problem, settings, seed)
        self.refutation = ""  # the author's algorithm finds out itself; the theorem is added at its end
        self.drawing = type(self).drawing_type(problem)
        self._driver: Driver | None = None
        self._look: tuple[tuple[int, int], StepLook] = (-1, 0), StepLook()
        self._value: Any = None
        self._seconds = [0.0, 0.0]
        self._seen = (0.0, 0.0)
        self._waited = 0.0
        self._ordered = 0, False
        """The step up to which the process was told to go, and whether to halt at milestones."""
        self._careful = self._crashes = 0
        """The step up to which to go step by step, since the process crashed on the way; the number of crashes."""
        self.verdict = self.judge()

    @classmethod
    def source(cls) -> SolverFile | None:
        return cls.solver_file

    @classmethod
    def code(cls) -> str:
        return f"{digest('knightwatch.engine.own.search')}-{cls.file_digest}"

    @property
    def limit(self) -> int:
        return self.settings.max_steps

    # Making the first state.

    def begin(self) -> State:
        return {"ended": np.zeros(1, np.int64)}

    def preparing(self) -> Iterator[str]:
        if self.ready:
            return
        driver = self._driver = self._driver or self._start()
        while not driver.wait(SLICE):
            limit = self.settings.max_seconds
            if limit is not None and driver.seconds_busy >= limit:
                driver.abandon("late", "the file was still loading")
            yield self._slow_words() or f"starting {self.name}"
        self.state |= self.begin()
        self._sync()
        driver.checkpoint()

    def _start(self) -> Driver:
        names = set(type(self.settings).model_fields) - set(OwnSettings.model_fields)
        values = self.settings.model_dump(mode="json")
        return type(self).make_driver(
            {
                "order": "load",
                "file": self.file,
                "text": self.text,
                "module": self.module,
                "seed": self.seed,
                "megabytes": self.settings.max_megabytes,
                "points": min(self.limit, self.every_step, MOST_POINTS),
                "settings": {name: values[name] for name in names},
                "kernel_random": self.kernel_random,
                "task": self.drawing.order(),
            }
        )

    @property
    def driver(self) -> Driver:
        """The driver of a search that is ready."""
        assert self._driver
        return self._driver

    # Advancing.

    def advance(self, budget: int, halt: bool = False) -> None:
        """Do up to `budget` steps. Return with fewer if a step takes long; the next call goes on waiting."""
        self.prepare()
        end, milestones = min(self.done + budget, self.limit), self.milestones
        while self.done < end and self.status is Status.RUNNING and not (halt and self.milestones > milestones):
            if not self._work(end, halt):
                return

    def step(self, budget: int, halt: bool) -> None:
        self._work(self.done + budget, halt)

    def _work(self, until: int, halt: bool) -> bool:
        """Order steps, or wait for those that were ordered. Return whether the answer has come."""
        driver = self.driver
        if not driver.busy:
            self._ordered = self.done + 1 if self.done < self._careful else until, halt
            driver.advance(*self._ordered, SLICE, self.traced)
        if not driver.wait(0.0 if self.hurried else PATIENCE):
            waited = max(0.0, driver.seconds_busy - self._waited)
            self._seconds = [seconds + waited for seconds in self._seconds]
            self._waited += waited
            if self._ordered[0] == self.done + 1 or driver.seconds_busy < SLOW:
                return False
            self._careful = self._ordered[0]  # show the last step before the slow one
            self._go_to(self.done)
            return True
        if self._is_unplaced_crash(driver.crash):
            self._crashes += 1
            self._careful = self._ordered[0]  # go on step by step, so that the crash belongs to one step
            self._go_to(self.done)
        elif driver.crash is None and self._is_too_far(until, halt):
            self._go_to(self.done)
        else:
            self._sync()
        return True

    def _is_unplaced_crash(self, crash: dict[str, Any] | None) -> bool:
        """Tell whether the process crashed somewhere in several steps."""
        several = self._ordered[0] > self.done + 1
        return crash is not None and crash["how"] == "failed" and several and self._crashes < MOST_CRASHES

    def _is_too_far(self, until: int, halt: bool) -> bool:
        """Tell whether a slow order from before a pause went further than the present one wants."""
        report = self.driver.report
        passed = halt and not self._ordered[1] and report["milestones"] > self.milestones
        return passed or bool(report["done"] > until)

    def _sync(self) -> None:
        """Take over how far the process is."""
        report, crash = self.driver.report, self.driver.crash
        if crash is None:
            clock = self.state["clock"]
            clock[DONE], clock[MILESTONES] = report["done"], report["milestones"]
            seen = report["wall"], report["processor"]
            for place in (0, 1):
                self._seconds[place] += max(0.0, seen[place] - self._seen[place] - self._waited)
            self._seen, self._waited = seen, 0.0
        self.state["ended"][0] = crash is not None or report["end"] is not None
        self.verdict = self.judge()

    def elapsed(self, by_processor: bool) -> float | None:
        return self._seconds[by_processor]

    # Going back.

    def save(self) -> State:
        if self._driver and self.ready:
            self._driver.checkpoint()
        return super().save()

    def load(self, state: State) -> None:
        self.prepare()
        self._go_to(int(state["clock"][DONE]), bool(state["ended"][0]))

    def load_near(self, state: State) -> None:
        self.prepare()
        self._near(int(state["clock"][DONE]), bool(state["ended"][0]))

    def rewind(self) -> None:
        self.prepare()
        self._go_to(0)

    def _go_to(self, moment: int, ended: bool = False) -> None:
        """Go to a step exactly; with `ended`, to the end that follows it."""
        self._near(moment, ended)
        last = moment if ended else moment - 1
        while self.status is Status.RUNNING and self.done <= last:
            if not self._work(last + 1, False):
                self._check_replay(moment)

    def _near(self, moment: int, ended: bool) -> None:
        driver = self.driver
        driver.crash = None
        driver.go_near(moment, ended)
        while not driver.wait(PATIENCE):  # only if the file must be loaded again
            self._check_replay(moment)
        self._seen, self._waited = (driver.report["wall"], driver.report["processor"]), 0.0
        self._sync()

    def kill(self) -> None:
        """Kill the solver's process, from any thread: then the run ends as failed."""
        if self._driver:
            self._driver.kill()

    def _check_replay(self, moment: int) -> None:
        """Give up a replay that hangs: the solver does not do the same steps again."""
        if self.driver.seconds_busy > REPLAY_SECONDS + 2 * self._seconds[0]:
            reason = f"the way back to step {moment:,} hangs: the solver takes other steps each time"
            self.driver.abandon("lost", reason)

    def close(self) -> None:
        if self._driver:
            self._driver.close()

    # The end.

    @property
    def ending(self) -> dict[str, Any] | None:
        """How the generator ended: `how` (ended, claim, failed, lost or late), `reason`, `line`; None while it runs."""
        if self._driver is None:
            return None
        end: dict[str, Any] | None = self._driver.crash or self._driver.report["end"]
        return end

    def found(self) -> bool:
        end = self.ending
        if not (end and end["how"] == "ended"):
            return False
        answer = self.answer()
        return self._value is not None and self.problem.solves(answer)

    def end(self) -> tuple[Status, str] | None:
        end = self.ending
        if end is None:
            return None
        theorem = self.problem.refutation()
        known = f"; there is none: {theorem}" if theorem else ""
        match end["how"]:
            case "failed" | "lost":
                line = f" line {end['line']}" if end["line"] else ""
                return Status.FAILED, f"{self.name}{line}, {one_line(end['reason'])}"
            case "late":
                where = f" at {self.name} line {end['line']}" if end["line"] else ""
                seconds = f"the limit of {self.settings.max_seconds:g} seconds"
                return Status.GAVE_UP, f"{self.reached()} within {seconds}: {end['reason']}{where}"
            case "claim":
                reason = f": {one_line(end['reason'])}" if end["reason"] else ""
                return Status.GAVE_UP, f"{self.name} claims that there is no solution{reason}{known}"
        fault = self.drawing.fault(self._value)
        why = f" ({fault})" if fault else ""
        return Status.GAVE_UP, f"{self.name} ended, but its answer is no solution{why}{known}"

    # Describing the step.

    def _described(self) -> StepLook:
        """Return the description of this step; the last known one while the process is busy."""
        place = self.done, int(self.state["ended"][0])
        driver = self._driver
        if self._look[0] == place or driver is None or driver.busy:
            return self._look[1]
        crash = driver.crash
        if crash and (crash["how"] != "failed" or not self.done):
            return self._take(place, NO_LOOK, None)
        if crash:  # do the last step again to describe it
            self._go_to(self.done)
        found = driver.look() if driver.crash is None and not driver.busy else None
        if crash:
            driver.crash = crash
            self._sync()
        elif driver.crash:  # the description has crashed or hung, not the step
            self._go_to(self.done, bool(place[1]))
        try:
            look = StepLook.read(found or {})
            return self._take(place, look, None if look.value is None else self.drawing.checked(look.value))
        except (KeyError, TypeError, ValueError, OverflowError, WrongYield):
            return self._take(place, NO_LOOK, None)

    def _take(self, place: tuple[int, int], look: StepLook, value: Any) -> StepLook:
        self._look, self._value = (place, look), value
        return look

    def answer(self) -> dict[str, Any]:
        if self.ready:
            self._described()
        return self.drawing.answer(self._value)

    def attained(self) -> float:
        self._described()
        return self.drawing.attained(self._value)

    def work(self) -> dict[str, int]:
        return {"steps": self.done}

    def spending(self) -> str:
        return f"{counted_noun(self.done, 'step')} of interpreted Python"

    def frame(self) -> Frame:
        look = self._described() if self.ready else StepLook()
        value = self._value if self.ready else None
        step = Figure("step", f"{self.done:,}", "yields of the solver so far")
        board = self.drawing.board(value)
        return Frame(
            self.done,
            self.verdict,
            with_marks(board, look.candidates, look.marks),
            (step, *self.drawing.figures(value), *look.figures),
            look.curves(*self.drawing.curves),
            self._sentence(look),
            population=self.drawing.population(value),
            code=self._code(look, board),
        )

    def _sentence(self, look: StepLook) -> str:
        if slow := self._slow_words():
            return f"{slow}."
        if self.status is Status.FAILED:
            return f"{self.reason}."
        if not self.done:
            return f"{self.name} is ready: the first step runs it to its first yield."
        said = look.sentence or f"Step {self.done:,}."
        illegal = self.drawing.illegal(self._value)
        return f"{said} But {illegal}." if illegal else said

    @property
    def stalled(self) -> bool:
        return self._driver is not None and self._driver.seconds_busy >= SLOW

    def _slow_words(self) -> str:
        """Say which line runs if a step is slow; empty if none is."""
        driver = self._driver
        if driver is None or not self.stalled:
            return ""
        line = driver.running_line()
        where = f"{self.name} line {line}" if line else self.name
        return f"{where} has run for {driver.seconds_busy:.0f} s without a yield"

    def _code(self, look: StepLook, board: Board) -> Code:
        end = self.ending
        line = self.driver.running_line() if self._driver and self._slow_words() else look.line
        if end and end["line"]:
            line = end["line"]
        fault = "\n".join(map(printable, end["traceback"].splitlines())) if end else ""
        variables = look.variables
        if self.drawing.pairs_are_squares:
            variables = tuple((name, with_square_names(text, board.rows, board.cols)) for name, text in variables)
        return Code(
            self.name,
            self.text,
            line,
            variables,
            look.console,
            look.printed,
            fault,
            changed=look.changed,
            ran=look.ran,
            legend=self.drawing.legend,
        )
