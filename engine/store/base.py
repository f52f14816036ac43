"""A file of the store: SQLite, marked as ours, claimed by one process at a time; faults are told in sentences."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import ClassVar, Self

from engine.core.errors import BadInput

BUSY_SECONDS = 10
"""How long to wait for another process that writes to the same file."""


class StoreFile:
    """An open file; one thread at a time may use it."""

    application: ClassVar[int]
    schema: ClassVar[int]
    """Marks in the file: that it is ours and what for, and how it is laid out."""
    tables: ClassVar[str]
    """What it is laid out by."""

    def __init__(self, path: Path) -> None:
        """Open the file at a path, which is made if it is not there; raises BadInput if that cannot be done."""
        self.path = path
        with self.complaining():
            path.parent.mkdir(parents=True, exist_ok=True)
            self.base = sqlite3.connect(path, BUSY_SECONDS, isolation_level=None, check_same_thread=False)
        try:
            with self.complaining():
                self.base.execute("PRAGMA journal_mode = WAL")
                self.base.execute("PRAGMA synchronous = NORMAL")
                self._lay_out()
        except BadInput:
            self.base.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.base.close()

    def _lay_out(self) -> None:
        with self.writing():
            (mark,), (schema,) = (
                self.base.execute(f"PRAGMA {n}").fetchone() for n in ("application_id", "user_version")
            )
            if not self.base.execute("SELECT 1 FROM sqlite_schema").fetchone():
                for statement in self.tables.split(";"):
                    self.base.execute(statement)
                self.base.execute(f"PRAGMA application_id = {self.application}")
            elif mark != self.application:
                raise BadInput(f"store is {self.path}, which is not knightwatch's: choose another file")
            elif schema != self.schema and not self.mend(schema):
                raise BadInput(
                    f"store is {self.path}, which another version of knightwatch has written: choose another file"
                )
            self.base.execute(f"PRAGMA user_version = {self.schema}")

    def mend(self, schema: int) -> bool:  # noqa: ARG002
        """Lay out anew a file that was laid out otherwise; tell whether that can be done."""
        return False

    def check(self) -> None:
        """Raise BadInput if the file is gone."""
        if not self.path.exists():
            raise BadInput(f"store is {self.path}, but that file was removed meanwhile: begin again")

    @contextmanager
    def claim(self, identity: str, what: str) -> Iterator[None]:
        """Keep something to this process for a while; raises BadInput if another one has it.

        The claim is a lock of the system's on a file, which ends with the process, however that ends.
        """
        path = self.path.with_name(f"{self.path.name}-{identity}.lock")
        with self.complaining():
            lock = sqlite3.connect(path, 0, isolation_level=None, check_same_thread=False)
        try:
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError:
            lock.close()
            raise BadInput(
                f"this {what} is being run by another knightwatch: wait until it has ended, or choose another store"
            ) from None
        try:
            yield
        finally:
            path.unlink(missing_ok=True)
            lock.close()

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
    def complaining(self) -> Iterator[None]:
        """Tell in a sentence what is wrong with the file; raises BadInput."""
        try:
            yield
        except OSError as error:
            raise BadInput(f"store is {self.path}, which cannot be used ({error.strerror})") from None
        except (sqlite3.Error, ValueError) as error:
            if isinstance(error, BadInput):
                raise
            raise BadInput(f"store is {self.path}, which cannot be used ({error}): choose another file") from None
