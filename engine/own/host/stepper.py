"""Advances an author's generator step by step, checks each yield, and describes the present step.

Standard library only. The process of a solver uses it; so does the library, for a function in the same process. The
author's objects may raise anything at any time. Functions of `time` are imported by name: the author's code may
replace those of the module.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import nullcontext
from itertools import islice
from time import perf_counter, process_time
from types import FrameType, GeneratorType
from typing import Any

from knightwatch.engine.core.reader import Reader, WrongYield, shown
from knightwatch.engine.own.host.curves import SampledCurves
from knightwatch.engine.own.host.faults import AuthorFault, described, fault_of
from knightwatch.engine.own.host.line_trace import LineTrace
from knightwatch.engine.own.host.variables import variables
from knightwatch.engine.own.step import Impossible, Step

MOST_MARKS = 10_000
"""The most marks and candidates of one step."""
MOST_UNTIMED = 64
"""The most steps between two looks at the clock."""
QUICK = 0.0005
"""Seconds between two looks at the clock that are short enough to do more steps between them."""
EXAMPLES = {"figures": "{'tries': 5}", "marks": "{(0, 0): 'x'}"}
"""How the fields of a Step are written."""
UNSHOWN: dict[str, Any] = {
    "value": None, "sentence": "", "figures": [], "marks": [], "candidates": [], "curves": [[], {}], "line": 0,
    "variables": [], "ran": [], "changed": [],
}  # fmt: skip
"""The description of a step that cannot be described."""


class Stepper:
    """A generator with its number of steps, its last yield and its curves."""

    def __init__(self, make: Callable[[], tuple[Any, Any]], reader: Reader, file: str, points: int = 0) -> None:
        """Take a function that returns the author's function and its generator; `file` is the author's file.

        `points` is the number of points that a curve may have; 0: the usual number.
        """
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
        self._trace = LineTrace(file)
        """The lines of the last step, if it was traced."""
        self._before: list[list[str]] | None = None
        """The local variables before the last step, if it was traced."""
        self._curves = SampledCurves(reader, points)
        self._fault: AuthorFault | None = None
        self._generator: Iterator[Any] = iter(())
        try:
            solve, made = make()
            if isinstance(made, Iterator):
                self._generator = made
            else:
                why = f"solve returned {shown(made)}, but it must be a generator: use yield in it"
                self._stop("failed", why, _first_line(solve))
        except BaseException as error:
            self._fail(error)

    def advance(self, until: int, halt: bool, seconds: float, traced: bool = False) -> None:
        """Do steps up to `until`; stop earlier at the end, after `seconds` or, with `halt`, after a milestone.

        With `traced`, record the lines that run and the variables before; the lines after the last yield belong to the
        last step.
        """
        known = variables(self._frame()) if traced else None
        begun, worked, before, trace = perf_counter(), process_time(), self.done, LineTrace(self._file)
        if self.end is None and self.done < until:
            with trace if traced else nullcontext():
                self._advance(until, halt, begun, seconds)
            if self.done == before:
                trace.lines |= self._trace.lines
            else:
                self._before = known
            self._trace = trace
        self.wall += perf_counter() - begun
        self.processor += process_time() - worked

    def _advance(self, until: int, halt: bool, looked: float, seconds: float) -> None:
        """Do at least one step. Local names and one comparison per step keep the loop fast."""
        generator, check, curves = self._generator, self._reader.check, self._curves
        done, item, gap, deadline = self.done, self.item, 1, looked + seconds
        look = done + 1
        event = min(until, curves.next, look)  # where to stop, to sample the curves, or to look at the clock
        end: tuple[Callable[[Any], None], Any] | None = None
        while True:
            try:
                item = next(generator)
            except StopIteration as stop:
                end = self._finish, stop.value
                break
            except BaseException as error:  # SystemExit and KeyboardInterrupt are the author's too
                end = self._fail, error
                break
            done += 1
            try:
                kind = type(item)
                if kind is list:
                    check(item)
                elif kind is tuple and len(item) == 2 and isinstance(item[1], str):
                    check(item[0])
                elif kind is Step:
                    check(item.value)
                    if item.milestone:
                        self.milestones += 1
                        if halt:
                            event = until = done
                else:
                    check(item)
                if done == event and done == curves.next:
                    curves.sample(done, as_step(item))
            except BaseException as error:  # the author's classes may raise anything when they are compared
                end = self._refuse, error
                break
            if done == event:
                if done == look:
                    now = perf_counter()
                    gap = min(2 * gap, MOST_UNTIMED) if now - looked < QUICK else 1
                    looked, look = now, done + gap
                if done == until or looked > deadline:
                    break
                event = min(until, curves.next, look)
        self.done, self.item = done, item
        if end:
            end[0](end[1])

    # The end.

    def _finish(self, value: Any) -> None:
        try:
            if isinstance(value, Impossible):
                self._stop("claim", str(value.reason))
                return
            if value is not None:
                self._reader.check(value)
                self.item = (value, str(as_step(self.item).sentence) if self.done else "")
                self.done = max(self.done, 1)
        except WrongYield as error:
            self._stop("failed", f"at the end: {str(error).replace('yielded', 'returned', 1)}")
        except BaseException as error:
            self._stop("failed", f"at the end: the returned value cannot be read ({described(error)})")
        else:
            self._stop("ended")

    def _refuse(self, error: BaseException) -> None:
        """Note a yield that cannot be drawn."""
        if isinstance(error, KeyboardInterrupt):  # in a notebook, the user's own
            self.error = error
        why = str(error) if type(error) is WrongYield else f"the value cannot be read ({described(error)})"
        frame = self._frame()
        self._stop("failed", f"step {self.done:,}: {why}", frame.f_lineno if frame else 0)

    def _fail(self, error: BaseException) -> None:
        """Note an exception with the author's line that raised it."""
        self.error = error
        fault = self._fault = fault_of(error, self._file)
        self._stop("failed", f"step {self.done + 1:,}: {fault.words}", fault.line, fault.text)

    def _stop(self, how: str, reason: str = "", line: int = 0, text: str = "") -> None:
        self.end = {"how": how, "reason": reason[:2000], "line": line, "traceback": text}

    # Descriptions.

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
        picture: dict[str, Any] = {}
        if self.done:
            try:
                picture = self._picture(as_step(self.item))
            except WrongYield as error:
                picture["sentence"] = f"This step cannot be shown: {error}."
            except BaseException as error:
                picture["sentence"] = f"This step cannot be shown: {described(error)}."
        line = self.end["line"] if self.end else 0
        now = self._fault.variables if self._fault else variables(frame)
        return UNSHOWN | picture | {
            "curves": self._curves.points,
            "line": line or (frame.f_lineno if frame else self._trace.last),
            "ran": sorted(self._trace.lines),
            "variables": now,
            "changed": [] if self._before is None else [name for name, text in now if [name, text] not in self._before],
        }  # fmt: skip

    def _picture(self, step: Step) -> dict[str, Any]:
        number = self._reader.square
        value = self._reader.plain(step.value)
        if wrong := _wrong_field(step):
            return {"value": value, "sentence": f"This Step is not complete: {wrong}."}
        return {
            "value": value,
            "sentence": step.sentence[:2000] if step.sentence else "",
            "figures": [
                [str(name)[:40], shown_figure(value)] for name, value in islice(dict(step.figures).items(), 20)
            ],
            "marks": [[number(square), str(sign)[:2]] for square, sign in islice(dict(step.marks).items(), MOST_MARKS)],
            "candidates": [number(square) for square in islice(step.candidates, MOST_MARKS)],
        }

    def _frame(self) -> FrameType | None:
        """Return the frame of the innermost generator of the author's file, through `yield from`."""
        found: FrameType | None = None
        inner: Iterator[Any] | None = self._generator
        while type(inner) is GeneratorType:
            if inner.gi_frame is not None and inner.gi_code.co_filename == self._file:
                found = inner.gi_frame
            inner = inner.gi_yieldfrom
        return found


def _first_line(function: Any) -> int:
    """Return the line of a function's definition; 0 if it has none."""
    return int(getattr(getattr(function, "__code__", None), "co_firstlineno", 0))


def as_step(item: Any) -> Step:
    """Return a yield as a Step: a value, a value with a sentence, or a Step."""
    if type(item) is Step:
        return item
    if type(item) is tuple and len(item) == 2 and isinstance(item[1], str):
        return Step(item[0], item[1])
    return Step(item)


def _wrong_field(step: Step) -> str:
    """Say in a clause which field of a Step has the wrong type; empty if none has."""
    if not isinstance(step.sentence, str | None):
        return f"its sentence is {shown(step.sentence)}, but must be a text"
    for name, example in EXAMPLES.items():
        if not isinstance(value := getattr(step, name), Mapping):
            return f"its {name} are {shown(value)}, but must be a dict, as {example}"
    if not isinstance(step.candidates, Iterable):
        return f"its candidates are {shown(step.candidates)}, but must be a list of squares"
    return ""


def shown_figure(value: Any) -> str:
    """Return the value of a figure as text."""
    if isinstance(value, float):
        return f"{value:,.4g}"
    return f"{value:,}" if type(value) is int and value.bit_length() < 64 else str(value)[:60]
