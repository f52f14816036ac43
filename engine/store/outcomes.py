"""Outcomes on disk: SQLite, one file, a row for each run as soon as the run has ended.

Rows are found by what a run is made from, not by the sweep that asked for it; so sweeps that share cells share runs,
and a sweep that was broken off goes on by asking for what is not there. Each run is kept under a digest of the code
that made it: after a change of a solver its runs are not found any more, while those of other solvers are.
"""

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Protocol

from platformdirs import user_data_path
from pydantic import Field, TypeAdapter, ValidationError

from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.frame import Status
from knightwatch.engine.store.base import StoreFile

BY_VERSION = 2
"""The layout before: runs were kept under the version of knightwatch, which no digest of code is equal to."""

TABLES = """
CREATE TABLE cell (identity TEXT PRIMARY KEY, puzzle TEXT NOT NULL, settings TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE run (
    cell TEXT NOT NULL REFERENCES cell, repetition INTEGER NOT NULL, code TEXT NOT NULL, seed INTEGER NOT NULL,
    status TEXT NOT NULL, steps INTEGER NOT NULL, work TEXT NOT NULL,
    seconds REAL NOT NULL, prepare_seconds REAL NOT NULL, ends TEXT NOT NULL,
    PRIMARY KEY (cell, repetition, code)
) WITHOUT ROWID;
"""


Seconds = Annotated[float, Field(ge=0, lt=1e12)]


@dataclass(frozen=True, slots=True)
class RunOutcome:
    """What a run came to, as far as it is kept: its answer is not."""

    status: Status
    steps: Annotated[int, Field(ge=0)]
    """Units of the solver's work."""
    work: dict[str, int]
    seconds: Seconds
    prepare_seconds: Seconds
    ends: dict[str, Annotated[float, Field(allow_inf_nan=False)]] = field(default_factory=dict)
    """Where its curves end, by their names."""

    @property
    def solved(self) -> bool:
        """Whether the run was a success."""
        return self.status is Status.SOLVED


_OUTCOME = TypeAdapter(RunOutcome)


class StoredCell(Protocol):
    """What the store knows of a cell: what its runs have in common."""

    @property
    def identity(self) -> str:
        """A name that cells with the same runs share, in any sweep."""

    @property
    def code(self) -> str:
        """A digest of the code that makes the runs."""

    @property
    def puzzle_name(self) -> str:
        """The name of the puzzle."""

    @property
    def values(self) -> Mapping[str, str]:
        """The values of a plan that differ from their defaults."""

    def seed(self, repetition: int) -> int:
        """Return the seed of a run."""


class StoredSweep(Protocol):
    """What the store knows of a sweep."""

    @property
    def identity(self) -> str:
        """A name that is the same for the same cells."""

    @property
    def cells(self) -> Sequence[StoredCell]:
        """What is run."""

    @property
    def repeat(self) -> int:
        """How often each is run."""


def usual_path() -> Path:
    """Return where the store is, unless a person chooses another place."""
    chosen = os.environ.get("KNIGHTWATCH_STORE")
    return Path(chosen) if chosen else user_data_path("knightwatch") / "laboratory.sqlite"


class Store(StoreFile):
    """An open store of outcomes; one thread at a time may use it."""

    application, schema, tables = 0x6B6E7764, 3, TABLES

    def mend(self, schema: int) -> bool:
        if schema != BY_VERSION:
            return False
        self.base.execute("ALTER TABLE run RENAME COLUMN version TO code")
        return True

    @contextmanager
    def claimed(self, sweep: StoredSweep) -> Iterator[None]:
        """Keep a sweep to this process for a while; raises BadInput if another one has it."""
        with self.claim(sweep.identity, "sweep"):
            yield

    def enter(self, sweep: StoredSweep) -> None:
        """Write down what the cells of a sweep are."""
        if self.read_only:
            return
        rows = [(cell.identity, cell.puzzle_name, json.dumps(cell.values)) for cell in sweep.cells]
        with self.reporting_faults(), self.writing():
            self.base.executemany("INSERT OR IGNORE INTO cell VALUES (?, ?, ?)", rows)

    def add(self, cell: StoredCell, repetition: int, outcome: RunOutcome) -> None:
        """Write down what a run came to; when this returns, it is there to stay."""
        self.check()
        row = (cell.identity, repetition, cell.code, cell.seed(repetition), outcome.status, outcome.steps)
        row_end = (json.dumps(outcome.work), outcome.seconds, outcome.prepare_seconds, json.dumps(outcome.ends))
        with self.reporting_faults():
            self.base.execute("INSERT OR IGNORE INTO run VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", row + row_end)

    def outcomes(self, cell: StoredCell, repeat: int) -> dict[int, RunOutcome]:
        """Return what is known of a cell's runs, up to so many, by repetition."""
        columns = ("repetition", "status", "steps", "work", "ends", "seconds", "prepare_seconds")
        query = f"SELECT {', '.join(columns)} FROM run"
        query += " WHERE cell = ? AND code = ? AND repetition < ? ORDER BY repetition"
        with self.reporting_faults():
            rows = self.base.execute(query, (cell.identity, cell.code, repeat)).fetchall()
            try:
                return {
                    int(row["repetition"]): _OUTCOME.validate_python(
                        {**row, "work": json.loads(row["work"]), "ends": json.loads(row["ends"])}
                    )
                    for row in (dict(zip(columns, row, strict=True)) for row in rows)
                }
            except (ValidationError, ValueError, TypeError, RecursionError):
                raise BadInput(
                    f"store is {self.path}, where a run has values that no run comes to: choose another file"
                ) from None

    def forget(self, sweep: StoredSweep) -> None:
        """Remove the runs of a sweep; further ones of its cells are left to the sweeps that asked for them."""
        self.check_writable()
        runs = [(cell.identity, sweep.repeat) for cell in sweep.cells]
        with self.reporting_faults(), self.writing():
            self.base.executemany("DELETE FROM run WHERE cell = ? AND repetition < ?", runs)
