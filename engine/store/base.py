"""A store file: SQLite, marked as ours, with locks for single sweeps, counts and runs, and faults reported as
sentences.
"""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import ClassVar, Self

from knightwatch.engine.core.errors import BadInput

BUSY_SECONDS = 10
"""Seconds to wait for another process that writes to the same file."""
NO_ROOM = ("SQLITE_FULL", "SQLITE_IOERR", "SQLITE_CANTOPEN")
"""Beginnings of SQLite's error names that mean: nothing can be written, for example on a full disk."""


class StoreFile:
    """An open store file. One thread at a time may use it."""

    application: ClassVar[int]
    schema: ClassVar[int]
    """The marks in the file: that it is ours and for what, and the version of its layout."""
    tables: ClassVar[str]
    """The SQL that creates the tables."""

    def __init__(self, path: Path) -> None:
        """Open the file, and create it if it is missing; raise BadInput if that fails.

        A file that cannot be written, for example on a full disk, is opened for reading.
        """
        self.path = path
        with self.reporting_faults():
            path.parent.mkdir(parents=True, exist_ok=True)
            is_new = not path.exists()
            self.read_only = not is_new and not (os.access(path, os.W_OK) and os.access(path.parent, os.W_OK))
            try:
                self.base = self._connected()
            except sqlite3.Error as error:
                if is_new or not (error.sqlite_errorname.startswith(NO_ROOM) and self._is_whole()):
                    raise
                self.read_only = True
                self.base = self._connected()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.base.close()

    def _connected(self) -> sqlite3.Connection:
        # Without `immutable`, SQLite creates files beside the store even to read. Nobody can write there.
        place = f"{self.path.absolute().as_uri()}?immutable=1" if self.read_only else self.path
        self.base = sqlite3.connect(
            place, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False, uri=self.read_only
        )
        try:
            if self.read_only:
                self._check_marks()
            else:
                self.base.execute("PRAGMA journal_mode = WAL")
                self.base.execute("PRAGMA synchronous = NORMAL")
                self._lay_out()
        except BaseException:
            self.base.close()
            raise
        return self.base

    def _is_whole(self) -> bool:
        """Return whether all data is in the file itself, and none in SQLite's write-ahead log."""
        beside = self.path.with_name(f"{self.path.name}-wal")
        return not self.read_only and self.path.stat().st_size > 0 and not (beside.exists() and beside.stat().st_size)

    def _lay_out(self) -> None:
        if self._marks() == (self.application, self.schema):
            return  # write nothing: reading must work on a full disk
        with self.writing():
            if not self.base.execute("SELECT 1 FROM sqlite_schema").fetchone():
                self._create_tables()
                self.base.execute(f"PRAGMA application_id = {self.application}")
            else:
                self._check_marks()
            self.base.execute(f"PRAGMA user_version = {self.schema}")

    def _create_tables(self) -> None:
        for statement in self.tables.split(";"):
            self.base.execute(statement)

    def _check_marks(self) -> None:
        """Raise BadInput if the file is not ours, or has another layout."""
        mark, schema = self._marks()
        if mark != self.application:
            raise BadInput(f"store is {self.path}, which is not a store of knightwatch: choose another file")
        if schema != self.schema and (self.read_only or not self.mend(schema)):
            raise BadInput(
                f"store is {self.path}, which was written by another version of knightwatch: choose another file"
            )

    def _marks(self) -> tuple[int, int]:
        (mark,), (schema,) = (self.base.execute(f"PRAGMA {n}").fetchone() for n in ("application_id", "user_version"))
        return mark, schema

    def mend(self, schema: int) -> bool:  # noqa: ARG002
        """Change the file from an older layout to this one; return whether that is possible."""
        return False

    def check(self) -> None:
        """Raise BadInput if the file was removed."""
        if not self.path.exists():
            raise BadInput(f"store is {self.path}, but that file was removed: start again")

    def check_writable(self) -> None:
        """Raise BadInput if the file cannot be written."""
        if self.read_only:
            raise BadInput(f"store is {self.path}, which is read-only, so nothing can be saved: choose another file")

    def lock_path(self, identity: str) -> Path:
        """Return the lock file of a sweep, count or run; a killed process leaves it behind."""
        return self.path.with_name(f"{self.path.name}-{identity}.lock")

    @contextmanager
    def claim(self, identity: str, what: str) -> Iterator[None]:
        """Reserve a sweep, count or run for this process; raise BadInput if another process has it.

        The operating system frees the lock when the process ends, also after a crash. A file system without locks
        reserves nothing.
        """
        if self.read_only:
            yield
            return
        from filelock import FileLock, Timeout  # loads asyncio, which most commands do not need

        path = self.lock_path(identity)
        lock = FileLock(path, thread_local=False)
        with self.reporting_faults():
            try:
                lock.acquire(blocking=False)
            except Timeout:
                raise BadInput(
                    f"this {what} is being run by another knightwatch: wait until it has ended, or choose another store"
                ) from None
            except NotImplementedError:
                pass
        try:
            yield
        finally:
            with suppress(OSError):  # some systems cannot remove an open file, and leave an empty one
                path.unlink()
            lock.release()

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Open a transaction: everything written inside is stored, or nothing."""
        self.base.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            if self.base.in_transaction:  # a full disk has rolled it back already
                self.base.execute("ROLLBACK")
            raise
        self.base.execute("COMMIT")

    @contextmanager
    def reporting_faults(self) -> Iterator[None]:
        """Turn errors of SQLite and the file system into BadInput with a sentence."""
        try:
            yield
        except OSError as error:
            raise BadInput(f"store is {self.path}, which cannot be used ({error.strerror})") from None
        except (sqlite3.Error, ValueError) as error:
            if isinstance(error, BadInput):
                raise
            raise BadInput(f"store is {self.path}, which cannot be used ({error}): choose another file") from None
