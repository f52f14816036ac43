"""Exports: what a run came to, as text and pictures for people, JSON and CSV for machines. Nothing is overwritten.

What draws is imported where something is drawn: JSON is for scripts, which start the program often.
"""

import csv
import io
from collections.abc import Callable, Sequence
from errno import EEXIST
from math import isfinite
from os import getpid, strerror
from pathlib import Path
from typing import Any

from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.frame import Frame
from knightwatch.engine.core.inquiry import Inquiry
from knightwatch.engine.core.run import Run
from knightwatch.engine.plans.plan import Plan
from knightwatch.engine.plans.puzzle import Puzzle
from knightwatch.engine.plans.result import result
from knightwatch.tui.output.json_format import json_line

Maker = Callable[[], str]
"""What makes the contents of a file."""
Offers = dict[str, tuple[str, Maker]]
"""What can be written: by description, the ending of the file's name and what makes its contents."""


def as_text(plan: Plan, run: Run, ascii_only: bool, whole: bool = False, everything: bool = False) -> str:
    """Return the board, the figures and the curves as text, with `everything` all answers collected too.

    `whole`, for a file, draws trails as large as they are.
    """
    from knightwatch.tui.output.text import summary

    return summary(plan, run, ascii_only, whole) + (f"\n{collected_text(run)}" if everything else "")


def as_svg(plan: Plan, run: Run) -> str:
    """Return a picture of the answer, with all its steps where it has some."""
    from knightwatch.tui.output.svg import sheet

    return sheet(plan.problem.pictures(run.search.answer()))


def as_json(plan: Plan, run: Run, everything: bool = False) -> str:
    """Return the JSON object of a run, on one line, with `everything` all answers collected too."""
    return json_line(result(plan, run, everything))


def inquiry_json(puzzle: Puzzle | None, inquiry: Inquiry) -> str:
    """Return the JSON object of a question's answer, on one line; not every question is about one puzzle."""
    return json_line(({"puzzle": puzzle.name} if puzzle else {}) | inquiry.answer())


def inquiry_csv(inquiry: Inquiry) -> str:
    """Return the single facts of a question's answer as a table."""
    return _csv(inquiry.records())


def answer_csv(plan: Plan, run: Run) -> str:
    """Return the answer as a table."""
    return _csv(plan.problem.table(run.search.answer()))


def collected_csv(run: Run) -> str:
    """Return all answers collected as a table, one in a row."""
    return _csv(run.search.collected_table())


def collected_text(run: Run) -> str:
    """Return all answers collected, one in a line."""
    _, *rows = run.search.collected_table()
    return "".join(f"{row[-1]}\n" for row in rows)


def curves_csv(frame: Frame) -> str:
    """Return the points of the curves as a table: a step in each line, a curve in each column."""
    if not frame.curves:
        return _csv([("step",)])
    steps = frame.curves[0].steps.tolist()
    columns = [[value if isfinite(value) else "" for value in curve.values.tolist()] for curve in frame.curves]
    return _csv([("step", *(curve.name for curve in frame.curves)), *zip(steps, *columns, strict=True)])


def offers(plan: Plan, run: Run, ascii_only: bool) -> Offers:
    """Return what can be written of a run that is at rest."""
    found: Offers = {
        "answer as text, with figures and curves": (".txt", lambda: as_text(plan, run, ascii_only, whole=True)),
        "result as JSON": (".json", lambda: as_json(plan, run)),
        "answer as CSV": (".csv", lambda: answer_csv(plan, run)),
        "curves as CSV": ("-curves.csv", lambda: curves_csv(run.search.frame())),
        "answer as a drawing": ("-board.svg", lambda: as_svg(plan, run)),
    }
    if run.search.wants_many:
        found |= {
            "all answers collected, as text": ("-all.txt", lambda: collected_text(run)),
            "all answers collected, as CSV": ("-all.csv", lambda: collected_csv(run)),
            "all answers collected, in the result as JSON": ("-all.json", lambda: as_json(plan, run, everything=True)),
        }
    return found


def writer(path: Path, plan: Plan, run: Run, ascii_only: bool, everything: bool = False) -> Maker:
    """Return what makes the contents of a file, by the ending of its name; raises BadInput if it is not known.

    Where several answers were asked for, or with `everything`, they are all in it; a picture shows one.
    """
    everything = everything or run.search.wants_many
    endings: dict[str, Maker] = {
        ".txt": lambda: as_text(plan, run, ascii_only, True, everything),
        ".json": lambda: as_json(plan, run, everything),
        ".csv": lambda: collected_csv(run) if everything else answer_csv(plan, run),
        ".svg": lambda: as_svg(plan, run),
    }
    if path.suffix not in endings:
        raise BadInput(f"output is {path}, but its name must end in {', '.join(endings)}")
    return endings[path.suffix]


def free_path(wanted: Path) -> Path:
    """Return the path, or, where a file is there already, the next one with a number that is free."""
    path, number = wanted, 2
    while path.exists():
        path = wanted.with_name(f"{wanted.stem}-{number}{wanted.suffix}")
        number += 1
    return path


def write_new(path: Path, text: str) -> None:
    """Write a file that is not there yet, wholly or not at all; raises OSError.

    A part of it is never seen under its name, not on a full disk either.
    """
    if path.exists():
        raise FileExistsError(EEXIST, strerror(EEXIST))
    part = path.with_name(f".{path.name}.{getpid()}.part")
    try:
        with part.open("x", encoding="utf-8") as file:
            file.write(text)
        part.rename(path)
    except OSError:
        part.unlink(missing_ok=True)
        raise


def _csv(rows: Sequence[Sequence[Any]]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()
