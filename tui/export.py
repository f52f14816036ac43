"""Exports: what a run came to, as text and pictures for people, JSON and CSV for machines. Nothing is overwritten."""

import csv
import io
import json
from collections.abc import Callable, Sequence
from math import isfinite
from pathlib import Path
from typing import Any

from engine.catalog import Puzzle
from engine.errors import BadInput
from engine.frame import Frame
from engine.inquiry import Inquiry
from engine.plan import Plan
from engine.result import result
from engine.search import Run
from tui.svg import drawing
from tui.text import summary


def as_text(plan: Plan, run: Run, ascii_only: bool, whole: bool = False) -> str:
    """Return the board, the figures and the curves as text; `whole`, for a file, draws trails as large as they are."""
    return summary(plan, run, ascii_only, whole)


def as_svg(plan: Plan, run: Run) -> str:
    """Return a picture of the answer."""
    return drawing(plan.problem.picture(run.search.answer()))


def as_json(plan: Plan, run: Run) -> str:
    """Return the JSON object of a run, on one line."""
    return json.dumps(result(plan, run)) + "\n"


def inquiry_json(puzzle: Puzzle, inquiry: Inquiry) -> str:
    """Return the JSON object of a question's answer, on one line."""
    return json.dumps({"puzzle": puzzle.name} | inquiry.answer()) + "\n"


def inquiry_csv(inquiry: Inquiry) -> str:
    """Return the single facts of a question's answer as a table."""
    return _csv(inquiry.records())


def answer_csv(plan: Plan, run: Run) -> str:
    """Return the answer as a table."""
    return _csv(plan.problem.table(run.search.answer()))


def curves_csv(frame: Frame) -> str:
    """Return the points of the curves as a table: a step in each line, a curve in each column."""
    if not frame.curves:
        return _csv([("step",)])
    steps = frame.curves[0].steps.tolist()
    columns = [[value if isfinite(value) else "" for value in curve.values.tolist()] for curve in frame.curves]
    return _csv([("step", *(curve.name for curve in frame.curves)), *zip(steps, *columns, strict=True)])


def writer(path: Path, plan: Plan, run: Run, ascii_only: bool) -> Callable[[], str]:
    """Return what makes the contents of a file, by the ending of its name; raises BadInput if it is not known."""
    makers: dict[str, Callable[[], str]] = {
        ".txt": lambda: as_text(plan, run, ascii_only, whole=True),
        ".json": lambda: as_json(plan, run),
        ".csv": lambda: answer_csv(plan, run),
        ".svg": lambda: as_svg(plan, run),
    }
    if path.suffix not in makers:
        raise BadInput(f"output is {path}, but its name must end in {', '.join(makers)}")
    return makers[path.suffix]


def free_path(wanted: Path) -> Path:
    """Return the path, or, where a file is there already, the next one with a number that is free."""
    path, number = wanted, 2
    while path.exists():
        path = wanted.with_name(f"{wanted.stem}-{number}{wanted.suffix}")
        number += 1
    return path


def _csv(rows: Sequence[Sequence[Any]]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()
