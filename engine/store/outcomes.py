"""Outcomes on disk: SQLite, one file, a row for each run as soon as the run has ended.

Rows are found by what a run is made from, not by the sweep that asked for it; so sweeps that share cells share runs,
and a sweep that was broken off goes on by asking for what is not there. Runs of another version of knightwatch are
kept apart, since its solvers may not be the same.
"""

import json
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path

from platformdirs import user_data_path

from engine.core.errors import BadInput
from engine.core.frame import Status
from engine.lab.sweeps.sweep import Cell, Sweep
from engine.lab.sweeps.worker import Outcome

APPLICATION, SCHEMA = 0x6B6E7764, 2
"""Marks in the file: that it is ours, and how it is laid out."""
BUSY_SECONDS = 10
"""How long to wait for another process that writes to the same file."""

TABLES = """
CREATE TABLE cell (identity TEXT PRIMARY KEY, puzzle TEXT NOT NULL, settings TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE run (
    cell TEXT NOT NULL REFERENCES cell, repetition INTEGER NOT NULL, version TEXT NOT NULL, seed INTEGER NOT NULL,
    status TEXT NOT NULL, steps INTEGER NOT NULL, work TEXT NOT NULL,
    seconds REAL NOT NULL, prepare_seconds REAL NOT NULL, ends TEXT NOT NULL,
    PRIMARY KEY (cell, repetition, version)
) WITHOUT ROWID;
"""


def usual_path() -> Path:
    """Return where the store is, unless a person chooses another place."""
    chosen = os.environ.get("KNIGHTWATCH_STORE")
    return Path(chosen) if chosen else user_data_path("knightwatch") / "laboratory.sqlite"


class Store:
    """An open store; one thread at a time may use it."""

    def __init__(self, path: Path) -> None:
        """Open the store at a path, which is made if it is not there; raises BadInput if that cannot be done."""
        self.path = path
        self._version = version("knightwatch")
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
            elif schema != SCHEMA:
                raise BadInput(
                    f"store is {self.path}, which another version of knightwatch has written: choose another file"
                )

    @contextmanager
    def claimed(self, sweep: Sweep) -> Iterator[None]:
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

    def enter(self, sweep: Sweep) -> None:
        """Write down what the cells of a sweep are."""
        rows = [(cell.identity, sweep.puzzle.name, json.dumps(cell.values)) for cell in sweep.cells]
        with self._complaining(), self._writing():
            self._base.executemany("INSERT OR IGNORE INTO cell VALUES (?, ?, ?)", rows)

    def add(self, cell: Cell, repetition: int, outcome: Outcome) -> None:
        """Write down what a run came to; when this returns, it is there to stay."""
        if not self.path.exists():
            raise BadInput(f"store is {self.path}, but that file was removed meanwhile: begin again")
        row = (cell.identity, repetition, self._version, cell.run(repetition).seed, outcome.status, outcome.steps)
        row_end = (json.dumps(outcome.work), outcome.seconds, outcome.prepare_seconds, json.dumps(outcome.ends))
        with self._complaining():
            self._base.execute("INSERT OR IGNORE INTO run VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", row + row_end)

    def outcomes(self, cell: Cell, repeat: int) -> dict[int, Outcome]:
        """Return what is known of a cell's runs, up to so many, by repetition."""
        query = "SELECT repetition, status, steps, work, ends, seconds, prepare_seconds FROM run"
        query += " WHERE cell = ? AND version = ? AND repetition < ? ORDER BY repetition"
        with self._complaining():
            rows = self._base.execute(query, (cell.identity, self._version, repeat)).fetchall()
            return {
                at: Outcome(Status(status), n, json.loads(work), seconds, preparing, json.loads(ends))
                for at, status, n, work, ends, seconds, preparing in rows
            }

    def forget(self, sweep: Sweep) -> None:
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
