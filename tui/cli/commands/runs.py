"""The commands `runs`, which lists, deletes and exports saved runs, and `resume`, which resumes one."""

import json as json_format
import shlex
import sys
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import App, Parameter

from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.words import counted_noun, one_line, quoted
from knightwatch.engine.own.saved import changed
from knightwatch.engine.store.runs import RunStore, SavedRun, usual_path
from knightwatch.tui.cli.options.common import Ascii, Common, Headless, Record, Theme, check_theme
from knightwatch.tui.cli.streams import put, say
from knightwatch.tui.launch import check_record, has_screen, open_screen
from knightwatch.tui.output.json_format import versioned

if TYPE_CHECKING:
    from knightwatch.engine.plans.plan import Plan

Json = Annotated[bool, Parameter(help="print the result as JSON, without the screen", negative="", show_default=False)]
LEAST = 8
"""Least characters of a column in a narrow terminal."""
SOLVER = "your Python file, for a run from a file that a Python file solved"
Number = Annotated[str, Parameter(help="the number of a saved run; knightwatch runs lists them")]


def command(_: Sequence[str]) -> App:
    """Return the command `runs` with its subcommands."""
    app = App(
        name="runs",
        help="List saved runs, the newest first. Every run on the screen is saved: its step, its state and its "
        "bookmarks. knightwatch resume NUMBER resumes one.",
        default_command=list_runs,
        help_format="plaintext",
    )
    app.command(delete, name="delete", help="Delete saved runs and their bookmarks.")
    app.command(export, name="export", help="Write a saved run to a file. knightwatch resume FILE opens it anywhere.")
    return app


def resume_command(_: Sequence[str]) -> App:
    """Return the command `resume`."""
    help_text = (
        "Resume a saved run at its last step; without a screen, run it to its end. Without a number: the newest."
    )
    return App(name="resume", help=help_text, default_command=resume, help_format="plaintext")


def list_runs(*, json: Json = False) -> int:
    """List the saved runs."""
    with RunStore(usual_path()) as store:
        runs, damaged = store.runs(), store.damaged()
    notes = {run.id: changed(run) for run in runs}
    for number in damaged:
        say(f"Run {number} is damaged and left out. To delete it: knightwatch runs delete {number}")
    if json:
        put(json_format.dumps([_as_json(run, notes[run.id]) for run in runs]) + "\n")
    elif not runs and not damaged:
        put("There are no saved runs yet. Every run on the screen is saved.\n")
    elif runs:
        put(_table(runs, get_terminal_size().columns if sys.stdout.isatty() else None))
        for run in runs:
            if notes[run.id]:
                say(f"Run {run.id}: {notes[run.id]}")
    return 0


def delete(number: Number, *others: Number) -> int:
    """Delete saved runs."""
    with RunStore(usual_path()) as store:
        numbers, damaged = [_number(each) for each in (number, *others)], store.damaged()
        store.delete([each if each in damaged else store.run(each).id for each in numbers])
    put(f"{counted_noun(len(numbers), 'run')} deleted.\n")
    return 0


def export(number: Number, file: Annotated[str, Parameter(help="a new file")]) -> int:
    """Write a saved run to a file."""
    from knightwatch.engine.store.sharing import shared
    from knightwatch.tui.cli.headless import write

    with RunStore(usual_path()) as store:
        text = shared(store.run(_number(number)))
    write(Path(file), text)
    name = one_line(file)
    put(f"{name} is written. To open it, here or elsewhere: knightwatch resume {name}\n")
    return 0


def resume(
    run: Annotated[str | None, Parameter(help="its number, or a file written by knightwatch runs export")] = None,
    *,
    solver: Annotated[str | None, Parameter(help=SOLVER, metavar="FILE")] = None,
    json: Json = False,
    headless: Headless = False,
    ascii: Ascii = False,  # noqa: A002
    theme: Theme = None,
    record: Record = None,
) -> int:
    """Resume a saved run."""
    from knightwatch.engine.store.saving import RunSaver

    check_theme(theme)
    check_record(record, without_screen=json or headless)
    path = usual_path()
    if run is None or run.isdecimal():
        if solver is not None:
            raise BadInput(f"solver is {quoted(solver)}, but a saved run knows its solver: leave it out")
        with RunStore(path) as store:
            saved = store.run(None if run is None else _number(run))
        plan = _plan(saved)
    else:
        from knightwatch.engine.store.sharing import NeedsFile, received

        try:
            plan, saved = received(Path(run), solver)
        except NeedsFile as error:
            words = shlex.join(["knightwatch", "resume", run, "--solver", error.file])
            raise BadInput(f"{error}: to run a file of yours, {words}") from None
        if saved.digest != plan.solver.file_digest:
            say(f"{saved.solver} is not the file that solved this run, so the run may differ.")
    saver = RunSaver(plan, path, saved)
    if has_screen() and not (json or headless):
        return open_screen(saver, ascii, theme, record)
    from knightwatch.tui.cli.headless import solve
    from knightwatch.tui.config import Config

    saver.limits = Config().limits
    return solve(plan, Common(headless=True, json=json, ascii=ascii), saver)


def _plan(saved: SavedRun) -> "Plan":
    """Return the plan of a saved run; say if the file of its solver has changed."""
    from knightwatch.engine.store.saving import plan_of

    note = changed(saved)
    try:
        plan = plan_of(saved)
    except BadInput as error:
        raise BadInput(note.rstrip(".") or str(error)) from None
    if note:
        say(note)
    return plan


def _number(text: str) -> int:
    if not text.isdecimal() or len(text) > 18:
        raise BadInput(f"run is {quoted(text)}, but must be the number of a saved run: knightwatch runs lists them")
    return int(text)


def _as_json(run: SavedRun, note: str) -> dict[str, Any]:
    return versioned(
        {
            "id": run.id,
            "puzzle": run.puzzle,
            "solver": run.solver,
            "title": run.title,
            "moment": run.moment,
            "newest": run.newest,
            "status": str(run.status),
            "seconds": round(run.seconds, 6),
            "kept": _when(run).isoformat(timespec="seconds"),
            "settings": run.values,
            "note": note,
            "bookmarks": [{"moment": moment, "note": words} for moment, words in run.bookmarks.items()],
        }
    )


def _table(runs: Sequence[SavedRun], width: int | None = None) -> str:
    """Return a table of runs; with a width, shorten steps, titles and solvers to fit it."""
    head = ("run", "puzzle", "solver", "title", "step", "status", "saved")
    rows = [
        (
            str(run.id),
            run.puzzle,
            run.solver,
            run.title,
            f"{run.unit} {run.moment:,}",
            run.status_word,
            f"{_when(run):%Y-%m-%d %H:%M}",
        )
        for run in runs
    ]
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    if width and _across(widths) > width:
        rows = [(*row[:4], f"{run.moment:,}", *row[5:]) for row, run in zip(rows, runs, strict=True)]
        widths[4] = max(len(head[4]), *(len(row[4]) for row in rows))
        for column in (head.index("title"), head.index("solver")):
            widths[column] = max(min(widths[column], LEAST), widths[column] - max(_across(widths) - width, 0))
    cells = ([_fitted(*each) for each in zip(row, widths, strict=True)] for row in (head, *rows))
    lines = ["  ".join(row) for row in cells]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _across(widths: Sequence[int]) -> int:
    return sum(widths) + 2 * (len(widths) - 1)


def _fitted(cell: str, width: int) -> str:
    return cell.ljust(width) if len(cell) <= width else f"{cell[: width - 3]}..."


def _when(run: SavedRun) -> datetime:
    return datetime.fromtimestamp(run.kept).astimezone()
