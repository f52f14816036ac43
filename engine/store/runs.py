"""Saved runs on disk: the plan of each run, its step, its state, and its bookmarks.

A run is written in one transaction, so the old version stays until the new one is complete. The state has a checksum of
the code that made it, of the run and of the state itself. If the checksum differs (code changed, file edited), only the
plan and the step are used, and the run is replayed.
"""

import hashlib
import json
import math
import os
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from platformdirs import user_data_path

from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.frame import Status
from knightwatch.engine.core.search import State
from knightwatch.engine.core.words import one_line
from knightwatch.engine.plans.puzzle import is_file
from knightwatch.engine.store.base import StoreFile
from knightwatch.engine.store.limits import Limits
from knightwatch.engine.store.packing import most_bytes, packed, unpacked

TABLES = """
CREATE TABLE run (
    id INTEGER PRIMARY KEY AUTOINCREMENT, puzzle TEXT NOT NULL, title TEXT NOT NULL, settings TEXT NOT NULL,
    unit TEXT NOT NULL, moment INTEGER NOT NULL, newest INTEGER NOT NULL, status TEXT NOT NULL, seconds REAL NOT NULL,
    kept REAL NOT NULL, code TEXT NOT NULL, state BLOB
);
CREATE TABLE bookmark (
    run INTEGER NOT NULL, moment INTEGER NOT NULL, note TEXT NOT NULL, PRIMARY KEY (run, moment)
) WITHOUT ROWID;
"""
DELETED = "CREATE TABLE IF NOT EXISTS deleted (number INTEGER NOT NULL)"
"""The numbers of runs that `tidy` has deleted, until the user knows them. Most files do not have this table."""
SOLVERS = "CREATE TABLE IF NOT EXISTS solver (run INTEGER PRIMARY KEY, digest TEXT NOT NULL)"
"""Digests of the users' files that solved runs. A store has this table only if a file of a user solved a run."""
PACES = "CREATE TABLE IF NOT EXISTS pace (run INTEGER PRIMARY KEY, pace REAL NOT NULL)"
"""Steps per second at which runs were left. A table of its own: earlier versions of knightwatch ignore it."""
COLUMNS = "id, puzzle, title, settings, unit, moment, newest, status, seconds, kept"

LATEST_MOMENT = 10**15
"""The largest step of a run."""
FASTEST = 1e9
"""The largest pace of a run, in steps per second."""
LONGEST_NOTE = 200
"""The largest number of characters of a note."""
LATEST = 1e11
"""An upper limit for the time of saving, in seconds since 1970: a calendar still has a day for it."""


def usual_path() -> Path:
    """Return the default path of saved runs; the environment variable KNIGHTWATCH_RUNS overrides it."""
    chosen = os.environ.get("KNIGHTWATCH_RUNS")
    return Path(chosen) if chosen else user_data_path("knightwatch") / "runs.sqlite"


@dataclass(frozen=True)
class SavedRun:
    """A saved run."""

    puzzle: str
    title: str
    values: dict[str, str]
    """The values of its plan."""
    unit: str
    moment: int
    """The step that it is shown at, in units of its solver's work."""
    newest: int
    """The last step that it has reached."""
    status: Status
    seconds: float
    """The seconds spent searching."""
    kept: float = field(default_factory=time.time)
    """When it was saved, in seconds since 1970."""
    id: int = 0
    """Its number for the user; 0 if it is not saved yet."""
    bookmarks: dict[int, str] = field(default_factory=dict)
    """Bookmarked steps, each with a note."""
    digest: str = ""
    """The digest of the user's file that solved it; empty for other solvers."""
    pace: float | None = None
    """The steps per second at which it was left; 0 is full speed, None is unknown."""

    @property
    def status_word(self) -> str:
        """The status in a word: a saved run that was running is paused."""
        return "paused" if self.status is Status.RUNNING else str(self.status).replace("-", " ")

    @property
    def solver(self) -> str:
        """The name of the solver; of a file, without its folder."""
        solver = self.values["solver"]
        return one_line(Path(solver).name if is_file(solver) else solver)


Forgotten = tuple[list[tuple[Any, ...]], list[tuple[Any, ...]]]
"""A deleted run: its row and the rows of its bookmarks."""


class RunStore(StoreFile):
    """An open store of saved runs. One thread at a time may use it."""

    application, schema, tables = 0x6B6E7772, 1, TABLES

    def keep(self, run: SavedRun, code: str, state: State | None) -> SavedRun:
        """Save a run, with or without its state, in place of its last version; return it with its number."""
        with self.reporting_faults(), self.writing():
            data = packed(state) if state is not None else None
            row = (
                run.id or None, run.puzzle, run.title, json.dumps(run.values), run.unit, run.moment, run.newest,
                str(run.status), run.seconds, run.kept, sealed(run, code, data or b""), data,
            )  # fmt: skip
            places = ", ".join("?" * len(row))
            sql = f"INSERT OR REPLACE INTO run ({COLUMNS}, code, state) VALUES ({places})"
            kept = replace(run, id=self.base.execute(sql, row).lastrowid or run.id)
            if run.digest:
                self.base.execute(SOLVERS)
                self.base.execute("INSERT OR REPLACE INTO solver VALUES (?, ?)", (kept.id, run.digest))
            self._keep_pace(kept)
            if not run.id:  # a copy of another run takes its bookmarks over
                for moment, note in run.bookmarks.items():
                    self.base.execute("INSERT INTO bookmark VALUES (?, ?, ?)", (kept.id, moment, note))
            return kept

    def keep_pace(self, run: SavedRun) -> None:
        """Save the pace of a run that is otherwise unchanged."""
        with self.reporting_faults(), self.writing():
            self._keep_pace(run)

    def _keep_pace(self, run: SavedRun) -> None:
        if run.pace is not None:
            self.base.execute(PACES)
            self.base.execute("INSERT OR REPLACE INTO pace VALUES (?, ?)", (run.id, run.pace))

    def runs(self) -> list[SavedRun]:
        """Return all readable runs, newest first."""
        return [run for run in self._found().values() if run]

    def damaged(self) -> list[int]:
        """Return the numbers of unreadable runs."""
        return [number for number, run in self._found().items() if run is None]

    def _found(self) -> dict[int, SavedRun | None]:
        with self.reporting_faults():
            rows = self.base.execute(f"SELECT {COLUMNS} FROM run ORDER BY kept DESC, id DESC").fetchall()
            notes: dict[int, dict[int, str]] = {}
            for run, moment, note in self.base.execute("SELECT run, moment, note FROM bookmark ORDER BY moment"):
                notes.setdefault(run, {})[moment] = note
            digests = dict(self.base.execute("SELECT run, digest FROM solver")) if self._has("solver") else {}
            paces = dict(self.base.execute("SELECT run, pace FROM pace")) if self._has("pace") else {}
            return {
                row[0]: _understood(row, notes.get(row[0], {}), str(digests.get(row[0], "")), paces.get(row[0]))
                for row in rows
            }

    def _has(self, table: str) -> bool:
        """Tell whether the file has a table that most files do not have."""
        return bool(self.base.execute("SELECT 1 FROM sqlite_schema WHERE name = ?", (table,)).fetchone())

    def run(self, number: int | None = None) -> SavedRun:
        """Return a run, by default the newest; raise BadInput if there is none."""
        found = self._found()
        chosen = next((run for run in found.values() if run and number in (None, run.id)), None)
        if chosen is None:
            if number in found:
                raise BadInput(f"run is {number}, which is damaged: knightwatch runs delete {number} deletes it")
            if not found:
                raise BadInput("no run is saved yet: every run on the screen is saved from now on")
            if number is None:
                raise BadInput("all saved runs are damaged: knightwatch runs lists their numbers")
            raise BadInput(f"run is {number}, but no saved run has this number: knightwatch runs lists them")
        return chosen

    def state(self, run: SavedRun, code: str) -> State | None:
        """Return the state of a run; None if none was saved, or its checksum differs. A damaged state is empty."""
        query = "SELECT code, CASE WHEN LENGTH(state) <= ? THEN state END FROM run WHERE id = ?"
        with self.reporting_faults():
            seal, data = self.base.execute(query, (most_bytes(), run.id)).fetchone() or ("", b"")
        if not isinstance(data, bytes) or seal != sealed(run, code, data):
            return None
        try:
            return unpacked(data)
        except ValueError:
            return {}

    def mark(self, run: SavedRun, moment: int, note: str | None) -> None:
        """Set a bookmark with a note; without a note, remove it."""
        with self.reporting_faults():
            if note is None:
                self.base.execute("DELETE FROM bookmark WHERE run = ? AND moment = ?", (run.id, moment))
            else:
                self.base.execute("INSERT OR REPLACE INTO bookmark VALUES (?, ?, ?)", (run.id, moment, note))

    def delete(self, numbers: Sequence[int]) -> list[Forgotten]:
        """Delete runs with their bookmarks; return what `bring_back` needs."""
        forgotten = []
        with self.reporting_faults(), self.writing():
            for number in numbers:
                rows = self.base.execute("SELECT * FROM run WHERE id = ?", (number,)).fetchall()
                marks = self.base.execute("SELECT * FROM bookmark WHERE run = ?", (number,)).fetchall()
                forgotten.append((rows, marks))
                self.base.execute("DELETE FROM run WHERE id = ?", (number,))
                self.base.execute("DELETE FROM bookmark WHERE run = ?", (number,))
        for number in numbers:
            with suppress(OSError):
                self.lock_path(str(number)).unlink()
        return forgotten

    def bring_back(self, forgotten: Forgotten) -> None:
        """Save a deleted run again."""
        with self.reporting_faults(), self.writing():
            for table, rows in zip(("run", "bookmark"), forgotten, strict=True):
                for row in rows:
                    self.base.execute(f"INSERT OR IGNORE INTO {table} VALUES ({', '.join('?' * len(row))})", row)

    def tidy(self, limits: Limits, used: int = 0) -> None:
        """Delete the least recently used runs beyond the limits; never a run with a bookmark, nor the run in use.

        `take_deleted` returns their number: the home screen reports it.
        """
        with self.reporting_faults():
            query = "SELECT id, LENGTH(state) FROM run WHERE id NOT IN (SELECT run FROM bookmark)"
            sizes = {run: size or 0 for run, size in self.base.execute(query)}
        order = sorted((run.id for run in self.runs() if run.id in sizes), key=lambda run: run != used)
        taken, gone = 0, list[int]()
        for place, run in enumerate(order):
            taken += sizes[run]
            if run != used and (place >= limits.number or taken > limits.megabytes * 1e6):
                gone.append(run)
        if gone:
            self.delete(gone)
            with self.reporting_faults(), self.writing():
                for table in filter(self._has, ("solver", "pace")):  # not in `delete`, which the user may undo
                    self.base.execute(f"DELETE FROM {table} WHERE run NOT IN (SELECT id FROM run)")
                self.base.execute(DELETED)
                self.base.execute("INSERT INTO deleted VALUES (?)", (len(gone),))

    def take_deleted(self) -> int:
        """Return how many runs `tidy` has deleted since the last call."""
        with self.reporting_faults():
            if self.read_only or not self._has("deleted"):
                return 0
            with self.writing():
                rows = self.base.execute("SELECT number FROM deleted").fetchall()
                self.base.execute("DROP TABLE deleted")
            return sum(number for (number,) in rows if isinstance(number, int))


def _understood(
    row: tuple[object, ...], bookmarks: dict[int, str], digest: str, pace: object = None
) -> SavedRun | None:
    """Return the run in a row; None if the row is damaged. A damaged pace is unknown."""
    number, puzzle, title, settings, unit, moment, newest, status, seconds, kept = row
    try:
        values = {str(name): str(value) for name, value in json.loads(str(settings)).items()}
        run = SavedRun(
            one_line(str(puzzle)), one_line(str(title)), {"solver": ""} | values, one_line(str(unit)),
            int(str(moment)), int(str(newest)), Status(str(status)), float(str(seconds)), float(str(kept)),
            int(str(number)), {int(place): one_line(str(note)) for place, note in bookmarks.items()}, digest,
            float(pace) if isinstance(pace, int | float) and 0 <= pace <= FASTEST else None,
        )  # fmt: skip
    except (ValueError, AttributeError, RecursionError):
        return None
    possible = 0 <= run.moment <= run.newest and 0 <= run.seconds < math.inf and 0 <= run.kept < LATEST
    return run if possible else None


def sealed(run: SavedRun, code: str, data: bytes) -> str:
    """Return the checksum of a saved run."""
    about = json.dumps([code, run.puzzle, run.values, run.moment, run.newest], sort_keys=True).encode()
    return hashlib.sha256(about + data).hexdigest()[:16]
