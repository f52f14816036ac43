"""Advances an author's generator step by step, checks each yield, and describes the present step.

Standard library only. The process of a solver uses it; so does the library, for a function in the same process.
"""

import time
import traceback
from collections.abc import Callable, Iterator
from random import Random
from types import FrameType, FunctionType, GeneratorType, ModuleType
from typing import Any

from knightwatch.engine.core.reader import Reader, WrongYield, shown
from knightwatch.engine.own.step import Impossible, Step

POINTS = 1024
"""The most points of a curve. Then every other one is dropped, and the distance between two points doubles."""
MOST_VARIABLES = 40
"""The most local variables that are described."""
CHECK_EVERY = 16
"""Steps between two looks at the clock."""


class Stepper:
    """A generator with its number of steps, its last yield and its curves."""

    def __init__(self, make: Callable[[], Any], reader: Reader, file: str) -> None:
        """Take a function that returns the generator; `file` is the name of the author's file."""
        self._reader = reader
        self._file = file
        self.done = self.milestones = 0
        self.item: Any = None
        """The last yield; before the first one it is meaningless."""
        self.end: dict[str, Any] | None = None
        """How the generator ended; None while it runs."""
        self.error: BaseException | None = None
        """The author's exception that has ended the generator."""
        self.wall = self.processor = 0.0
        """Seconds spent in `advance`: by the clock, and of this process."""
        self._stride = 1
        self._steps: list[int] = []
        self._points: dict[str, list[float | None]] = {}
        self._generator: Iterator[Any] = iter(())
        try:
            made = make()
            if not isinstance(made, Iterator):
                raise WrongYield(f"solve returned {shown(made)}, but it must be a generator: use yield in it")
            self._generator = made
        except BaseException as error:
            self._fail(error)

    def advance(self, until: int, halt: bool, seconds: float) -> None:
        """Do steps up to `until`; stop earlier at the end, after `seconds` or, with `halt`, after a milestone."""
        begun, worked = time.perf_counter(), time.process_time()
        generator, check = self._generator, self._reader.check
        while self.done < until and self.end is None:
            try:
                item = next(generator)
            except StopIteration as stop:
                self._finish(stop.value)
                break
            except BaseException as error:  # SystemExit and KeyboardInterrupt are the author's too
                self._fail(error)
                break
            self.done += 1
            self.item = item
            kind = type(item)
            try:
                if kind is Step:
                    check(item.value)
                elif kind is tuple and len(item) == 2 and type(item[1]) is str:
                    check(item[0])
                else:
                    check(item)
                if self.done % self._stride == 0:
                    self._sample(as_step(item))
            except BaseException as error:  # the author's classes may raise anything when they are compared
                self._refuse(error)
                break
            if kind is Step and item.milestone:
                self.milestones += 1
                if halt:
                    break
            if self.done % CHECK_EVERY == 0 and time.perf_counter() - begun > seconds:
                break
        self.wall += time.perf_counter() - begun
        self.processor += time.process_time() - worked

    def _sample(self, step: Step) -> None:
        """Add a point to the curves. The caller chooses the steps by their number, however the run was split."""
        for name, number in self._measured(step).items():
            self._points.setdefault(name, [None] * len(self._steps)).append(number)
        self._steps.append(self.done)
        for points in self._points.values():
            points += [None] * (len(self._steps) - len(points))
        if len(self._steps) > POINTS:
            self._stride *= 2
            kept = [place for place, moment in enumerate(self._steps) if moment % self._stride == 0]
            self._steps = [self._steps[place] for place in kept]
            self._points = {name: [points[place] for place in kept] for name, points in self._points.items()}

    def _measured(self, step: Step) -> dict[str, float]:
        """Return the values of all curves at a step: the author's, or the puzzle's own."""
        if not step.curves:
            return self._reader.measures(step.value)
        curves = {}
        for name, number in dict(step.curves).items():
            try:
                curves[str(name)[:40]] = float(number)
            except (TypeError, ValueError):
                raise WrongYield(
                    f"yielded {shown(number)} for the curve {shown(name)}, which is not a number"
                ) from None
        return curves

    def _finish(self, value: Any) -> None:
        if isinstance(value, Impossible):
            self._stop("claim", str(value.reason))
            return
        if value is not None:
            try:
                self._reader.check(value)
            except WrongYield as error:
                self._stop("failed", f"at the end: {str(error).replace('yielded', 'returned', 1)}")
                return
            self.item = (value, as_step(self.item).sentence if self.done else "")
            self.done = max(self.done, 1)
        self._stop("ended")

    def _refuse(self, error: BaseException) -> None:
        """Note a yield that cannot be drawn."""
        if isinstance(error, KeyboardInterrupt):  # in a notebook, the user's own
            self.error = error
        why = str(error) if isinstance(error, WrongYield) else f"the value cannot be read ({described(error)})"
        self._stop("failed", f"step {self.done:,}: {why}", self._line())

    def _fail(self, error: BaseException) -> None:
        """Note an exception with the author's line that raised it."""
        if isinstance(error, WrongYield):
            self._stop("failed", str(error))
            return
        self.error = error
        frames = [f for f in traceback.extract_tb(error.__traceback__) if f.filename == self._file]
        line = frames[-1].lineno or 0 if frames else 0
        if isinstance(error, SyntaxError) and error.filename == self._file:
            line = error.lineno or 0
        text = "".join(traceback.format_exception(error))[-4000:]
        self._stop("failed", f"step {self.done + 1:,}: {described(error)}", line, text)

    def _stop(self, how: str, reason: str = "", line: int = 0, text: str = "") -> None:
        self.end = {"how": how, "reason": reason[:2000], "line": line, "traceback": text}

    def report(self) -> dict[str, Any]:
        """Return how far the generator is."""
        return {
            "done": self.done,
            "milestones": self.milestones,
            "end": self.end,
            "wall": self.wall,
            "processor": self.processor,
        }

    def look(self) -> dict[str, Any]:
        """Describe the present step, as data for JSON."""
        frame = self._frame()
        picture: dict[str, Any] = {"value": None, "sentence": "", "figures": [], "marks": [], "candidates": []}
        if self.done:
            try:
                picture = self._picture(as_step(self.item))
            except WrongYield as error:
                picture["sentence"] = f"This step cannot be shown: {error}."
            except BaseException as error:
                picture["sentence"] = f"This step cannot be shown: {described(error)}."
        return picture | {
            "curves": [self._steps, self._points],
            "line": self.end["line"] if self.end and self.end["line"] else frame.f_lineno if frame else 0,
            "variables": variables(frame),
        }

    def _picture(self, step: Step) -> dict[str, Any]:
        number = self._reader.square
        return {
            "value": self._reader.plain(step.value),
            "sentence": str(step.sentence)[:2000],
            "figures": [[str(name)[:40], shown_figure(value)] for name, value in dict(step.figures).items()][:20],
            "marks": [[number(square), str(sign)[:2]] for square, sign in dict(step.marks).items()],
            "candidates": [number(square) for square in step.candidates],
        }

    def _line(self) -> int:
        frame = self._frame()
        return frame.f_lineno if frame else 0

    def _frame(self) -> FrameType | None:
        """Return the frame of the innermost generator of the author's file, through `yield from`."""
        found: FrameType | None = None
        inner: Iterator[Any] | None = self._generator
        while isinstance(inner, GeneratorType):
            if inner.gi_frame is not None and inner.gi_code.co_filename == self._file:
                found = inner.gi_frame
            inner = inner.gi_yieldfrom
        return found


def as_step(item: Any) -> Step:
    """Return a yield as a Step: a value, a value with a sentence, or a Step."""
    if type(item) is Step:
        return item
    if type(item) is tuple and len(item) == 2 and type(item[1]) is str:
        return Step(item[0], item[1])
    return Step(item)


def described(error: BaseException) -> str:
    """Return the type and the message of an exception on one line."""
    try:
        words = " ".join(str(error).split())
    except Exception:
        words = ""
    return f"{type(error).__name__}: {words[:500]}" if words else type(error).__name__


def shown_figure(value: Any) -> str:
    """Return the value of a figure as text."""
    if isinstance(value, float):
        return f"{value:,.4g}"
    return f"{value:,}" if type(value) is int else str(value)[:60]


def variables(frame: FrameType | None) -> list[list[str]]:
    """Return the local variables of a frame as names and short texts."""
    found = list(frame.f_locals.items()) if frame else []
    own = [(name, value) for name, value in found if not (name.startswith(".") or _is_given(value))]
    return [[name, shown(value)] for name, value in own[:MOST_VARIABLES]]


def _is_given(value: Any) -> bool:
    """Tell whether a value is the problem or the random numbers that knightwatch gave, or a piece of code."""
    kinds = Random, FunctionType, ModuleType, type
    return isinstance(value, kinds) or type(value).__module__.startswith("knightwatch.engine")
