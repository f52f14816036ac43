"""Runs as files for other people: the plan of a run and its step, without its state.

A file from somebody else is untrusted data. It is short, every value in it is checked as if it had been typed, and the
run is replayed by the code of this installation.
"""

import json
from dataclasses import replace
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.words import one_line, quoted
from knightwatch.engine.plans.catalog import puzzle
from knightwatch.engine.plans.plan import Plan
from knightwatch.engine.store.runs import LATEST_MOMENT, LONGEST_NOTE, SavedRun
from knightwatch.engine.store.saving import record_of

LARGEST = 1 << 20
"""The largest file in bytes that is read."""
FORMAT = "knightwatch run, 1"

Moment = Annotated[int, Field(ge=0, le=LATEST_MOMENT)]
Note = Annotated[str, Field(max_length=LONGEST_NOTE)]


class SharedRun(BaseModel):
    """The contents of a file."""

    model_config = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False)

    format: str = Field(pattern=f"^{FORMAT}$")
    puzzle: str
    values: dict[str, str]
    moment: Moment
    newest: Moment
    bookmarks: list[tuple[Moment, Note]] = Field(default=[], max_length=1000)


def shared(kept: SavedRun) -> str:
    """Return a run as the text of a file."""
    bookmarks = [list(mark) for mark in kept.bookmarks.items()]
    fields = {"moment": kept.moment, "newest": kept.newest, "bookmarks": bookmarks}
    return json.dumps({"format": FORMAT, "puzzle": kept.puzzle, "values": kept.values} | fields, indent=1) + "\n"


def received(path: Path) -> tuple[Plan, SavedRun]:
    """Return the plan and the run in a file; raise BadInput if it has none."""
    name = quoted(str(path), 200)
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
    except OSError as error:
        raise BadInput(f"run is {name}, which cannot be read ({error.strerror})") from None
    if len(data) > LARGEST:
        raise BadInput(f"run is {name}, which is too large for a run")
    try:
        found = SharedRun.model_validate_json(data)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        wrong = one_line(f"{where}: {first['msg']}" if where else first["msg"])
        raise BadInput(f"run is {name}, which is not a run of knightwatch ({wrong})") from None
    plan = Plan.read(puzzle(found.puzzle), found.values)
    bookmarks = {moment: one_line(note) for moment, note in found.bookmarks}
    return plan, replace(record_of(plan, found.moment, found.newest), bookmarks=bookmarks)
