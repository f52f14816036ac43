"""The cache of compiled code: a folder in the user's cache, named after numba's version and a digest of all kernels.

numba itself looks only at the file of the called function, not at the kernels that it calls or at constants from other
files. With the digest, a change of any kernel or of anything it imports leads to a new folder.
"""

import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import cache
from pathlib import Path

from knightwatch.engine.compiled import meanings
from knightwatch.engine.compiled.digest import ENGINE, digest

UNUSED_DAYS = 30
"""Days without use after which the compiled code of another version is removed."""


@cache
def folder() -> Path:
    """Return the folder for this version's compiled code. It may not exist yet."""
    from importlib.metadata import version

    from platformdirs import user_cache_path

    kernels = (
        f"knightwatch.engine.{path.parts[-3]}.kernels.{path.stem}" for path in sorted(ENGINE.glob("*/kernels/[!_]*.py"))
    )
    return user_cache_path("knightwatch") / f"kernels-{version('numba')}-{digest(*kernels, engine=ENGINE)}"


def make_folder() -> Path:
    """Make the folder and return it; remove folders that were unused for long. Raise OSError if it is not writable."""
    import shutil
    import tempfile

    here = folder()
    here.mkdir(parents=True, exist_ok=True)
    here.touch()
    with tempfile.TemporaryFile(dir=here):
        pass
    meanings.save()
    for other in here.parent.glob("kernels-*"):
        with suppress(OSError):
            if time.time() - other.stat().st_mtime > UNUSED_DAYS * 86400:
                shutil.rmtree(other, ignore_errors=True)
    return here


def is_complete() -> bool:
    """Tell whether the cache has everything in the catalogue."""
    return _marker().exists()


def mark_complete() -> None:
    """Note that the cache has everything in the catalogue."""
    _marker().touch()


def _marker() -> Path:
    return folder() / "complete"


@contextmanager
def compiling_alone(kernel: str) -> Iterator[None]:
    """Let one process at a time compile a kernel, so that the next finds it cached; if locks fail, do not wait."""
    from filelock import FileLock  # loads asyncio

    lock = FileLock(folder() / f"{kernel}.lock", thread_local=False)
    with ExitStack() as held:
        with suppress(OSError, NotImplementedError):
            held.enter_context(lock)
        yield
