"""Checkpoints of counts on disk: known numbers, and the progress of unfinished ones.

A job is one number of one board; its name includes a digest of the code that counts. An unfinished job has the tables
of its halves after the last complete row, and the sum over all joined ranges of blocks.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.store.base import StoreFile

TABLES = """
CREATE TABLE number (job TEXT PRIMARY KEY, number TEXT NOT NULL, states INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE side (
    job TEXT NOT NULL, side TEXT NOT NULL, modulus INTEGER NOT NULL, steps INTEGER NOT NULL,
    states TEXT NOT NULL, PRIMARY KEY (job, side)
) WITHOUT ROWID;
CREATE TABLE part (
    job TEXT NOT NULL, side TEXT NOT NULL, field INTEGER NOT NULL, place INTEGER NOT NULL, data BLOB NOT NULL,
    PRIMARY KEY (job, side, field, place)
);
CREATE TABLE joined (
    job TEXT NOT NULL, modulus INTEGER NOT NULL, parts INTEGER NOT NULL, number TEXT NOT NULL,
    PRIMARY KEY (job, modulus)
) WITHOUT ROWID;
"""
PART = 1 << 25
"""Bytes that are written at a time."""


@dataclass(frozen=True)
class SavedHalf:
    """A half after some steps: the number of entries of each block, and the entries."""

    modulus: int
    """The modulus of the counts."""
    steps: int
    states: list[int]
    """The number of states after each of these steps."""
    length: NDArray[np.int32]
    ranks: NDArray[np.uint32]
    counts: NDArray[np.uint32]


class CountStore(StoreFile):
    """An open store of counts. One thread at a time may use it."""

    application, schema, tables = 0x6B6E7763, 1, TABLES

    def number(self, job: str) -> tuple[int, int] | None:
        """Return the number of a finished job and its number of states; None if it is not finished."""
        with self.reporting_faults():
            row = self.base.execute("SELECT number, states FROM number WHERE job = ?", (job,)).fetchone()
        return None if row is None else (int(row[0]), row[1])

    def add(self, job: str, number: int, states: int, needed_later: bool = False) -> None:
        """Store the number of a job, and delete its checkpoints unless `needed_later`.

        The number is on disk when this returns.
        """
        self.check()
        with self.reporting_faults(), self.writing():
            self.base.execute("INSERT OR REPLACE INTO number VALUES (?, ?, ?)", (job, str(number), states))
            if not needed_later:
                self._forget(job)
        self._tidy()

    def save_half(self, job: str, side: str, kept: SavedHalf) -> None:
        """Save a half in place of its last checkpoint."""
        self.check()
        with self.reporting_faults(), self.writing():
            self._forget_side(job, side)
            row = (job, side, kept.modulus, kept.steps, json.dumps(kept.states))
            self.base.execute("INSERT INTO side VALUES (?, ?, ?, ?, ?)", row)
            for field, array in enumerate((kept.length, kept.ranks, kept.counts)):
                for place, part in enumerate(_parts(array)):
                    self.base.execute("INSERT INTO part VALUES (?, ?, ?, ?, ?)", (job, side, field, place, part))
        self._tidy()

    def half(self, job: str, side: str) -> SavedHalf | None:
        """Return the last checkpoint of a half."""
        with self.reporting_faults():
            query = "SELECT modulus, steps, states FROM side WHERE job = ? AND side = ?"
            row = self.base.execute(query, (job, side)).fetchone()
            if row is None:
                return None
            length, ranks, counts = (self._field(job, side, field) for field in range(3))
        modulus, steps, states = row
        return SavedHalf(modulus, steps, json.loads(states), length.view(np.int32), ranks, counts)

    def _field(self, job: str, side: str, field: int) -> NDArray[np.uint32]:
        where = "FROM part WHERE job = ? AND side = ? AND field = ?"
        (size,) = self.base.execute(f"SELECT COALESCE(SUM(LENGTH(data)), 0) {where}", (job, side, field)).fetchone()
        array, end = np.empty(size // 4, np.uint32), 0
        for (data,) in self.base.execute(f"SELECT data {where} ORDER BY place", (job, side, field)):
            part = np.frombuffer(data, np.uint32)
            array[end : end + len(part)] = part
            end += len(part)
        return array

    def save_joined(self, job: str, modulus: int, parts: int, number: int) -> None:
        """Save the sum over the joined ranges."""
        self.check()
        with self.reporting_faults():
            row = (job, modulus, parts, str(number))
            self.base.execute("INSERT OR REPLACE INTO joined VALUES (?, ?, ?, ?)", row)

    def joined(self, job: str, modulus: int) -> tuple[int, int]:
        """Return the number of joined ranges and the sum over them."""
        with self.reporting_faults():
            query = "SELECT parts, number FROM joined WHERE job = ? AND modulus = ?"
            row = self.base.execute(query, (job, modulus)).fetchone()
        return (0, 0) if row is None else (row[0], int(row[1]))

    def forget(self, job: str) -> None:
        """Delete the checkpoints of a job and release the disk space."""
        with self.reporting_faults(), self.writing():
            self._forget(job)
        self._tidy()
        with self.reporting_faults():
            self.base.execute("VACUUM")

    def _forget(self, job: str) -> None:
        for table in ("part", "side", "joined"):
            self.base.execute(f"DELETE FROM {table} WHERE job = ?", (job,))

    def _forget_side(self, job: str, side: str) -> None:
        for table in ("part", "side"):
            self.base.execute(f"DELETE FROM {table} WHERE job = ? AND side = ?", (job, side))

    def _tidy(self) -> None:
        """Move everything from the write-ahead log into the file, so that it takes no space twice."""
        with self.reporting_faults():
            self.base.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _parts(array: NDArray[np.generic]) -> Iterator[memoryview]:
    step = PART // array.itemsize
    return (array[first : first + step].data for first in range(0, len(array), step))
