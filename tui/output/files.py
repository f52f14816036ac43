"""Results as text, SVG, JSON and CSV, and the files that hold them. No file is ever overwritten.

Modules that draw are imported only to draw: scripts start the program often, and they want JSON.
"""

import csv
import io
from collections.abc import Callable, Sequence
from errno import EEXIST
from itertools import pairwise
from math import isfinite, nan
from os import getpid, strerror
from pathlib import Path
from typing import TYPE_CHECKING, Any

from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.frame import Frame, Status
from knightwatch.engine.core.inquiry import Inquiry
from knightwatch.engine.core.run import Run
from knightwatch.engine.core.words import quoted
from knightwatch.engine.plans.plan import Plan
from knightwatch.engine.plans.puzzle import Puzzle
from knightwatch.engine.plans.result import result
from knightwatch.tui.output.json_format import json_line

if TYPE_CHECKING:
    from knightwatch.engine.pictures.recording import FrameRecording, Making

MOVING = (".html", "film.svg", ".gif")
"""Endings of files that show a whole run."""
Maker = Callable[[], str | bytes]
"""A function that makes the contents of a file."""
Offers = dict[str, tuple[str, "Maker | Callable[[], Making]"]]
"""Files that can be written: for each description, the ending of the file name and a function that makes it."""


def as_text(plan: Plan, run: Run, ascii_only: bool, whole: bool = False, everything: bool = False) -> str:
    """Return the board, the figures and the curves as text; with `everything`, also all collected answers.

    `whole` draws large trails too: a file has room for them.
    """
    from knightwatch.tui.output.text import summary

    return summary(plan, run, ascii_only, whole) + (f"\n{collected_text(run)}" if everything else "")


def as_svg(plan: Plan, run: Run) -> str:
    """Return a drawing of the answer; if the answer has several positions, of all of them."""
    from knightwatch.engine.pictures.boards_svg import sheet

    return sheet(plan.problem.pictures(run.search.answer()))


def as_png(plan: Plan, run: Run) -> bytes:
    """Return the same as a PNG; raises BadInput without Pillow."""
    from knightwatch.engine.pictures.raster import check_pillow, png

    check_pillow("a PNG")
    return png(plan.problem.pictures(run.search.answer()))


def as_json(plan: Plan, run: Run, everything: bool = False) -> str:
    """Return the JSON object of a run on one line; with `everything`, also all collected answers."""
    return json_line(result(plan, run, everything, raw=True))


def inquiry_json(puzzle: Puzzle | None, inquiry: Inquiry) -> str:
    """Return the JSON object of an answer on one line; a paper belongs to no single puzzle."""
    return json_line(({"puzzle": puzzle.name} if puzzle else {}) | inquiry.answer())


def inquiry_csv(inquiry: Inquiry) -> str:
    """Return the records of an answer as CSV."""
    return _csv(inquiry.records())


def answer_csv(plan: Plan, run: Run) -> str:
    """Return the answer of a run as CSV."""
    return _csv(plan.problem.table(run.search.answer()))


def collected_csv(run: Run) -> str:
    """Return all collected answers as CSV, one in a row."""
    return _csv(run.search.gallery().table())


def collected_text(run: Run) -> str:
    """Return all collected answers as text, one in a line."""
    _, *rows = run.search.gallery().table()
    return "".join(f"{row[-1]}\n" for row in rows)


def curves_csv(frame: Frame) -> str:
    """Return the curves as CSV: a row for each step, a column for each curve.

    If points were merged, a last column has the number of steps of each row.
    """
    steps = sorted({step for curve in frame.curves for step in curve.steps.tolist()})
    columns = [dict(zip(curve.steps.tolist(), curve.values.tolist(), strict=True)) for curve in frame.curves]
    along = next((curve.along for curve in frame.curves if curve.along), "step")
    head, rows = [along, *(curve.name for curve in frame.curves)], []
    merged, before = most_merged(frame), -1
    for step in steps:
        values = [column.get(step, nan) for column in columns]
        rows.append(
            [step, *(value if isfinite(value) else "" for value in values), *([step - before] if merged else [])]
        )
        before = step
    return _csv([[*head, "merged steps"] if merged else head, *rows])


def most_merged(frame: Frame) -> int:
    """Return the largest number of steps in one point of the curves; 0 if every step has its own point."""
    over_steps = [curve for curve in frame.curves if not curve.along and len(curve.steps)]
    gaps = (there - here for curve in over_steps for here, there in pairwise(curve.steps.tolist()))
    most = max(gaps, default=1)
    return most if most > 1 else 0


def curves_writer(path: Path, plan: Plan, run: Run) -> Maker:
    """Return the function that makes a file of curves, chosen by its ending; raises BadInput for an unknown ending."""

    def drawing() -> str:
        from knightwatch.engine.pictures.curves_svg import curves_svg

        frame = run.search.frame()
        across = next((curve.along for curve in frame.curves if curve.along), f"{plan.solver.unit}s")
        title = f"{plan.problem.title()} by {plan.solver.name}"
        return curves_svg(title, frame.curves, across, frame.events)

    endings: dict[str, Maker] = {".csv": lambda: curves_csv(run.search.frame()), ".svg": drawing}
    if path.suffix not in endings:
        raise BadInput(f"curves is {path}, but its name must end in {' or '.join(endings)}")
    return endings[path.suffix]


def offers(plan: Plan, run: Run, ascii_only: bool) -> Offers:
    """Return the files that can be written of a paused run; files that need Pillow say so if it is missing."""
    needs = _needs_pillow()
    files: Offers = {
        "answer as text, with figures and curves": (".txt", lambda: as_text(plan, run, ascii_only, whole=True)),
        "result as JSON": (".json", lambda: as_json(plan, run)),
        "answer as CSV": (".csv", lambda: answer_csv(plan, run)),
        "curves as CSV": ("-curves.csv", lambda: curves_csv(run.search.frame())),
        "answer as a drawing": ("-board.svg", lambda: as_svg(plan, run)),
        f"answer as a picture{needs}": ("-board.png", lambda: as_png(plan, run)),
        "run up to here, as a page for any browser": ("-run.html", lambda: _replayed("-run.html", plan, run)),
        "run up to here, as a film (SVG)": ("-film.svg", lambda: _replayed("-film.svg", plan, run)),
        f"run up to here, as a film (GIF){needs}": ("-film.gif", lambda: _replayed("-film.gif", plan, run)),
    }
    if run.search.gallery().many:
        files |= {
            "all answers collected, as text": ("-all.txt", lambda: collected_text(run)),
            "all answers collected, as CSV": ("-all.csv", lambda: collected_csv(run)),
            "all answers collected, in the result as JSON": ("-all.json", lambda: as_json(plan, run, everything=True)),
        }
    return files


def _needs_pillow() -> str:
    """Return a remark for files that need Pillow; empty if it is installed."""
    from knightwatch.engine.pictures.raster import check_pillow

    try:
        check_pillow("a picture")
    except BadInput:
        return ", needs Pillow: not installed"
    return ""


def _replayed(name: str, plan: Plan, run: Run) -> "Making":
    """Make a file of a paused run from its first step to the present one, or to its end if it has ended."""
    from knightwatch.engine.pictures.moving import replayed
    from knightwatch.tui.output.command_line import plan_command

    until = run.search.done if run.search.status is Status.RUNNING else None
    return replayed(name, plan, until, plan_command(plan))


def writer(path: Path, plan: Plan, run: Run, ascii_only: bool, everything: bool = False) -> Maker:
    """Return the function that makes the text of a file, chosen by its ending; raises BadInput for an unknown ending.

    If several answers were asked for, or with `everything`, the file has them all; a drawing shows one.
    """
    everything = everything or run.search.gallery().many
    endings: dict[str, Maker] = {
        ".txt": lambda: as_text(plan, run, ascii_only, True, everything),
        ".json": lambda: as_json(plan, run, everything),
        ".csv": lambda: collected_csv(run) if everything else answer_csv(plan, run),
        ".svg": lambda: as_svg(plan, run),
        ".png": lambda: as_png(plan, run),
    }
    if path.suffix not in endings:
        known = ", ".join([*endings, *MOVING])
        raise BadInput(f"output is {quoted(str(path), 200)}, but its name must end in {known}")
    if path.suffix == ".png":
        from knightwatch.engine.pictures.raster import check_pillow

        check_pillow(path.name)
    return endings[path.suffix]


def recording_for(path: Path) -> "FrameRecording | None":
    """Return an empty recording if a file shows the whole run; raises BadInput if it needs Pillow, which is missing."""
    if not path.name.endswith(MOVING):
        return None
    from knightwatch.engine.pictures import moving

    return moving.recording_for(path.name)


def moving_file(path: Path, plan: Plan, recording: "FrameRecording", lines: bool) -> "Making":
    """Make a file that shows a whole run; with `lines`, also the line of the solver at each step, if it can."""
    from knightwatch.engine.pictures.moving import making
    from knightwatch.tui.output.command_line import plan_command

    return making(path.name, plan, recording, plan_command(plan), lines)


def free_path(preferred: Path) -> Path:
    """Return the path; if the file exists, add the first free number to its name."""
    path, number = preferred, 2
    while path.exists():
        path = preferred.with_name(f"{preferred.stem}-{number}{preferred.suffix}")
        number += 1
    return path


def write_new(path: Path, content: str | bytes) -> None:
    """Write a new file, completely or not at all; raises OSError.

    A temporary file is renamed at the end, so no partial file appears, even on a full disk.
    """
    if path.exists():
        raise FileExistsError(EEXIST, strerror(EEXIST))
    part = path.with_name(f".{path.name}.{getpid()}.part")
    try:
        with part.open("xb") as file:
            file.write(content.encode() if isinstance(content, str) else content)
        part.rename(path)
    except OSError:
        part.unlink(missing_ok=True)
        raise


def _csv(rows: Sequence[Sequence[Any]]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()
