"""Folders of visits: one for each visitor, removed at the end of the visit or, after a crash, by the next server."""

import os
import shutil
import tempfile
from contextlib import suppress
from pathlib import Path

PREFIX = "knightwatch-visit-"


def visit_folder() -> "tempfile.TemporaryDirectory[str]":
    """Return a new folder whose name has the number of this server's process."""
    return tempfile.TemporaryDirectory(prefix=f"{PREFIX}{os.getpid()}-", ignore_cleanup_errors=True)


def remove_abandoned() -> None:
    """Remove the folders of servers that were killed."""
    for folder in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        server = folder.name.removeprefix(PREFIX).partition("-")[0]
        with suppress(OSError):
            ours = folder.is_dir() and not folder.is_symlink() and folder.stat().st_uid == os.getuid()
            if ours and server.isdecimal() and not _runs(int(server)):
                shutil.rmtree(folder, ignore_errors=True)


def _runs(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):
        pass
    return True
