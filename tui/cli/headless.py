"""Work without a screen: a run from beginning to end, its progress on standard error, its result on standard output."""

import contextlib
import tempfile
import time
from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.frame import Status
from knightwatch.engine.core.inquiry import Inquiry
from knightwatch.engine.core.run import Run
from knightwatch.engine.core.words import quoted
from knightwatch.engine.plans.catalog import puzzle
from knightwatch.engine.plans.plan import Plan
from knightwatch.engine.plans.puzzle import Puzzle
from knightwatch.tui.cli.ending import Ending
from knightwatch.tui.cli.options import Common
from knightwatch.tui.cli.progress import progress
from knightwatch.tui.cli.streams import put, say
from knightwatch.tui.look import knows_pieces
from knightwatch.tui.output import files as export

if TYPE_CHECKING:
    from knightwatch.engine.store.keeping import Keeper

CODES = {Status.SOLVED: 0, Status.IMPOSSIBLE: 3, Status.GAVE_UP: 4, Status.RUNNING: 130}
"""Exit codes; a run that still runs was interrupted."""


def solve(plan: Plan, common: Common, keeper: "Keeper | None" = None, until: int | None = None) -> int:
    """Run a plan and print what it came to; return the exit code.

    The run may go on from where a keeper left it, and is kept then; it ends at the moment `until`, if there is one.
    """
    run, everything = Run(plan.search()), common.all
    if everything and not run.search.collected():
        raise BadInput(f"all is for solvers that collect answers, but {plan.solver.name} finds one")
    path = Path(common.output) if common.output else None
    make = export.writer(path, plan, run, common.ascii, everything) if path else None
    if path:
        _check(path)
    with contextlib.suppress(KeyboardInterrupt):
        _drive(run, keeper, until)
    if keeper:
        keeper.keep(run)
        keeper.close()
        if keeper.fault:
            say(f"the run is not kept: {keeper.fault}")
    try:
        if common.json:
            put(export.as_json(plan, run, everything))
        else:
            put(export.as_text(plan, run, common.ascii or not knows_pieces(), everything=everything))
    finally:  # a file is a result also where nobody reads the other one
        if path and make:
            write(path, make())
    stopped_there = until is not None and run.status is Status.RUNNING and run.search.done >= until
    return CODES[Status.GAVE_UP if stopped_there else run.status]


def ask(
    asked: Puzzle | None,
    inquiry: Inquiry,
    common: Common,
    command: str = "",
    report: tuple[str, Callable[[], str]] | None = None,
) -> int:
    """Answer a question and print the answer, or what is known when it is interrupted; return the exit code.

    A command line that asks it again is printed with it. A report, if there is to be one, is a file's name and what
    makes its contents.
    """
    from knightwatch.tui.output.text import told

    makers = {
        ".json": lambda: export.inquiry_json(asked, inquiry),
        ".txt": lambda: told(inquiry, common.ascii, command),
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
        _check(path)
    ending, stopped = Ending(lambda: True), True
    done, _, unit = inquiry.progress()
    with contextlib.suppress(KeyboardInterrupt), progress(unit, done, timed=True) as shown:
        begun, doing = time.perf_counter(), ""
        for _ in inquiry.slices():
            if ending.wanted:
                raise KeyboardInterrupt
            if inquiry.doing() not in ("", doing):
                doing = inquiry.doing()
                shown.say(doing)
            done, total, _ = inquiry.progress()
            shown.show(done, total, visible=time.perf_counter() - begun > 1)
        stopped = False
    try:
        put(makers[".json"]() if common.json else told(inquiry, common.ascii or not knows_pieces(), command))
    finally:
        for path, make in files:
            if stopped and inquiry.kept:  # a part of it would be in the way of the whole
                say(f"{path} is not written yet: the same command goes on, and writes it in the end")
            else:
                write(path, make())
    return CODES[Status.RUNNING if stopped else inquiry.status()]


def demonstrate(ascii_only: bool) -> int:
    """Print a short demonstration."""
    plan = Plan.read(puzzle("queens"), {"n": "12", "seed": "10"})
    run = Run(plan.search())
    _drive(run)
    search = export.as_text(plan, run, ascii_only or not knows_pieces())
    put(
        "knightwatch lets you watch searches think. In a terminal it opens a screen; here is a search as text.\n\n"
        f"{search}\nknightwatch --help tells what else there is.\n"
    )
    return 0


def _drive(run: Run, keeper: "Keeper | None" = None, until: int | None = None) -> None:
    """Advance a run until it ends or is to end; where standard error is a terminal, show how far it is."""
    ending = Ending(lambda: run.search.ready)
    with progress(f"{run.search.unit}s") as shown:
        said: set[str] = set()
        back = ("" for _ in keeper.returning(run)) if keeper else ()
        for words in chain(run.preparing(), back, (run.tier for _ in run.slices(until))):
            if keeper:
                keeper.note(run)
            if ending.wanted:
                return
            if words and words not in said:
                said.add(words)
                shown.say(words)
            shown.show(run.search.done, run.search.limit, visible=run.seconds > 1)


def _check(path: Path) -> None:
    """Complain before a search about what could not be written after it."""
    with _complaining(path):
        with contextlib.suppress(FileNotFoundError):
            path.lstat()  # a link that leads nowhere is there too
            raise FileExistsError
        with tempfile.TemporaryFile(dir=path.parent):
            pass


def write(path: Path, text: str) -> None:
    """Write a file that was not there; raises BadInput if that cannot be done."""
    with _complaining(path):
        export.write_new(path, text)


@contextlib.contextmanager
def _complaining(path: Path) -> Iterator[None]:
    try:
        yield
    except FileExistsError:
        name = quoted(str(path), 200)
        raise BadInput(f"output is {name}, but that file is there already: choose another name") from None
    except OSError as error:
        raise BadInput(f"output is {quoted(str(path), 200)}, which cannot be written ({error.strerror})") from None
