"""A file of the store: SQLite, marked as ours, claimed by one process at a time; faults are told in sentences."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import ClassVar, Self

from knightwatch.engine.core.errors import BadInput

BUSY_SECONDS = 10
"""How long to wait for another process that writes to the same file."""
NO_ROOM = ("SQLITE_FULL", "SQLITE_IOERR", "SQLITE_CANTOPEN")
"""How names of errors begin where nothing can be written, as on a full disk."""


class StoreFile:
    """An open file; one thread at a time may use it."""

    application: ClassVar[int]
    schema: ClassVar[int]
    """Marks in the file: that it is ours and what for, and how it is laid out."""
    tables: ClassVar[str]
    """What it is laid out by."""

    def __init__(self, path: Path) -> None:
        """Open the file at a path, which is made if it is not there; raises BadInput if that cannot be done.

        A file that cannot be written, as on a read-only medium or a full disk, can be looked into.
        """
        self.path = path
        with self.reporting_faults():
            path.parent.mkdir(parents=True, exist_ok=True)
            self.read_only = path.exists() and not (os.access(path, os.W_OK) and os.access(path.parent, os.W_OK))
            try:
                self.base = self._connected()
            except sqlite3.Error as error:
                if not (error.sqlite_errorname.startswith(NO_ROOM) and self._is_whole()):
                    raise
                self.read_only = True
                self.base = self._connected()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.base.close()

    def _connected(self) -> sqlite3.Connection:
        # Nobody else writes there either; else SQLite would want to make files beside it even to read.
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
        """Tell whether all that was written is in the file itself, and nothing in what SQLite puts beside it."""
        beside = self.path.with_name(f"{self.path.name}-wal")
        return not self.read_only and self.path.stat().st_size > 0 and not (beside.exists() and beside.stat().st_size)

    def _lay_out(self) -> None:
        if self._marks() == (self.application, self.schema):
            return  # nothing is written only to look: what is there can be read on a full disk too
        with self.writing():
            if not self.base.execute("SELECT 1 FROM sqlite_schema").fetchone():
                for statement in self.tables.split(";"):
                    self.base.execute(statement)
                self.base.execute(f"PRAGMA application_id = {self.application}")
            else:
                self._check_marks()
            self.base.execute(f"PRAGMA user_version = {self.schema}")

    def _check_marks(self) -> None:
        """Complain if the file is not ours, or laid out in a way that cannot be read."""
        mark, schema = self._marks()
        if mark != self.application:
            raise BadInput(f"store is {self.path}, which is not knightwatch's: choose another file")
        if schema != self.schema and (self.read_only or not self.mend(schema)):
            raise BadInput(
                f"store is {self.path}, which another version of knightwatch has written: choose another file"
            )

    def _marks(self) -> tuple[int, int]:
        (mark,), (schema,) = (self.base.execute(f"PRAGMA {n}").fetchone() for n in ("application_id", "user_version"))
        return mark, schema

    def mend(self, schema: int) -> bool:  # noqa: ARG002
        """Lay out anew a file that was laid out otherwise; tell whether that can be done."""
        return False

    def check(self) -> None:
        """Raise BadInput if the file is gone."""
        if not self.path.exists():
            raise BadInput(f"store is {self.path}, but that file was removed meanwhile: begin again")

    def check_writable(self) -> None:
        """Raise BadInput if nothing can be kept in the file."""
        if self.read_only:
            raise BadInput(
                f"store is {self.path}, which can only be read, but something is to be kept: choose another file"
            )

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
        """Let all that is written within be there in the end, or nothing of it."""
        self.base.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            if self.base.in_transaction:  # else a full disk has undone it already
                self.base.execute("ROLLBACK")
            raise
        self.base.execute("COMMIT")

    @contextmanager
    def reporting_faults(self) -> Iterator[None]:
        """Tell in a sentence what is wrong with the file; raises BadInput."""
        try:
            yield
        except OSError as error:
            raise BadInput(f"store is {self.path}, which cannot be used ({error.strerror})") from None
        except (sqlite3.Error, ValueError) as error:
            if isinstance(error, BadInput):
                raise
            raise BadInput(f"store is {self.path}, which cannot be used ({error}): choose another file") from None
