"""Outcomes of runs on disk: one row for each finished run.

A row is found by what its run is made from, not by the sweep that asked for it. So sweeps with common cells share runs,
and an interrupted sweep resumes by asking for the missing ones. Each run is stored under a digest of the code that made
it. After a change of a solver its runs are no longer found; those of other solvers are.
"""

import hashlib
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

BY_VERSION, WITHOUT_CHECKSUMS = 2, 3
"""Older layouts: runs under the version of knightwatch instead of a digest, and runs without checksums."""

TABLES = """
CREATE TABLE cell (identity TEXT PRIMARY KEY, puzzle TEXT NOT NULL, settings TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE run (
    cell TEXT NOT NULL REFERENCES cell, repetition INTEGER NOT NULL, code TEXT NOT NULL, seed INTEGER NOT NULL,
    status TEXT NOT NULL, steps INTEGER NOT NULL, work TEXT NOT NULL,
    seconds REAL NOT NULL, prepare_seconds REAL NOT NULL, ends TEXT NOT NULL, checksum TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (cell, repetition, code)
) WITHOUT ROWID;
"""
CHECKED = "cell, repetition, code, seed, status, steps, work, seconds, prepare_seconds, ends"
"""The columns that a checksum covers."""


Seconds = Annotated[float, Field(ge=0, lt=1e12)]


@dataclass(frozen=True, slots=True)
class RunOutcome:
    """The outcome of a run, without its answer."""

    status: Status
    steps: Annotated[int, Field(ge=0)]
    """Units of the solver's work."""
    work: dict[str, int]
    seconds: Seconds
    prepare_seconds: Seconds
    ends: dict[str, Annotated[float, Field(allow_inf_nan=False)]] = field(default_factory=dict)
    """The last value of each curve, by its name."""

    @property
    def solved(self) -> bool:
        """Whether the run found a solution."""
        return self.status is Status.SOLVED


_OUTCOME = TypeAdapter(RunOutcome)


def checked(result: object) -> RunOutcome | None:
    """Return the result of a worker as an outcome; None if it is not one or has impossible values."""
    if not isinstance(result, RunOutcome):
        return None
    try:
        return _OUTCOME.validate_python({name: getattr(result, name) for name in RunOutcome.__slots__})
    except (ValidationError, ValueError, TypeError, RecursionError):
        return None


def checksum(*row: object) -> str:
    """Return the checksum of the columns `CHECKED` of a row."""
    return hashlib.sha256(repr(row).encode(errors="replace")).hexdigest()[:16]


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
    """What the store needs to know of a sweep."""

    @property
    def identity(self) -> str:
        """A name that is the same for the same cells."""

    @property
    def cells(self) -> Sequence[StoredCell]:
        """The cells."""

    @property
    def repeat(self) -> int:
        """The number of runs of each cell."""


def usual_path() -> Path:
    """Return the default path of the store; the environment variable KNIGHTWATCH_STORE overrides it."""
    chosen = os.environ.get("KNIGHTWATCH_STORE")
    return Path(chosen) if chosen else user_data_path("knightwatch") / "laboratory.sqlite"


class Store(StoreFile):
    """An open store of outcomes. One thread at a time may use it."""

    application, schema, tables = 0x6B6E7764, 4, TABLES

    def mend(self, schema: int) -> bool:
        if schema not in (BY_VERSION, WITHOUT_CHECKSUMS):
            return False
        if schema == BY_VERSION:
            self.base.execute("ALTER TABLE run RENAME COLUMN version TO code")
        self.base.execute("ALTER TABLE run ADD COLUMN checksum TEXT NOT NULL DEFAULT ''")
        self.base.create_function("checksum", -1, checksum, deterministic=True)
        self.base.execute(f"UPDATE run SET checksum = checksum({CHECKED})")
        return True

    @contextmanager
    def claimed(self, sweep: StoredSweep) -> Iterator[None]:
        """Reserve a sweep for this process; raise BadInput if another process has it."""
        with self.claim(sweep.identity, "sweep"):
            yield

    def enter(self, sweep: StoredSweep) -> None:
        """Store the cells of a sweep."""
        if self.read_only:
            return
        rows = [(cell.identity, cell.puzzle_name, json.dumps(cell.values)) for cell in sweep.cells]
        with self.reporting_faults(), self.writing():
            self.base.executemany("INSERT OR IGNORE INTO cell VALUES (?, ?, ?)", rows)

    def add(self, cell: StoredCell, repetition: int, outcome: RunOutcome) -> None:
        """Store the outcome of a run; it is on disk when this returns."""
        self.check()
        row = (
            cell.identity, repetition, cell.code, cell.seed(repetition), str(outcome.status), outcome.steps,
            json.dumps(outcome.work), float(outcome.seconds), float(outcome.prepare_seconds), json.dumps(outcome.ends),
        )  # fmt: skip
        with self.reporting_faults():
            self.base.execute(
                f"INSERT OR IGNORE INTO run ({CHECKED}, checksum) VALUES ({'?, ' * len(row)}?)", (*row, checksum(*row))
            )

    def outcomes(self, cell: StoredCell, repeat: int) -> dict[int, RunOutcome]:
        """Return the known outcomes of a cell by repetition, below `repeat`."""
        columns = CHECKED.split(", ")
        query = f"SELECT {CHECKED}, checksum FROM run"
        query += " WHERE cell = ? AND code = ? AND repetition < ? ORDER BY repetition"
        with self.reporting_faults():
            rows = self.base.execute(query, (cell.identity, cell.code, repeat)).fetchall()
            if any(checksum(*row) != expected for *row, expected in rows):
                raise BadInput(f"store is {self.path}, which has damaged runs: begin the sweep again")
            try:
                return {
                    int(row["repetition"]): _OUTCOME.validate_python(
                        {**row, "work": json.loads(row["work"]), "ends": json.loads(row["ends"])}
                    )
                    for row in (dict(zip(columns, row[:-1], strict=True)) for row in rows)
                }
            except (ValidationError, ValueError, TypeError, RecursionError):
                raise BadInput(
                    f"store is {self.path}, which has a run with impossible values: choose another file"
                ) from None

    def forget(self, sweep: StoredSweep) -> None:
        """Delete the runs of a sweep. Runs of its cells beyond its `repeat` belong to other sweeps and stay."""
        self.check_writable()
        runs = [(cell.identity, sweep.repeat) for cell in sweep.cells]
        with self.reporting_faults(), self.writing():
            self.base.executemany("DELETE FROM run WHERE cell = ? AND repetition < ?", runs)
