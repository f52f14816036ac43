"""Checkpoints of counts on disk: known numbers, and the progress of unfinished ones.

A job is one number of one board; its name includes a digest of the code that counts. An unfinished job has the tables
of its halves after the last complete row, and the sum over all joined ranges of blocks.

Every row has a checksum. A damaged row counts as missing, and `damaged` has its key: the job is counted again there.
"""

import hashlib
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.store.base import StoreFile

TABLES = """
CREATE TABLE number (
    job TEXT PRIMARY KEY, number TEXT NOT NULL, states INTEGER NOT NULL, checksum TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE side (
    job TEXT NOT NULL, side TEXT NOT NULL, modulus INTEGER NOT NULL, steps INTEGER NOT NULL,
    states TEXT NOT NULL, sizes TEXT NOT NULL, content TEXT NOT NULL, checksum TEXT NOT NULL, PRIMARY KEY (job, side)
) WITHOUT ROWID;
CREATE TABLE part (
    job TEXT NOT NULL, side TEXT NOT NULL, field INTEGER NOT NULL, place INTEGER NOT NULL, data BLOB NOT NULL,
    PRIMARY KEY (job, side, field, place)
);
CREATE TABLE joined (
    job TEXT NOT NULL, modulus INTEGER NOT NULL, parts INTEGER NOT NULL, number TEXT NOT NULL,
    checksum TEXT NOT NULL, PRIMARY KEY (job, modulus)
) WITHOUT ROWID;
"""
PART = 1 << 25
"""Bytes that are written at a time."""
FIELDS = 3
"""The number of arrays of a half."""
NO_CHECKSUMS = 1
"""The older layout, without checksums. Changed code never finds its rows, so nothing is lost with them."""


class Damaged(Exception):
    """A row differs from its checksum."""


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

    application, schema, tables = 0x6B6E7763, 2, TABLES

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.base.text_factory = lambda data: data.decode(errors="replace")  # a damaged text fails by its checksum
        self.damaged: set[tuple[str, str]] = set()
        """The job and the part of every damaged row found so far."""

    def mend(self, schema: int) -> bool:
        """Drop the tables of the first layout, which had no checksums, and create new ones."""
        if schema != NO_CHECKSUMS:
            return False
        for table in ("number", "side", "part", "joined"):
            self.base.execute(f"DROP TABLE {table}")
        self._create_tables()
        return True

    def number(self, job: str) -> tuple[int, int] | None:
        """Return the number of a finished job and its number of states; None if it is not finished or damaged."""
        with self.reporting_faults():
            row = self.base.execute("SELECT number, states, checksum FROM number WHERE job = ?", (job,)).fetchone()
        if row is None:
            return None
        number, states, seal = row
        if seal != checksum(job, number, states) or not (_is_number(number) and isinstance(states, int)):
            self.damaged.add((job, "number"))
            return None
        return int(number), states

    def add(self, job: str, number: int, states: int, needed_later: bool = False) -> None:
        """Store the number of a job, and delete its checkpoints unless `needed_later`.

        The number is on disk when this returns.
        """
        self.check()
        with self.reporting_faults(), self.writing():
            fields = (job, str(number), states)
            self.base.execute("INSERT OR REPLACE INTO number VALUES (?, ?, ?, ?)", (*fields, checksum(*fields)))
            if not needed_later:
                self._forget(job)
        self._tidy()

    def save_half(self, job: str, side: str, kept: SavedHalf) -> None:
        """Save a half in place of its last checkpoint."""
        self.check()
        with self.reporting_faults(), self.writing():
            self._forget_side(job, side)
            arrays = (kept.length, kept.ranks, kept.counts)
            for field, array in enumerate(arrays):
                for place, part in enumerate(_parts(array)):
                    self.base.execute("INSERT INTO part VALUES (?, ?, ?, ?, ?)", (job, side, field, place, part))
            sizes = json.dumps([array.nbytes for array in arrays])
            row = (job, side, kept.modulus, kept.steps, json.dumps(kept.states), sizes, _content(arrays))
            self.base.execute("INSERT INTO side VALUES (?, ?, ?, ?, ?, ?, ?, ?)", (*row, checksum(*row)))
        self._tidy()

    def half(self, job: str, side: str) -> SavedHalf | None:
        """Return the last checkpoint of a half; None if there is none or it is damaged."""
        with self.reporting_faults():
            query = "SELECT modulus, steps, states, sizes, content, checksum FROM side WHERE job = ? AND side = ?"
            row = self.base.execute(query, (job, side)).fetchone()
            if row is None:
                return None
            try:
                return self._checked_half(job, side, *row)
            except (Damaged, ValueError, TypeError, RecursionError):
                self.damaged.add((job, side))
                return None

    def _checked_half(
        self, job: str, side: str, modulus: int, steps: int, states: str, sizes: str, content: str, seal: str
    ) -> SavedHalf:
        """Load a half; raise Damaged, ValueError or TypeError if it is not as it was saved.

        The sizes are checked first: a field of the wrong size never gets memory.
        """
        if seal != checksum(job, side, modulus, steps, states, sizes, content):
            raise Damaged
        expected = json.loads(sizes)
        if len(expected) != FIELDS or any(size != self._size(job, side, at) for at, size in enumerate(expected)):
            raise Damaged
        length, ranks, counts = arrays = [self._field(job, side, at, size) for at, size in enumerate(expected)]
        if content != _content(arrays):
            raise Damaged
        return SavedHalf(modulus, steps, json.loads(states), length.view(np.int32), ranks, counts)

    def _size(self, job: str, side: str, field: int) -> int:
        query = "SELECT COALESCE(SUM(LENGTH(data)), 0) FROM part WHERE job = ? AND side = ? AND field = ?"
        return int(self.base.execute(query, (job, side, field)).fetchone()[0])

    def _field(self, job: str, side: str, field: int, size: int) -> NDArray[np.uint32]:
        """Load an array of this size in bytes."""
        array, end = np.empty(size, np.uint8), 0
        query = "SELECT data FROM part WHERE job = ? AND side = ? AND field = ? ORDER BY place"
        for (data,) in self.base.execute(query, (job, side, field)):
            array[end : end + len(data)] = np.frombuffer(data, np.uint8)
            end += len(data)
        return array.view(np.uint32)

    def save_joined(self, job: str, modulus: int, parts: int, number: int) -> None:
        """Save the sum over the joined ranges."""
        self.check()
        with self.reporting_faults():
            row = (job, modulus, parts, str(number))
            self.base.execute("INSERT OR REPLACE INTO joined VALUES (?, ?, ?, ?, ?)", (*row, checksum(*row)))

    def joined(self, job: str, modulus: int) -> tuple[int, int]:
        """Return the number of joined ranges and the sum over them; both are 0 if the row is missing or damaged."""
        with self.reporting_faults():
            query = "SELECT parts, number, checksum FROM joined WHERE job = ? AND modulus = ?"
            row = self.base.execute(query, (job, modulus)).fetchone()
        if row is None:
            return 0, 0
        parts, number, seal = row
        if seal != checksum(job, modulus, parts, number) or not (_is_number(number) and isinstance(parts, int)):
            self.damaged.add((job, f"joined, {modulus}"))
            return 0, 0
        return parts, int(number)

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


def checksum(*fields: object) -> str:
    """Return the checksum of the fields of a row."""
    return hashlib.sha256(repr(fields).encode()).hexdigest()


def _content(arrays: Sequence[NDArray[np.generic]]) -> str:
    """Return the checksum of the entries of some arrays."""
    content = hashlib.sha256()
    for array in arrays:
        content.update(array.data)
    return content.hexdigest()


def _is_number(text: object) -> bool:
    return isinstance(text, str) and re.fullmatch(r"\d{1,4000}", text, re.ASCII) is not None
