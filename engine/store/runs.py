"""Runs on disk: what each is made from, where it stands, and what somebody noted about its moments.

A run is written in one statement, so what was there before stays until the new is there. Its state is kept under a
seal, a digest of the code that made it, of the run and of the state: where any of them is another, by a change of the
code or by somebody's hand, the plan and the moment alone are found, and the way there can be gone again.
"""

import hashlib
import io
import json
import math
import os
import time
import zlib
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
from platformdirs import user_data_path

from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.frame import Status
from knightwatch.engine.core.search import State
from knightwatch.engine.core.words import one_line
from knightwatch.engine.store.base import StoreFile
from knightwatch.engine.store.limits import Limits

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
COLUMNS = "id, puzzle, title, settings, unit, moment, newest, status, seconds, kept"

LARGEST = 32 << 20
"""Bytes of a state that is kept; a larger one is made again from the plan."""
LATEST_MOMENT = 10**15
"""The latest moment that a run can stand at."""
LONGEST_NOTE = 200
"""Characters of a note."""
DAY = 86_400.0
LATEST = 1e11
"""Seconds since 1970 at which nothing has been kept yet: far from what a calendar has no day for."""


def usual_path() -> Path:
    """Return where runs are kept, unless a person chooses another place."""
    chosen = os.environ.get("KNIGHTWATCH_RUNS")
    return Path(chosen) if chosen else user_data_path("knightwatch") / "runs.sqlite"


@dataclass(frozen=True)
class KeptRun:
    """A run as it was kept last."""

    puzzle: str
    title: str
    values: dict[str, str]
    """What its plan is read from."""
    unit: str
    moment: int
    """Where it stands, in units of its solver's work."""
    newest: int
    """The latest moment that it has reached."""
    status: Status
    seconds: float
    """Spent searching."""
    kept: float = field(default_factory=time.time)
    """When it was kept, in seconds since 1970."""
    id: int = 0
    """By which people ask for it; 0 as long as it is not kept."""
    bookmarks: dict[int, str] = field(default_factory=dict)
    """Moments that somebody marked, each with a note."""

    @property
    def solver(self) -> str:
        """The name of the solver."""
        return one_line(self.values["solver"])


Forgotten = tuple[list[tuple[Any, ...]], list[tuple[Any, ...]]]
"""A run that was forgotten: its row and those of its bookmarks."""


class RunStore(StoreFile):
    """An open store of runs; one thread at a time may use it."""

    application, schema, tables = 0x6B6E7772, 1, TABLES

    def keep(self, run: KeptRun, code: str, state: State) -> KeptRun:
        """Write a run down, in place of what it was; return it with the name by which it is found again."""
        with self.reporting_faults(), self.writing():
            data = packed(state)
            row = (
                run.id or None, run.puzzle, run.title, json.dumps(run.values), run.unit, run.moment, run.newest,
                str(run.status), run.seconds, run.kept, sealed(run, code, data or b""), data,
            )  # fmt: skip
            places = ", ".join("?" * len(row))
            sql = f"INSERT OR REPLACE INTO run ({COLUMNS}, code, state) VALUES ({places})"
            kept = replace(run, id=self.base.execute(sql, row).lastrowid or run.id)
            if not run.id:  # one that goes on from another has its bookmarks
                for moment, note in run.bookmarks.items():
                    self.base.execute("INSERT INTO bookmark VALUES (?, ?, ?)", (kept.id, moment, note))
            return kept

    def runs(self) -> list[KeptRun]:
        """Return all runs that can be understood, those kept last first."""
        return [run for run in self._found().values() if run]

    def damaged(self) -> list[int]:
        """Return the numbers of runs that cannot be understood, as somebody's hand may have left them."""
        return [number for number, run in self._found().items() if run is None]

    def _found(self) -> dict[int, KeptRun | None]:
        with self.reporting_faults():
            rows = self.base.execute(f"SELECT {COLUMNS} FROM run ORDER BY kept DESC, id DESC").fetchall()
            notes: dict[int, dict[int, str]] = {}
            for run, moment, note in self.base.execute("SELECT run, moment, note FROM bookmark ORDER BY moment"):
                notes.setdefault(run, {})[moment] = note
            return {row[0]: _understood(row, notes.get(row[0], {})) for row in rows}

    def run(self, number: int | None = None) -> KeptRun:
        """Return a run or, without a number, the one that was kept last; raises BadInput where there is none."""
        found = self._found()
        chosen = next((run for run in found.values() if run and number in (None, run.id)), None)
        if chosen is None:
            if number in found:
                raise BadInput(
                    f"run is {number}, which cannot be understood: knightwatch runs delete {number} forgets it"
                )
            if not found:
                raise BadInput("no run has been kept yet: whatever is run on the screen is kept from then on")
            if number is None:
                raise BadInput("no run that was kept can be understood: knightwatch runs tells their numbers")
            raise BadInput(f"run is {number}, but no run of that number is kept: knightwatch runs lists them")
        return chosen

    def state(self, run: KeptRun, code: str) -> State | None:
        """Return the state of a run; None where it was too large to be kept, or is not what this code kept of it."""
        with self.reporting_faults():
            seal, data = self.base.execute("SELECT code, state FROM run WHERE id = ?", (run.id,)).fetchone() or (
                "",
                b"",
            )
            return unpacked(data) if data and isinstance(data, bytes) and seal == sealed(run, code, data) else None

    def mark(self, run: KeptRun, moment: int, note: str | None) -> None:
        """Mark a moment of a run with a note or, without one, take its mark away."""
        with self.reporting_faults():
            if note is None:
                self.base.execute("DELETE FROM bookmark WHERE run = ? AND moment = ?", (run.id, moment))
            else:
                self.base.execute("INSERT OR REPLACE INTO bookmark VALUES (?, ?, ?)", (run.id, moment, note))

    def delete(self, numbers: Sequence[int]) -> list[Forgotten]:
        """Forget runs, with their bookmarks; return what brings them back."""
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
        """Keep a run again that was forgotten, as it was."""
        with self.reporting_faults(), self.writing():
            for table, rows in zip(("run", "bookmark"), forgotten, strict=True):
                for row in rows:
                    self.base.execute(f"INSERT OR IGNORE INTO {table} VALUES ({', '.join('?' * len(row))})", row)

    def tidy(self, limits: Limits) -> None:
        """Forget runs that are too old and, where all take too much room, the oldest; never one with a bookmark."""
        with self.reporting_faults():
            query = "SELECT id, LENGTH(state) FROM run WHERE id NOT IN (SELECT run FROM bookmark)"
            sizes = {run: size or 0 for run, size in self.base.execute(query)}
        taken, gone, oldest = 0, [], time.time() - limits.days * DAY
        for run in self.runs():
            taken += sizes.get(run.id, 0)
            if run.id in sizes and (taken > limits.megabytes * 1e6 or run.kept < oldest):
                gone.append(run.id)
        if gone:
            self.delete(gone)


def _understood(row: tuple[object, ...], bookmarks: dict[int, str]) -> KeptRun | None:
    """Return the run that a row tells of; None where it tells of none."""
    number, puzzle, title, settings, unit, moment, newest, status, seconds, kept = row
    try:
        values = {str(name): str(value) for name, value in json.loads(str(settings)).items()}
        run = KeptRun(
            one_line(str(puzzle)), one_line(str(title)), {"solver": ""} | values, one_line(str(unit)),
            int(str(moment)), int(str(newest)), Status(str(status)), float(str(seconds)), float(str(kept)),
            int(str(number)), {int(place): one_line(str(note)) for place, note in bookmarks.items()},
        )  # fmt: skip
    except (ValueError, AttributeError, RecursionError):
        return None
    possible = 0 <= run.moment <= run.newest and 0 <= run.seconds < math.inf and 0 <= run.kept < LATEST
    return run if possible else None


def fits(state: State) -> bool:
    """Tell whether a state is small enough to be kept."""
    return sum(array.nbytes for array in tuple(state.values())) <= LARGEST


def sealed(run: KeptRun, code: str, data: bytes) -> str:
    """Return the seal of what is kept of a run."""
    about = json.dumps([code, run.puzzle, run.values, run.moment, run.newest], sort_keys=True).encode()
    return hashlib.sha256(about + data).hexdigest()[:16]


def packed(state: State) -> bytes | None:
    """Return a state as bytes; None where it is too large to be kept."""
    if not fits(state):
        return None
    file = io.BytesIO()
    np.savez(file, allow_pickle=False, **state)
    return zlib.compress(file.getvalue(), 1)


def unpacked(data: bytes) -> State:
    """Return the state that was packed; raises ValueError for anything else."""
    try:
        with np.load(io.BytesIO(zlib.decompress(data)), allow_pickle=False) as arrays:
            return {name: arrays[name] for name in arrays.files}
    except (zlib.error, OSError, EOFError, KeyError) as error:
        raise ValueError(f"a state in it is damaged: {error}") from None
