"""Counting on disk: numbers that are known, and how far the others are, so that counting goes on where it was.

A job is one number of one board, under a name that tells also which code counts it. Of a job that is not done there are
the tables of its sides, as they were after the last whole row, and the sum over all that was joined.
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
    """A side as it was after some steps: how many entries its blocks have, and the entries."""

    modulus: int
    """What counts are remainders by."""
    steps: int
    states: list[int]
    """How many states there were after each of these steps."""
    length: NDArray[np.int32]
    ranks: NDArray[np.uint32]
    counts: NDArray[np.uint32]


class CountStore(StoreFile):
    """An open store of numbers; one thread at a time may use it."""

    application, schema, tables = 0x6B6E7763, 1, TABLES

    def number(self, job: str) -> tuple[int, int] | None:
        """Return the number of a job that is done, and how many states it took."""
        with self.reporting_faults():
            row = self.base.execute("SELECT number, states FROM number WHERE job = ?", (job,)).fetchone()
        return None if row is None else (int(row[0]), row[1])

    def add(self, job: str, number: int, states: int, others_go_on: bool = False) -> None:
        """Write down a number in place of what was only needed to get there, unless other jobs go on from that; when
        this returns, it is there to stay.
        """
        self.check()
        with self.reporting_faults(), self.writing():
            self.base.execute("INSERT OR REPLACE INTO number VALUES (?, ?, ?)", (job, str(number), states))
            if not others_go_on:
                self._forget(job)
        self._tidy()

    def save_half(self, job: str, side: str, kept: SavedHalf) -> None:
        """Write down a side in place of what it was before."""
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
        """Return a side as it was written down last."""
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
        """Write down the sum over so many parts of the join."""
        self.check()
        with self.reporting_faults():
            row = (job, modulus, parts, str(number))
            self.base.execute("INSERT OR REPLACE INTO joined VALUES (?, ?, ?, ?)", row)

    def joined(self, job: str, modulus: int) -> tuple[int, int]:
        """Return over how many parts of the join there is a sum, and the sum."""
        with self.reporting_faults():
            query = "SELECT parts, number FROM joined WHERE job = ? AND modulus = ?"
            row = self.base.execute(query, (job, modulus)).fetchone()
        return (0, 0) if row is None else (row[0], int(row[1]))

    def forget(self, job: str) -> None:
        """Remove what is only needed to go on with a job, and let the file take no more room than it needs."""
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
        """Let what was written stand in the file itself, so that it takes no room twice."""
        with self.reporting_faults():
            self.base.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _parts(array: NDArray[np.generic]) -> Iterator[memoryview]:
    step = PART // array.itemsize
    return (array[first : first + step].data for first in range(0, len(array), step))
