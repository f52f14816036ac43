"""Run a search or a question without a screen: progress on standard error, the result on standard output."""

import contextlib
import re
import tempfile
import time
from collections.abc import Callable, Generator, Iterator
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from knightwatch.engine.compiled import background
from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.frame import Status
from knightwatch.engine.core.hardware import out_of_memory
from knightwatch.engine.core.inquiry import Inquiry
from knightwatch.engine.core.run import Run
from knightwatch.engine.core.words import quoted
from knightwatch.engine.plans.catalog import puzzle
from knightwatch.engine.plans.plan import Plan
from knightwatch.engine.plans.puzzle import Puzzle
from knightwatch.tui.cli.options.common import Common
from knightwatch.tui.cli.progress import Progress, progress
from knightwatch.tui.cli.signals import StopRequest
from knightwatch.tui.cli.streams import put, say
from knightwatch.tui.look import knows_pieces
from knightwatch.tui.output import files as export

if TYPE_CHECKING:
    from knightwatch.engine.pictures.recording import FrameRecording, Making
    from knightwatch.engine.store.saving import RunSaver

CODES = {Status.SOLVED: 0, Status.IMPOSSIBLE: 3, Status.GAVE_UP: 4, Status.FAILED: 5, Status.RUNNING: 130}
"""Exit codes; RUNNING means that a signal interrupted the run."""
BAR_AFTER = 1
"""Seconds of work before a progress bar appears."""
PER_CENT = re.compile(r"\d+ ?%.*$")
MOST_STEPS = 1_000_000
"""Most steps with a point of their own in a file of curves; in longer runs, points are merged."""


def solve(plan: Plan, common: Common, saver: "RunSaver | None" = None, until: int | None = None) -> int:
    """Run a plan and print the result; return the exit code.

    With a saver, resume its saved run and save it again at the end. Stop at the step `until`, if given.
    """
    run, everything = Run(plan.search()), common.all
    if everything and not run.search.gallery().answers():
        raise BadInput(f"all needs a solver that collects answers, but {plan.solver.name} finds one answer")
    path = Path(common.output) if common.output else None
    recording = export.recording_for(path) if path else None
    make = export.writer(path, plan, run, common.ascii, everything) if path and not recording else None
    curves = Path(common.curves) if common.curves else None
    make_curves = export.curves_writer(curves, plan, run) if curves else None
    for each in (path, curves):
        if each:
            check_writable(each)
    with contextlib.suppress(KeyboardInterrupt):
        _drive(run, saver, until, every_step=bool(curves), recording=recording)
    if saver:
        saver.keep(run)
        saver.close()
        if saver.fault:
            say(f"The run is not saved: {saver.fault}")
    try:
        if common.json:
            put(export.as_json(plan, run, everything))
        else:
            put(export.as_text(plan, run, common.ascii or not knows_pieces(), everything=everything))
    finally:  # write the file even if standard output is closed
        stopped_at_step = until is not None and run.status is Status.RUNNING and run.search.done >= until
        if path and recording:
            recording.add(run.frame())
            lines = run.status is not Status.RUNNING or stopped_at_step  # Ctrl+C wants an end, not more work
            write(path, _made(export.moving_file(path, plan, recording, lines)))
        if path and make:
            write(path, make())
        if curves and make_curves:
            write(curves, make_curves())
            if merged := export.most_merged(run.search.frame()):
                say(f"{curves}: rows have up to {merged:,} steps each: the run is too long for a row for each step.")
        run.search.close()
    return CODES[Status.GAVE_UP if stopped_at_step else run.status]


def ask(
    about: Puzzle | None,
    inquiry: Inquiry,
    common: Common,
    command: str = "",
    report: tuple[str, Callable[[], str]] | None = None,
) -> int:
    """Answer a question and print the answer; return the exit code. If it stops early, print the partial one.

    `about` is the puzzle; a paper has none. `command` is the command line that repeats the question. `report` is a file
    name and a function that makes its text.
    """
    from knightwatch.tui.output.text import inquiry_text

    makers = {
        ".json": lambda: export.inquiry_json(about, inquiry),
        ".txt": lambda: inquiry_text(inquiry, common.ascii, command),
    }
    if inquiry.records():
        makers[".csv"] = lambda: export.inquiry_csv(inquiry)
    files = [] if report is None else [(Path(report[0]), report[1])]
    if common.output:
        path = Path(common.output)
        if path.suffix not in makers:
            raise BadInput(f"output is {quoted(str(path), 200)}, but its name must end in {' or '.join(makers)}")
        files.append((path, makers[path.suffix]))
    for path, _ in files:
        check_writable(path)
    exhausted, inquiry.everything = False, common.all
    try:
        interrupted = _drive_inquiry(inquiry)
    except MemoryError:
        exhausted = interrupted = True
        say(f"knightwatch: {out_of_memory()}")
    try:
        put(makers[".json"]() if common.json else inquiry_text(inquiry, common.ascii or not knows_pieces(), command))
    finally:
        for path, make in files:
            if interrupted and inquiry.kept:  # a partial file would block the complete one
                say(f"{path} is not written yet: run the same command again to finish and to write it.")
            else:
                write(path, make())
        inquiry.close()
    if exhausted:
        return CODES[Status.GAVE_UP]
    return CODES[Status.RUNNING if interrupted else inquiry.status()]


def demonstrate(ascii_only: bool) -> int:
    """Print a short demonstration."""
    plan = Plan.read(puzzle("queens"), {"n": "12", "seed": "10"})
    run = Run(plan.search())
    _drive(run)
    search = export.as_text(plan, run, ascii_only or not knows_pieces())
    put(
        "knightwatch shows searches at work. In a terminal it opens a screen; here is one search as text.\n\n"
        f"{search}\nFor all commands, run knightwatch --help.\n"
    )
    return 0


def _drive(
    run: Run,
    saver: "RunSaver | None" = None,
    until: int | None = None,
    every_step: bool = False,
    recording: "FrameRecording | None" = None,
) -> None:
    """Advance a run until it ends, reaches the step `until`, or a signal stops it; show progress.

    With `every_step` its curves have a point for each step. With a `recording`, frames are added to it.
    """
    stop = StopRequest(lambda: run.search.ready)
    with progress(f"{run.search.unit}s") as shown:
        printed: set[str] = set()
        replay = (saver.notice for _ in saver.returning(run)) if saver else ()
        run.search.every_step = MOST_STEPS if every_step else 0
        slices = _recorded(run, recording, until) if recording else run.slices(until)
        for message in chain(run.preparing(), replay, (run.tier for _ in slices)):
            if saver:
                saver.note(run)
            if stop.received:
                return
            _say_once(shown, message, printed)
            shown.show(run.search.done, run.search.limit, visible=run.seconds > BAR_AFTER)
        if farewell := background.farewell():
            shown.say(farewell)


def _say_once(shown: Progress, message: str, printed: set[str]) -> None:
    """Print a message, unless it was printed before; another per cent makes no other message."""
    kind = PER_CENT.sub("", message)
    if kind and kind not in printed:
        printed.add(kind)
        shown.say(message)


def _recorded(run: Run, recording: "FrameRecording", until: int | None) -> Iterator[None]:
    from knightwatch.engine.pictures.recording import recorded

    yield from recorded(run, recording, until)


def _made(making: "Making") -> str | bytes:
    """Make a file; show progress. After Ctrl+C it hurries: a page has fewer lines of code, a film fewer frames."""
    stop = StopRequest(lambda: True)
    with progress("frames") as shown:
        begun, hurry = time.perf_counter(), None
        while True:
            try:
                done, total = making.send(hurry)
            except StopIteration as end:
                content: str | bytes = end.value
                return content
            hurry = stop.received
            shown.show(done, total, visible=time.perf_counter() - begun > BAR_AFTER)


def _drive_inquiry(inquiry: Inquiry) -> bool:
    """Work on a question until it is answered; return whether a signal interrupted it. Show progress."""
    stop = StopRequest(lambda: True)
    done, _, unit = inquiry.progress()
    interrupts, slices = contextlib.suppress(KeyboardInterrupt), contextlib.closing(_slices(inquiry))
    with interrupts, progress(unit, done, timed=True) as shown, slices as work:
        begun, printed, fault = time.perf_counter(), set[str](), ""
        for _ in work:
            if stop.received:
                return True
            _say_once(shown, inquiry.doing(), printed)
            if background.fault() != fault:
                fault = background.fault()
                shown.say(background.progress_words())
            done, total, _ = inquiry.progress()
            shown.show(done, total, visible=time.perf_counter() - begun > BAR_AFTER)
        return False
    return True


def _slices(inquiry: Inquiry) -> Generator[None, None, None]:
    """Return the slices of a question, to be closed: a second Ctrl+C meanwhile must reach the caller."""
    yield from inquiry.slices()


def check_writable(path: Path) -> None:
    """Raise BadInput before a search if its result could not be written after it."""
    with _errors_as_bad_input(path):
        with contextlib.suppress(FileNotFoundError):
            path.lstat()  # a dangling link also counts as a file
            raise FileExistsError
        with tempfile.TemporaryFile(dir=path.parent):
            pass


def write(path: Path, content: str | bytes, option: str = "output") -> None:
    """Write a new file; raises BadInput, about the option that names it, if it exists or cannot be written."""
    with _errors_as_bad_input(path, option):
        export.write_new(path, content)


@contextlib.contextmanager
def _errors_as_bad_input(path: Path, option: str = "output") -> Iterator[None]:
    name = quoted(str(path), 200)
    try:
        yield
    except FileExistsError:
        raise BadInput(f"{option} is {name}, but this file exists already: choose another name") from None
    except OSError as error:
        raise BadInput(f"{option} is {name}, but it cannot be written ({error.strerror})") from None
