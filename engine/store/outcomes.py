"""Outcomes on disk: SQLite, one file, a row for each run as soon as the run has ended.

Rows are found by what a run is made from, not by the sweep that asked for it; so sweeps that share cells share runs,
and a sweep that was broken off goes on by asking for what is not there. Each run is kept under a digest of the code
that made it: after a change of a solver its runs are not found any more, while those of other solvers are.
"""

import json
import os
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from platformdirs import user_data_path

from engine.core.errors import BadInput
from engine.core.frame import Status

APPLICATION, SCHEMA = 0x6B6E7764, 3
"""Marks in the file: that it is ours, and how it is laid out."""
BY_VERSION = 2
"""The layout before: runs were kept under the version of knightwatch, which no digest of code is equal to."""
BUSY_SECONDS = 10
"""How long to wait for another process that writes to the same file."""

TABLES = """
CREATE TABLE cell (identity TEXT PRIMARY KEY, puzzle TEXT NOT NULL, settings TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE run (
    cell TEXT NOT NULL REFERENCES cell, repetition INTEGER NOT NULL, code TEXT NOT NULL, seed INTEGER NOT NULL,
    status TEXT NOT NULL, steps INTEGER NOT NULL, work TEXT NOT NULL,
    seconds REAL NOT NULL, prepare_seconds REAL NOT NULL, ends TEXT NOT NULL,
    PRIMARY KEY (cell, repetition, code)
) WITHOUT ROWID;
"""


@dataclass(frozen=True, slots=True)
class RunOutcome:
    """What a run came to, as far as it is kept: its answer is not."""

    status: Status
    steps: int
    """Units of the solver's work."""
    work: dict[str, int]
    seconds: float
    prepare_seconds: float
    ends: dict[str, float] = field(default_factory=dict)
    """Where its curves end, by their names."""

    @property
    def solved(self) -> bool:
        """Whether the run was a success."""
        return self.status is Status.SOLVED


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


class Store:
    """An open store; one thread at a time may use it."""

    def __init__(self, path: Path) -> None:
        """Open the store at a path, which is made if it is not there; raises BadInput if that cannot be done."""
        self.path = path
        with self._complaining():
            path.parent.mkdir(parents=True, exist_ok=True)
            self._base = sqlite3.connect(path, BUSY_SECONDS, isolation_level=None, check_same_thread=False)
        try:
            with self._complaining():
                self._base.execute("PRAGMA journal_mode = WAL")
                self._base.execute("PRAGMA synchronous = NORMAL")
                self._lay_out()
        except BadInput:
            self._base.close()
            raise

    def __enter__(self) -> "Store":
        return self

    def __exit__(self, *_: object) -> None:
        self._base.close()

    def _lay_out(self) -> None:
        with self._writing():
            (mark,), (schema,) = (
                self._base.execute(f"PRAGMA {n}").fetchone() for n in ("application_id", "user_version")
            )
            if not self._base.execute("SELECT 1 FROM sqlite_schema").fetchone():
                for statement in TABLES.split(";"):
                    self._base.execute(statement)
                self._base.execute(f"PRAGMA application_id = {APPLICATION}")
                self._base.execute(f"PRAGMA user_version = {SCHEMA}")
            elif mark != APPLICATION:
                raise BadInput(f"store is {self.path}, which is not knightwatch's: choose another file")
            elif schema == BY_VERSION:
                self._base.execute("ALTER TABLE run RENAME COLUMN version TO code")
                self._base.execute(f"PRAGMA user_version = {SCHEMA}")
            elif schema != SCHEMA:
                raise BadInput(
                    f"store is {self.path}, which another version of knightwatch has written: choose another file"
                )

    @contextmanager
    def claimed(self, sweep: StoredSweep) -> Iterator[None]:
        """Keep a sweep to this process for a while; raises BadInput if another one has it.

        The claim is a lock of the system's on a file, which ends with the process, however that ends.
        """
        path = self.path.with_name(f"{self.path.name}-{sweep.identity}.lock")
        with self._complaining():
            lock = sqlite3.connect(path, 0, isolation_level=None, check_same_thread=False)
        try:
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError:
            lock.close()
            raise BadInput(
                "this sweep is being run by another knightwatch: wait until it has ended, or choose another store"
            ) from None
        try:
            yield
        finally:
            path.unlink(missing_ok=True)
            lock.close()

    def enter(self, sweep: StoredSweep) -> None:
        """Write down what the cells of a sweep are."""
        rows = [(cell.identity, cell.puzzle_name, json.dumps(cell.values)) for cell in sweep.cells]
        with self._complaining(), self._writing():
            self._base.executemany("INSERT OR IGNORE INTO cell VALUES (?, ?, ?)", rows)

    def add(self, cell: StoredCell, repetition: int, outcome: RunOutcome) -> None:
        """Write down what a run came to; when this returns, it is there to stay."""
        if not self.path.exists():
            raise BadInput(f"store is {self.path}, but that file was removed meanwhile: begin again")
        row = (cell.identity, repetition, cell.code, cell.seed(repetition), outcome.status, outcome.steps)
        row_end = (json.dumps(outcome.work), outcome.seconds, outcome.prepare_seconds, json.dumps(outcome.ends))
        with self._complaining():
            self._base.execute("INSERT OR IGNORE INTO run VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", row + row_end)

    def outcomes(self, cell: StoredCell, repeat: int) -> dict[int, RunOutcome]:
        """Return what is known of a cell's runs, up to so many, by repetition."""
        query = "SELECT repetition, status, steps, work, ends, seconds, prepare_seconds FROM run"
        query += " WHERE cell = ? AND code = ? AND repetition < ? ORDER BY repetition"
        with self._complaining():
            rows = self._base.execute(query, (cell.identity, cell.code, repeat)).fetchall()
            return {
                repetition: RunOutcome(Status(status), n, json.loads(work), seconds, preparing, json.loads(ends))
                for repetition, status, n, work, ends, seconds, preparing in rows
            }

    def forget(self, sweep: StoredSweep) -> None:
        """Remove the runs of a sweep; further ones of its cells are left to the sweeps that asked for them."""
        runs = [(cell.identity, sweep.repeat) for cell in sweep.cells]
        with self._complaining(), self._writing():
            self._base.executemany("DELETE FROM run WHERE cell = ? AND repetition < ?", runs)

    @contextmanager
    def _writing(self) -> Iterator[None]:
        self._base.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            if self._base.in_transaction:  # else a full disk has undone it already
                self._base.execute("ROLLBACK")
            raise
        self._base.execute("COMMIT")

    @contextmanager
    def _complaining(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise BadInput(f"store is {self.path}, which cannot be used ({error.strerror})") from None
        except (sqlite3.Error, ValueError) as error:
            if isinstance(error, BadInput):
                raise
            raise BadInput(f"store is {self.path}, which cannot be used ({error}): choose another file") from None
