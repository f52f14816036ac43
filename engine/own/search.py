"""A user's solver as a Search: its state is its step alone, since any earlier step can be made again.

The generator runs in another process. Checkpoints are copies of that process; without them a run is replayed.
"""

import math
from collections.abc import Callable, Iterator
from typing import Any, ClassVar

import numpy as np

from knightwatch.engine.compiled.digest import digest
from knightwatch.engine.core.clock import DONE, MILESTONES
from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.frame import Code, Curve, Figure, Frame, Kind, Status
from knightwatch.engine.core.pace import SLICE
from knightwatch.engine.core.reader import WrongYield
from knightwatch.engine.core.search import Problem, Search, State
from knightwatch.engine.core.words import counted_noun, one_line
from knightwatch.engine.core.yield_drawing import YieldDrawing, with_marks
from knightwatch.engine.own.driver import Driver
from knightwatch.engine.own.parameters import OwnSettings

PATIENCE = 0.25
"""Seconds that `advance` waits for one step before it returns with fewer steps."""
SLOW = 1.0
"""Seconds after which a step counts as slow: the screen names the line that runs."""
NO_LOOK: dict[str, Any] = {
    "value": None, "sentence": "", "figures": [], "marks": [], "candidates": [], "curves": [[], {}], "line": 0,
    "variables": [], "console": [], "printed": 0,
}  # fmt: skip


class OwnSearch(Search[Problem, OwnSettings]):
    """A run of a user's solver. `knightwatch.engine.own.sources` makes a subclass for each solver."""

    unit = "step"
    milestone = "milestone"
    interpreted = True
    file: ClassVar[str]
    """The path of the author's file, as its code objects name it."""
    text: ClassVar[str]
    """The source that runs."""
    module: ClassVar[str] = ""
    """The name of an installed function, as module:function; empty for a file."""
    drawing_type: ClassVar[Callable[[Any], YieldDrawing[Any]]]
    make_driver: ClassVar[Callable[[dict[str, Any]], Driver]]

    def __init__(self, problem: Problem, settings: OwnSettings, seed: int) -> None:
        super().__init__(problem, settings, seed)
        self.refutation = ""  # the author's algorithm finds out itself; the theorem is added at its end
        self.drawing = type(self).drawing_type(problem)
        self._driver: Driver | None = None
        self._look: tuple[tuple[int, int], dict[str, Any]] = (-1, 0), NO_LOOK
        self._value: Any = None
        self._seconds = [0.0, 0.0]
        self._seen = (0.0, 0.0)
        self._waited = 0.0
        self._careful = False
        """Whether to go step by step, since the process crashed somewhere in the next steps."""
        self.verdict = self.judge()

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
                "settings": {name: values[name] for name in names},
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
            if not self._order(end, halt):
                return
        if self.done > end:  # a slow order from before a pause went further
            self._go_to(end)

    def step(self, budget: int, halt: bool) -> None:
        self._order(self.done + budget, halt)

    def _order(self, until: int, halt: bool) -> bool:
        """Order steps and wait; return whether the answer has come."""
        driver = self.driver
        if not driver.busy:
            driver.advance(self.done + 1 if self._careful else until, halt, SLICE)
        if not driver.wait(PATIENCE):
            self._seconds = [seconds + PATIENCE for seconds in self._seconds]
            self._waited += PATIENCE
            return False
        if driver.crash and until > self.done + 1 and not self._careful:
            self._approach_crash()
        else:
            self._careful = self._careful and driver.crash is None and self.done < until
        self._sync()
        return True

    def _approach_crash(self) -> None:
        """Go back to the last known step and continue step by step, so that the crash belongs to one step."""
        self.driver.crash = None
        self._careful = True
        self._go_to(self.done)

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
        while self.status is Status.RUNNING and (self.done < moment or ended):
            self._order(moment + ended, False)

    def _near(self, moment: int, ended: bool) -> None:
        driver = self.driver
        driver.crash = None
        driver.go_near(moment, ended)
        while not driver.wait(PATIENCE):  # only if the file must be loaded again
            pass
        self._seen, self._waited = (driver.report["wall"], driver.report["processor"]), 0.0
        self._sync()

    def kill(self) -> None:
        """Kill the solver's process, from any thread: then the run ends as failed."""
        if self._driver:
            self._driver.kill()

    def close(self) -> None:
        if self._driver:
            self._driver.close()

    # The end.

    @property
    def ending(self) -> dict[str, Any] | None:
        """How the generator ended: `how` (ended, claim or failed), `reason`, `line`; None while it runs."""
        if self._driver is None:
            return None
        end: dict[str, Any] | None = self._driver.crash[1] if self._driver.crash else self._driver.report["end"]
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
            case "failed":
                line = f" line {end['line']}" if end["line"] else ""
                return Status.FAILED, f"{self.name}{line}, {one_line(end['reason'])}"
            case "claim":
                reason = f": {one_line(end['reason'])}" if end["reason"] else ""
                return Status.GAVE_UP, f"{self.name} claims that there is no solution{reason}{known}"
        fault = self.drawing.fault(self._value)
        why = f" ({fault})" if fault else ""
        return Status.GAVE_UP, f"{self.name} ended, but its answer is no solution{why}{known}"

    # Describing the step.

    def _described(self) -> dict[str, Any]:
        """Return the description of this step; the last known one while the process is busy."""
        place = self.done, int(self.state["ended"][0])
        if self._look[0] != place and self._driver and not self._driver.busy:
            if self._driver.crash:
                self._recall()
            elif (found := self._driver.look()) is not None:
                self._take(place, found)
        return self._look[1]

    def _recall(self) -> None:
        """After a crash, make the last step again to describe it."""
        driver, crash = self.driver, self.driver.crash
        driver.crash = None
        driver.go_near(self.done)
        while driver.wait(PATIENCE) and driver.crash is None and driver.report["done"] < self.done:
            driver.advance(self.done, False, SLICE)
        found = driver.look() if driver.crash is None and driver.wait(PATIENCE) else None
        driver.crash = crash
        self._take((self.done, 1), found or self._look[1])

    def _take(self, place: tuple[int, int], found: dict[str, Any]) -> None:
        try:
            value = None if found["value"] is None else self.drawing.checked(found["value"])
            self._look, self._value = (place, found), value
        except (KeyError, TypeError, ValueError, OverflowError, WrongYield):
            self._look, self._value = (place, NO_LOOK), None

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
        look = self._described() if self.ready else NO_LOOK
        value = self._value if self.ready else None
        board = with_marks(self.drawing.board(value), *_squares(look))
        own = tuple(Figure(one_line(str(n)), one_line(str(v)), "a figure of the solver") for n, v in look["figures"])
        step = Figure("step", f"{self.done:,}", "yields of the solver so far")
        return Frame(
            self.done,
            self.verdict,
            board,
            (step, *self.drawing.figures(value), *own),
            self._curves(look),
            self._sentence(look),
            population=self.drawing.population(value),
            code=self._code(look),
        )

    def _sentence(self, look: dict[str, Any]) -> str:
        if slow := self._slow_words():
            return f"{slow}: ← goes back, r restarts."
        if self.status is Status.FAILED:
            return f"{self.reason}."
        if not self.done:
            return f"{self.name} is ready: → runs it to its first yield."
        return one_line(str(look["sentence"])) or f"Step {self.done:,}."

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

    def _curves(self, look: dict[str, Any]) -> tuple[Curve, ...]:
        steps, points = look["curves"]
        of, kind = self.drawing.curves
        curves = []
        for name, values in points.items():
            pairs = [(s, v) for s, v in zip(steps, values, strict=False) if v is not None and math.isfinite(v)]
            if pairs:
                at, heights = zip(*pairs, strict=True)
                known = name in ("attacks", "best", "mean", of)
                curves.append(
                    Curve(
                        one_line(str(name)), np.array(at, np.int64), np.array(heights, np.float64),
                        kind if known else Kind.LINE, of if known and name != of else "",
                    )
                )  # fmt: skip
        return tuple(curves)

    def _code(self, look: dict[str, Any]) -> Code:
        end = self.ending
        line = self.driver.running_line() if self._driver and self._slow_words() else int(look["line"])
        if end and end["line"]:
            line = int(end["line"])
        variables = tuple((one_line(str(name)), one_line(str(text))) for name, text in look["variables"])
        console = tuple(one_line(str(text)) for text in look["console"])
        fault = str(end["traceback"]) if end else ""
        return Code(self.name, self.text, line, variables, console, int(look["printed"]), fault)


def _squares(look: dict[str, Any]) -> tuple[list[int], list[tuple[int, str]]]:
    try:
        marks = [(int(square), one_line(str(sign))[:2]) for square, sign in look["marks"]]
        return [int(square) for square in look["candidates"]], marks
    except (TypeError, ValueError):
        raise BadInput("the solver's process sent marks that are no squares") from None
