"""Runs as files for other people: the plan of a run and its step, without its state.

A file from another person is untrusted data. It is short, every value in it is checked as if it had been typed, and the
run is replayed by the code of this installation. If a Python file solved the run, the run names that file, but the user
who opens the run must name a file too: a run never brings code along, and starts none.
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
from knightwatch.engine.plans.puzzle import is_file
from knightwatch.engine.store.runs import LATEST_MOMENT, LONGEST_NOTE, SavedRun
from knightwatch.engine.store.saving import record_of

LARGEST = 1 << 20
"""The largest file in bytes that is read."""
FORMAT = "knightwatch run, 1"

Moment = Annotated[int, Field(ge=0, le=LATEST_MOMENT)]
Note = Annotated[str, Field(max_length=LONGEST_NOTE)]


class NeedsFile(BadInput):
    """The run was solved by a Python file, so the user must name one."""

    def __init__(self, run: str, file: str) -> None:
        super().__init__(f"run is {run}, which the Python file {file} solved; a run brings no code along")
        self.file = file


class SharedRun(BaseModel):
    """The contents of a file."""

    model_config = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False)

    format: str = Field(pattern=f"^{FORMAT}$")
    puzzle: str
    values: dict[str, str]
    moment: Moment
    newest: Moment
    bookmarks: list[tuple[Moment, Note]] = Field(default=[], max_length=1000)
    digest: Annotated[str, Field(max_length=64)] = ""
    """The digest of the Python file that solved the run."""


def shared(kept: SavedRun) -> str:
    """Return a run as the text of a file."""
    bookmarks = [list(mark) for mark in kept.bookmarks.items()]
    values = kept.values | {"solver": kept.solver}  # the folder of a user's file is nobody else's business
    fields = {"moment": kept.moment, "newest": kept.newest, "bookmarks": bookmarks}
    if kept.digest:
        fields["digest"] = kept.digest
    return json.dumps({"format": FORMAT, "puzzle": kept.puzzle, "values": values} | fields, indent=1) + "\n"


def received(path: Path, solver: str | None = None) -> tuple[Plan, SavedRun]:
    """Return the plan and the run in a file; raise BadInput if it has none.

    `solver` is the Python file that the user names for a run of a Python file.
    """
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
    values = found.values | _solver(name, found.values.get("solver", ""), solver)
    plan = Plan.read(puzzle(found.puzzle), values)
    record = record_of(plan, found.moment, found.newest)
    return plan, replace(
        record,
        bookmarks={moment: one_line(note) for moment, note in found.bookmarks},
        digest=found.digest or record.digest,
    )


def _solver(run: str, shared: str, chosen: str | None) -> dict[str, str]:
    """Return the value `solver` that the user has chosen; raise BadInput if there must be one, or must be none."""
    if is_file(shared) and chosen is None:
        raise NeedsFile(run, quoted(Path(shared).name))
    if chosen is not None and not is_file(shared):
        raise BadInput(f"solver is {quoted(chosen)}, but no Python file solved this run: leave the solver out")
    if chosen is not None and not is_file(chosen):
        raise BadInput(f"solver is {quoted(chosen)}, but must be a Python file, as mine.py")
    return {} if chosen is None else {"solver": chosen}
